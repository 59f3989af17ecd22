import {
  columnResizingFeature,
  columnSizingFeature,
  tableFeatures,
  useTable,
  type ColumnDef,
  type Header,
} from '@tanstack/react-table'
import { useMemo, useState } from 'react'
import type { FieldKind } from '../protocol/field.ts'
import type { Row } from '../protocol/answers.ts'
import { columnFit, estimate, wholeFit, type ColumnFit, type Face, type Measure } from './columnFit.ts'
import { NARROWEST } from './gridWindow.ts'

/** A column of the grid. */
export interface GridColumn {
  /** Of its own among the columns; the `field` of a sort. */
  readonly id: string
  readonly name: string
  /** As it is shown and spoken. */
  readonly type: string
  readonly kind: FieldKind
  /** What the data dictionary calls the column, where that is not its name. */
  readonly label?: string | undefined
  /** A sentence about the column, as a data dictionary has it. */
  readonly note?: string | undefined
}

/** A column as it is laid out. */
export interface PlacedColumn {
  readonly column: GridColumn
  /** Its place among the cells of a `Row`. */
  readonly place: number
  readonly face: Face
  /** px */
  readonly width: number
  readonly header: Header<typeof features, never>
}

const features = tableFeatures({ columnSizingFeature, columnResizingFeature })

/** Rows are never the table's: it knows columns, and would rebuild its row models at each scrolled row. */
const NO_ROWS: never[] = []

const WIDEST = 1_600
/** px by which a key makes a column wider or narrower. */
const KEY_STEP = 8
const NO_FITS: ReadonlyMap<string, ColumnFit> = new Map()

/**
 * The columns with their widths: from their contents once `fitTo` has seen some, and as the user drags them, which stays
 * for a column's id as long as the grid does. `least`: px below which no column goes now.
 */
export function useGridColumns(columns: readonly GridColumn[], least: number, cellPadding: number) {
  const [fits, setFits] = useState(NO_FITS)
  const definitions = useMemo(
    () =>
      columns.map((column): ColumnDef<typeof features, never> => {
        const fit = fits.get(fitKey(column)) ?? columnFit(column, [], cellPadding, estimate)
        return { id: column.id, size: fit.width, minSize: NARROWEST, maxSize: WIDEST }
      }),
    [columns, fits, cellPadding],
  )
  const table = useTable({ features, columns: definitions, data: NO_ROWS, columnResizeMode: 'onChange' })
  const { columnSizing } = table.state

  const [keep] = useState(() => sameWhereEqual())
  const placed = useMemo(() => {
    const places = new Map(columns.map((column, place) => [column.id, place]))
    const next = table.getLeafHeaders().flatMap((header): PlacedColumn[] => {
      const place = places.get(header.column.id)
      const column = place === undefined ? undefined : columns[place]
      if (place === undefined || !column) return []
      const face = fits.get(fitKey(column))?.face ?? columnFit(column, [], cellPadding, estimate).face
      return [{ column, place, face, width: Math.max(least, Math.round(header.column.getSize())), header }]
    })
    return keep(next)
    // The table is one object for good; its columns follow `definitions`, their sizes `columnSizing`.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [columns, definitions, columnSizing, fits, least, cellPadding, keep])

  const isFitted = columns.every((column) => fits.has(fitKey(column)))

  return {
    placed,
    isFitted,
    isResizing: table.state.columnResizing.isResizingColumn !== false,

    /** Gives the columns that have no width from contents yet one, from the first rows that are here. */
    fitTo(rows: readonly Row[], measure: Measure) {
      const next = new Map(fits)
      for (const [place, column] of columns.entries()) {
        const key = fitKey(column)
        if (next.has(key)) continue
        const values = rows.map((row) => row[place])
        next.set(key, columnFit(column, values, cellPadding, measure))
      }
      setFits(next)
    },

    /** Makes the column wider or narrower by a step. */
    nudge(target: PlacedColumn, direction: 1 | -1) {
      setWidth(target, target.width + direction * KEY_STEP)
    },

    /** Makes the column as wide as its longest value in those rows. */
    fitWhole(target: PlacedColumn, rows: readonly Row[], measure: Measure) {
      const values = rows.map((row) => row[target.place])
      setWidth(target, wholeFit(target.column, values, cellPadding, measure, target.face))
    },
  }

  function setWidth(target: PlacedColumn, width: number) {
    const bounded = Math.min(Math.max(width, NARROWEST), WIDEST)
    table.setColumnSizing((sizes) => ({ ...sizes, [target.column.id]: bounded }))
  }
}

function fitKey(column: GridColumn): string {
  return `${column.kind} ${column.id}`
}

/** Gives back the object of the last time where a column is as it was, so that only the others are drawn again. */
function sameWhereEqual() {
  let before = new Map<string, PlacedColumn>()
  return (placed: readonly PlacedColumn[]): readonly PlacedColumn[] => {
    const kept = placed.map((now) => {
      const old = before.get(now.column.id)
      const isSame =
        old?.column === now.column &&
        old.place === now.place &&
        old.face === now.face &&
        old.width === now.width &&
        old.header === now.header
      return isSame ? old : now
    })
    before = new Map(kept.map((column) => [column.column.id, column]))
    return kept
  }
}

import {
  columnOrderingFeature,
  columnPinningFeature,
  columnResizingFeature,
  columnSizingFeature,
  columnVisibilityFeature,
  tableFeatures,
  useTable,
  type ColumnDef,
  type Header,
} from '@tanstack/react-table'
import { useLayoutEffect, useMemo, useRef, useState } from 'react'
import type { FieldKind } from '../../protocol/field.ts'
import type { JsonText } from '../../protocol/jsonText.ts'
import { columnFit, estimate, wholeFit, type ColumnFit, type Face, type Measure } from './columnFit.ts'
import { WIDTHS, type ColumnLayout } from '../../rows/columnLayout.ts'
import type { GridSpot } from '../../rows/gridSpot.ts'
import { columnId, columnState, tableId } from './columnState.ts'
import { NARROWEST } from '../geometry/gridWindow.ts'

/** A drawing in the cells of a column: an element that shows something of one row after another. */
export interface ColumnMark {
  readonly draw: (this: void) => HTMLElement
  readonly show: (this: void, element: HTMLElement, row: number) => void
}

/** A column of the grid. */
export interface GridColumn {
  /** Unique among the columns; the `field` of a sort. */
  readonly id: string
  readonly name: string
  /** As it is shown and spoken. */
  readonly type: string
  readonly kind: FieldKind
  /** What the data dictionary calls the column, if that is not its name. */
  readonly label?: string | undefined
  /** A sentence about the column from the data dictionary. */
  readonly note?: string | undefined
  /** What stands before the values. */
  readonly mark?: ColumnMark | undefined
  /** What its values look like in that format; absent: as they were sent. */
  readonly shownAs?: string | undefined
  /** How they are set in that format. */
  readonly face?: Face | undefined
  /** How a value reads in its cell; null: as any other. Copies and the record panel keep the value exact. */
  readonly format?: ((this: void, value: JsonText) => string | null) | undefined
}

/** The side at which a column stays in view when the others scroll sideways. */
export type Pin = 'left' | 'right' | null

/** A column as it is laid out. */
export interface PlacedColumn {
  readonly column: GridColumn
  /** Its place among the fields of the rows, whatever the order of the columns. */
  readonly place: number
  readonly face: Face
  /** px */
  readonly width: number
  readonly pin: Pin
  readonly header: Header<typeof features, never>
}

const features = tableFeatures({
  columnSizingFeature,
  columnResizingFeature,
  columnOrderingFeature,
  columnPinningFeature,
  columnVisibilityFeature,
})

/** Rows are never the table's: it knows columns, and would rebuild its row models at each scrolled row. */
const NO_ROWS: never[] = []

const PINS = { start: 'left', end: 'right', none: null } as const

/** px by which a key makes a column wider or narrower. */
const KEY_STEP = 8
const NO_FITS: ReadonlyMap<string, ColumnFit> = new Map()

/** The loaded values of a column from which its width is taken, by its place among the fields. */
export type SampleOf = (place: number) => readonly (JsonText | undefined)[]

/**
 * The columns as they are shown, pinned ones first, with their widths: from their contents once `fitTo` has seen some,
 * and as the user drags them, which stays for a column's id as long as the grid does. `least`: px below which no column
 * goes now. `begin`: the widths that the user gave them before, once.
 */
export function useGridColumns(
  columns: readonly GridColumn[],
  layout: ColumnLayout,
  least: number,
  cellPadding: number,
  begin: GridSpot['widths'],
) {
  const [fits, setFits] = useState(NO_FITS)
  const definitions = useMemo(
    () =>
      columns.map((column): ColumnDef<typeof features, never> => {
        const fit = fits.get(fitKey(column)) ?? columnFit(column, [], cellPadding, estimate)
        return {
          id: tableId(column.id),
          size: layout.widths?.[column.id] ?? fit.width,
          minSize: NARROWEST,
          maxSize: WIDTHS.most,
        }
      }),
    [columns, fits, cellPadding, layout],
  )
  const state = useMemo(() => columnState(layout), [layout])
  const table = useTable({ features, columns: definitions, data: NO_ROWS, columnResizeMode: 'onChange', state })
  const { columnSizing } = table.state
  const hasBegun = useRef(false)
  useLayoutEffect(() => {
    if (begin === undefined || hasBegun.current) return
    hasBegun.current = true
    table.setColumnSizing(Object.fromEntries(begin.map(([id, width]) => [tableId(id), width])))
  }, [begin, table])

  const [keep] = useState(() => sameWhereEqual())
  const placed = useMemo(() => {
    const places = new Map(columns.map((column, place) => [tableId(column.id), place]))
    const next = table.getLeafHeaders().flatMap((header): PlacedColumn[] => {
      const place = places.get(header.column.id)
      const column = place === undefined ? undefined : columns[place]
      if (place === undefined || !column) return []
      const face = fits.get(fitKey(column))?.face ?? columnFit(column, [], cellPadding, estimate).face
      const width = Math.max(least, Math.round(header.column.getSize()))
      return [{ column, place, face, width, pin: PINS[header.column.getIsPinned() || 'none'], header }]
    })
    return keep(next)
    // The table is one object for good; its columns follow `definitions`, their sizes `columnSizing`, the rest `state`.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [columns, definitions, columnSizing, state, fits, least, cellPadding, keep])

  return {
    placed,
    isResizing: table.state.columnResizing.isResizingColumn !== false,
    /** Whether the column has a width from its contents. */
    isFitted: (column: GridColumn) => fits.has(fitKey(column)),

    /** The same object as long as the user makes no column wider or narrower. */
    sizes: columnSizing,
    /** The widths that the user gave columns. */
    chosen: () => Object.entries(columnSizing).map(([id, width]): [string, number] => [columnId(id), width]),

    /** From now on the layout says how wide they are. */
    forgetSizes: () => table.setColumnSizing({}),

    /** Gives these columns a width from their contents. */
    fitTo(unfitted: readonly PlacedColumn[], sampleOf: SampleOf, measure: Measure) {
      const next = new Map(fits)
      for (const { column, place } of unfitted) {
        next.set(fitKey(column), columnFit(column, sampleOf(place), cellPadding, measure))
      }
      setFits(next)
    },

    /** Makes the column wider or narrower by a step. */
    nudge(target: PlacedColumn, direction: 1 | -1) {
      setWidth(target, target.width + direction * KEY_STEP)
    },

    /** Makes the column as wide as its longest value in the sample. */
    fitWhole(target: PlacedColumn, sampleOf: SampleOf, measure: Measure) {
      setWidth(target, wholeFit(target.column, sampleOf(target.place), cellPadding, measure, target.face))
    },
  }

  function setWidth(target: PlacedColumn, width: number) {
    const bounded = Math.min(Math.max(width, NARROWEST), WIDTHS.most)
    table.setColumnSizing((sizes) => ({ ...sizes, [tableId(target.column.id)]: bounded }))
  }
}

function fitKey(column: GridColumn): string {
  return `${column.kind} ${column.shownAs ?? ''} ${column.id}`
}

/** Gives back the object of the last time if a column is as it was, so that only the others are drawn again. */
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
        old.pin === now.pin &&
        old.header === now.header
      return isSame ? old : now
    })
    before = new Map(kept.map((column) => [column.column.id, column]))
    return kept
  }
}

import { useCallback, useMemo, useState, type PointerEvent } from 'react'
import type { FieldKind } from '../../protocol/field.ts'
import type { JsonText } from '../../protocol/jsonText.ts'
import { columnFit, estimate, wholeFit, type ColumnFit, type Face, type Measure } from './columnFit.ts'
import { WIDTHS, type ColumnLayout } from '../../rows/columnLayout.ts'
import type { GridSpot } from '../../rows/gridSpot.ts'
import { arrangedColumns } from './arrangedColumns.ts'
import type { Pin } from '../../rows/layoutEdits.ts'
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

/** A column as it is laid out. */
export interface PlacedColumn {
  readonly column: GridColumn
  /** Its place among the fields of the rows, whatever the order of the columns. */
  readonly place: number
  readonly face: Face
  /** px */
  readonly width: number
  readonly pin: Pin
}

/** px by which a key makes a column wider or narrower. */
const KEY_STEP = 8
const NO_FITS: ReadonlyMap<string, ColumnFit> = new Map()
const NO_SIZES: ReadonlyMap<string, number> = new Map()

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
  const [sizes, setSizes] = useState(NO_SIZES)
  const [isResizing, setIsResizing] = useState(false)
  const [hasBegun, setHasBegun] = useState(false)
  if (begin !== undefined && !hasBegun) {
    setHasBegun(true)
    setSizes(new Map(begin))
  }
  const arranged = useMemo(() => {
    const ids = columns.map(({ id }) => id)
    return arrangedColumns(ids, layout)
  }, [columns, layout])

  const [keep] = useState(() => sameWhereEqual())
  const placed = useMemo(() => {
    const next = arranged.flatMap(({ place, pin }): PlacedColumn[] => {
      const column = columns[place]
      if (column === undefined) return []
      const fit = fits.get(fitKey(column)) ?? columnFit(column, [], cellPadding, estimate)
      const wanted = bounded(sizes.get(column.id) ?? layout.widths?.[column.id] ?? fit.width)
      return [{ column, place, face: fit.face, width: Math.max(least, wanted), pin }]
    })
    return keep(next)
  }, [columns, arranged, layout, sizes, fits, least, cellPadding, keep])

  const setWidth = useCallback((target: PlacedColumn, width: number) => {
    setSizes((before) => new Map(before).set(target.column.id, bounded(width)))
  }, [])
  const resize = useCallback(
    (target: PlacedColumn, { currentTarget: edge, pointerId, clientX: from, button }: PointerEvent) => {
      if (button !== 0) return
      const ended = new AbortController()
      const end = () => {
        ended.abort()
        setIsResizing(false)
      }
      const move = (event: Event) => {
        if (event instanceof globalThis.PointerEvent) setWidth(target, target.width + event.clientX - from)
      }
      edge.setPointerCapture(pointerId)
      edge.addEventListener('pointermove', move, { signal: ended.signal })
      edge.addEventListener('lostpointercapture', end, { signal: ended.signal })
      setIsResizing(true)
    },
    [setWidth],
  )

  return {
    placed,
    isResizing,
    /** Whether the column has a width from its contents. */
    isFitted: (column: GridColumn) => fits.has(fitKey(column)),

    /** The same object as long as the user makes no column wider or narrower. */
    sizes,
    /** The widths that the user gave columns. */
    chosen: () => [...sizes],

    /** Makes the column as wide as the pointer says that pressed its edge, until it is let go. */
    resize,

    /** From now on the layout says how wide they are. */
    forgetSizes: () => setSizes(NO_SIZES),

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
}

/** As wide as a column may be, px. */
function bounded(width: number): number {
  return Math.round(Math.min(Math.max(width, NARROWEST), WIDTHS.most))
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
        old.pin === now.pin
      return isSame ? old : now
    })
    before = new Map(kept.map((column) => [column.column.id, column]))
    return kept
  }
}

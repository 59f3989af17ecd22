import type { FieldKind } from '../../protocol/field.ts'
import type { RowSource } from '../../rows/rowSource.ts'
import { createColumnFigures, type ColumnFigures } from './columnFigures.ts'
import type { Band } from './selectedArea.ts'

/** What the cells of a selection that are loaded come to. */
export interface SelectionFigures {
  /** Selected cells whose values are here. Everything else is said of these alone. */
  readonly loaded: number
  readonly nulls: number
  /** The column of the active cell: numbers of unlike columns are never added. Null if nothing of it is selected. */
  readonly column: ColumnFigures | null
}

/** A column shown: where its values are, and of what kind. */
export interface FigureColumn {
  /** Among the fields of the rows. */
  readonly place: number
  readonly kind: FieldKind
}

export interface FiguresOf {
  readonly bands: readonly Band[]
  /** As they are shown. */
  readonly columns: readonly FigureColumn[]
  /** The place of the active column among those shown. */
  readonly active: number
  readonly rows: Pick<RowSource, 'cell' | 'isFoot'>
}

/** Cells between two yields: a few milliseconds. */
const STEP = 4_000

/** Counts cell by cell; yields now and then, so that the page stays quick. */
export function* selectionFigures({ bands, columns, active, rows }: FiguresOf): Generator<void, SelectionFigures> {
  const column = columns[active]
  const figures =
    column && bands.some((band) => band.columns.includes(active)) ? createColumnFigures(column.kind) : null
  let loaded = 0
  let nulls = 0
  let steps = 0
  for (const band of bands) {
    for (let row = band.rows.start; row < band.rows.end; row += 1) {
      // A total would be added to what it is the total of.
      if (rows.isFoot?.(row)) continue
      for (const at of band.columns) {
        steps += 1
        if (steps % STEP === 0) yield
        const shown = columns[at]
        const value = shown && rows.cell(row, shown.place)
        if (value === undefined) continue
        loaded += 1
        if (value === null || value === 'null') nulls += 1
        else if (at === active) figures?.add(value)
      }
    }
  }
  return { loaded, nulls, column: figures?.get() ?? null }
}

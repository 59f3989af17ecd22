import type { Row } from '../protocol/answers.ts'
import type { Field } from '../protocol/field.ts'
import type { JsonText } from '../protocol/jsonText.ts'
import type { ResultExtent } from './resultExtent.ts'
import type { Span } from './span.ts'

/** A value that changes over time; shaped for `useSyncExternalStore`. */
export interface Store<T> {
  readonly get: () => T
  readonly subscribe: (listener: () => void) => () => void
}

/** The source text of a value; null if the record has no such member; undefined if it has not been loaded yet. */
export type Cell = JsonText | null | undefined

/** How many rows there are to scroll through; more is known in the `ResultExtent` of a result. */
export type RowExtent = Pick<ResultExtent, 'rowCount' | 'rowCountIsKnown'>

/** How rows are read that are not shown. */
export interface ReadRows {
  readonly signal: AbortSignal
  /** Gets the next rows, from row `start`: the values of the columns that were asked for, in their order. */
  readonly onRows: (start: number, rows: readonly Row[]) => void
}

/**
 * What a grid reads its rows from, wherever they come from. Rows are numbered from 0, columns by their place among the
 * fields; the order in which columns are shown is the grid's own affair.
 */
export interface RowSource {
  readonly fields: Store<readonly Field[]>
  readonly extent: Store<RowExtent>
  /** What is there now; never fetches. */
  readonly cell: (row: number, column: number) => Cell
  /**
   * Says what is in view or near it. What is missing of these rows in these columns is fetched; requests for others are
   * cancelled.
   */
  readonly want: (rows: Span, columns: readonly number[]) => void
  /** Calls `changed` when cells of these rows have changed, and not when only others have. */
  readonly subscribe: (rows: Span, changed: () => void) => () => void
  /** Whether a row is none of those that were asked for, but says something of all: a total. Absent: none is. */
  readonly isFoot?: (row: number) => boolean
  /** Where rows are loaded, perhaps not all of them or in all columns. Absent: everywhere. */
  readonly loaded?: () => readonly Span[]
  /**
   * Fetches rows in these columns for a purpose of its own, such as a copy: they come in order, and `cell` need not know them.
   * Rejects if that fails or is stopped. Absent: all rows are here.
   */
  readonly read?: (rows: Span, columns: readonly number[], options: ReadRows) => Promise<void>
  /** A number that is another one after any cell of the row has changed. */
  readonly revision: (row: number) => number
}

/** The whole row; undefined while any of its cells has not been loaded. */
export function wholeRow(rows: RowSource, row: number): Row | undefined {
  const cells: (JsonText | undefined)[] = []
  const count = rows.fields.get().length
  for (let column = 0; column < count; column += 1) {
    const cell = rows.cell(row, column)
    if (cell === undefined) return undefined
    cells.push(cell ?? undefined)
  }
  return count === 0 ? undefined : cells
}

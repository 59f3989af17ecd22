import type { ColumnType } from './columnTypes.ts'

/** A column of the table to be created; columns are in the order of the file. */
export interface NewColumn {
  readonly name: string
  readonly type: ColumnType
}

/** What a column of the file is loaded as; null if it is left out. */
export type LoadedColumn = NewColumn | null

/** Why a row of the file can't be loaded. */
export type RowProblem =
  | { readonly kind: 'width'; readonly found: number; readonly expected: number }
  | { readonly kind: 'misfit'; readonly type: ColumnType }
  /** Another row has the same key; `firstLine` is where. */
  | { readonly kind: 'sameKey'; readonly firstLine: number }

/** A row that is not loaded, and why. */
export interface RefusedRow<Problem = RowProblem> {
  readonly line: number
  readonly cells: readonly (string | null)[]
  /** The column that the problem is about; null if it is about the whole row. */
  readonly column: string | null
  readonly problem: Problem
}

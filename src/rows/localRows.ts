import type { Row } from '../protocol/answers.ts'
import type { Field } from '../protocol/field.ts'
import type { RowSource, Store } from './rowSource.ts'

/** Rows that are all here and stay as they are: the answer to a statement, a result that was read whole. */
export function localRows({ fields, rows }: { fields: readonly Field[]; rows: readonly Row[] }): RowSource {
  return {
    fields: constant(fields),
    extent: constant({ rowCount: rows.length, rowCountIsKnown: true }),
    cell(index, column) {
      const row = rows[index]
      return row === undefined ? undefined : (row[column] ?? null)
    },
    want: () => undefined,
    subscribe: () => () => undefined,
    revision: () => 0,
  }
}

function constant<T>(value: T): Store<T> {
  return { get: () => value, subscribe: () => () => undefined }
}

import { comparableText } from './columnTypes.ts'
import type { LoadedColumn, NewColumn, RefusedRow } from './newTable.ts'
import type { FileRecord } from './tableReader.ts'

/** The keys of a file's rows, each with the first line that has it. */
export class RowKeys {
  readonly #columns: readonly (NewColumn & { readonly place: number })[]
  readonly #lines = new Map<string, number>()
  #empty = 0

  /** `key`: the positions of its columns, at least one. */
  constructor(columns: readonly LoadedColumn[], key: readonly number[]) {
    this.#columns = key.flatMap((place) => {
      const column = columns[place] ?? null
      return column === null ? [] : [{ ...column, place }]
    })
  }

  /** Remembers the row's key; if an earlier row has the same one, returns this row as refused. */
  refusalOf({ line, cells }: FileRecord): RefusedRow | null {
    const values = this.#columns.map(({ type, place }) => comparableText(type, cells[place] ?? null))
    if (values.every((value) => value === null)) this.#empty += 1
    // To PostgreSQL no two nulls are equal.
    if (values.includes(null)) return null
    const key = JSON.stringify(values)
    const first = this.#lines.get(key)
    if (first === undefined) {
      this.#lines.set(key, line)
      return null
    }
    const column = this.#columns.map(({ name }) => name).join(', ')
    return { line, cells, column, problem: { kind: 'sameKey', firstLine: first } }
  }

  /** How many rows so far have no value in any column of the key. */
  get empty(): number {
    return this.#empty
  }
}

import { expect, test } from 'vitest'
import type { RowSource } from '../../rows/rowSource.ts'
import { rowOfId } from './rowOfId.ts'

/** A million rows with every third `_id`; the first hundred are loaded. */
function source(isDescending: boolean): { readonly rows: RowSource; readonly read: number[] } {
  const rowCount = 1_000_000
  const read: number[] = []
  const idAt = (row: number) => String(3 * (isDescending ? rowCount - row : row + 1))
  const constant = <T>(of: T) => ({ get: () => of, subscribe: () => () => undefined })
  const rows: RowSource = {
    fields: constant([]),
    extent: constant({ rowCount, rowCountIsKnown: true }),
    cell: (row) => (row < 100 ? idAt(row) : undefined),
    want: () => undefined,
    subscribe: () => () => undefined,
    revision: () => 0,
    read({ start }, _, { onRows }) {
      read.push(start)
      onRows(start, [[idAt(start)]])
      return Promise.resolve()
    },
  }
  return { rows, read }
}

test.each([false, true])(
  'a row is found by its _id with some twenty questions (descending: %s)',
  async (isDescending) => {
    const { rows, read } = source(isDescending)
    const of = { rows, place: 0, isDescending }
    const { signal } = new AbortController()
    const at = (row: number) => BigInt(3 * (isDescending ? 1_000_000 - row : row + 1))
    for (const row of [0, 57, 723_456, 999_999]) expect(await rowOfId(at(row), of, signal)).toBe(row)
    expect(read.length).toBeLessThan(4 * 21)
    expect(await rowOfId(4n, of, signal)).toBeNull()
    expect(await rowOfId(9_999_999n, of, signal)).toBeNull()
  },
)

import type { RowSource } from '../../rows/rowSource.ts'

export interface IdOf {
  readonly rows: RowSource
  /** The place of `_id` among the fields. */
  readonly place: number
  readonly isDescending: boolean
}

/**
 * The row whose `_id` is that, among rows that are sorted by it; null if none is. It halves the rows, and reads one of them
 * where they are not loaded: some twenty requests for a million rows, as servers tell no row's place.
 */
export async function rowOfId(id: bigint, of: IdOf, signal: AbortSignal): Promise<number | null> {
  let [low, high] = [0, of.rows.extent.get().rowCount - 1]
  while (low <= high) {
    const middle = Math.floor((low + high) / 2)
    const found = await idAt(middle, of, signal)
    if (found === id) return middle
    if (found === null) return null
    if (found < id !== of.isDescending) low = middle + 1
    else high = middle - 1
  }
  return null
}

async function idAt(row: number, { rows, place }: IdOf, signal: AbortSignal): Promise<bigint | null> {
  let cell = rows.cell(row, place)
  if (cell === undefined) {
    await rows.read?.({ start: row, end: row + 1 }, [place], {
      signal,
      onRows: (_, [values]) => {
        cell = values?.[0]
      },
    })
  }
  return typeof cell === 'string' && /^-?\d+$/.test(cell) ? BigInt(cell) : null
}

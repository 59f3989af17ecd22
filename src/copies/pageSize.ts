export interface PageSize {
  /** How many records the next page is asked for. */
  get(): number
  /** A page of so many was asked for, and took that. */
  learn(asked: number, took: { readonly bytes: number; readonly milliseconds: number }): void
  /** The server gives no more than so many. */
  atMost(limit: number): void
}

/**
 * The size of pages: as many records as the server gives, in reasonable time, and as make a few megabytes, since several
 * pages are held at a time, each more than once on its way.
 */
export function createPageSize(): PageSize {
  let size = FIRST_ROWS
  let most = MOST_ROWS
  const take = (rows: number): void => {
    size = Math.max(Math.min(Math.ceil(rows), most), 1)
  }
  return {
    get: () => size,
    learn(asked, { bytes, milliseconds }) {
      const bySize = asked * (TARGET_BYTES / Math.max(bytes, 1))
      const byTime = asked * (TARGET_MS / Math.max(milliseconds, 1))
      take(Math.min(asked * 4, bySize, byTime))
    },
    atMost(limit) {
      most = Math.min(most, limit)
      take(size)
    },
  }
}

const FIRST_ROWS = 2000
const MOST_ROWS = 32_000
const TARGET_BYTES = 8_000_000
const TARGET_MS = 4000

import type { GridPosition } from '../geometry/gridFocus.ts'
import type { Span } from '../../rows/span.ts'

/** Which rows were looked through for a text, and which of their cells hold it. */
export class FindIndex {
  /** The matching columns of each row that has some, in order. */
  readonly #found = new Map<number, readonly number[]>()
  #rows: number[] = []
  #isSorted = true
  /** Looked through; in order, apart from each other. */
  #covered: Span[] = []
  #count = 0

  /** Cells that match, of those looked through. */
  get count(): number {
    return this.#count
  }

  /** A row was looked through; these of its columns match, in order. */
  take(row: number, columns: readonly number[]): void {
    if (columns.length === 0 || this.#found.has(row)) return
    this.#found.set(row, columns)
    this.#isSorted &&= row > (this.#rows.at(-1) ?? -1)
    this.#rows.push(row)
    this.#count += columns.length
  }

  /** All of these rows were looked through. */
  cover(span: Span): void {
    if (span.start >= span.end) return
    const apart = this.#covered.filter(({ start, end }) => end < span.start || start > span.end)
    const touching = this.#covered.filter(({ start, end }) => end >= span.start && start <= span.end)
    const start = Math.min(span.start, ...touching.map((each) => each.start))
    const end = Math.max(span.end, ...touching.map((each) => each.end))
    this.#covered = [...apart, { start, end }].toSorted((a, b) => a.start - b.start)
  }

  isCovered(rows: Span): boolean {
    return this.gapIn(rows) === null
  }

  /** The first rows of a span that were not looked through; null if all were. */
  gapIn({ start, end }: Span): Span | null {
    let from = start
    for (const covered of this.#covered) {
      if (covered.start > from) return from < end ? { start: from, end: Math.min(covered.start, end) } : null
      from = Math.max(from, covered.end)
    }
    return from < end ? { start: from, end } : null
  }

  /** The last ones. */
  lastGapIn({ start, end }: Span): Span | null {
    let to = end
    for (const covered of this.#covered.toReversed()) {
      if (covered.end < to) return to > start ? { start: Math.max(covered.end, start), end: to } : null
      to = Math.min(to, covered.start)
    }
    return to > start ? { start, end: to } : null
  }

  has(row: number, column: number): boolean {
    return this.#found.get(row)?.includes(column) ?? false
  }

  /** The next match known after a cell, or the one before it; null if there is none. */
  next(at: GridPosition, isForward: boolean): GridPosition | null {
    const own = this.#found.get(at.row) ?? []
    const beside = isForward ? own.find((column) => column > at.column) : own.findLast((column) => column < at.column)
    if (beside !== undefined) return { row: at.row, column: beside }
    const rows = this.#sorted()
    const place = firstAtLeast(rows, isForward ? at.row + 1 : at.row)
    const row = rows[isForward ? place : place - 1]
    const columns = row === undefined ? undefined : this.#found.get(row)
    const column = isForward ? columns?.[0] : columns?.at(-1)
    return row === undefined || column === undefined ? null : { row, column }
  }

  /** Which match a cell is, from 1, of those known. */
  ordinal(at: GridPosition): number {
    let before = 0
    for (const row of this.#sorted()) {
      if (row >= at.row) break
      before += this.#found.get(row)?.length ?? 0
    }
    return before + (this.#found.get(at.row)?.filter((column) => column <= at.column).length ?? 0)
  }

  #sorted(): readonly number[] {
    if (!this.#isSorted) this.#rows = this.#rows.toSorted((a, b) => a - b)
    this.#isSorted = true
    return this.#rows
  }
}

/** The place of the first number that is not less. */
function firstAtLeast(numbers: readonly number[], least: number): number {
  let [low, high] = [0, numbers.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((numbers[middle] ?? 0) < least) low = middle + 1
    else high = middle
  }
  return low
}

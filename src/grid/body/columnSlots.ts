import type { Span } from '../../rows/span.ts'
import { recycle } from './recycle.ts'

/** How many columns there are, and how many of them are pinned at either side. */
export interface ColumnCounts {
  readonly left: number
  readonly right: number
  readonly count: number
}

/**
 * Which column is drawn in which slot. A slot is a cell in each row; it goes to another column when its own has scrolled
 * out of view. Those of pinned columns come first and stay.
 */
export class ColumnSlots {
  readonly #scrolled = new Map<number, number>()
  #counts: ColumnCounts = { left: 0, right: 0, count: 0 }

  /** How many slots there are. */
  get count(): number {
    return this.#counts.left + this.#counts.right + this.#scrolled.size
  }

  /** The slot of a column; undefined if it is not drawn. */
  slotOf(column: number): number | undefined {
    const { left, right, count } = this.#counts
    if (column < left) return column
    return column >= count - right ? left + column - (count - right) : this.#scrolled.get(column)
  }

  /** The columns that are drawn, in their order. */
  columns(): readonly number[] {
    const { left, right, count } = this.#counts
    const scrolled = [...this.#scrolled.keys()].toSorted((a, b) => a - b)
    return [...numbers({ start: 0, end: left }), ...scrolled, ...numbers({ start: count - right, end: count })]
  }

  /** Begins anew. */
  clear(counts: ColumnCounts): void {
    this.#scrolled.clear()
    this.#counts = counts
  }

  /** Gives slots to the columns in view, and to `kept` wherever it is (−1: none); returns those that had none. */
  assign(inView: Span, kept: number): readonly number[] {
    const { left, right, count } = this.#counts
    const last = count - right
    let start = Math.min(Math.max(left, inView.start), last)
    let end = Math.min(Math.max(start, inView.end), last)
    const isAside = () => kept >= left && kept < last && (kept < start || kept >= end)
    // Never fewer than before: each slot more or less would be an element in each row.
    while (end - start + Number(isAside()) < this.#scrolled.size && end - start < last - left) {
      if (end < last) end += 1
      else start -= 1
    }
    const { free, missing } = recycle(this.#scrolled, { start, end }, isAside() ? kept : -1)
    let next = this.count + free.length
    for (const column of missing) this.#scrolled.set(column, free.pop() ?? next++)
    return missing
  }
}

function numbers({ start, end }: Span): readonly number[] {
  return Array.from({ length: end - start }, (_, at) => start + at)
}

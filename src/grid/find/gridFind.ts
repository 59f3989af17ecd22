import type { FieldKind } from '../../protocol/field.ts'
import type { Cell, RowSource } from '../../rows/rowSource.ts'
import type { Span } from '../../rows/span.ts'
import type { GridPosition } from '../geometry/gridFocus.ts'
import { FindIndex } from './findIndex.ts'
import type { FoundText } from './findText.ts'

export interface FindColumn {
  /** Among the fields of the rows. */
  readonly place: number
  readonly kind: FieldKind
}

export interface FindOf {
  readonly rows: RowSource
  /** As they are shown. */
  readonly columns: readonly FindColumn[]
  readonly text: FoundText
  /** Called when more is known. */
  readonly onChange: () => void
}

/** Where a step led. `further`: so many rows held none, and more of them can be looked through. */
export type FindStep =
  | { readonly kind: 'found'; readonly at: GridPosition; readonly isWrapped: boolean }
  | { readonly kind: 'none' }
  | { readonly kind: 'further'; readonly looked: number }

/** ms that looking takes of the page at a time. */
const SLICE = 8
/** Values of one request. */
const ASKED = 40_000
/** Rows that one step reads from the server before it asks whether to go on. */
const MOST_READ = 20_000

/**
 * One search for a text in the cells of a grid. What is loaded is looked through at once; the rows between are read when
 * a step comes to them, so that the next match is always the next.
 */
export class GridFind {
  readonly index = new FindIndex()
  readonly #of: FindOf

  constructor(of: FindOf) {
    this.#of = of
  }

  get rowCount(): number {
    return this.#of.rows.extent.get().rowCount
  }

  /** Every row was looked through, and no further ones are to come. */
  get isWhole(): boolean {
    const { rowCount, rowCountIsKnown } = this.#of.rows.extent.get()
    return rowCountIsKnown && this.index.isCovered({ start: 0, end: rowCount })
  }

  /** Looks through everything that is loaded. */
  async lookThroughLoaded(signal: AbortSignal): Promise<void> {
    const { rows, onChange } = this.#of
    const spans = rows.loaded?.() ?? [{ start: 0, end: this.rowCount }]
    let pause = performance.now() + SLICE
    for (const { start, end } of spans.flatMap((span) => [...this.#gaps(span)])) {
      let from = start
      for (let row = start; row < end; row += 1) {
        const isHere = this.#look(row, (column) => rows.cell(row, column.place))
        if (!isHere) {
          this.index.cover({ start: from, end: row })
          from = row + 1
        }
        if (performance.now() < pause) continue
        this.index.cover({ start: from, end: row + 1 })
        onChange()
        await turn()
        if (signal.aborted) return
        pause = performance.now() + SLICE
      }
      this.index.cover({ start: from, end })
    }
    onChange()
  }

  /** The rows of a span that were not looked through. */
  *#gaps({ start, end }: Span): Generator<Span> {
    const last = Math.min(end, this.rowCount)
    for (let gap = this.index.gapIn({ start, end: last }); gap !== null;) {
      yield gap
      gap = this.index.gapIn({ start: gap.end, end: last })
    }
  }

  /** Goes to the next match after a cell, or before it; at the end it begins at the other one. */
  async step(from: GridPosition, isForward: boolean, signal: AbortSignal): Promise<FindStep> {
    let left = MOST_READ
    for (const isWrapped of [false, true]) {
      const edge = isForward ? { row: 0, column: -1 } : { row: this.rowCount - 1, column: Infinity }
      const start = isWrapped ? edge : from
      for (;;) {
        const known = this.index.next(start, isForward)
        const gap = this.#gapBefore(start, known, isForward)
        if (gap === null) {
          if (known !== null) return { kind: 'found', at: known, isWrapped }
          break
        }
        if (left <= 0) return { kind: 'further', looked: MOST_READ }
        left -= await this.#read(gap, isForward, signal)
        if (signal.aborted) return { kind: 'none' }
      }
    }
    return { kind: 'none' }
  }

  /** The nearest rows between a cell and the next known match that were not looked through. */
  #gapBefore(start: GridPosition, known: GridPosition | null, isForward: boolean): Span | null {
    return isForward
      ? this.index.gapIn({ start: start.row, end: known?.row ?? this.rowCount })
      : this.index.lastGapIn({ start: (known?.row ?? -1) + 1, end: start.row + 1 })
  }

  async #read(gap: Span, isForward: boolean, signal: AbortSignal): Promise<number> {
    const { rows, columns, onChange } = this.#of
    const most = Math.max(50, Math.min(5_000, Math.floor(ASKED / Math.max(1, columns.length))))
    const span = isForward
      ? { start: gap.start, end: Math.min(gap.end, gap.start + most) }
      : { start: Math.max(gap.start, gap.end - most), end: gap.end }
    const places = columns.map(({ place }) => place)
    await rows.read?.(span, places, {
      signal,
      onRows: (start, came) => {
        for (const [at, row] of came.entries()) this.#look(start + at, (_, column): Cell => row[column] ?? null)
        this.index.cover({ start, end: start + came.length })
      },
    })
    // What can't be read is not waited for again and again.
    if (rows.read === undefined) this.index.cover(span)
    onChange()
    return span.end - span.start
  }

  /** Takes in a row; false if a cell of it is not here. */
  #look(row: number, cellOf: (column: FindColumn, at: number) => Cell): boolean {
    const found: number[] = []
    let isHere = true
    for (const [at, column] of this.#of.columns.entries()) {
      const cell = cellOf(column, at)
      if (cell === undefined) isHere = false
      else if (this.#of.text.isIn(cell, column.kind)) found.push(at)
    }
    if (isHere) this.index.take(row, found)
    return isHere
  }
}

function turn(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve))
}

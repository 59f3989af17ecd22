import type { Field } from '../../../protocol/field.ts'
import type { Query } from '../../../query/query.ts'
import type { Bars, Brush, Distribution } from '../../../summary/figures.ts'
import type { FiguresSource } from '../figureQueries.ts'
import type { View } from '../../../workspace/view.ts'
import type { Stretch } from '../values/steps.ts'

/** A column that is being brushed. */
export interface Brushed {
  readonly field: Field
  /** What it holds but for the brush, as it was when the brush began. */
  readonly distribution: Distribution
  readonly bars: Bars
  readonly stretch: Stretch
  /** What was asked before, without a range of this column. */
  readonly before: Query
  /** Counts the other columns at once, if somebody can. */
  readonly prepared: Brush | null
  /** The sliders have the focus, or shall have it. */
  readonly isByKey: boolean
}

/** What the headers are about. */
export interface Held {
  /** Whose records are shown, and who works out figures about them. */
  readonly source: FiguresSource
  readonly fields: readonly Field[]
  readonly brushed: Brushed | null
  /** The column whose profile is open. */
  readonly profiled: string | null
  /** Explains why something could not be worked out. */
  readonly explain: (error: Error) => string
  /** Whether it only took too long. */
  readonly isTimeout: (error: Error) => boolean
  /** Whether anybody can be asked for what a view shows. */
  readonly canAsk: (view: View) => boolean
}

/** What is said of a column. */
export interface Said {
  readonly name: string
  readonly description: string
}

/** What the headers are about, and what was found to be said of each column. */
export interface HeldStore {
  readonly get: () => Held
  readonly set: (change: Partial<Held>) => void
  readonly subscribe: (listener: () => void) => () => void
  /** What is said of a column; the same object while it stays the same. */
  readonly said: (column: string) => Said | null
  /** Says it; null: nothing any more. */
  readonly say: (column: string, next: Said | null) => void
  readonly subscribeSaid: (hearer: () => void) => () => void
  /** A header whose bars can be brushed by keys offers that; returns what takes it back. */
  readonly offerBrush: (column: string, begin: () => void) => () => void
  /** Begins to brush a column by keys; false if it can't be brushed. */
  readonly beginBrush: (column: string) => boolean
}

/** Keeps what the headers are about, and what was found to be said of each column. */
export function createHeldStore(first: Held): HeldStore {
  let held = first
  const listeners = new Set<() => void>()
  const said = new Map<string, Said>()
  const hearers = new Set<() => void>()
  const brushes = new Map<string, () => void>()
  return {
    get: () => held,
    set(change: Partial<Held>) {
      held = { ...held, ...change }
      for (const listener of listeners) listener()
    },
    subscribe(listener: () => void) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    said: (column: string) => said.get(column) ?? null,
    say(column: string, next: Said | null) {
      const now = said.get(column)
      if (now?.name === next?.name && now?.description === next?.description) return
      if (next === null) said.delete(column)
      else said.set(column, next)
      for (const hearer of hearers) hearer()
    },
    offerBrush(column: string, begin: () => void) {
      brushes.set(column, begin)
      return () => void (brushes.get(column) === begin && brushes.delete(column))
    },
    beginBrush(column: string) {
      const begin = brushes.get(column)
      begin?.()
      return begin !== undefined
    },
    subscribeSaid(hearer: () => void) {
      hearers.add(hearer)
      return () => void hearers.delete(hearer)
    },
  }
}

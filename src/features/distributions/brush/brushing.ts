import type { Field } from '../../../protocol/field.ts'
import type { Condition, Query } from '../../../query/query.ts'
import { newConditionId } from '../../../query/where.ts'
import type { Brush, Distribution } from '../../../summary/figures.ts'
import type { View } from '../../../workspace/view.ts'
import type { HeldStore } from '../headers/held.ts'
import type { Stretch } from '../values/steps.ts'
import { conditionsFor, rangeOn, withoutParts, withRange } from './ranges.ts'

/** What a brush does outside of the headers. */
export interface BrushWorld {
  readonly view: () => View
  readonly navigate: (view: View, how: 'push' | 'replace') => boolean
  /** Goes back to what was shown before the brush. */
  readonly back: () => void
  /** Says that nobody can be asked for it. */
  readonly refuse: () => void
}

/** ms between two questions while a brush moves. */
const REST_MS = 160

/**
 * Brushing a column: a range of its values becomes a filter from the first move on, all moves of one brush are one step
 * of the history, and dropping it is as if it had not been.
 */
export function createBrushing(store: HeldStore, { view, navigate, back, refuse }: BrushWorld) {
  let conditions: readonly Condition[] = []
  let isPushed = false
  let timer: ReturnType<typeof setTimeout> | null = null
  let wanted: Stretch | null = null
  let preparing: AbortController | null = null

  const ask = () => {
    timer = null
    const { brushed } = store.get()
    if (wanted === null || brushed === null) return
    const range = conditionsFor(brushed.field, brushed.bars, wanted)
    wanted = null
    if (range === null) return
    const before = conditions
    conditions = range.map((part, at) => ({ ...part, id: before[at]?.id ?? newConditionId() }))
    const next = withRange(view(), before, conditions)
    if (!store.get().canAsk(next)) {
      end()
      return refuse()
    }
    if (navigate(next, isPushed ? 'replace' : 'push')) isPushed = true
    timer = setTimeout(ask, REST_MS)
  }

  const end = () => {
    if (timer !== null) clearTimeout(timer)
    timer = null
    preparing?.abort()
    preparing = null
    conditions = []
    wanted = null
    store.set({ brushed: null })
  }

  return {
    /** Begins with what a column holds; nothing is asked until it moves. */
    begin(field: Field, distribution: Distribution, stretch: Stretch, isByKey: boolean) {
      const { source } = store.get()
      const query = source.shown
      const { shape } = distribution
      if (query === null || shape.kind !== 'bars') return
      end()
      const original = rangeOn(query.where, field.id)
      // Of the view, which may be about to show other records: they are what the brush changes.
      conditions = rangeOn(view().where, field.id)?.conditions ?? []
      isPushed = false
      const before: Query = original === null ? query : withoutParts(query, original.conditions)
      store.set({ brushed: { field, distribution, bars: shape.bars, stretch, before, prepared: null, isByKey } })
      const figures = source.figuresFor(before)
      if (figures.brush === undefined) return
      preparing = new AbortController()
      const others = store.get().fields.filter(({ id }) => id !== field.id)
      const hear = (prepared: Brush) => {
        const now = store.get().brushed
        if (now !== null && now.field === field) store.set({ brushed: { ...now, prepared } })
      }
      // Without it the others follow by questions.
      figures.brush(field, others, { signal: preparing.signal }).then(hear, () => undefined)
    },
    /** Moves it: the chip follows at once at first, then as often as it can be asked for. */
    move(stretch: Stretch) {
      const { brushed } = store.get()
      if (brushed === null) return
      store.set({ brushed: { ...brushed, stretch } })
      wanted = stretch
      if (timer === null) ask()
    },
    /** Keeps what it stands for as a filter. */
    keep() {
      const { brushed } = store.get()
      if (brushed === null) return
      if (!isPushed) wanted = brushed.stretch
      if (timer !== null) clearTimeout(timer)
      if (wanted !== null) ask()
      end()
    },
    /** As if it had not been. */
    drop() {
      const wasPushed = isPushed
      end()
      if (wasPushed) back()
    },
  }
}

export type BrushControl = ReturnType<typeof createBrushing>

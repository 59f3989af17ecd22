import { useEffect, useEffectEvent, useRef, type KeyboardEvent, type PointerEvent } from 'react'
import { fieldKind, type Field } from '../../../protocol/field.ts'
import type { Bars, Distribution } from '../../../summary/figures.ts'
import { RichText } from '../../../ui/RichText.tsx'
import { distributionWords } from '../../../words/en/distributions/distributions.ts'
import type { Brushed, HeldStore } from '../headers/held.ts'
import { boundsOf, type Stretch } from '../values/steps.ts'
import { plainWords, readKind } from '../values/valueWords.ts'
import type { BrushControl } from './brushing.ts'
import {
  draggedStretch,
  middleStretch,
  movedStretch,
  pressedStretch,
  stretchWithEnd,
  sumIn,
  type BrushMove,
} from './brushStretch.ts'
import styles from './HeaderBrush.module.css'
import { shownName } from '../../../words/shownName.ts'

export interface HeaderBrushProps {
  readonly store: HeldStore
  readonly brush: BrushControl
  readonly field: Field
  readonly distribution: Distribution
  readonly bars: Bars
  /** What is brushed, or filtered by a range. */
  readonly stretch: Stretch | null
  /** The brush, while it is moved. */
  readonly brushed: Brushed | null
}

/** px around a handle in which it is caught. */
const CATCH = 6

/** The brush over the bars of a header: drawn by the pointer, moved by two sliders. */
export function HeaderBrush({ store, brush, field, distribution, bars, stretch, brushed }: HeaderBrushProps) {
  const area = useRef<HTMLSpanElement>(null)
  const drag = useRef<((place: number) => Stretch) | null>(null)
  const steps = bars.counts.length
  const kind = fieldKind(field.type)

  const begin = useEffectEvent(() => {
    brush.begin(field, distribution, stretch ?? middleStretch(steps), true)
  })
  useEffect(() => store.offerBrush(field.id, () => begin()), [store, field.id])

  const placeAt = (event: PointerEvent) => {
    const box = area.current?.getBoundingClientRect()
    return box === undefined ? 0 : ((event.clientX - box.left) / box.width) * steps
  }
  const onPointerDown = (event: PointerEvent<HTMLElement>) => {
    event.stopPropagation()
    if (event.button !== 0 || steps === 0) return
    const start = placeAt(event)
    const caught = (CATCH / Math.max(1, event.currentTarget.clientWidth)) * steps
    drag.current = dragFrom(start, stretch, caught, steps)
    event.currentTarget.setPointerCapture(event.pointerId)
    brush.begin(field, distribution, drag.current(start), false)
  }
  const onPointerMove = (event: PointerEvent) => {
    if (drag.current === null || brushed === null) return
    const next = drag.current(placeAt(event))
    if (next.from !== brushed.stretch.from || next.to !== brushed.stretch.to) brush.move(next)
  }
  const letGo = (isKept: boolean) => {
    if (drag.current === null) return
    drag.current = null
    if (isKept) brush.keep()
    else brush.drop()
  }

  const bounds = stretch === null ? null : boundsOf(bars, stretch, { kind, type: field.type })
  const [first = '', last = ''] = bounds?.map((value) => plainWords(value, readKind(kind, [bars.from, bars.to]))) ?? []
  const count =
    stretch === null
      ? 0
      : (brushed?.prepared?.records(stretch.from / steps, stretch.to / steps) ?? sumIn(bars.counts, stretch))
  return (
    <>
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions, jsx-a11y/click-events-have-key-events -- for the pointer; the keys have the sliders */}
      <span
        ref={area}
        className={styles.area}
        aria-hidden="true"
        data-brush=""
        onPointerDown={onPointerDown}
        onPointerMove={onPointerMove}
        onPointerUp={() => letGo(true)}
        onPointerCancel={() => letGo(false)}
        onMouseDown={(event) => event.stopPropagation()}
        onClick={(event) => event.stopPropagation()}
        onDoubleClick={(event) => event.stopPropagation()}
      >
        {stretch !== null && (
          <span
            className={styles.brush}
            data-moves={brushed === null ? undefined : ''}
            style={{
              insetInlineStart: percent(stretch.from / steps),
              inlineSize: percent((stretch.to - stretch.from) / steps),
            }}
          />
        )}
      </span>
      {brushed !== null && stretch !== null && (
        <span className={styles.tip} aria-hidden="true">
          <RichText
            parts={distributionWords.brushed(distributionWords.range(first, last), count, distribution.records)}
          />
        </span>
      )}
      {brushed?.isByKey === true && (
        <Sliders
          brush={brush}
          field={field}
          bars={bars}
          brushed={brushed}
          words={[first, last]}
          say={(value) => distributionWords.end(value, count, distribution.records)}
        />
      )}
    </>
  )
}

interface SlidersProps {
  readonly brush: BrushControl
  readonly field: Field
  readonly bars: Bars
  readonly brushed: Brushed
  readonly words: readonly [string, string]
  readonly say: (value: string) => string
}

/** The ends of the brush for the keyboard. Arrows move it, Shift arrows one end; Enter keeps it, Esc drops it. */
function Sliders({ brush, field, bars, brushed, words, say }: SlidersProps) {
  const first = useRef<HTMLSpanElement>(null)
  const back = useRef<Element | null>(null)
  useEffect(() => {
    back.current = document.activeElement
    first.current?.focus({ preventScroll: true })
  }, [])
  const steps = bars.counts.length
  const leave = () => back.current instanceof HTMLElement && back.current.focus({ preventScroll: true })
  const onKeyDown = (event: KeyboardEvent, end: 'from' | 'to') => {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const move = moveOf(event, end)
    if (event.key === 'Enter' || event.key === 'Escape') {
      if (event.key === 'Enter') brush.keep()
      else brush.drop()
      leave()
    } else if (move !== null) brush.move(pressedStretch(brushed.stretch, move, steps))
    else if (event.key !== 'Tab') return
    event.stopPropagation()
    if (event.key !== 'Tab') event.preventDefault()
  }
  return (
    // oxlint-disable jsx-a11y/prefer-tag-over-role, jsx-a11y/role-supports-aria-props, jsx-a11y/no-noninteractive-element-interactions -- a fieldset can't lie over bars; every element may have a description (WAI-ARIA 1.3)
    <span
      role="group"
      aria-label={distributionWords.brush(shownName(field.id))}
      aria-description={distributionWords.brushKeys}
      className={styles.sliders}
      onBlur={(event) => {
        // Whoever leaves keeps what is seen.
        if (!event.currentTarget.contains(event.relatedTarget)) brush.keep()
      }}
    >
      {(['from', 'to'] as const).map((end) => (
        <span
          key={end}
          ref={end === 'from' ? first : undefined}
          role="slider"
          tabIndex={0}
          className={styles.slider}
          style={{ insetInlineStart: percent(brushed.stretch[end] / steps) }}
          aria-label={end === 'from' ? distributionWords.from : distributionWords.to}
          aria-valuemin={0}
          aria-valuemax={steps}
          aria-valuenow={brushed.stretch[end]}
          aria-valuetext={say(end === 'from' ? words[0] : words[1])}
          onKeyDown={(event) => onKeyDown(event, end)}
        />
      ))}
    </span>
  )
}

function moveOf({ key, shiftKey }: KeyboardEvent, end: 'from' | 'to'): BrushMove | null {
  const by = { ArrowLeft: -1, ArrowDown: -1, ArrowRight: 1, ArrowUp: 1, PageDown: -5, PageUp: 5 }[key]
  if (by !== undefined) return { by, end: shiftKey ? end : 'both' }
  return key === 'Home' || key === 'End' ? { toLimit: key === 'Home' ? 'from' : 'to' } : null
}

/** What a drag that begins there does: it moves one end or the whole of a range that is there, or draws a new one. */
function dragFrom(start: number, stretch: Stretch | null, caught: number, steps: number): (place: number) => Stretch {
  if (stretch !== null) {
    if (Math.abs(start - stretch.from) <= caught) {
      return (place) => stretchWithEnd(stretch, 'from', Math.round(place), steps)
    }
    if (Math.abs(start - stretch.to) <= caught) {
      return (place) => stretchWithEnd(stretch, 'to', Math.round(place), steps)
    }
    if (start > stretch.from && start < stretch.to && stretch.to - stretch.from > 1) {
      return (place) => movedStretch(stretch, Math.round(place - start), steps)
    }
  }
  return (place) => draggedStretch(start, place, steps)
}

function percent(share: number): string {
  return `${Math.round(share * 10_000) / 100}%`
}

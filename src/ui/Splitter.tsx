import { useRef, type KeyboardEvent, type PointerEvent } from 'react'
import styles from './Splitter.module.css'

export interface SplitterProps {
  readonly label: string
  /** The share of the parent's height above the line, or of its width before it, between `min` and `max`. */
  readonly share: number
  readonly onShare: (share: number) => void
  readonly min?: number | undefined
  readonly max?: number | undefined
  /** The panels stand beside each other; else above each other. */
  readonly isVertical?: boolean | undefined
}

/** A line between two panels that can be dragged, or moved by arrows (16 px), Home and End. */
export function Splitter({ label, share, onShare, min = 0.25, max = 0.75, isVertical = false }: SplitterProps) {
  const line = useRef<HTMLDivElement>(null)
  const set = (wanted: number) => onShare(Math.min(max, Math.max(min, wanted)))
  const frame = () => line.current?.parentElement?.getBoundingClientRect() ?? new DOMRect(0, 0, 1, 1)
  const [less, more] = isVertical ? (['ArrowLeft', 'ArrowRight'] as const) : (['ArrowUp', 'ArrowDown'] as const)

  const move = (event: PointerEvent<HTMLDivElement>) => {
    if (!event.currentTarget.hasPointerCapture(event.pointerId)) return
    const { top, left, width, height } = frame()
    set(isVertical ? (event.clientX - left) / width : (event.clientY - top) / height)
  }
  const press = (event: KeyboardEvent) => {
    const { width, height } = frame()
    const step = STEP_PX / (isVertical ? width : height)
    const wanted = { [less]: share - step, [more]: share + step, Home: min, End: max }[event.key]
    if (wanted === undefined) return
    event.preventDefault()
    set(wanted)
  }
  return (
    // A separator that can be moved is a widget with a tab stop (ARIA: focusable separator).
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <div
      ref={line}
      className={styles.splitter}
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- an `hr` has no inside to draw the grip in
      role="separator"
      aria-label={label}
      aria-orientation={isVertical ? 'vertical' : 'horizontal'}
      aria-valuemin={Math.round(min * 100)}
      aria-valuemax={Math.round(max * 100)}
      aria-valuenow={Math.round(share * 100)}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={0}
      onPointerDown={drag}
      onPointerMove={move}
      onKeyDown={press}
    />
  )
}

function drag(event: PointerEvent<HTMLDivElement>): void {
  if (event.button === 0) event.currentTarget.setPointerCapture(event.pointerId)
}

const STEP_PX = 16

import { useId, type KeyboardEvent } from 'react'
import type { Drawing } from '../../charts/drawing.ts'
import { moveMark } from '../../charts/moveMark.ts'
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx'
import { chartWords } from '../../words/en/chart.ts'
import styles from './ChartFigure.module.css'
import type { PlaceRange } from './useBrush.ts'

export interface MarkListProps {
  readonly drawing: Drawing
  /** The value that the keyboard is on; null while the list has no focus. */
  readonly active: number | null
  readonly onActive: (mark: number | null) => void
  readonly onPick: ((mark: number) => void) | undefined
  /** How the keyboard marks a range, where one can be marked. */
  readonly brush:
    | {
        readonly range: PlaceRange | null
        readonly set: (range: PlaceRange) => void
        readonly keep: () => void
        readonly drop: () => void
      }
    | undefined
}

/** The values of a picture as a list with one tab stop, of which only the active one is there. It lies over the picture. */
export function MarkList({ drawing, active, onActive, onPick, brush }: MarkListProps) {
  const id = useId()
  const { marks, title } = drawing
  const now = Math.min(active ?? 0, marks.length - 1)
  const mark = marks[now]
  const axis = drawing.shape.kind === 'groups' ? drawing.shape.groups.axis : null
  const range = brush?.range ?? null
  const rangeName =
    range === null ? null : chartWords.range(axis?.places[range.from]?.name ?? '', axis?.places[range.to]?.name ?? '')
  const press = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.altKey || event.metaKey) return
    if (event.key === 'Escape' && range !== null) brush?.drop()
    else if (event.key === 'Enter' && range !== null) brush?.keep()
    else if (event.key === 'Enter' && onPick !== undefined) onPick(now)
    else if (event.shiftKey && brush !== undefined && mark !== undefined && mark.x !== null) {
      const step = event.key === 'ArrowRight' || event.key === 'ArrowDown' ? 1 : STEPS_BACK.has(event.key) ? -1 : 0
      if (step === 0) return
      const at = mark.x
      const end = range === null ? at : range.from === at ? range.to : range.from
      const moved = Math.max(0, Math.min((axis?.places.length ?? 1) - 1, end + step))
      brush.set({ from: Math.min(at, moved), to: Math.max(at, moved) })
    } else {
      const next = moveMark(marks, now, event.key)
      if (next === null) return
      brush?.drop()
      onActive(next)
    }
    event.preventDefault()
    event.stopPropagation()
  }
  const help = [
    chartWords.valuesHelp,
    onPick === undefined ? '' : chartWords.pickHelp,
    brush === undefined ? '' : chartWords.brushHelp,
  ]
  return (
    <>
      <div
        className={styles.list}
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a select can't stand for values of a picture
        role="listbox"
        tabIndex={0}
        aria-label={chartWords.values(title)}
        aria-describedby={`${id}help`}
        aria-activedescendant={`${id}${now}`}
        onKeyDown={press}
        onFocus={() => onActive(now)}
        onBlur={() => {
          brush?.drop()
          onActive(null)
        }}
      >
        {mark !== undefined && (
          <span
            key={now}
            id={`${id}${now}`}
            className={styles.option}
            // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- as above
            role="option"
            tabIndex={-1}
            aria-selected={active !== null}
            aria-setsize={marks.length}
            aria-posinset={now + 1}
          >
            {mark.name}
          </span>
        )}
      </div>
      <VisuallyHidden id={`${id}help`}>{help.filter(Boolean).join(' ')}</VisuallyHidden>
      <output>
        <VisuallyHidden>{rangeName === null ? '' : chartWords.brushed(rangeName)}</VisuallyHidden>
      </output>
    </>
  )
}

const STEPS_BACK: ReadonlySet<string> = new Set(['ArrowLeft', 'ArrowUp'])

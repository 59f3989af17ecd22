import {
  ChartArea,
  ChartColumn,
  ChartColumnStacked,
  ChartLine,
  ChartNoAxesColumn,
  ChartScatter,
  Grid2x2,
  Grid3x3,
  type LucideIcon,
  MapPin,
  RectangleHorizontal,
} from 'lucide-react'
import { useEffect, useRef, type KeyboardEvent } from 'react'
import type { ChartKind } from '../../charts/chartData.ts'
import { kindName } from '../../charts/drawing.ts'
import { Icon } from '../../ui/Icon.tsx'
import { chartWords } from '../../words/en/chart.ts'
import styles from './ChartPane.module.css'

export interface KindChoiceProps {
  readonly kinds: readonly ChartKind[]
  readonly kind: ChartKind
  readonly seriesCount: number
  readonly onKind: (kind: ChartKind) => void
}

/** The kinds of chart that suit the data best, of which one is chosen: one tab stop, arrows choose. */
export function KindChoice({ kinds, kind, seriesCount, onKind }: KindChoiceProps) {
  const group = useRef<HTMLDivElement>(null)
  // On a phone the kinds lie in a bar that scrolls.
  useEffect(() => {
    group.current?.querySelector(`[data-kind="${kind}"]`)?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [kind])
  const press = (event: KeyboardEvent) => {
    const step = STEPS[event.key]
    if (step === undefined) return
    event.preventDefault()
    const next = kinds[(kinds.indexOf(kind) + step + kinds.length) % kinds.length]
    if (next === undefined) return
    onKind(next)
    group.current?.querySelector<HTMLElement>(`[data-kind="${next}"]`)?.focus()
  }
  return (
    <div
      ref={group}
      className={styles.kinds}
      role="radiogroup"
      aria-label={chartWords.kind}
      tabIndex={-1}
      onKeyDown={press}
    >
      {kinds.map((each) => (
        <button
          key={each}
          type="button"
          // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a radio button with an icon and words inside
          role="radio"
          data-kind={each}
          aria-checked={each === kind}
          tabIndex={each === kind ? 0 : -1}
          onClick={() => onKind(each)}
        >
          <Icon icon={KIND_ICONS[each]} />
          {kindName(each, seriesCount)}
        </button>
      ))}
    </div>
  )
}

/** What stands before the name of each kind. */
export const KIND_ICONS: Readonly<Record<ChartKind, LucideIcon>> = {
  stacked: ChartColumnStacked,
  grouped: ChartColumn,
  lines: ChartLine,
  area: ChartArea,
  heat: Grid3x3,
  multiples: Grid2x2,
  histogram: ChartNoAxesColumn,
  box: RectangleHorizontal,
  scatter: ChartScatter,
  map: MapPin,
}

const STEPS: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1 }

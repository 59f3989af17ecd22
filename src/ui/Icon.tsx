import type { LucideIcon } from 'lucide-react'
import {
  Braces,
  Brackets,
  Calendar,
  CalendarClock,
  CircleDot,
  Clock,
  DecimalsArrowRight,
  Hash,
  ToggleLeft,
  Type,
} from 'lucide-react'
import styles from './Icon.module.css'

export interface IconProps {
  readonly icon: LucideIcon
  /** Width and height in px; the stroke depends on it. */
  readonly size?: 12 | 14 | 16 | 18 | 20
}

/** An icon beside a name, hidden from screen readers. */
export function Icon({ icon: Drawing, size = 14 }: IconProps) {
  return (
    <Drawing className={styles.icon} size={size} strokeWidth={STROKES[size]} aria-hidden="true" focusable="false" />
  )
}

const STROKES = { 12: 2.25, 14: 2, 16: 1.75, 18: 1.75, 20: 1.5 } as const

/** The icon of a column's type, by the kind that `fieldKind` returns; a dot for an unknown kind. */
export function typeIcon(kind: string): LucideIcon {
  return TYPE_ICONS[kind] ?? CircleDot
}

const TYPE_ICONS: Readonly<Record<string, LucideIcon>> = {
  text: Type,
  integer: Hash,
  numeric: DecimalsArrowRight,
  boolean: ToggleLeft,
  date: Calendar,
  timestamp: CalendarClock,
  time: Clock,
  json: Braces,
  array: Brackets,
}

/** A small ring that turns while something is running. */
export function Spinner() {
  return <span className={styles.spinner} aria-hidden="true" />
}

/** The mark of the product: a sprig with three berries. */
export function Mark() {
  return (
    <svg className={styles.mark} viewBox="0 0 24 24" aria-hidden="true" focusable="false">
      <path d="M3.5 3.5c5.2.2 9 2.6 10.3 7.2" />
      <path d="M7.4 4.4c1.7-1.7 4-2 5.9-1.2-.6 1.8-2.3 3-4 2.6M11 7.2c2-1.2 4.6-1 6.2.5-1.1 1.5-3.2 2-4.7 1.2" />
      <circle cx="8.7" cy="14.8" r="3.3" />
      <circle cx="15.8" cy="14.3" r="3.3" />
      <circle cx="12.4" cy="20" r="3.3" />
    </svg>
  )
}

import { X, type LucideIcon } from 'lucide-react'
import { useRef, type KeyboardEvent } from 'react'
import { Icon } from '../../../ui/Icon.tsx'
import styles from './Summarise.module.css'

export interface SummaryChipProps {
  readonly label: string
  readonly removeLabel: string
  readonly icon?: LucideIcon | undefined
  readonly name: string
  /** What stands after the name, and before it. */
  readonly after?: string | null | undefined
  readonly before?: string | null | undefined
  /** It says how groups are shown, and not what makes them. */
  readonly isPlain?: boolean | undefined
  readonly isOpen: boolean
  readonly onOpen: (at: HTMLElement) => void
  /** Absent: it can't be removed. */
  readonly onRemove?: ((chip: HTMLElement | null) => void) | undefined
}

/** A part of the sentence about a summary; its button opens what changes it, and Backspace or Delete removes it. */
export function SummaryChip(props: SummaryChipProps) {
  const { label, removeLabel, icon, name, after, before, isPlain, isOpen, onOpen, onRemove } = props
  const chip = useRef<HTMLSpanElement>(null)
  const press = (event: KeyboardEvent) => {
    if (onRemove === undefined || (event.key !== 'Backspace' && event.key !== 'Delete')) return
    event.preventDefault()
    onRemove(chip.current)
  }
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Backspace and Delete on either of its buttons
    <span
      ref={chip}
      className={styles.chip}
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a fieldset can't be part of a line of text
      role="group"
      aria-label={label}
      data-summary-chip=""
      data-plain={isPlain || undefined}
      onKeyDown={press}
    >
      <button
        type="button"
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onClick={(event) => onOpen(event.currentTarget)}
      >
        {icon && <Icon icon={icon} />}
        {before && <span className={styles.quiet}>{before}</span>}
        <span className={styles.name} title={name}>
          {name}
        </span>
        {after && <span className={styles.quiet}>{after}</span>}
      </button>
      {onRemove && (
        <button
          type="button"
          className={styles.remove}
          aria-label={removeLabel}
          title={removeLabel}
          onClick={() => onRemove(chip.current)}
        >
          <Icon icon={X} size={12} />
        </button>
      )}
    </span>
  )
}

import { X } from 'lucide-react'
import { useRef, type KeyboardEvent, type ReactNode } from 'react'
import type { Path } from '../../query/treePaths.ts'
import { Icon } from '../../ui/Icon.tsx'
import styles from './FilterBar.module.css'

export interface ChipProps {
  readonly label: string
  readonly removeLabel: string
  /** Where it stands among the conditions; absent for a chip that is none. */
  readonly path?: Path | undefined
  readonly refused?: boolean | undefined
  /** It is kept but has no effect. */
  readonly off?: boolean | undefined
  readonly isGroup?: boolean | undefined
  readonly onRemove: (chip: HTMLElement | null) => void
  readonly children: ReactNode
}

/** A part of the query's sentence that can be removed: by its button, or by Backspace or Delete. */
export function Chip({ label, removeLabel, path, refused, off, isGroup, onRemove, children }: ChipProps) {
  const chip = useRef<HTMLSpanElement>(null)
  const press = (event: KeyboardEvent) => {
    if (event.key !== 'Backspace' && event.key !== 'Delete') return
    // A part of a group goes alone, by `chipKeys.ts`.
    if (path !== undefined && event.target instanceof Element && event.target.closest('[data-path]') !== chip.current)
      return
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
      data-chip=""
      data-path={path?.join('.')}
      data-group={isGroup || undefined}
      data-refused={refused || undefined}
      data-off={off || undefined}
      onKeyDown={press}
    >
      {children}
      <button
        type="button"
        className={styles.remove}
        aria-label={removeLabel}
        title={removeLabel}
        onClick={() => onRemove(chip.current)}
      >
        <Icon icon={X} size={12} />
      </button>
    </span>
  )
}

import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from '../Button.tsx'
import { Icon } from '../Icon.tsx'
import styles from './Note.module.css'

export interface NoteProps {
  readonly icon: LucideIcon
  readonly tone?: 'warning' | undefined
  readonly children: ReactNode
  /** A button that removes the note; without it the note stays as long as it is true. */
  readonly end?:
    | { readonly label: string; readonly icon?: LucideIcon | undefined; readonly onEnd: () => void }
    | undefined
}

/** A line above the status bar. When its button removes it, the focus moves to the page's heading. */
export function Note({ icon, tone, children, end }: NoteProps) {
  return (
    <div className={styles.note} data-tone={tone}>
      <Icon icon={icon} />
      <p>{children}</p>
      {end && (
        <Button
          size="sm"
          icon={end.icon}
          onClick={() => {
            document.querySelector('h1')?.focus()
            end.onEnd()
          }}
        >
          {end.label}
        </Button>
      )}
    </div>
  )
}

import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from '../ui/Button.tsx'
import { Icon } from '../ui/Icon.tsx'
import styles from './Note.module.css'

export interface NoteProps {
  readonly icon: LucideIcon
  readonly tone?: 'warning' | undefined
  readonly children: ReactNode
  /** What takes the note away; without it, it stays as long as it is so. */
  readonly end?:
    | { readonly label: string; readonly icon?: LucideIcon | undefined; readonly onEnd: () => void }
    | undefined
}

/** A line over the status bar that says what is so. When its button takes it away, the focus goes on at the page's heading. */
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

import type { LucideIcon } from 'lucide-react'
import { useLayoutEffect, useRef, type ReactNode } from 'react'
import { Button } from '../Button.tsx'
import { Icon } from '../Icon.tsx'
import styles from './Note.module.css'

export interface NoteProps {
  readonly icon: LucideIcon
  readonly tone?: 'warning' | undefined
  readonly children: ReactNode
  /** A button for who has read the note, or does not want to wait; without it the note stays as long as it is true. */
  readonly end?:
    | { readonly label: string; readonly icon?: LucideIcon | undefined; readonly onEnd: () => void }
    | undefined
}

/** A line above the status bar. If its button has the focus when the note goes, the focus moves to the page's heading. */
export function Note({ icon, tone, children, end }: NoteProps) {
  const note = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const element = note.current
    return () => {
      if (element?.contains(document.activeElement) === true) document.querySelector('h1')?.focus()
    }
  }, [])
  return (
    <div ref={note} className={styles.note} data-tone={tone}>
      <Icon icon={icon} />
      <p>{children}</p>
      {end && (
        <Button size="sm" icon={end.icon} onClick={end.onEnd}>
          {end.label}
        </Button>
      )}
    </div>
  )
}

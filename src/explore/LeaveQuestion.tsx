import { useEffect, useRef, type ReactNode } from 'react'
import { Button } from '../ui/Button.tsx'
import styles from './LeaveQuestion.module.css'

export interface LeaveQuestionProps {
  /** What would be lost, in one sentence. */
  readonly children: ReactNode
  readonly onStay: () => void
  readonly onLeave: () => void
}

/** Asked before something unsaved is given up; the focus goes to the button that keeps it, and back. */
export function LeaveQuestion({ children, onStay, onLeave }: LeaveQuestionProps) {
  const stay = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    const before = document.activeElement
    stay.current?.focus()
    return () => {
      if (document.activeElement !== document.body) return
      if (before instanceof HTMLElement && before.isConnected) before.focus({ preventScroll: true })
    }
  }, [])
  return (
    <>
      <p className={styles.words} role="alert">
        {children}
      </p>
      <span className={styles.buttons}>
        <Button size="lg" variant="ghost" onClick={onLeave}>
          Discard
        </Button>
        <Button ref={stay} size="lg" onClick={onStay}>
          Go on editing
        </Button>
      </span>
    </>
  )
}

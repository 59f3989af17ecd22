import { useEffect, useRef, type ReactNode } from 'react'
import { uiLaterWords } from '../../words/en/uiLater.ts'
import { Button } from '../Button.tsx'
import styles from './LeaveQuestion.module.css'

export interface LeaveQuestionProps {
  /** What would be lost, in one sentence. */
  readonly children: ReactNode
  readonly onStay: () => void
  readonly onLeave: () => void
  /** Another way out, between the two. */
  readonly also?: ReactNode
}

/** Asks before unsaved changes are lost; the focus moves to the button that keeps them, and back afterwards. */
export function LeaveQuestion({ children, onStay, onLeave, also }: LeaveQuestionProps) {
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
          {uiLaterWords.discard}
        </Button>
        {also}
        <Button ref={stay} size="lg" onClick={onStay}>
          {uiLaterWords.goOnEditing}
        </Button>
      </span>
    </>
  )
}

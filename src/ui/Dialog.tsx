import { X } from 'lucide-react'
import { useEffect, useLayoutEffect, useRef, useState, type ReactNode } from 'react'
import { uiWords } from '../words/en/ui.ts'
import { Boundary } from './Boundary.tsx'
import { Button } from './Button.tsx'
import { classNames } from './classNames.ts'
import styles from './Dialog.module.css'
import { LeaveQuestion } from './notes/LeaveQuestion.tsx'

export interface DialogProps {
  /** Its heading and accessible name. */
  readonly title: string
  readonly onClose: () => void
  /** What would be lost, in one sentence, if it closed now: Esc and Close ask first. */
  readonly lost?: string | null | undefined
  /** wide: 948 px for a form beside its findings; middle: 640 px for a list, the whole window on a phone; narrow: 440 px; sheet: the whole window on a phone, else 440 px; bare: 640 px without the line of its heading. */
  readonly width?: 'wide' | 'middle' | 'narrow' | 'sheet' | 'bare' | undefined
  /** The current screen, if it has several: when it changes and the focus is lost, the focus moves to `data-autofocus`. */
  readonly step?: string | undefined
  /** Between heading and Close. */
  readonly beside?: ReactNode
  readonly children: ReactNode
  /** The line of buttons at the end. */
  readonly foot?: ReactNode
}

/**
 * A modal `<dialog>`, open while it is rendered, anchored 84 px from the top so that what grows in it moves nothing.
 * Esc and the button Close call `onClose`; the focus returns to where it was. A browser may close it without asking, as
 * Chromium does at the second Esc: then too `onClose` is called, and if it is still rendered, it opens again as it was.
 */
export function Dialog({ title, onClose, lost, width = 'narrow', step, beside, children, foot }: DialogProps) {
  const [isLeaving, setIsLeaving] = useState(false)
  const question = isLeaving && lost ? lost : null
  const close = () => (lost ? setIsLeaving(question === null) : onClose())
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    const element = dialog.current
    const before = document.activeElement
    if (element && !element.open) {
      element.showModal()
      element.querySelector<HTMLElement>('[data-autofocus]')?.focus()
    }
    return () => {
      element?.close()
      if (before instanceof HTMLElement && before.isConnected) before.focus({ preventScroll: true })
    }
  }, [])
  const focused = useRef<HTMLElement | null>(null)
  const [closings, setClosings] = useState(0)
  useLayoutEffect(() => {
    const element = dialog.current
    if (closings === 0 || !element || element.open) return
    const before = focused.current
    element.showModal()
    if (before?.isConnected === true) before.focus()
    // Opening has moved the focus; a question that has gone gives it back, unless it is somewhere.
    else if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
  }, [closings])
  useEffect(() => {
    if (closings === 0 || document.activeElement !== document.body) return
    dialog.current?.querySelector<HTMLElement>('[data-autofocus], button')?.focus()
  }, [closings])
  const shown = useRef(step)
  useEffect(() => {
    if (shown.current === step) return
    shown.current = step
    const now = document.activeElement
    if (now !== null && now !== document.body && now !== dialog.current) return
    dialog.current?.querySelector<HTMLElement>('[data-autofocus]')?.focus()
  }, [step])
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- only notes what in it has the focus
    <dialog
      ref={dialog}
      className={classNames(styles.dialog, styles[width])}
      aria-label={title}
      onCancel={(event) => {
        event.preventDefault()
        // What can't be prevented closes the dialog, which is heard below.
        if (event.target === event.currentTarget && event.cancelable) close()
      }}
      onClose={(event) => {
        if (event.target !== event.currentTarget || event.currentTarget.open) return
        close()
        setClosings(closings + 1)
      }}
      onFocus={(event) => {
        focused.current = event.target
      }}
    >
      {width !== 'bare' && (
        <div className={styles.head}>
          <h1>{title}</h1>
          {beside}
          <Button variant="ghost" icon={X} iconOnly label={uiWords.close} onClick={close} />
        </div>
      )}
      <div className={styles.body}>
        <Boundary of={step}>{children}</Boundary>
      </div>
      {(foot !== undefined || question !== null) && (
        <div className={styles.foot}>
          {question === null ? (
            foot
          ) : (
            <LeaveQuestion onStay={() => setIsLeaving(false)} onLeave={onClose}>
              {question}
            </LeaveQuestion>
          )}
        </div>
      )}
    </dialog>
  )
}

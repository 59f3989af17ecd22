import { X } from 'lucide-react'
import { useEffect, useRef, type ReactNode } from 'react'
import { uiWords } from '../words/en/ui.ts'
import { Button } from './Button.tsx'
import { classNames } from './classNames.ts'
import styles from './Dialog.module.css'

export interface DialogProps {
  /** Its heading and accessible name. */
  readonly title: string
  readonly onClose: () => void
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
 * Esc and the button Close call `onClose`; the focus returns to where it was.
 */
export function Dialog({ title, onClose, width = 'narrow', step, beside, children, foot }: DialogProps) {
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
  const shown = useRef(step)
  useEffect(() => {
    if (shown.current === step) return
    shown.current = step
    const now = document.activeElement
    if (now !== null && now !== document.body && now !== dialog.current) return
    dialog.current?.querySelector<HTMLElement>('[data-autofocus]')?.focus()
  }, [step])
  return (
    <dialog
      ref={dialog}
      className={classNames(styles.dialog, styles[width])}
      aria-label={title}
      onCancel={(event) => {
        event.preventDefault()
        if (event.target === event.currentTarget) onClose()
      }}
    >
      {width !== 'bare' && (
        <div className={styles.head}>
          <h1>{title}</h1>
          {beside}
          <Button variant="ghost" icon={X} iconOnly label={uiWords.close} onClick={onClose} />
        </div>
      )}
      <div className={styles.body}>{children}</div>
      {foot !== undefined && <div className={styles.foot}>{foot}</div>}
    </dialog>
  )
}

import { X } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { Button } from '../../../ui/Button.tsx'
import { useEscape } from '../../../ui/browser/useEscape.ts'
import { phoneWords } from '../../../words/en/filter/phone.ts'
import styles from './MoreHead.module.css'

/** The head of the sheet More, which has the focus while it is open and gives it back. */
export function MoreHead({ onClose }: { readonly onClose: () => void }) {
  const close = useRef<HTMLButtonElement>(null)
  useEscape(true, onClose)
  useEffect(() => {
    const before = document.activeElement
    const button = close.current
    button?.focus()
    return () => {
      const now = document.activeElement
      const isLost = now === null || now === document.body || now === button
      if (isLost && before instanceof HTMLElement) before.focus()
    }
  }, [])
  return (
    <div className={styles.head}>
      <h2>{phoneWords.more}</h2>
      <Button ref={close} variant="ghost" icon={X} iconOnly label={phoneWords.close} onClick={onClose} />
    </div>
  )
}

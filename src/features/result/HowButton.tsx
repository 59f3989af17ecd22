import { useCallback, useRef, useState, type ReactNode } from 'react'
import { Popover, PopoverBody } from '../../ui/floating/Popover.tsx'
import { resultWords } from '../../words/en/result.ts'
import { CloseHow } from './sheetPlaces.ts'
import styles from './StatusBar.module.css'

/** What of a status bar says how the question was put, in two words; pressed, it says why, and offers another way. */
export interface HowButtonProps {
  /** The two words; null where there are none, as of a run that failed. */
  readonly way: string | null
  /** Why that way, and what else there is. */
  readonly why: ReactNode
}

/** The way in the status bar, which needs no line of its own and so moves nothing. */
export function HowButton({ way, why }: HowButtonProps) {
  const anchor = useRef<HTMLButtonElement>(null)
  const [isOpen, setIsOpen] = useState(false)
  const close = useCallback(() => setIsOpen(false), [])
  return (
    <>
      <button
        ref={anchor}
        type="button"
        className={styles.how}
        aria-label={way === null ? undefined : resultWords.howAs(way)}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onClick={() => setIsOpen(!isOpen)}
      >
        {way ?? resultWords.how}
      </button>
      <Popover open={isOpen} onClose={close} anchor={anchor} label={resultWords.how}>
        <PopoverBody>
          <div className={styles.why}>
            <CloseHow value={close}>{why}</CloseHow>
          </div>
        </PopoverBody>
      </Popover>
    </>
  )
}

import { useEffect, useState, useSyncExternalStore } from 'react'
import { Button } from '../../ui/Button.tsx'
import { OverPage } from '../../ui/Toast.tsx'
import { sheetsWords } from '../../words/en/sheets/sheets.ts'
import { offerUndo } from '../../workspace/steps.ts'
import { closedNotice, sayClosed } from './closedNotice.ts'
import styles from './ClosedNote.module.css'

/** Says which tabs were closed, with a way back. It stays while it has the pointer or the focus. */
export function ClosedNote({ onReopened }: { readonly onReopened: (id: string) => void }) {
  const { notice } = useSyncExternalStore(closedNotice.subscribe, closedNotice.getState)
  const [isHeld, setIsHeld] = useState(false)
  useEffect(() => {
    if (notice === null || isHeld) return undefined
    const timer = setTimeout(() => sayClosed(null), SHOWN_MS)
    return () => clearTimeout(timer)
  }, [notice, isHeld])
  const undo = () => {
    setIsHeld(false)
    sayClosed(null)
    const first = notice?.undo()
    if (first !== undefined) onReopened(first)
  }
  useEffect(() => (notice === null ? undefined : offerUndo(() => (sayClosed(null), void notice.undo()))), [notice])
  return (
    <OverPage label={sheetsWords.notice}>
      {notice && (
        <div
          className={styles.note}
          onPointerEnter={() => setIsHeld(true)}
          onPointerLeave={() => setIsHeld(false)}
          onFocus={() => setIsHeld(true)}
          onBlur={() => setIsHeld(false)}
        >
          <span>{notice.words}</span>
          <Button size="sm" onClick={undo}>
            {sheetsWords.undo}
          </Button>
        </div>
      )}
    </OverPage>
  )
}

const SHOWN_MS = 10_000

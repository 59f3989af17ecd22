import { CircleAlert } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { Button } from '../ui/Button.tsx'
import { Icon } from '../ui/Icon.tsx'
import styles from './ErrorZone.module.css'
import type { Failure } from './failure.ts'

export interface ErrorZoneProps {
  readonly failure: Failure
  readonly line: number | null
  readonly actions?: ReactNode
}

/** What is wrong with the statement, below its text; `line` (from 1) where that is known. */
export function ErrorZone({ failure, line, actions }: ErrorZoneProps) {
  const [isShown, setIsShown] = useState(false)
  return (
    <div className={styles.zone}>
      <Icon icon={CircleAlert} />
      <div className={styles.words} role="alert">
        <b>{failure.what}</b> {failure.remedy}
      </div>
      <div className={styles.more}>
        {actions}
        {failure.serverText !== null && (
          <Button variant="ghost" size="sm" aria-expanded={isShown} onClick={() => setIsShown(!isShown)}>
            Show server text
          </Button>
        )}
        <span className={styles.source}>{line === null ? 'from the server' : `line ${line}, from the server`}</span>
      </div>
      {isShown && <pre className={styles.server}>{failure.serverText}</pre>}
    </div>
  )
}

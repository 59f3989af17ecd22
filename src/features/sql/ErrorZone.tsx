import { CircleAlert } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { Button } from '../../ui/Button.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { sqlWords } from '../../words/en/sql.ts'
import styles from './ErrorZone.module.css'
import type { Failure } from '../result/failure.ts'

export interface ErrorZoneProps {
  readonly failure: Failure
  readonly line: number | null
  readonly actions?: ReactNode
}

/** What is wrong with the statement, below its text; `line` counts from 1 and is null if it is not known. */
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
            {sqlWords.showServerText}
          </Button>
        )}
        <span className={styles.source}>{line === null ? sqlWords.fromServer : sqlWords.lineFromServer(line)}</span>
      </div>
      {isShown && <pre className={styles.server}>{failure.serverText}</pre>}
    </div>
  )
}

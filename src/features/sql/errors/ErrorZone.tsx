import { CircleAlert, Lightbulb } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { Button } from '../../../ui/Button.tsx'
import { Icon } from '../../../ui/Icon.tsx'
import { classNames } from '../../../ui/classNames.ts'
import { fixWords } from '../../../words/en/statement/faults.ts'
import { sqlWords } from '../../../words/en/sql.ts'
import type { Failure } from '../../result/failure.ts'
import { keyNames } from '../../shortcuts/keyNames.ts'
import styles from './ErrorZone.module.css'

export interface ErrorZoneProps {
  readonly failure: Failure
  /** Counts from 1; null if no line is to blame. */
  readonly line: number | null
  /** What the button of the fix says; null without a fix. */
  readonly fix: string | null
  readonly onFix: () => void
  /** Whether it stands between the lines of the editor. */
  readonly isInText: boolean
  readonly actions?: ReactNode
}

/** What is wrong with the statement, and what mends it. */
export function ErrorZone({ failure, line, fix, onFix, isInText, actions }: ErrorZoneProps) {
  const [isShown, setIsShown] = useState(false)
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- The key is that of the button inside.
    <div
      className={classNames(styles.zone, isInText && styles.inText)}
      onKeyDown={(event) => {
        if (fix === null || event.key !== '.' || !(event.ctrlKey || event.metaKey)) return
        event.preventDefault()
        onFix()
      }}
    >
      <Icon icon={CircleAlert} />
      <div className={styles.words} role="alert">
        <b>{failure.what}</b> {failure.remedy}
      </div>
      <div className={styles.more}>
        {fix !== null && (
          <Button
            size="sm"
            icon={Lightbulb}
            keys={isInText ? keyNames('Mod+.').join(' ') : undefined}
            aria-keyshortcuts={isInText ? 'Control+.' : undefined}
            onClick={onFix}
          >
            {fix}
          </Button>
        )}
        {actions}
        {failure.serverText !== null && (
          <Button variant="ghost" size="sm" aria-expanded={isShown} onClick={() => setIsShown(!isShown)}>
            {sqlWords.showServerText}
          </Button>
        )}
        <span className={styles.source}>{line === null ? sqlWords.fromServer : sqlWords.lineFromServer(line)}</span>
      </div>
      {isShown && (
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- A long text is scrolled by keys.
        <section className={styles.server} tabIndex={0} aria-label={fixWords.serverText}>
          {failure.serverText}
        </section>
      )}
    </div>
  )
}

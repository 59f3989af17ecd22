import { History } from 'lucide-react'
import { useState } from 'react'
import type { AnsweredStatement } from '../../results/sqlRuns.ts'
import { Button } from '../../ui/Button.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { RichText } from '../../ui/RichText.tsx'
import { sqlWords } from '../../words/en/sql.ts'
import { clockWords } from '../../words/figures.ts'
import styles from './EarlierResult.module.css'

export interface EarlierResultProps {
  readonly good: AnsweredStatement
  /** The editor holds another statement than that of the rows. */
  readonly isEdited: boolean
  /** How the last run ended if it brought no answer. */
  readonly ended: 'failed' | 'stopped' | 'done' | 'none' | null
  /** When that run began, ms since 1970. */
  readonly ranAt: number | null
}

/** Says above rows that they are not what the text in the editor gives; nothing where they are. */
export function EarlierResult({ good, isEdited, ended, ranAt }: EarlierResultProps) {
  const [isShown, setIsShown] = useState(false)
  const { earlier } = sqlWords
  const time = clockWords(good.at)
  const run = ranAt === null || (ended !== 'failed' && ended !== 'stopped') ? null : clockWords(ranAt)
  if (!isEdited && run === null) return null
  const parts =
    run === null
      ? earlier.edited(time)
      : ended === 'failed'
        ? (isEdited ? earlier.editedFailed : earlier.failed)(time, run)
        : (isEdited ? earlier.editedStopped : earlier.stopped)(time, run)
  return (
    <div className={styles.earlier}>
      <div className={styles.line}>
        <Icon icon={History} />
        <p role="note">
          <RichText parts={parts} />
        </p>
        {isEdited && (
          <Button variant="ghost" size="sm" aria-expanded={isShown} onClick={() => setIsShown(!isShown)}>
            {earlier.showText}
          </Button>
        )}
      </div>
      {isEdited && isShown && (
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- A long text is scrolled by keys.
        <section className={styles.text} tabIndex={0} aria-label={earlier.text}>
          {good.sql}
        </section>
      )}
    </div>
  )
}

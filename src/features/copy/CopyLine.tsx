import { isUnderWay, type KnownCopy } from '../../copies/knownCopy.ts'
import { copyWords } from '../../words/en/copy.ts'
import styles from './CopyLine.module.css'
import { openCopy, useIsOpen } from './openCopy.ts'
import { useLive } from './useCopyProgress.ts'

/** A copy in the rail, under its table: its stamp, or how far it is. It opens the copy's panel. */
export function CopyLine({ copy }: { readonly copy: KnownCopy }) {
  const isOpen = useIsOpen(copy)
  const { records, total } = useLive(copy)
  const isWorking = isUnderWay(copy)
  const share = total === null || total === 0 ? 0 : Math.min(100, (records / total) * 100)
  return (
    <button type="button" className={styles.line} aria-expanded={isOpen} onClick={() => openCopy(isOpen ? null : copy)}>
      <span className={styles.mark} aria-hidden="true" />
      <span className={styles.words}>
        <span>{copy.isComplete ? copyWords.of(copy.at) : copyWords.underWay}</span>
        <small data-complete={copy.isComplete || undefined}>
          {copy.isComplete ? copyWords.line.complete(copy.records) : partWords(copy, records)}
        </small>
      </span>
      {isWorking && (
        <span className={styles.mini} aria-hidden="true">
          <span style={{ inlineSize: `${share}%` }} />
        </span>
      )}
    </button>
  )
}

function partWords({ halt }: KnownCopy, records: number): string {
  const { line } = copyWords
  switch (halt?.kind) {
    case undefined:
      return line.soFar(records)
    case 'paused':
      return line.pausedAt(records)
    case 'replaced':
      return line.changed(records)
    case 'unproven':
      return line.perhapsAll(records)
    case 'lost':
      return line.gone
    case 'full':
    case 'failed':
    case 'stopped':
      return line.stoppedAt(records)
  }
}

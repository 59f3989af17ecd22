import { diffLines } from 'diff'
import { Button } from '../../../ui/Button.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import { VisuallyHidden } from '../../../ui/VisuallyHidden.tsx'
import { momentWords } from '../../../words/figures.ts'
import { historyWords } from '../../../words/en/sql/history.ts'
import type { HistoryRun } from '../../../workspace/history/historyRun.ts'
import styles from './VersionDialog.module.css'

export interface VersionDialogProps {
  readonly run: HistoryRun
  /** What is in the editor. */
  readonly text: string
  readonly onOpen: (run: HistoryRun) => void
  readonly onClose: () => void
}

/** In which lines a run and the text in the editor differ. */
export function VersionDialog({ run, text, onOpen, onClose }: VersionDialogProps) {
  // The last line counts as any other, with and without its end.
  const parts = diffLines(`${run.text.trimEnd()}\n`, `${text.trimEnd()}\n`)
  const lines = parts.flatMap(({ value, added, removed }) => {
    const side = added ? 'here' : removed ? 'there' : 'both'
    return value
      .replace(/\n$/, '')
      .split('\n')
      .map((line) => ({ line, side }) as const)
  })
  return (
    <Dialog
      title={historyWords.compared(momentWords(run.startedAt))}
      width="middle"
      onClose={onClose}
      foot={
        <Button
          onClick={() => {
            onOpen(run)
            onClose()
          }}
        >
          {historyWords.putIntoEditor}
        </Button>
      }
    >
      <p className={styles.legend}>{parts.length < 2 ? historyWords.same : historyWords.legend}</p>
      <ol className={styles.lines}>
        {lines.map(({ line, side }, at) => (
          <li key={at} data-side={side}>
            <span aria-hidden="true">{SIGNS[side]}</span>
            {side !== 'both' && (
              <VisuallyHidden>{side === 'there' ? historyWords.onlyThere : historyWords.onlyHere}</VisuallyHidden>
            )}
            <code>{line}</code>
          </li>
        ))}
      </ol>
    </Dialog>
  )
}

const SIGNS = { both: '', there: '−', here: '+' } as const

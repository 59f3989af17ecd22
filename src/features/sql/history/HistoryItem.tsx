import { ChevronDown, CircleCheck, CircleStop, CircleX, Diff, Scissors, SquarePlus, Star, Trash2 } from 'lucide-react'
import { useId, useState } from 'react'
import { Button } from '../../../ui/Button.tsx'
import { Icon } from '../../../ui/Icon.tsx'
import { NullMark } from '../../../ui/NullMark.tsx'
import { clockWords, momentWords, tookWords } from '../../../words/figures.ts'
import { historyWords } from '../../../words/en/sql/history.ts'
import { runHistory } from '../../../workspace/history/history.ts'
import type { HistoryRun } from '../../../workspace/history/historyRun.ts'
import styles from './History.module.css'

export interface HistoryItemProps {
  readonly run: HistoryRun
  /** Those before it of the same sheet, the latest first. */
  readonly versions: readonly HistoryRun[]
  /** It stands under its day, so the time of day is enough. */
  readonly isOfDay: boolean
  readonly onOpen: (run: HistoryRun) => void
  /** Puts it into the editor of a new tab. */
  readonly onTab: (run: HistoryRun) => void
  readonly onCompare: (run: HistoryRun) => void
  readonly onRemove: (run: HistoryRun) => void
}

/** A run: its text, which a press puts into the editor, what came of it, and its versions to unfold. */
export function HistoryItem({ run, versions, isOfDay, onOpen, onTab, onCompare, onRemove }: HistoryItemProps) {
  const [isOpen, setIsOpen] = useState(false)
  const details = useId()
  const first = versions.at(-1)
  return (
    <li className={styles.item} data-outcome={run.outcome}>
      <Icon icon={ICONS[run.outcome]} size={14} />
      <div className={styles.what}>
        <button
          type="button"
          className={styles.text}
          aria-label={historyWords.open(shortText(run.text), historyWords.outcome[run.outcome])}
          title={run.text.slice(0, 2000)}
          onClick={(event) => (event.ctrlKey || event.metaKey ? onTab(run) : onOpen(run))}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
            event.preventDefault()
            event.stopPropagation()
            onTab(run)
          }}
        >
          {shortText(run.text)}
        </button>
        <p className={styles.outcome}>
          <span>{isOfDay ? clockWords(run.startedAt) : momentWords(run.startedAt)}</span>
          <OutcomeWords run={run} />
        </p>
        {first !== undefined && !isOpen && (
          <button type="button" className={styles.versions} onClick={() => setIsOpen(true)}>
            {historyWords.versions(versions.length, clockWords(first.startedAt))}
          </button>
        )}
        {isOpen && (
          <div id={details} className={styles.details}>
            <RunDetails run={run} onTab={onTab} onCompare={onCompare} onRemove={onRemove} />
            {versions.length > 0 && (
              <ul>
                {versions.map((version) => (
                  <HistoryItem
                    key={version.id}
                    run={version}
                    versions={NONE}
                    isOfDay={isOfDay}
                    onOpen={onOpen}
                    onTab={onTab}
                    onCompare={onCompare}
                    onRemove={onRemove}
                  />
                ))}
              </ul>
            )}
          </div>
        )}
      </div>
      <div className={styles.buttons}>
        <Button
          variant="ghost"
          size="sm"
          icon={Star}
          iconOnly
          label={historyWords.star}
          aria-pressed={run.starred}
          onClick={() => void runHistory.star(run.id, !run.starred)}
        />
        <Button
          variant="ghost"
          size="sm"
          icon={ChevronDown}
          iconOnly
          label={historyWords.details}
          aria-expanded={isOpen}
          aria-controls={isOpen ? details : undefined}
          onClick={() => setIsOpen(!isOpen)}
        />
      </div>
    </li>
  )
}

const NONE: readonly HistoryRun[] = []

const ICONS = { rows: CircleCheck, cut: Scissors, failed: CircleX, stopped: CircleStop } as const

function OutcomeWords({ run }: { readonly run: HistoryRun }) {
  const took = tookWords(run.endedAt - run.startedAt)
  switch (run.outcome) {
    case 'failed':
      return <em title={run.message ?? undefined}>{run.message ?? historyWords.failed}</em>
    case 'stopped':
      return (
        <>
          <em>{historyWords.stopped}</em>
          <span>{took}</span>
        </>
      )
    case 'cut':
      return (
        <>
          <em>{historyWords.cutAt(run.rows ?? 0)}</em>
          <span>{took}</span>
        </>
      )
    case 'rows':
      return (
        <>
          <span>{historyWords.rows(run.rows ?? 0)}</span>
          <span>{took}</span>
        </>
      )
  }
}

function RunDetails({
  run,
  onTab,
  onCompare,
  onRemove,
}: Pick<HistoryItemProps, 'run' | 'onTab' | 'onCompare' | 'onRemove'>) {
  const { firstRows } = run
  const parameters = Object.entries(run.parameters).map(([name, value]) => `${name} = ${shownValue(value)}`)
  return (
    <>
      {parameters.length > 0 && <p>{historyWords.parameters(parameters.join(', '))}</p>}
      {run.message !== null && <p className={styles.message}>{run.message}</p>}
      {firstRows !== null && firstRows.rows.length > 0 && (
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls
        <section className={styles.rows} aria-label={historyWords.firstRows} tabIndex={0}>
          <table>
            <thead>
              <tr>
                {firstRows.fields.map((field, at) => (
                  <th key={at} scope="col">
                    {field}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {firstRows.rows.map((row, at) => (
                <tr key={at}>
                  {row.map((value, column) => (
                    <td key={column}>{value ?? <NullMark />}</td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      )}
      <Button variant="ghost" size="sm" icon={SquarePlus} onClick={() => onTab(run)}>
        {historyWords.openInTab}
      </Button>
      <Button variant="ghost" size="sm" icon={Diff} onClick={() => onCompare(run)}>
        {historyWords.compare}
      </Button>
      <Button variant="ghost" size="sm" icon={Trash2} onClick={() => onRemove(run)}>
        {historyWords.remove}
      </Button>
    </>
  )
}

function shownValue(value: string | null | readonly string[]): string {
  if (value === null) return 'null'
  return typeof value === 'string' ? value : `(${value.join(', ')})`
}

/** On a line of its own as it is read, without the blanks of its layout. */
function shortText(text: string): string {
  return text.replaceAll(/\s+/g, ' ').slice(0, 300)
}

import { Download } from 'lucide-react'
import { useId, useImperativeHandle, useRef, useState, type Ref } from 'react'
import type { ActionClient } from '../client/actionClient.ts'
import { csvOf, exportCsv } from '../client/exportCsv.ts'
import type { Row } from '../protocol/answers.ts'
import type { Field } from '../protocol/field.ts'
import type { QuerySpec } from '../protocol/querySpec.ts'
import { Alert } from '../ui/Alert.tsx'
import { Button } from '../ui/Button.tsx'
import { Popover, PopoverBody, PopoverFoot } from '../ui/Popover.tsx'
import { showToast } from '../ui/Toast.tsx'
import { VisuallyHidden } from '../ui/VisuallyHidden.tsx'
import styles from './ExportButton.module.css'
import { exportName } from './exportName.ts'
import { exportSentence, isCutByLimit } from './exportSentence.ts'
import { explainFailure, type Asked, type Failure } from './failure.ts'
import { countWords, recordsWords } from './figures.ts'
import { saveFile } from './saveFile.ts'
import { SILENT_MS, useElapsed } from './useElapsed.ts'

/** What is exported: everything that a search matches, or the rows of a statement's answer. */
export type ExportSource =
  | {
      readonly kind: 'search'
      readonly client: ActionClient
      readonly spec: QuerySpec
      readonly asked: Asked
      readonly total: number | null
      readonly totalIsEstimate: boolean
    }
  | {
      readonly kind: 'rows'
      readonly fields: readonly Field[]
      readonly rows: readonly Row[]
      /** The most rows that the server gives, where it gave no more. */
      readonly cutAt: number | null
      /** What did not come of its columns, in words. */
      readonly lost: string | null
    }

export interface ExportHandle {
  start(): void
}

export interface ExportButtonProps {
  readonly source: ExportSource | null
  /** The name of the file, without its ending. */
  readonly title: string
  readonly small?: boolean | undefined
  readonly ref?: Ref<ExportHandle> | undefined
}

/** A run of the export: under way, or failed. */
type Job =
  | {
      readonly state: 'running'
      readonly controller: AbortController
      readonly done: number
      readonly total: number | null
      readonly sentence: string
    }
  | { readonly state: 'failed'; readonly failure: Failure }

/** Saves the whole result as a CSV file, with its progress and the way to stop it. */
export function ExportButton({ source, title, small, ref }: ExportButtonProps) {
  const id = useId()
  const anchor = useRef<HTMLButtonElement>(null)
  const [job, setJob] = useState<Job | null>(null)
  const isRunning = job?.state === 'running'
  const elapsed = useElapsed(isRunning ? id : null)

  const start = async () => {
    if (source === null || isRunning) return
    const controller = new AbortController()
    const begun = { state: 'running', controller, ...progressOf(source) } as const
    setJob(begun)
    try {
      const { blob, rows } = await fileOf(source, controller.signal, (done, total) => {
        if (!controller.signal.aborted) setJob({ ...begun, done, total: total ?? begun.total })
      })
      controller.signal.throwIfAborted()
      const name = exportName(title, source.kind === 'rows' ? source.cutAt : null)
      saveFile(blob, name)
      showToast(`Exported ${recordsWords(rows)} to ${name}.`)
      setJob(null)
    } catch (error) {
      if (controller.signal.aborted) return
      if (!(error instanceof Error)) throw error
      const asked = source.kind === 'search' ? source.asked : NOBODY
      setJob({ state: 'failed', failure: explainFailure(error, asked) })
    }
  }
  const cancel = () => {
    if (job?.state !== 'running') return
    job.controller.abort()
    setJob(null)
    showToast('The export was cancelled. No file was saved.')
  }
  useImperativeHandle(ref, () => ({ start: () => void start() }))

  const count = source === null ? null : countOf(source)
  return (
    <>
      <Button
        ref={anchor}
        icon={Download}
        size={small ? 'sm' : 'md'}
        collapses
        count={count?.shown}
        busy={isRunning}
        disabled={source === null}
        aria-describedby={count === null ? undefined : `${id}-count`}
        onClick={() => void start()}
      >
        Export
      </Button>
      {count !== null && <VisuallyHidden id={`${id}-count`}>{count.told}</VisuallyHidden>}
      <Popover
        open={job?.state === 'failed' || (isRunning && elapsed !== null && elapsed >= SILENT_MS)}
        // A running export is ended by its button or Esc, not by a press elsewhere.
        onClose={() => !isRunning && setJob(null)}
        anchor={anchor}
        align="end"
        label="Export"
      >
        {job?.state === 'running' && <Progress job={job} onCancel={cancel} />}
        {job?.state === 'failed' && (
          <div className={styles.panel}>
            <Alert
              title="The export failed. No file was saved."
              serverText={job.failure.serverText}
              actions={
                <>
                  <Button size="sm" data-autofocus="" onClick={() => void start()}>
                    Try again
                  </Button>
                  <Button size="sm" variant="ghost" onClick={() => setJob(null)}>
                    Close
                  </Button>
                </>
              }
            >
              {job.failure.what} {job.failure.remedy}
            </Alert>
          </div>
        )}
      </Popover>
    </>
  )
}

/** The rows of an answer are here; nobody is asked for them. */
const NOBODY: Asked = { instance: 'the server', table: null, hasToken: false }

interface ProgressProps {
  readonly job: Extract<Job, { state: 'running' }>
  readonly onCancel: () => void
}

function Progress({ job: { done, total, sentence }, onCancel }: ProgressProps) {
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- Esc from the button inside
    <div
      className={styles.panel}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return
        event.preventDefault()
        event.stopPropagation()
        onCancel()
      }}
    >
      <PopoverBody>
        <p className={styles.figures}>
          <b>{countWords(done)}</b>
          {total !== null && ` of ${countWords(total)}`} records
        </p>
        <div
          className={styles.progress}
          // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a <progress> can't be drawn alike in all browsers
          role="progressbar"
          aria-label="Records exported"
          aria-valuemin={0}
          aria-valuemax={total ?? undefined}
          aria-valuenow={total === null ? undefined : done}
          aria-valuetext={`${countWords(done)} records`}
        >
          <div
            style={{ inlineSize: total === null || total === 0 ? '0' : `${Math.min(100, (100 * done) / total)}%` }}
          />
        </div>
        <p className={styles.sentence}>{sentence}</p>
      </PopoverBody>
      <PopoverFoot>
        <span className={styles.spacer} />
        <Button size="sm" data-autofocus="" onClick={onCancel}>
          Cancel
        </Button>
      </PopoverFoot>
    </div>
  )
}

function fileOf(
  source: ExportSource,
  signal: AbortSignal,
  onProgress: (done: number, total: number | null) => void,
): Promise<{ blob: Blob; rows: number }> | { blob: Blob; rows: number } {
  if (source.kind === 'search') return exportCsv(source.client, source.spec, { signal, onProgress })
  const blob = new Blob([csvOf(source.fields, source.rows)], { type: 'text/csv;charset=utf-8' })
  return { blob, rows: source.rows.length }
}

function progressOf(source: ExportSource): { done: number; total: number | null; sentence: string } {
  if (source.kind === 'rows') return { done: 0, total: source.rows.length, sentence: 'The rows of the answer.' }
  const { spec, total, totalIsEstimate } = source
  return { done: 0, total, sentence: exportSentence(total, totalIsEstimate, spec.limit) }
}

/** The count on the button, and the words that describe the button with it. */
function countOf(source: ExportSource): { shown: string | undefined; told: string } {
  if (source.kind === 'rows') {
    const cut = source.cutAt === null ? '' : ', cut'
    const lost = source.lost === null ? '' : `. ${source.lost}`
    const count = countWords(source.rows.length)
    return { shown: `${count}${cut}`, told: `${recordsWords(source.rows.length)}${cut}${lost}` }
  }
  const { spec, total, totalIsEstimate } = source
  const about = totalIsEstimate ? 'about ' : ''
  const shown = total === null ? undefined : `${about}${countWords(total)}`
  if (isCutByLimit(total, spec.limit)) return { shown, told: exportSentence(total, totalIsEstimate, spec.limit) }
  return { shown, told: total === null ? 'all records that match' : `${about}${recordsWords(total)}` }
}

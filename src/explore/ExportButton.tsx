import { Download } from 'lucide-react'
import { useId, useImperativeHandle, useRef, useState, type Ref } from 'react'
import type { ActionClient } from '../client/actionClient.ts'
import { csvOf, exportCsv } from '../client/exportCsv.ts'
import type { ReadOptions, WholeAnswer } from '../client/readStatement.ts'
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
      /** A sort is asked for that the server refuses. */
      readonly isUnsorted: boolean
      /** The rows that are here, where the server gives no more; they can be saved as what they are. */
      readonly cut: { readonly fields: readonly Field[]; readonly rows: readonly Row[] } | null
    }
  | {
      readonly kind: 'rows'
      readonly fields: readonly Field[]
      readonly rows: readonly Row[]
      /** The most rows that the server gives, where it gave no more. */
      readonly cutAt: number | null
      /** What did not come of its columns, in words. */
      readonly lost: string | null
      /** Gets the rows past the cut; null where nothing was cut, or no more can be had. */
      readonly getAll: ((options: ReadOptions) => Promise<WholeAnswer>) | null
      readonly asked: Asked
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

/** A run of the export: to be chosen, under way, or failed. */
type Job =
  | { readonly state: 'choosing' }
  | {
      readonly state: 'running'
      readonly controller: AbortController
      readonly done: number
      readonly total: number | null
      readonly sentence: string
    }
  | { readonly state: 'failed'; readonly failure: Failure; readonly all: boolean }

/** Saves the whole result as a CSV file, with its progress and the way to stop it. */
export function ExportButton({ source, title, small, ref }: ExportButtonProps) {
  const id = useId()
  const anchor = useRef<HTMLButtonElement>(null)
  const [job, setJob] = useState<Job | null>(null)
  const isRunning = job?.state === 'running'
  const elapsed = useElapsed(isRunning ? id : null)

  const begin = () => {
    if (source?.kind === 'rows' && source.getAll !== null && !isRunning) setJob({ state: 'choosing' })
    else void start(false)
  }
  const start = async (all: boolean) => {
    if (source === null || isRunning) return
    const controller = new AbortController()
    const begun = { state: 'running', controller, ...progressOf(source, all) } as const
    setJob(begun)
    try {
      const onProgress = (done: number, total: number | null) => {
        if (!controller.signal.aborted) setJob({ ...begun, done, total: total ?? begun.total })
      }
      const { blob, rows, cutAt } = await fileOf(source, all, { signal: controller.signal, onProgress })
      controller.signal.throwIfAborted()
      const name = exportName(title, cutAt)
      saveFile(blob, name)
      showToast(`Exported ${recordsWords(rows)} to ${name}.`)
      setJob(null)
    } catch (error) {
      if (controller.signal.aborted) return
      if (!(error instanceof Error)) throw error
      setJob({ state: 'failed', failure: explainFailure(error, source.asked), all })
    }
  }
  const cancel = () => {
    if (job?.state !== 'running') return
    job.controller.abort()
    setJob(null)
    showToast('The export was cancelled. No file was saved.')
  }
  useImperativeHandle(ref, () => ({ start: begin }))
  const cut = source?.kind === 'search' ? source.cut : null
  const saveCut = (fields: readonly Field[], rows: readonly Row[]) => {
    const name = exportName(title, rows.length)
    saveFile(csvBlob(fields, rows), name)
    showToast(`Exported ${recordsWords(rows.length)} to ${name}.`)
    setJob(null)
  }

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
        onClick={begin}
      >
        Export
      </Button>
      {count !== null && <VisuallyHidden id={`${id}-count`}>{count.told}</VisuallyHidden>}
      <Popover
        open={
          job?.state === 'choosing' ||
          job?.state === 'failed' ||
          (isRunning && elapsed !== null && elapsed >= SILENT_MS)
        }
        // A running export is ended by its button or Esc, not by a press elsewhere.
        onClose={() => !isRunning && setJob(null)}
        anchor={anchor}
        align="end"
        label="Export"
      >
        {job?.state === 'choosing' && source?.kind === 'rows' && (
          <div className={styles.panel}>
            <PopoverBody>
              <p className={styles.sentence}>
                The server cut this answer at {countWords(source.rows.length)}. All its rows can be got page by page.
              </p>
            </PopoverBody>
            <PopoverFoot>
              <span className={styles.spacer} />
              <Button size="sm" variant="ghost" onClick={() => void start(false)}>
                Export these {countWords(source.rows.length)}
              </Button>
              <Button size="sm" data-autofocus="" onClick={() => void start(true)}>
                Get and export all
              </Button>
            </PopoverFoot>
          </div>
        )}
        {job?.state === 'running' && <Progress job={job} onCancel={cancel} />}
        {job?.state === 'failed' && (
          <div className={styles.panel}>
            <Alert
              title="The export failed. No file was saved."
              serverText={job.failure.serverText}
              actions={
                <>
                  <Button size="sm" data-autofocus="" onClick={() => void start(job.all)}>
                    Try again
                  </Button>
                  {cut !== null && (
                    <Button size="sm" onClick={() => saveCut(cut.fields, cut.rows)}>
                      Export these {countWords(cut.rows.length)}
                    </Button>
                  )}
                  {cut === null && (
                    <Button size="sm" variant="ghost" onClick={() => setJob(null)}>
                      Close
                    </Button>
                  )}
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

/** The file, and where its rows are cut; `all` gets what was cut first. */
async function fileOf(
  source: ExportSource,
  all: boolean,
  options: ReadOptions,
): Promise<{ blob: Blob; rows: number; cutAt: number | null }> {
  if (source.kind === 'search') return { ...(await exportCsv(source.client, source.spec, options)), cutAt: null }
  const whole = all && source.getAll !== null ? await source.getAll(options) : null
  const { fields, rows } = whole?.answer ?? source
  const blob = csvBlob(fields, rows)
  return { blob, rows: rows.length, cutAt: whole === null ? source.cutAt : (whole.cut?.at ?? null) }
}

function csvBlob(fields: readonly Field[], rows: readonly Row[]): Blob {
  return new Blob([csvOf(fields, rows)], { type: 'text/csv;charset=utf-8' })
}

function progressOf(source: ExportSource, all: boolean): { done: number; total: number | null; sentence: string } {
  if (source.kind === 'rows')
    return all
      ? { done: 0, total: null, sentence: 'All rows of the query.' }
      : { done: 0, total: source.rows.length, sentence: 'The rows of the answer.' }
  const { spec, total, totalIsEstimate } = source
  const order = source.isUnsorted ? ' Not sorted: the server refuses that.' : ''
  return { done: 0, total, sentence: `${exportSentence(total, totalIsEstimate, spec.limit)}${order}` }
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

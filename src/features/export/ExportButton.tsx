import { Download } from 'lucide-react'
import { useId, useImperativeHandle, useRef, useState, type Ref } from 'react'
import type { ExportFormat } from '../../formats/exportFormat.ts'
import { exportFormats } from '../../formats/exportFormats.ts'
import type { Row } from '../../protocol/answers.ts'
import type { Field } from '../../protocol/field.ts'
import { Button } from '../../ui/Button.tsx'
import { laterComponent, laterModule } from '../../ui/later.tsx'
import { saveFile } from '../../ui/browser/saveFile.ts'
import { showToast } from '../../ui/Toast.tsx'
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx'
import { exportWords } from '../../words/en/export.ts'
import { explainFailure } from '../result/failure.ts'
import { SILENT_MS, useElapsed } from '../result/useElapsed.ts'
import { exportName } from './exportName.ts'
import type { ExportJob } from './ExportPanel.tsx'
import type { WrittenExport } from './writeExport.ts'
import { contentWords, countOf, expectedRows, type ExportSource } from './exportSource.ts'

const ExportPanel = laterComponent(() => import('./ExportPanel.tsx').then((module) => module.ExportPanel))
const loadWriteExport = laterModule(() => import('./writeExport.ts'))
const loadExportRows = laterModule(() => import('./exportSearch.ts'))

export interface ExportHandle {
  start(): void
}

export interface ExportButtonProps {
  readonly source: ExportSource | null
  /** The name of the file, without its extension. */
  readonly title: string
  readonly small?: boolean | undefined
  readonly ref?: Ref<ExportHandle> | undefined
}

/** Saves the whole result as a file, shows how far it is, and can be cancelled. */
export function ExportButton({ source, title, small, ref }: ExportButtonProps) {
  const id = useId()
  const anchor = useRef<HTMLButtonElement>(null)
  const [job, setJob] = useState<ExportJob | null>(null)
  const [formats] = useState(exportFormats)
  const [chosen, setFormat] = useState<ExportFormat | null>(null)
  const format = chosen ?? formats[0]
  const isRunning = job?.state === 'running'
  const elapsed = useElapsed(isRunning ? job.startedAt : null)
  const loadable = source?.kind === 'rows' && source.getAll !== null ? source.rows.length : null

  const begin = () => {
    if (isRunning) return
    if (source !== null && (loadable !== null || formats.length > 1)) setJob({ state: 'choosing' })
    else void start(false)
  }
  const start = async (all: boolean) => {
    if (source === null || format === undefined || isRunning) return
    const controller = new AbortController()
    const begun = begunJob(source, all, controller)
    setJob(begun)
    try {
      const onProgress = (done: number, total: number | null) => {
        if (!controller.signal.aborted) setJob({ ...begun, done, total: total ?? begun.total })
      }
      const { writeExport } = await loadWriteExport()
      const file = await writeExport(source, format, all, { signal: controller.signal, onProgress })
      controller.signal.throwIfAborted()
      save(file, format)
    } catch (error) {
      if (controller.signal.aborted) return
      if (!(error instanceof Error)) throw error
      setJob({ state: 'failed', failure: explainFailure(error, source.asked), all })
    }
  }
  const save = ({ blob, rows, cutAt, isProven }: WrittenExport, { extension }: ExportFormat) => {
    const name = exportName(title, extension, cutAt)
    saveFile(blob, name)
    showToast(isProven ? exportWords.exported(rows, name) : exportWords.exportedPerhaps(rows, name))
    setJob(null)
  }
  const cancel = () => {
    if (job?.state !== 'running') return
    job.controller.abort()
    setJob(null)
    showToast(exportWords.cancelled)
  }
  useImperativeHandle(ref, () => ({ start: begin }))
  const cut = source?.kind === 'search' ? source.cut : null
  const saveCut = async (fields: readonly Field[], rows: readonly Row[]) => {
    const { exportRows } = await loadExportRows()
    if (format !== undefined)
      save({ blob: exportRows(format, fields, rows), rows: rows.length, cutAt: rows.length, isProven: true }, format)
  }

  const count = source === null ? null : countOf(source)
  const isSlow = isRunning && elapsed !== null && elapsed >= SILENT_MS
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
        {exportWords.export}
      </Button>
      {count !== null && <VisuallyHidden id={`${id}-count`}>{count.described}</VisuallyHidden>}
      {(job?.state === 'choosing' || job?.state === 'failed' || isSlow) && job !== null && format !== undefined && (
        <ExportPanel
          job={job}
          anchor={anchor}
          // A running export ends by its button or Esc, not by a press elsewhere.
          onClose={() => !isRunning && setJob(null)}
          formats={formats}
          format={format}
          onFormat={setFormat}
          cutAt={loadable}
          onExport={(all) => void start(all)}
          onCancel={cancel}
          rowsHere={cut?.rows.length ?? null}
          onExportHere={() => cut !== null && void saveCut(cut.fields, cut.rows)}
        />
      )}
    </>
  )
}

function begunJob(source: ExportSource, all: boolean, controller: AbortController) {
  return {
    state: 'running',
    startedAt: performance.now(),
    controller,
    done: 0,
    total: expectedRows(source, all),
    content: contentWords(source, all),
  } as const
}

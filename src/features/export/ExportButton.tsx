import { Download } from 'lucide-react'
import { useId, useImperativeHandle, useRef, useState, useSyncExternalStore, type Ref } from 'react'
import type { ExportFormat } from '../../formats/exportFormat.ts'
import { chosenFormat } from '../../formats/exportFormats.ts'
import { Button } from '../../ui/Button.tsx'
import { laterComponent, laterModule } from '../../ui/later.tsx'
import { showToast } from '../../ui/Toast.tsx'
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx'
import { exportWords } from '../../words/en/export/export.ts'
import { explainFailure } from '../result/failure.ts'
import { SILENT_MS, useElapsed } from '../result/useElapsed.ts'
import type { ExportJob } from './ExportPanel.tsx'
import type { KeptFileOptions } from './fileOptions.ts'
import { FileOptionsButton } from './FileOptionsButton.tsx'
import { countOf, type ExportSource } from './exportSource.ts'
import type { Extent } from './writeExport.ts'

const ExportPanel = laterComponent(() => import('./ExportPanel.tsx').then((module) => module.ExportPanel))
const loadWriteExport = laterModule(() => import('./writeExport.ts'))

export interface ExportHandle {
  start(): void
}

export interface ExportButtonProps {
  readonly source: ExportSource | null
  /** The name of the file, without its extension and what narrows it down. */
  readonly title: string
  /** How files are written, which is kept on the device. */
  readonly fileOptions: KeptFileOptions
  readonly small?: boolean | undefined
  readonly ref?: Ref<ExportHandle> | undefined
}

/** Saves what is shown as a file, or all of it by choice; shows how far it is, and can be cancelled. */
export function ExportButton({ source, title, fileOptions, small, ref }: ExportButtonProps) {
  const id = useId()
  const anchor = useRef<HTMLButtonElement>(null)
  const [job, setJob] = useState<ExportJob | null>(null)
  const format = chosenFormat(useSyncExternalStore(fileOptions.subscribe, fileOptions.get).format)
  const isRunning = job?.state === 'running'
  const elapsed = useElapsed(isRunning ? job.startedAt : null)

  const begin = () => {
    if (isRunning) return
    // The panel is open, so the button closes it.
    if (job !== null) return setJob(null)
    if (source === null) return
    const isChoice = source.kind === 'rows' ? source.getAll !== null : source.shown !== null
    if (isChoice) setJob({ state: 'choosing', source })
    else void start(source, 'shown')
  }
  const start = async (from: ExportSource, extent: Extent) => {
    if (isRunning) return
    const controller = new AbortController()
    const { signal } = controller
    const startedAt = performance.now()
    const show = (done: number, total: number | null) => {
      if (!signal.aborted) setJob({ state: 'running', source: from, extent, startedAt, controller, done, total })
    }
    show(0, null)
    try {
      const { saveExport } = await loadWriteExport()
      const chosenOptions = { ...fileOptions.get(), title }
      const written: ExportFormat = { ...format, write: (fields) => format.write(fields, chosenOptions) }
      await saveExport(from, title, written, extent, { signal, onProgress: show })
      setJob(null)
    } catch (error) {
      if (signal.aborted) return
      if (!(error instanceof Error)) throw error
      setJob({ state: 'failed', source: from, extent, failure: explainFailure(error, from.asked) })
    }
  }
  const cancel = () => {
    if (job?.state !== 'running') return
    job.controller.abort()
    setJob(null)
    showToast(exportWords.cancelled)
  }
  useImperativeHandle(ref, () => ({ start: begin }))

  // What is chosen is taken from what is on the screen then.
  const shown = job?.state !== 'choosing' ? job : source === null ? null : { ...job, source }
  const count = source === null ? null : countOf(source)
  const isSlow = isRunning && elapsed !== null && elapsed >= SILENT_MS
  return (
    <>
      <Button
        ref={anchor}
        variant="ghost"
        icon={Download}
        size={small ? 'sm' : 'md'}
        collapses={3}
        count={count?.shown}
        busy={isRunning}
        disabled={source === null}
        aria-describedby={count === null ? undefined : `${id}-count`}
        onClick={begin}
      >
        {exportWords.export}
      </Button>
      <FileOptionsButton kept={fileOptions} small={small} />
      {count !== null && <VisuallyHidden id={`${id}-count`}>{count.described}</VisuallyHidden>}
      {shown !== null && (shown.state !== 'running' || isSlow) && (
        <ExportPanel
          job={shown}
          anchor={anchor}
          // A running export ends by its button or Esc, not by a press elsewhere.
          onClose={() => !isRunning && setJob(null)}
          fileOptions={fileOptions}
          onExport={(from, extent) => void start(from, extent)}
          onCancel={cancel}
        />
      )}
    </>
  )
}

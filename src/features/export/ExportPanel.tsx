import type { RefObject } from 'react'
import { Alert } from '../../ui/Alert.tsx'
import { Button } from '../../ui/Button.tsx'
import { Popover } from '../../ui/floating/Popover.tsx'
import { exportWords } from '../../words/en/export/export.ts'
import { exportFileWords } from '../../words/en/export/exportFile.ts'
import type { Failure } from '../result/failure.ts'
import { ExportChoice } from './ExportChoice.tsx'
import { choiceOf, contentWords, expectedRows } from './exportContent.ts'
import styles from './ExportPanel.module.css'
import { ExportProgress } from './ExportProgress.tsx'
import type { ExportSource } from './exportSource.ts'
import type { KeptFileOptions } from './fileOptions.ts'
import type { Extent } from './writeExport.ts'
import '../result/laterWords.ts'

/** An export that waits for a choice, is running, or has failed. */
export type ExportJob =
  | { readonly state: 'choosing'; readonly source: ExportSource }
  | {
      readonly state: 'running'
      readonly source: ExportSource
      readonly extent: Extent
      /** By `performance.now()`. */
      readonly startedAt: number
      readonly controller: AbortController
      readonly done: number
      /** null until a page says how many there are. */
      readonly total: number | null
    }
  | {
      readonly state: 'failed'
      readonly source: ExportSource
      readonly extent: Extent
      readonly failure: Failure
    }

export interface ExportPanelProps {
  readonly job: ExportJob
  readonly anchor: RefObject<HTMLElement | null>
  readonly onClose: () => void
  readonly fileOptions: KeptFileOptions
  readonly onExport: (source: ExportSource, extent: Extent) => void
  readonly onCancel: () => void
}

/** The panel beside the button: what has to be chosen, how far the export is, or why it failed. */
export function ExportPanel(props: ExportPanelProps) {
  const { job, anchor, onClose, onExport } = props
  const { source } = job
  const choice = choiceOf(source)
  const here = job.state === 'failed' ? hereOf(source, job.extent) : null
  return (
    <Popover open onClose={onClose} anchor={anchor} align="end" label={exportWords.export}>
      {job.state === 'choosing' && choice !== null && (
        <ExportChoice fileOptions={props.fileOptions} choice={choice} onExport={(extent) => onExport(source, extent)} />
      )}
      {job.state === 'running' && (
        <ExportProgress
          done={job.done}
          total={job.total ?? expectedRows(source, job.extent === 'all')}
          content={contentWords(source, job.extent === 'all')}
          onCancel={props.onCancel}
        />
      )}
      {job.state === 'failed' && (
        <div className={styles.panel}>
          <Alert
            title={exportFileWords.failed}
            serverText={job.failure.serverText}
            actions={
              <>
                <Button size="sm" data-autofocus="" onClick={() => onExport(source, job.extent)}>
                  {exportFileWords.tryAgain}
                </Button>
                {here !== null ? (
                  <Button size="sm" onClick={() => onExport(source, here.extent)}>
                    {exportFileWords.exportThese(here.rows)}
                  </Button>
                ) : (
                  <Button size="sm" variant="ghost" onClick={onClose}>
                    {exportFileWords.close}
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
  )
}

/** The rows that are here and can be saved although the rest can't be had; null if there are none but those that failed. */
function hereOf(source: ExportSource, failed: Extent): { readonly extent: Extent; readonly rows: number } | null {
  if (source.kind === 'rows') return failed === 'all' ? { extent: 'shown', rows: source.rows.length } : null
  return source.cut === null ? null : { extent: 'here', rows: source.cut.rows.length }
}

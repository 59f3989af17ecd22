import type { RefObject } from 'react'
import type { ExportFormat } from '../../formats/exportFormat.ts'
import { Alert } from '../../ui/Alert.tsx'
import { Button } from '../../ui/Button.tsx'
import { Popover } from '../../ui/floating/Popover.tsx'
import { exportWords } from '../../words/en/export.ts'
import type { Failure } from '../result/failure.ts'
import { ExportChoice } from './ExportChoice.tsx'
import styles from './ExportPanel.module.css'
import { ExportProgress } from './ExportProgress.tsx'

/** An export that waits for a choice, is running, or has failed. */
export type ExportJob =
  | { readonly state: 'choosing' }
  | {
      readonly state: 'running'
      /** By `performance.now()`. */
      readonly startedAt: number
      readonly controller: AbortController
      readonly done: number
      readonly total: number | null
      readonly content: string
    }
  | { readonly state: 'failed'; readonly failure: Failure; readonly all: boolean }

export interface ExportPanelProps {
  readonly job: ExportJob
  readonly anchor: RefObject<HTMLElement | null>
  readonly onClose: () => void
  readonly formats: readonly ExportFormat[]
  readonly format: ExportFormat
  readonly onFormat: (format: ExportFormat) => void
  /** Where the server cut the rows, if the others can be loaded; else null. */
  readonly cutAt: number | null
  readonly onExport: (all: boolean) => void
  readonly onCancel: () => void
  /** How many rows are here and can be saved although the export failed; null if none can. */
  readonly rowsHere: number | null
  readonly onExportHere: () => void
}

/** The panel beside the button: what has to be chosen, how far the export is, or why it failed. */
export function ExportPanel(props: ExportPanelProps) {
  const { job, anchor, onClose, onExport, rowsHere } = props
  return (
    <Popover open onClose={onClose} anchor={anchor} align="end" label={exportWords.export}>
      {job.state === 'choosing' && (
        <ExportChoice
          formats={props.formats}
          format={props.format}
          onFormat={props.onFormat}
          cutAt={props.cutAt}
          onExport={onExport}
        />
      )}
      {job.state === 'running' && (
        <ExportProgress done={job.done} total={job.total} content={job.content} onCancel={props.onCancel} />
      )}
      {job.state === 'failed' && (
        <div className={styles.panel}>
          <Alert
            title={exportWords.failed}
            serverText={job.failure.serverText}
            actions={
              <>
                <Button size="sm" data-autofocus="" onClick={() => onExport(job.all)}>
                  {exportWords.tryAgain}
                </Button>
                {rowsHere !== null ? (
                  <Button size="sm" onClick={props.onExportHere}>
                    {exportWords.exportThese(rowsHere)}
                  </Button>
                ) : (
                  <Button size="sm" variant="ghost" onClick={onClose}>
                    {exportWords.close}
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

import { Eye } from 'lucide-react'
import { useMemo } from 'react'
import { DataGrid } from '../../../grid/DataGrid.tsx'
import { localRows } from '../../../rows/localRows.ts'
import { Button } from '../../../ui/Button.tsx'
import { Icon } from '../../../ui/Icon.tsx'
import { RichText } from '../../../ui/RichText.tsx'
import { showToast } from '../../../ui/Toast.tsx'
import { clockWords } from '../../../words/figures.ts'
import { previewWords } from '../../../words/en/sql/preview.ts'
import { sqlWords } from '../../../words/en/sql.ts'
import { settings } from '../../../workspace/settings.ts'
import frame from '../../result/SheetView.module.css'
import { gridColumns } from '../../result/gridColumns.ts'
import { copiesUsed } from '../across/copyClient.ts'
import { RanOn } from '../across/RanOn.tsx'
import lines from '../EarlierResult.module.css'
import view from '../SqlView.module.css'
import styles from './PreviewRows.module.css'
import { PREVIEW_ROWS } from './previewStatement.ts'
import type { Preview } from './previews.ts'

export interface PreviewRowsProps {
  readonly preview: Preview
  /** When the result came that the preview covers, ms since 1970; null if it covers none. */
  readonly resultOf: number | null
}

/** The first rows of what is being written, under a line that says so, which is as high as that of an earlier result. */
export function PreviewRows({ preview, resultOf }: PreviewRowsProps) {
  const { answer, at, sql } = preview.answered
  const used = copiesUsed(answer)
  const columns = useMemo(() => gridColumns(answer.fields), [answer])
  const rows = useMemo(() => localRows(answer), [answer])
  return (
    <>
      <div className={styles.line}>
        <div className={lines.line}>
          <Icon icon={Eye} />
          <p role="note">
            <b>{previewWords.rows(answer.rows.length, answer.rows.length >= PREVIEW_ROWS)}</b>
            <RichText parts={whatElse(preview, resultOf)} />
          </p>
          {used !== null && <RanOn copies={used} />}
          <Button
            variant="ghost"
            size="sm"
            onClick={() => {
              settings.previews.set(false)
              showToast(previewWords.turnedOff)
            }}
          >
            {previewWords.turnOff}
          </Button>
        </div>
      </div>
      <div className={frame.grid}>
        <DataGrid
          label={sqlWords.records}
          columns={columns}
          rows={rows}
          sortRefusal={previewWords.cantSort}
          onSort={() => showToast(previewWords.cantSort)}
          busy={false}
          stale={false}
          resetKey={JSON.stringify([at, sql])}
        >
          {answer.rows.length === 0 && <p className={view.hint}>{previewWords.noRows}</p>}
        </DataGrid>
      </div>
    </>
  )
}

function whatElse({ past }: Preview, resultOf: number | null) {
  if (past !== null) return [past === 'late' ? previewWords.late : previewWords.past]
  return resultOf === null ? [previewWords.notRun] : previewWords.besideResult(clockWords(resultOf))
}

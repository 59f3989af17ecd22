import { use, type RefObject } from 'react'
import { createPortal } from 'react-dom'
import type { Summary } from '../../../summary/summary.ts'
import { summariseWords } from '../../../words/en/summarise.ts'
import { withoutIsolates } from '../../../words/isolated.ts'
import { settings } from '../../../workspace/settings.ts'
import type { ExportHandle } from '../../export/ExportButton.tsx'
import { LaterExportButton } from '../../export/LaterExportButton.tsx'
import { ToolsPlace } from '../../result/sheetPlaces.ts'
import { summaryText } from '../../summarise/summaryText.ts'
import type { InPlaceOfRows } from '../empty/inPlaceOfRows.tsx'
import type { ShownSummary } from './useShownSummary.ts'

export interface SummaryExportProps {
  readonly of: Omit<InPlaceOfRows, 'alert'>
  readonly summary: Summary
  readonly shown: ShownSummary
  readonly exporting: RefObject<ExportHandle | null>
}

/** The export of a summary, in its place in the line of buttons. */
export function SummaryExport({ of: { title, asked }, summary, shown, exporting }: SummaryExportProps) {
  const place = use(ToolsPlace)
  const { result, isHere } = shown
  if (place === null) return null
  return createPortal(
    <LaterExportButton
      ref={exporting}
      fileOptions={settings.fileOptions}
      title={summariseWords.exportTitle(title, summaryText(summary))}
      source={
        !isHere || result === null
          ? null
          : {
              kind: 'rows',
              fields: result.table.fields.map((field) => ({ ...field, id: withoutIsolates(field.id) })),
              rows: result.table.rows.filter((_, row) => result.table.lines[row]?.kind !== 'total'),
              cutAt: result.answer.coverage.kind === 'cut' ? result.answer.coverage.at : null,
              isProven: true,
              isAtLimit: false,
              lost: null,
              getAll: null,
              asked,
            }
      }
    />,
    place,
  )
}

import type { RefObject } from 'react'
import { laterComponent, optionalComponent } from '../../../ui/later.tsx'
import { useAfterFirstAnswer } from '../../../ui/browser/useAfterFirstAnswer.ts'
import { settings } from '../../../workspace/settings.ts'
import { ColumnsButton } from '../../columns/ColumnsButton.tsx'
import type { ExportHandle } from '../../export/ExportButton.tsx'
import { LaterExportButton } from '../../export/LaterExportButton.tsx'
import { RunButton } from '../../result/RunButton.tsx'
import { exportOf } from './exportOf.ts'
import type { FilterViewProps } from '../filterViewProps.ts'
import type { RecordsGrid } from './useRecordsGrid.ts'
import type { ShownRecords } from './useShownRecords.ts'

const Distributions = optionalComponent(() =>
  import('../../distributions/Distributions.tsx').then((module) => module.Distributions),
)
const AddRecord = laterComponent(() => import('../../record/AddRecord.tsx').then((module) => module.AddRecord))

export interface RecordToolsProps {
  readonly of: FilterViewProps
  readonly shown: ShownRecords
  readonly grid: RecordsGrid
  readonly exporting: RefObject<ExportHandle | null>
}

/** The buttons for records: add one, what columns hold, which are shown, export, run. */
export function RecordTools({ of, shown, grid, exporting }: RecordToolsProps) {
  const { instance, client, view, tableId, title, fields: known } = of
  const { plan, records, asked } = shown
  const { beside, chosen } = grid
  const isAnswered = useAfterFirstAnswer()
  const hasRows = records.fields.length > 0
  const isUnsorted = grid.mayNotSort && view.sort.length > 0
  return (
    <>
      {(shown.hasToken || instance.origin === 'embedded') && tableId !== null && hasRows && (
        <AddRecord
          {...{ instance, client }}
          resource={tableId}
          onAdd={() => beside.showRecord('new')}
          onFile={of.onAddRecords}
        />
      )}
      {isAnswered && (
        <Distributions {...grid.ofFigures} {...beside} grid={grid.keptSpot.ref} onDetails={grid.setDetails} />
      )}
      <ColumnsButton
        view={view}
        fields={chosen === null ? grid.fields : known}
        isOpen={beside.kind === 'columns'}
        onToggle={() => beside.showColumns(beside.kind !== 'columns')}
      />
      <LaterExportButton
        ref={exporting}
        fileOptions={settings.fileOptions}
        title={title}
        source={
          plan === null || !hasRows || records.stale
            ? null
            : exportOf(records, { plan, columns: grid.shown, asked, isUnsorted })
        }
      />
      <RunButton run={shown.waiting} onRun={shown.again} disabled={plan === null} />
    </>
  )
}

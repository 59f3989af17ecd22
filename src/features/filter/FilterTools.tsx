import { toolWords } from '../../words/en/filter/tools.ts'
import { ChartColumn, FileUp, PanelRight, Plus, Sigma } from 'lucide-react'
import type { Ref, RefObject } from 'react'
import { Button } from '../../ui/Button.tsx'
import { useAfterFirstAnswer } from '../../ui/browser/useAfterFirstAnswer.ts'
import { useMediaQuery } from '../../ui/browser/useMediaQuery.ts'
import { laterComponent, optionalComponent } from '../../ui/later.tsx'
import { resultWords } from '../../words/en/result.ts'
import { settings } from '../../workspace/settings.ts'
import { ColumnsButton } from '../columns/ColumnsButton.tsx'
import { LaterCopyQueryAs, LaterViewAsSql } from '../copyAs/LaterFaces.tsx'
import type { ExportHandle } from '../export/ExportButton.tsx'
import { ExportPlace, LaterExportButton } from '../export/LaterExportButton.tsx'
import frame from '../result/SheetView.module.css'
import { ToolGroup } from '../result/ToolGroup.tsx'
import type { FilterViewProps } from './filterViewProps.ts'
import { MoreHead } from './phone/MoreHead.tsx'
import { exportOf } from './records/exportOf.ts'
import type { RecordsGrid } from './records/useRecordsGrid.ts'
import type { ShownRecords } from './records/useShownRecords.ts'

const addMeanwhile = (
  <>
    <Button icon={Plus} collapses={2} disabled>
      {toolWords.addRecord}
    </Button>
    <Button variant="ghost" icon={FileUp} iconOnly label={toolWords.addFromFile} disabled />
  </>
)
const AddRecord = laterComponent(
  () => import('../record/AddRecord.tsx').then((module) => module.AddRecord),
  addMeanwhile,
)
const profileMeanwhile = (
  <Button variant="ghost" icon={PanelRight} collapses={3} label={toolWords.profile} disabled>
    {toolWords.profileShort}
  </Button>
)
const Distributions = optionalComponent(
  () => import('../distributions/Distributions.tsx').then((module) => module.Distributions),
  profileMeanwhile,
)
const SummariseButton = optionalComponent(
  () => import('./summarised/SummariseButton.tsx').then((module) => module.SummariseButton),
  <SummariseMeanwhile />,
)

export interface FilterToolsProps {
  readonly of: FilterViewProps
  readonly shown: ShownRecords
  readonly grid: RecordsGrid
  readonly exporting: RefObject<ExportHandle | null>
  /** Where a summary, which loads later, puts its export. */
  readonly summaryExport: Ref<HTMLElement>
  /** Closes them, where they are open as a sheet; null where they aren't. */
  readonly onClose: (() => void) | null
}

/**
 * The buttons above records or their summary: how to see them, and how to take them away. Each has its place from the first
 * paint, in the same order whatever is shown, and what a summary lacks is missing at the beginning only.
 */
export function FilterTools({ of, shown, grid, exporting, summaryExport, onClose }: FilterToolsProps) {
  const { instance, client, view, tableId, title, fields: known } = of
  const { plan, planning, records } = shown
  const { beside } = grid
  const isAnswered = useAfterFirstAnswer()
  const isPhone = useMediaQuery('(width < 640px)')
  const isSummarised = view.summary !== ''
  const hasRows = records.fields.length > 0
  const hasFaces = hasRows || isSummarised || shown.failure !== null || planning.route === null
  const faces =
    tableId === null || !hasFaces
      ? null
      : { instance, client, view, tableId, title, records, tableFields: known, route: planning.onServer }
  const mayWrite = (shown.hasToken || instance.origin === 'embedded') && !isSummarised
  return (
    <>
      {onClose !== null && <MoreHead onClose={onClose} />}
      <LaterViewAsSql of={faces} />
      {mayWrite && !isAnswered && addMeanwhile}
      {mayWrite && isAnswered && tableId !== null && hasRows && (
        <AddRecord
          {...{ instance, client }}
          resource={tableId}
          onAdd={() => beside.showRecord('new')}
          onFile={of.onAddRecords}
        />
      )}
      <span className={frame.spacer} />
      <ToolGroup label={resultWords.see}>
        {!isSummarised && (
          <>
            {!isPhone && (
              <ColumnsButton
                view={view}
                fields={grid.chosen === null ? grid.fields : known}
                isOpen={beside.kind === 'columns'}
                givesWay={mayWrite}
                onToggle={() => beside.showColumns(beside.kind !== 'columns')}
              />
            )}
            {isAnswered ? (
              <Distributions {...grid.ofFigures} {...beside} grid={grid.keptSpot.ref} onDetails={grid.setDetails} />
            ) : (
              profileMeanwhile
            )}
          </>
        )}
        {isAnswered ? <SummariseButton {...grid.ofTable} columnOf={grid.columnOf} /> : <SummariseMeanwhile />}
      </ToolGroup>
      <ToolGroup label={resultWords.take}>
        <LaterCopyQueryAs of={faces} />
        {isSummarised ? (
          <ExportPlace ref={summaryExport} />
        ) : (
          <LaterExportButton
            ref={exporting}
            fileOptions={settings.fileOptions}
            title={title}
            source={
              plan === null || !hasRows || records.stale
                ? null
                : exportOf(records, {
                    plan,
                    columns: grid.shown,
                    asked: shown.asked,
                    isUnsorted: grid.mayNotSort && view.sort.length > 0,
                  })
            }
          />
        )}
        {of.share}
      </ToolGroup>
      {of.copyHere}
    </>
  )
}

/** As large as the buttons whose places it keeps. */
function SummariseMeanwhile() {
  const isPhone = useMediaQuery('(width < 640px)')
  return (
    <>
      {!isPhone && (
        <Button variant="ghost" icon={ChartColumn} collapses={3} disabled>
          {toolWords.chart}
        </Button>
      )}
      <Button variant="ghost" icon={Sigma} collapses={3} disabled>
        {toolWords.summarise}
      </Button>
    </>
  )
}

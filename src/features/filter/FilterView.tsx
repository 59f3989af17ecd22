import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { Boundary } from '../../ui/Boundary.tsx'
import { useAfterFirstAnswer } from '../../ui/browser/useAfterFirstAnswer.ts'
import { laterComponent, optionalComponent } from '../../ui/later.tsx'
import { LaterQueryFaces } from '../copyAs/LaterQueryFaces.tsx'
import type { ExportHandle } from '../export/ExportButton.tsx'
import { SheetView } from '../result/SheetView.tsx'
import styles from '../result/SheetView.module.css'
import { useShortcuts } from '../shortcuts/useShortcuts.ts'
import { takeWantedFilters } from '../../workspace/wantedFilter.ts'
import { BesideGrid } from './beside/BesideGrid.tsx'
import { FilterBar, type FilterBarHandle } from './FilterBar.tsx'
import type { FilterViewProps } from './filterViewProps.ts'
import { knownCount } from './knownCount.ts'
import { RecordsBody } from './records/RecordsBody.tsx'
import { RecordsStatus } from './records/RecordsStatus.tsx'
import { RecordTools } from './records/RecordTools.tsx'
import { useRecordsGrid } from './records/useRecordsGrid.ts'
import { useShownRecords } from './records/useShownRecords.ts'

const SummarisedView = laterComponent(() =>
  import('./summarised/SummarisedView.tsx').then((module) => module.SummarisedView),
)
const SummariseButton = optionalComponent(() =>
  import('./summarised/SummariseButton.tsx').then((module) => module.SummariseButton),
)
const AboveHolder = optionalComponent(() => import('./AboveHolder.tsx').then((module) => module.AboveHolder))

/** A table seen through the filter form: the result follows the form, and the form follows the URL. */
export function FilterView(props: FilterViewProps) {
  const { instance, client, view, resource, tableId, title, fields: known, tables, tablesError, tools } = props
  const bar = useRef<FilterBarHandle>(null)
  const exporting = useRef<ExportHandle>(null)
  const isAnswered = useAfterFirstAnswer()
  const [size, setSize] = useState<{ readonly rows: number; readonly columns: number | null } | null>(null)
  const shown = useShownRecords(props)
  const { planning, records, plan, named, asked, again } = shown
  const grid = useRecordsGrid(props, shown, (column) => bar.current?.addFilter(column))
  const { place, beside, fields } = grid
  const addFilter = useEffectEvent((field: string) => bar.current?.addFilter(field))
  useEffect(() => takeWantedFilters((field) => addFilter(field)), [])
  const isSummarised = view.summary !== ''
  useShortcuts({
    searchRecords: () => bar.current?.focusSearch(),
    addFilter: () => bar.current?.addFilter(place.get().cell?.column ?? null),
    ...(isSummarised
      ? {}
      : {
          goToRow: () => grid.keptSpot.ref.current?.openGoTo(),
          exportRecords: () => exporting.current?.start(),
          ...grid.menus.shortcuts,
          runQuery: again,
          // Here, as the key may be pressed before that which fills the headers has loaded.
          columnProfile: fields.length > 0 ? beside.profile : undefined,
          stopWaiting: shown.waiting?.stop,
        }),
  })
  const ofTable = { instance, client, title, view, fields: known, tables, tablesError, resource }
  const ofResult = { ...ofTable, plan, asked, planning, records }
  const isHere = records.status === 'ready' && !records.stale && plan !== null
  const hasFaces = records.fields.length > 0 || isSummarised || shown.failure !== null || planning.route === null
  return (
    <SheetView
      tools={
        <>
          {tableId !== null && hasFaces && (
            <LaterQueryFaces
              {...{ instance, client, view, tableId, title, records }}
              tableFields={known}
              route={planning.onServer}
            />
          )}
          <span className={styles.spacer} />
          {isAnswered && <SummariseButton {...grid.ofTable} columnOf={grid.columnOf} />}
          {isSummarised
            ? tools(size !== null, size?.rows ?? null, size?.columns ?? 0)
            : tools(isHere, isHere ? knownCount(records, view.limit) : null)}
          {!isSummarised && <RecordTools of={props} shown={shown} grid={grid} exporting={exporting} />}
        </>
      }
      question={
        <Boundary of={named}>
          <FilterBar
            key={JSON.stringify([instance.id, resource])}
            ref={bar}
            instanceId={instance.id}
            client={planning.client}
            resource={planning.resource}
            view={view}
            fields={fields}
            mayNotSort={grid.mayNotSort}
            missingSort={shown.missingSort}
            planning={planning}
            matching={records.stale || isSummarised ? null : records.total}
            refused={shown.refused?.id ?? null}
          />
        </Boundary>
      }
      side={
        isSummarised
          ? null
          : {
              kind: beside.kind,
              panel: (
                <>
                  <Boundary of={`${named} ${beside.kind}`}>
                    <BesideGrid
                      beside={beside}
                      of={grid.ofRows}
                      figures={grid.ofFigures}
                      view={view}
                      title={title}
                      onSaved={again}
                    />
                  </Boundary>
                  {grid.menus.menus}
                </>
              ),
            }
      }
      status={
        !isSummarised && (
          <Boundary of={named}>
            <RecordsStatus shown={shown} place={place} limit={view.limit} instance={instance.title} />
          </Boundary>
        )
      }
    >
      {isAnswered && <AboveHolder />}
      {isSummarised ? (
        <Boundary of={`${named} ${view.summary}`}>
          <SummarisedView of={ofResult} onSize={setSize} />
        </Boundary>
      ) : (
        <RecordsBody of={ofResult} shown={shown} grid={grid} />
      )}
    </SheetView>
  )
}

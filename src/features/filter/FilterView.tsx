import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { Boundary } from '../../ui/Boundary.tsx'
import { useAfterFirstAnswer } from '../../ui/browser/useAfterFirstAnswer.ts'
import { laterComponent, optionalComponent } from '../../ui/later.tsx'
import type { ExportHandle } from '../export/ExportButton.tsx'
import { ToolsPlace } from '../result/sheetPlaces.ts'
import { SheetView } from '../result/SheetView.tsx'
import { useShortcuts } from '../shortcuts/useShortcuts.ts'
import { encodeView } from '../../workspace/view.ts'
import { useMediaQuery } from '../../ui/browser/useMediaQuery.ts'
import { BarPlaced } from '../result/BarPlaced.tsx'
import { takeWantedFilters } from '../../workspace/wantedFilter.ts'
import { phoneWords } from '../../words/en/filter/phone.ts'
import { BesideGrid } from './beside/BesideGrid.tsx'
import { FilterBar, type FilterBarHandle } from './FilterBar.tsx'
import { FilterTools } from './FilterTools.tsx'
import type { FilterViewProps } from './filterViewProps.ts'
import { knownCount } from './knownCount.ts'
import { RecordsBody } from './records/RecordsBody.tsx'
import { RecordsStatus } from './records/RecordsStatus.tsx'
import { useRecordsGrid } from './records/useRecordsGrid.ts'
import { useShownRecords } from './records/useShownRecords.ts'

const SummarisedView = laterComponent(() =>
  import('./summarised/SummarisedView.tsx').then((module) => module.SummarisedView),
)
const SentenceNotes = laterComponent(() => import('./notes/SentenceNotes.tsx').then((module) => module.SentenceNotes))
const PhoneBar = laterComponent(() => import('./phone/PhoneBar.tsx').then((module) => module.PhoneBar))
const AboveHolder = optionalComponent(() => import('./AboveHolder.tsx').then((module) => module.AboveHolder))

/** A table seen through the filter form: the result follows the form, and the form follows the URL. */
export function FilterView(props: FilterViewProps) {
  const { instance, client, view, resource, title, fields: known, tables, tablesError, keep } = props
  const bar = useRef<FilterBarHandle>(null)
  const exporting = useRef<ExportHandle>(null)
  const [summaryExport, setSummaryExport] = useState<HTMLElement | null>(null)
  const isAnswered = useAfterFirstAnswer()
  const [size, setSize] = useState<{ readonly rows: number; readonly columns: number | null } | null>(null)
  const shown = useShownRecords(props)
  const { planning, records, plan, named, asked, again } = shown
  const grid = useRecordsGrid(props, shown, (column) => bar.current?.addFilter(column))
  const { place, beside, fields } = grid
  const addFilter = useEffectEvent((field: string) => bar.current?.addFilter(field))
  useEffect(() => takeWantedFilters((field) => addFilter(field)), [])
  const isSummarised = view.summary !== ''
  const isPhone = useMediaQuery('(width < 640px)')
  // On a phone all else is a sheet, until something else is shown.
  const [moreOf, setMoreOf] = useState<string | null>(null)
  const shownNow = `${encodeView(view)} ${beside.kind}`
  const isMore = isPhone && moreOf === shownNow
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
  return (
    <SheetView
      toolsSheet={isMore ? phoneWords.more : null}
      tools={
        <FilterTools
          of={props}
          shown={shown}
          grid={grid}
          exporting={exporting}
          summaryExport={setSummaryExport}
          onClose={isMore ? () => setMoreOf(null) : null}
        />
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
            planning={planning}
            matching={records.stale || isSummarised ? null : records.total}
            refused={shown.refused?.id ?? null}
            keep={
              isSummarised
                ? keep(size !== null, size?.rows ?? null, size?.columns ?? 0)
                : keep(isHere, isHere ? knownCount(records, view.limit) : null)
            }
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
            <RecordsStatus {...{ shown, place, view }} fields={fields} instance={instance.title} />
          </Boundary>
        )
      }
    >
      {isAnswered && <AboveHolder />}
      {isPhone && (
        <BarPlaced>
          <PhoneBar
            of={grid.ofTable}
            beside={beside}
            isMore={isMore}
            onMore={(isOpen) => setMoreOf(isOpen ? shownNow : null)}
            onFilter={() => bar.current?.openSheet()}
          />
        </BarPlaced>
      )}
      {isSummarised ? (
        <Boundary of={`${named} ${view.summary}`}>
          <ToolsPlace value={summaryExport}>
            <SummarisedView of={ofResult} onSize={setSize} />
          </ToolsPlace>
        </Boundary>
      ) : (
        <RecordsBody of={ofResult} shown={shown} grid={grid} />
      )}
      {(view.search !== '' || shown.missingSort.length > 0 || grid.mayNotSort) && (
        <SentenceNotes
          client={planning.client}
          view={view}
          missingSort={shown.missingSort}
          mayNotSort={grid.mayNotSort}
          onCopy={planning.asked !== null}
        />
      )}
    </SheetView>
  )
}

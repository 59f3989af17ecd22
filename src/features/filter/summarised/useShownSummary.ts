import { useEffect, useMemo, useState, useSyncExternalStore } from 'react'
import type { JsonText } from '../../../protocol/jsonText.ts'
import type { Grouping, Summary } from '../../../summary/summary.ts'
import { showToast } from '../../../ui/Toast.tsx'
import { summariseWords } from '../../../words/en/summarise.ts'
import { queryOf } from '../../../workspace/edits/viewEdits.ts'
import { navigate, type View } from '../../../workspace/view.ts'
import { explainFailure } from '../../result/failure.ts'
import { gridColumns } from '../../result/gridColumns.ts'
import { createGridPlace } from '../../result/gridPlace.ts'
import { isOffline } from '../../result/isOffline.ts'
import { useRun } from '../../result/useRun.ts'
import { useSearchRun } from '../../result/useSearchRun.ts'
import { cellOfGroup, keysOfCell } from '../../summarise/cellOfGroup.ts'
import { recordsOfCell } from '../../summarise/groupRecords.ts'
import { withinGroups } from '../../summarise/rangeRecords.ts'
import { summaryTable, type SummaryTable } from '../../summarise/summaryTable.ts'
import { useSummary } from '../../summarise/useSummary.ts'
import type { InPlaceOfRows } from '../empty/inPlaceOfRows.tsx'

export interface ShownSummaryOf {
  readonly of: Omit<InPlaceOfRows, 'alert'>
  /** Called with the size of the result when it is shown, and null while it isn't. */
  readonly onSize: (size: SummaryTable['size'] | null) => void
}

/** The summary of the records that a view asks for: its table, how that is going, and what can be asked of a group. */
export function useShownSummary({ of, onSize }: ShownSummaryOf, summary: Summary) {
  const { instance, view, asked, planning, fields } = of
  const [place] = useState(createGridPlace)
  const query = useMemo(
    () => (planning.plan === null ? null : queryOf(unlimited(view), planning.plan.query.resource)),
    [planning.plan, view],
  )
  const shown = useSummary({ instanceId: instance.id, client: planning.client, query, fields, summary })
  const { answered } = shown
  const search = useSearchRun(shown, shown.key, shown.cancel)
  const { waiting, stoppedAfter } = useRun(search.run)
  const table = useMemo(
    () => (answered === null ? null : summaryTable(answered.summary, answered.answer, fields ?? [])),
    [answered, fields],
  )
  const isHere = shown.status === 'ready' && table !== null
  const size = isHere ? table.size : null
  useEffect(() => onSize(size), [onSize, size])
  const failure = shown.error === null || isOffline(shown.error) ? null : explainFailure(shown.error, asked)
  const result = table === null || answered === null ? null : { table, ...answered }
  return {
    ...shown,
    ...useGroups(of, summary, result, place),
    place,
    query,
    /** The table with the answer that it shows; null while there is none. */
    result,
    /** The answer is to this question. */
    isHere,
    again: search.again,
    waiting,
    stoppedAfter,
    failure,
  }
}

export type ShownSummary = ReturnType<typeof useShownSummary>

interface Result {
  readonly table: SummaryTable
  readonly summary: Summary
}

/** What can be asked of the groups: the records in them, a range of them; and which are looked at in the table. */
function useGroups(
  { view, planning, fields: known }: ShownSummaryOf['of'],
  summary: Summary,
  result: Result | null,
  place: ReturnType<typeof createGridPlace>,
) {
  const fields = known ?? []
  const cell = useSyncExternalStore(place.subscribe, () => place.get().cell)
  const table = result?.table ?? null
  const chosen = useMemo(() => {
    if (table === null || cell === null) return null
    const column = gridColumns(table.fields).findIndex(({ id }) => id === cell.column)
    return keysOfCell(table, cell.row, column)
  }, [table, cell])
  const showRecords = (row: number, column: number) => {
    if (result === null) return
    const records = recordsOfCell({ ...result, view, fields, canAsk: planning.canAsk }, row, column)
    if ('view' in records) navigate(records.view)
    else showToast(records.refusal)
  }
  return {
    /** The first keys of the groups that one looks at. */
    chosen,
    showRecords,
    showGroup: (keys: readonly JsonText[] | null) => {
      if (table !== null) showRecords(...cellOfGroup(table, summary, keys))
    },
    filterByRange: (grouping: Grouping, keys: readonly JsonText[]) => {
      const next = withinGroups(view, grouping, keys, fields)
      if (next === null) showToast(summariseWords.cantAsk)
      else navigate(next)
    },
  }
}

/** The same records in whatever order, and all of them: limit, sort and columns are about how records are shown. */
export function unlimited(view: View): View {
  const { distinct: _, ...rest } = view
  return { ...rest, sort: [], limit: null, columns: null }
}

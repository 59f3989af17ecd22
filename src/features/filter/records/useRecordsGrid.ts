import { useState } from 'react'
import { useProfile } from '../../../instances/profile/useProfile.ts'
import { chosenColumns } from '../../../query/columns.ts'
import { showToast } from '../../../ui/Toast.tsx'
import { columnsWords } from '../../../words/en/columns/columns.ts'
import { useFormattedColumns } from '../../columns/useFormattedColumns.ts'
import { useArrangement } from '../../columns/useShownLayout.ts'
import { createGridPlace } from '../../result/gridPlace.ts'
import { useKeptSpot } from '../../result/useKeptSpot.ts'
import { useBeside } from '../beside/useBeside.ts'
import type { FilterViewProps } from '../filterViewProps.ts'
import { useGridMenus } from '../menu/useGridMenus.tsx'
import { useHeaderDetails } from '../useHeaderDetails.ts'
import type { ShownRecords } from './useShownRecords.ts'

/** What the grid of the records has: columns, where one is in it, what is open beside it, its menus. */
export function useRecordsGrid(
  { instance, client, view, tableId, fields: known, openRecord }: FilterViewProps,
  { planning, plan, named, asked, records }: ShownRecords,
  onFilter: (column: string) => void,
) {
  const [place] = useState(createGridPlace)
  const keptSpot = useKeptSpot(named, tableId)
  const chosen = chosenColumns(view)
  const { layout, arrange, shown } = useArrangement({ instanceId: instance.id, tableId, view }, records.fields)
  const columns = useFormattedColumns(records.fields, layout.formats)
  const fields = chosen === null && view.summary === '' ? records.fields : (known ?? records.fields)
  const mayNotSort = useProfile(client, ({ refuses }) => refuses.has('sort'))
  const ofFigures = { instance, client: planning.client, canAsk: planning.canAsk, fields, records, asked }
  const ofRows = { instance, client, plan, named, tableId, asked, fields, records, openRecord, layout, arrange }
  const columnOf = () => keptSpot.ref.current?.focused()?.column ?? null
  const beside = useBeside(ofRows, columnOf)
  const [details, setDetails] = useHeaderDetails(tableId)
  const onOpenRecord = view.distinct === true ? () => showToast(columnsWords.alikeStay) : beside.showRecord
  const ofTable = { instanceId: instance.id, resource: planning.resource, view, fields }
  const menus = useGridMenus({
    ...ofTable,
    grid: keptSpot.ref,
    canAsk: planning.canAsk,
    records,
    mayNotSort,
    layout,
    arrange,
    onFilter,
    onOpenRecord,
    onProfile: beside.showProfile,
  })
  return {
    place,
    keptSpot,
    columns,
    chosen,
    /** The fields that are shown, in their order. */
    shown,
    layout,
    arrange,
    /** The table's where they are known, else those of the rows. */
    fields,
    mayNotSort,
    ofFigures,
    ofRows,
    ofTable,
    columnOf,
    beside,
    details,
    setDetails,
    onOpenRecord,
    menus,
  }
}

export type RecordsGrid = ReturnType<typeof useRecordsGrid>

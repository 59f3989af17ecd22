import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { rowCountKey } from '../../../results/queries.ts'
import { laterComponent } from '../../../ui/later.tsx'
import type { ChosenRecord } from '../../record/compare/comparedRecords.ts'
import { recordHref } from '../../record/recordHref.ts'
import type { View } from '../../../workspace/view.ts'
import type { FiguresUnder } from '../../distributions/useFiguresSource.ts'
import type { Beside, BesideOf } from './useBeside.ts'

const ColumnsBeside = laterComponent(() => import('./ColumnsBeside.tsx').then((module) => module.ColumnsBeside))
const ColumnProfile = laterComponent(() =>
  import('../../distributions/profile/ColumnProfilePanel.tsx').then((module) => module.ColumnProfilePanel),
)
const RecordPanel = laterComponent(() => import('../../record/RecordPanel.tsx').then((module) => module.RecordPanel))

export interface BesideGridProps {
  readonly beside: Beside
  readonly of: BesideOf
  readonly figures: FiguresUnder
  readonly view: View
  readonly title: string
  readonly onSaved: () => void
}

/** The panel beside the grid, if one is open. */
export function BesideGrid({
  beside: { kind, record, row, ...beside },
  of,
  figures,
  view,
  title,
  onSaved,
}: BesideGridProps) {
  const cache = useQueryClient()
  const [find, setFind] = useState('')
  // Of one result: in another, the same places are other records.
  const [chosen, setChosen] = useState<{ readonly of: string; readonly records: readonly ChosenRecord[] }>(NONE_CHOSEN)
  const { fields, records, openRecord } = of
  if (kind === 'columns') {
    return (
      <ColumnsBeside of={of} figures={figures} view={view} title={title} onClose={() => beside.showColumns(false)} />
    )
  }
  if (beside.profiled !== null) {
    return (
      <ColumnProfile
        {...figures}
        {...beside}
        tableId={of.tableId}
        profiled={beside.profiled}
        view={view}
        title={title}
      />
    )
  }
  return (
    record !== null && (
      <RecordPanel
        key={`${record.query} ${record.row}`}
        instance={record.instance}
        client={record.client}
        asked={record.asked}
        resource={record.resource}
        fields={row?.fields ?? fields}
        place={record.row}
        row={row?.row}
        rowCount={records.rowCount}
        isCounted={records.rowCountIsKnown}
        find={find}
        onFind={setFind}
        chosen={chosen.of === record.query ? chosen.records : []}
        onChosen={(next) => setChosen({ of: record.query, records: next })}
        linkTo={(id) => recordHref(view, record.resource, id)}
        onPlace={beside.showRecord}
        edited={record.edited}
        drafts={record.drafts}
        onEdit={openRecord.edit}
        onSaved={() => {
          // The cached answers no longer match the table.
          void cache.invalidateQueries({ queryKey: [record.instance.id], refetchType: 'none' })
          // The list of tables no longer shows how many there were.
          void cache.resetQueries({ queryKey: rowCountKey(record.instance.id, record.resource) })
          onSaved()
        }}
      />
    )
  )
}

const NONE_CHOSEN = { of: '', records: [] }

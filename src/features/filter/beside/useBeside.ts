import { useState } from 'react'
import type { ActionClient } from '../../../instances/client/actionClient.ts'
import type { Instance } from '../../../instances/instance.ts'
import type { Field } from '../../../protocol/field.ts'
import type { Plan } from '../../../results/plan/plan.ts'
import type { Records } from '../../../results/useRecords.ts'
import { useWholeRow } from '../../../results/useWholeRow.ts'
import type { ColumnLayout } from '../../../rows/columnLayout.ts'
import type { LayoutEdit } from '../../../rows/layoutEdits.ts'
import { showToast } from '../../../ui/Toast.tsx'
import { filterWords } from '../../../words/en/filter/filter.ts'
import type { OpenRecord, OpenRecordStore } from '../../record/useOpenRecord.ts'
import type { Asked } from '../../result/failure.ts'

/** Whose rows something may be opened beside. */
export interface BesideOf {
  readonly instance: Instance
  /** The instance's own: records are changed there, even if a copy is asked. */
  readonly client: ActionClient
  /** How the rows were asked for. */
  readonly plan: Plan | null
  /** The query's name, the same after a reload. */
  readonly named: string
  readonly tableId: string | null
  readonly asked: Asked
  readonly fields: readonly Field[]
  readonly records: Records
  readonly openRecord: OpenRecordStore
  /** How the columns are laid out, and what changes that. */
  readonly layout: ColumnLayout
  readonly arrange: (edit: LayoutEdit) => void
}

/** What is open beside the grid: a record, the choice of columns, or the profile of one. */
export interface Beside {
  readonly kind: 'record' | 'columns' | 'profile' | null
  readonly record: OpenRecord | null
  /** The row of these records whose record is open; null if none is. */
  readonly openRow: number | null
  readonly row: ReturnType<typeof useWholeRow>
  /** Opens a record by its place, or a new one; null closes it. */
  readonly showRecord: (row: number | 'new' | null) => void
  readonly showColumns: (isShown: boolean) => void
  /** The column whose profile is open. */
  readonly profiled: string | null
  readonly showProfile: (column: string | null) => void
  /** Opens that of the column that one is in, else of the first one. */
  readonly profile: () => void
}

/** Keeps one of them open at a time, and a record with unsaved changes until they are saved or dropped. */
export function useBeside(of: BesideOf, focused: () => string | null): Beside {
  const { instance, client, plan, named, tableId, asked, fields, records, openRecord } = of
  /** The profiled column; true: columns are chosen. */
  const [shown, setShown] = useState<string | boolean>(false)
  const { opened, isTyped } = openRecord
  // Typed values stay, even when another query or table is shown.
  const isOfRows = opened !== null && opened.query === named && opened.client.identity === client.identity
  const record = isTyped || (isOfRows && records.fields.length > 0) ? opened : null
  const shownRow = record === null || record.row === 'new' || !isOfRows ? null : record.row
  const row = useWholeRow({ instanceId: instance.id, plan, rows: records.rows }, shownRow)
  const mayLeave = record === null || !isTyped
  const show = (next: string | boolean) => {
    if (!mayLeave) return showToast(filterWords.recordIsEdited)
    openRecord.open(null)
    return setShown(next)
  }
  const isOpen = record === null && fields.length > 0
  const profiled = isOpen && typeof shown === 'string' ? shown : null
  return {
    kind: record !== null ? 'record' : profiled !== null ? 'profile' : isOpen && shown === true ? 'columns' : null,
    profiled,
    record,
    openRow: shownRow,
    row,
    showColumns: show,
    showProfile: (column) => show(column ?? false),
    profile: () => show(focused() ?? (records.fields.find(({ id }) => id !== '_id') ?? fields[0])?.id ?? false),
    showRecord: (place) => {
      if (place === null || tableId === null) return openRecord.open(null)
      setShown(false)
      if (!mayLeave) return showToast(filterWords.recordIsEdited)
      const edited = place === 'new' ? { row: [], fields } : null
      return openRecord.open({ query: named, row: place, instance, client, asked, resource: tableId, edited })
    },
  }
}

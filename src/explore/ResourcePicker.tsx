import type { UseQueryResult } from '@tanstack/react-query'
import { ArrowRight, RotateCw, Table2 } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Table } from '../client/tables.ts'
import { Icon } from '../ui/Icon.tsx'
import { Picker, type PickerOption } from '../ui/Picker.tsx'
import { explainFailure } from './failure.ts'
import { findTable, tableIdIn, tableKeywords, tableTitle } from './tableNames.ts'

export interface ResourcePickerProps {
  readonly instance: string
  readonly hasToken: boolean
  readonly tables: UseQueryResult<readonly Table[]>
  /** false where the server has no list of tables. */
  readonly isListed: boolean
  readonly resource: string | null
  readonly onResource: (id: string) => void
  /** How many records a table has, for the end of its line. */
  readonly rowCount: (table: Table, isCurrent: boolean) => ReactNode
  readonly look?: 'bar' | 'field'
}

/** The tables of the instance, found by title, alias or id; a pasted id opens where there is no list, too. */
export function ResourcePicker(props: ResourcePickerProps) {
  const { instance, hasToken, tables, isListed, resource, onResource, rowCount, look } = props
  const { data, error } = tables
  const current = resource === null ? null : (findTable(data, resource)?.id ?? resource)
  const failure = error && explainFailure(error, { instance, table: null, hasToken })
  return (
    <Picker
      label="Resource"
      look={look}
      placeholder={tables.isPending ? 'Loading tables' : 'Choose a table'}
      icon={<Icon icon={Table2} />}
      value={resource === null || current === null ? null : { id: current, title: tableTitle(data, resource) }}
      options={(data ?? []).map((table) => ({
        id: table.id,
        title: table.title,
        detail: table.dataset || undefined,
        hint: table.description || undefined,
        keywords: tableKeywords(table),
        icon: <Icon icon={Table2} />,
        aside: rowCount(table, table.id === current),
      }))}
      onPick={onResource}
      fromText={(text) => openById(text, data, tables.isError || !isListed)}
      note={
        failure
          ? `The list of tables did not come. ${failure.what} The id of a table can be pasted here.`
          : tables.isPending
            ? 'Loading the tables. The id of one can be pasted here.'
            : isListed
              ? undefined
              : 'This server has no list of tables. Enter the id of one.'
      }
      actions={failure ? [{ id: 'retry', title: 'Try again', icon: <Icon icon={RotateCw} /> }] : undefined}
      onAction={() => void tables.refetch()}
    />
  )
}

/** An option for an id that the list does not hold, or, where no list is to be had, for any name. */
function openById(text: string, tables: readonly Table[] | undefined, noList: boolean): PickerOption | null {
  const id = tableIdIn(text) ?? (noList && /^\S+$/.test(text.trim()) ? text.trim() : null)
  if (id === null || findTable(tables, id)) return null
  return { id, title: `Open ${id}`, icon: <Icon icon={ArrowRight} /> }
}

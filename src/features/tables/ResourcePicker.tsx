import type { UseQueryResult } from '@tanstack/react-query'
import { ArrowRight, RotateCw, Table2 } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import type { Table } from '../../instances/catalogue/table.ts'
import { Icon } from '../../ui/Icon.tsx'
import { Picker } from '../../ui/picker/Picker.tsx'
import type { PickerOption } from '../../ui/picker/pickerProps.ts'
import { isMissingPage } from '../../instances/catalogue/tables.ts'
import { optionalComponent } from '../../ui/later.tsx'
import { tablesWords } from '../../words/en/tables/tables.ts'
import { explainFailure } from '../result/failure.ts'
import { shownTables, type Found, type PortalChoice } from './shownTables.ts'
import { findTable, tableIdIn, tableKeywords, tableTitle } from './tableNames.ts'

const PortalNote = optionalComponent(() => import('./portal/PortalNote.tsx').then((module) => module.PortalNote))

export interface ResourcePickerProps {
  readonly instance: string
  readonly hasToken: boolean
  readonly tables: UseQueryResult<readonly Table[]>
  /** false if the server has no list of tables. */
  readonly isListed: boolean
  readonly resource: string | null
  readonly onResource: (id: string) => void
  /** How many records a table has, shown at the end of its line. */
  readonly rowCount: (table: Table, isCurrent: boolean) => ReactNode
  readonly portal: PortalChoice | null
  readonly look?: 'bar' | 'field'
}

/**
 * The tables of the instance, found by title, alias or id, and at a large portal by the portal's own search; a pasted id
 * opens even if there is no list.
 */
export function ResourcePicker(props: ResourcePickerProps) {
  const { instance, hasToken, tables, isListed, resource, onResource, rowCount, portal, look } = props
  const { data } = tables
  const [typed, setTyped] = useState('')
  const [found, setFound] = useState<Found | null>(null)
  const noList = !isListed || isMissingPage(tables.error)
  const error = noList ? null : tables.error
  const current = resource === null ? null : (findTable(data, resource)?.id ?? resource)
  const failure = error && explainFailure(error, { instance, table: null, hasToken })
  return (
    <Picker
      label={tablesWords.resource}
      look={look}
      placeholder={tables.isPending ? tablesWords.loading : tablesWords.choose}
      icon={<Icon icon={Table2} />}
      value={resource === null || current === null ? null : { id: current, title: tableTitle(data, resource) }}
      options={shownTables(data ?? [], portal ? typed : '', portal && found, current).map((table) => ({
        id: table.id,
        title: table.title,
        detail: table.dataset || undefined,
        hint: table.description || undefined,
        // What a portal found for these words need not hold them.
        keywords: `${tableKeywords(table)} ${portal ? typed : ''}`,
        icon: <Icon icon={Table2} />,
        aside: rowCount(table, table.id === current),
      }))}
      onPick={onResource}
      onTyped={setTyped}
      fromText={(text) => openById(text, data, tables.isError || !isListed)}
      note={
        failure
          ? tablesWords.pasteInstead(failure.what)
          : noList
            ? tablesWords.pasteWithoutList
            : tables.isPending
              ? tablesWords.pasteWhileLoading
              : portal && <PortalNote {...portal} text={typed} browses={false} onFound={setFound} />
      }
      isSearching={portal !== null}
      actions={failure ? [{ id: 'retry', title: tablesWords.tryAgain, icon: <Icon icon={RotateCw} /> }] : undefined}
      onAction={() => void tables.refetch()}
    />
  )
}

/** An option for an id that is not in the list or, if there is no list, for any name. */
function openById(text: string, tables: readonly Table[] | undefined, noList: boolean): PickerOption | null {
  const id = tableIdIn(text) ?? (noList && /^\S+$/.test(text.trim()) ? text.trim() : null)
  if (id === null || findTable(tables, id)) return null
  return { id, title: tablesWords.open(id), icon: <Icon icon={ArrowRight} /> }
}

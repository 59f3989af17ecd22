import { useQuery } from '@tanstack/react-query'
import { useEffect, useLayoutEffect, useState } from 'react'
import { tableId, tableTitle } from '../../features/tables/tableNames.ts'
import { useTableFields } from '../../features/tables/useTableFields.ts'
import { useTables } from '../../features/tables/useTables.ts'
import type { ActionClient } from '../../instances/client/actionClient.ts'
import type { Instance } from '../../instances/instance.ts'
import { isUndecided } from '../../query/datedQuery.ts'
import { tablesQuery } from '../../results/queries.ts'
import { isolated } from '../../words/isolated.ts'
import { linkOfSheet, sheets } from '../../workspace/sheets/sheets.ts'
import { shownTable } from '../../workspace/shownTable.ts'
import { nameUsualTable, type View } from '../../workspace/view.ts'

/** The table that a screen shows, its fields, and the list it is of; its sheet and the browser's tab are named after it. */
export function useScreenTable(instance: Instance, client: ActionClient, view: View) {
  // The catalogue may put the tables in another order, which must not change the one that is shown.
  const listed = useQuery(tablesQuery(instance.id, client))
  const tables = useTables(instance.id, client)
  // A table that is made meanwhile may come before it in the list.
  const [usual, setUsual] = useState<string | null>(null)
  const resource = shownTable(view, instance, listed.data, usual)
  if (view.resource === null && usual !== resource) setUsual(resource)
  const asksFields = view.mode === 'sql' || Boolean(view.columns ?? view.summary) || isUndecided(view, null)
  const fields = useTableFields(instance.id, client, resource, asksFields)
  const table = resource === null ? null : tableTitle(tables.data, resource)

  useEffect(() => nameUsualTable(resource), [resource])

  const noted = tables.isSuccess ? table : null
  useLayoutEffect(
    () => sheets.note({ instanceId: instance.id, link: linkOfSheet(view), table: noted }),
    [instance.id, view, noted],
  )

  const { title } = instance
  useEffect(() => {
    document.title = [table, title]
      .flatMap((name) => (name ? [isolated(name)] : []))
      .concat('Rowan')
      .join(' · ')
  }, [table, title])

  return {
    listed,
    tables,
    resource,
    fields,
    /** Its title; null if there is no table. */
    table,
    /** Its title, once the list of tables is here. */
    noted,
    /** Its id. */
    current: tableId(tables.data, resource),
  }
}

export type ScreenTable = ReturnType<typeof useScreenTable>

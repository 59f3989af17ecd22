import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { ActionClient } from '../../instances/client/actionClient.ts'
import { writtenQuery } from '../../query/datedQuery.ts'
import { sqlName } from '../../query/sqlText.ts'
import { readSummary } from '../../summary/summaryLink.ts'
import { queryOf } from '../../workspace/edits/viewEdits.ts'
import { linkOfView } from '../../workspace/keptQueries/keptQuery.ts'
import type { View } from '../../workspace/view.ts'
import { shownStatement } from './shownStatement.ts'
import { summaryStatement } from './summaryStatement.ts'
import { allFields, fieldsInDatabase } from './tableFields.ts'

export interface BegunOptions {
  readonly instanceId: string
  readonly client: ActionClient
  readonly view: View
  /** The id of the chosen table, its name in SQL; null if there is none or it is not known yet. */
  readonly tableId: string | null
}

/**
 * The statement that an empty editor begins with: that of what the form asks, else of the table as it is. Empty while it is
 * on its way.
 */
export function useBegunStatement({ instanceId, client, view, tableId }: BegunOptions): string {
  const cache = useQueryClient()
  const link = tableId === null || view.sql !== '' ? null : linkOfView({ ...view, mode: 'filter' }, tableId)
  const asked = useQuery({
    queryKey: [instanceId, 'begun statement', link],
    enabled: link !== null,
    queryFn: async () => {
      const resource = tableId ?? ''
      const fields = await allFields(cache, { instanceId, client, resource, known: null })
      const query = writtenQuery(queryOf(view, resource), fields)
      const summary = readSummary(view.summary)
      if (summary !== null) return summaryStatement(summary, query, fields).sql
      return shownStatement(query, await fieldsInDatabase(client, query, fields), null).statement
    },
  })
  if (tableId === null || (link !== null && asked.isPending)) return ''
  return asked.data ?? `SELECT *\nFROM ${sqlName(tableId)}\nLIMIT 100`
}

import { useQueryClient } from '@tanstack/react-query'
import type { ActionClient } from '../../instances/client/actionClient.ts'
import { useProfile } from '../../instances/profile/useProfile.ts'
import type { Instance } from '../../instances/instance.ts'
import type { Field } from '../../protocol/field.ts'
import { datedFor, writtenQuery } from '../../query/datedQuery.ts'
import type { Route } from '../../query/route.ts'
import type { Records } from '../../results/useRecords.ts'
import { readSummary } from '../../summary/summaryLink.ts'
import { showToast } from '../../ui/Toast.tsx'
import { appWords } from '../../words/en/app.ts'
import { copyAsWords } from '../../words/en/faces/copyAs.ts'
import { queryOf } from '../../workspace/edits/viewEdits.ts'
import { noteOwnStatement } from '../../workspace/ownStatements.ts'
import { navigate, type View } from '../../workspace/view.ts'
import { errorText } from '../result/failure.ts'
import type { Copied } from './faces.ts'
import { ROWS_OF_LONG, shownStatement } from './shownStatement.ts'
import { summaryStatement } from './summaryStatement.ts'
import { allFields, fieldsInDatabase } from './tableFields.ts'

export interface AskedByForm {
  readonly instance: Instance
  readonly client: ActionClient
  readonly view: View
  /** The id of the table, its name in SQL. */
  readonly tableId: string
  readonly title: string
  /** The route of the query on the server; null if there is none. */
  readonly route: Route | null
  /** The table's; null while unknown. */
  readonly tableFields: readonly Field[] | null
  /** What is shown of the query. */
  readonly records: Records
}

/** What the form's query is in other words: its statement, to go on with in SQL mode, and what it can be copied as. */
export function useQueryFaces({ instance, client, view, tableId, route, records, tableFields }: AskedByForm) {
  const cache = useQueryClient()
  const sql = useProfile(client, (profile) => profile.sql)
  const rangeFilters = useProfile(client, (profile) => profile.rangeFilters)
  const refusal = sql === 'off' || sql === 'refused' ? appWords.noSql[sql] : undefined
  const { fields, total } = records
  const known = view.columns === null && fields.length > 0 ? fields : null
  const shown = known ?? tableFields
  const query = datedFor(queryOf(view, tableId), shown, { sql, rangeFilters })
  const written = writtenQuery(queryOf(view, tableId), shown)
  const summary = readSummary(view.summary)
  const summed = summary === null || shown === null ? null : summaryStatement(summary, written, shown)
  const copied: Copied =
    summary === null
      ? { kind: 'query', query, written, route }
      : {
          kind: 'statement',
          sql: () => summed?.sql ?? '',
          columns: summed?.columns ?? [],
          isAsked: sql === 'on' && summed !== null,
        }
  const viewAsSql = async () => {
    try {
      const all = await allFields(cache, { instanceId: instance.id, client, resource: tableId, known: shown })
      if (summary !== null) {
        const made = summaryStatement(summary, writtenQuery(written, all), all)
        noteOwnStatement(instance.id, made.sql)
        navigate({ ...view, mode: 'sql', sql: made.sql, parameters: '' })
        return undefined
      }
      const { statement, isLimited } = shownStatement(
        writtenQuery(written, all),
        await fieldsInDatabase(client, written, all),
        total,
      )
      noteOwnStatement(instance.id, statement)
      navigate({ ...view, mode: 'sql', sql: statement, parameters: '' })
      if (isLimited) showToast(copyAsWords.viewLimited(ROWS_OF_LONG))
    } catch (error) {
      showToast(errorText(error))
    }
    return undefined
  }
  return {
    copied,
    /** All fields of the table, if they are at hand. */
    fields: shown,
    /** How many records match. */
    total,
    /** Why there is no SQL mode to go on in; undefined if there is one. */
    refusal,
    viewAsSql: () => (refusal === undefined ? void viewAsSql() : showToast(appWords.refused(refusal))),
  }
}

import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { ActionClient } from '../../instances/client/actionClient.ts'
import type { Instance } from '../../instances/instance.ts'
import { writtenQuery } from '../../query/datedQuery.ts'
import { queryOfSql } from '../../faces/fromSql/queryOfSql.ts'
import type { Field } from '../../protocol/field.ts'
import { showToast } from '../../ui/Toast.tsx'
import { readSummary } from '../../summary/summaryLink.ts'
import { navigate, type View } from '../../workspace/view.ts'
import { queryOf, withQuery } from '../../workspace/edits/viewEdits.ts'
import { errorText } from '../result/failure.ts'
import { misfitSentence } from './misfitSentence.ts'
import { prepareParser } from './prepareParser.ts'
import { isShownStatement } from './shownStatement.ts'
import { summaryStatement } from './summaryStatement.ts'
import { allFields, fieldsInDatabase } from './tableFields.ts'

export interface AskedByStatement {
  readonly instance: Instance
  readonly client: ActionClient
  readonly view: View
  /** The id of the chosen table; null if there is none or it is not known yet. */
  readonly tableId: string | null
  readonly title: string
  /** The statement as it is written now. */
  readonly sql: () => string
  /** The fields of its last answer. */
  readonly fields: readonly Field[]
}

/** The way back into the form, for a statement that fits it. */
export function useEditAsFilter({ instance, client, view, tableId, sql }: Omit<AskedByStatement, 'title' | 'fields'>) {
  const cache = useQueryClient()
  const [isReading, setIsReading] = useState(false)
  const fieldsOf = (resource: string) => allFields(cache, { instanceId: instance.id, client, resource, known: null })
  const edit = async () => {
    const statement = sql()
    setIsReading(true)
    try {
      // What the form has besides, such as filters that are off, is still there.
      if (tableId !== null) {
        const all = await fieldsOf(tableId)
        const query = writtenQuery(queryOf(view, tableId), all)
        const summary = readSummary(view.summary)
        const summed = summary === null ? null : summaryStatement(summary, query, all)
        if (summed?.sql === statement.trim()) return navigate({ ...view, mode: 'filter' })
        const kept = await fieldsInDatabase(client, query, all)
        if (isShownStatement(statement, query, kept))
          return navigate({ ...view, mode: 'filter', summary: '', chart: '' })
      }
      prepareParser()
      const found = await queryOfSql(statement, fieldsOf)
      if (!found.fits) return showToast(misfitSentence(found.misfit))
      const resource = found.query.resource === tableId ? view.resource : found.query.resource
      return navigate({ ...withQuery(view, found.query), resource })
    } catch (error) {
      return showToast(errorText(error))
    } finally {
      setIsReading(false)
    }
  }
  return { isReading, edit: () => void edit() }
}

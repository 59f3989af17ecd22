import { useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { SqlHelp } from '../../../editor/help/sqlHelp.ts'
import type { ActionClient } from '../../../instances/client/actionClient.ts'
import { rowCountKey } from '../../../results/queries.ts'
import { LONG_TEXT } from '../../../sql/longText.ts'
import { droppedNameForSql, isNameForSql, takeNamesForSql } from '../../tables/namesForSql.ts'
import { useTables } from '../../tables/useTables.ts'
import type { SqlSource } from '../sqlSource.ts'
import { explanationOf, type KnownFigures } from './explanation.ts'
import { knownNulls } from './knownNulls.ts'

/** What the editor says about names in its text; another object when there are other tables. No request is made for it but that of fields. */
export function useSqlHelp(source: SqlSource, instanceId: string, client: ActionClient): SqlHelp {
  const cache = useQueryClient()
  const { data: tables } = useTables(instanceId, client)
  return useMemo(() => {
    const recordsOf = (table: string) => {
      const known = cache.getQueryData([...rowCountKey(instanceId, table), client.identity])
      return typeof known === 'number' ? known : null
    }
    const nullsOf: KnownFigures['nullsOf'] = (field) => knownNulls(cache, instanceId, field)
    return {
      explain: async (text, offset) => {
        const told = await source.ask('meaning', { text, offset })
        if (!told) return null
        const { meaning, range } = told.answer
        return { ...range, said: meaning && explanationOf(meaning, { recordsOf, nullsOf }) }
      },
      call: async (text, cursor) =>
        text.length > LONG_TEXT ? null : ((await source.ask('call', { text, cursor }))?.answer ?? null),
      titles: async (text) => {
        if (!tables || text.length > LONG_TEXT) return []
        return (await source.ask('tables', { text }))?.answer.tables ?? null
      },
      insertion: async (text, selected, name) =>
        (await source.ask('insertion', { text, selected, name }))?.answer ?? null,
      takeNames: takeNamesForSql,
      isDragged: isNameForSql,
      dragged: droppedNameForSql,
    }
  }, [source, cache, instanceId, client, tables])
}

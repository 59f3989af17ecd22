import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo } from 'react'
import type { ActionClient } from '../../instances/client/actionClient.ts'
import { useProfile } from '../../instances/profile/useProfile.ts'
import { ActionError } from '../../protocol/envelope.ts'
import { wholeTable } from '../../query/query.ts'
import { surePlan } from '../../results/plan/plan.ts'
import { searchPageQuery } from '../../results/queries.ts'
import { knownInstances } from '../../workspace/knownInstances.ts'
import { useTables } from '../tables/useTables.ts'
import { otherFields, useOtherTables } from './across/otherTables.ts'
import { dialectOf } from './dialectOf.ts'
import { createSqlSource, type SqlSource } from './sqlSource.ts'
import { createSqlWorker } from './sqlWorker.ts'
import { valuesForSql } from './completion/valuesForSql.ts'

/** What an editor asks about statements for an instance; the worker behind it ends with the component. */
export function useSqlSource(instanceId: string, client: ActionClient, open: string | null): SqlSource {
  const cache = useQueryClient()
  const { data: tables } = useTables(instanceId, client)
  const others = useOtherTables(instanceId)
  const dialect = useProfile(client, dialectOf)
  const named = useProfile(client, ({ functions }) => functions)
  const source = useMemo(() => {
    const pageOf = (resource: string, limit: number) =>
      searchPageQuery(instanceId, surePlan(client, wholeTable(resource)), { offset: 0, limit })
    const fieldsOf = async (resource: string) => {
      const ofCopy = otherFields(cache, instanceId, resource)
      if (ofCopy !== null) return { fields: await ofCopy, rows: null }
      try {
        const { answer } = await cache.fetchQuery(pageOf(resource, 0))
        const rows = answer.totalIsEstimate ? null : answer.total
        if (answer.fields.length > 0) return { fields: answer.fields, rows }
        // A server that names no fields shows them in its records.
        return { fields: (await cache.fetchQuery(pageOf(resource, ENOUGH_RECORDS))).answer.fields, rows }
      } catch (error) {
        // An id may be that of another instance's table, and then the statement can run on copies.
        const isNowhere = !ID.test(resource) || knownInstances().length < 2
        if (isNowhere && error instanceof ActionError && error.kind === 'notFound') return null
        throw error
      }
    }
    return createSqlSource(createSqlWorker(), fieldsOf, (table, field, typed) =>
      valuesForSql(cache, { instanceId, client, resource: table, field, typed }),
    )
  }, [cache, instanceId, client])
  useEffect(() => () => source.end(), [source])
  useEffect(() => {
    source.setTables([...(tables ?? []), ...others], dialect, named)
  }, [source, tables, others, dialect, named])
  useEffect(() => source.setOpen(open), [source, open])
  return source
}

const ID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** To see the fields of a table in them. */
const ENOUGH_RECORDS = 20

import { useQueries, useQuery, type QueryClient } from '@tanstack/react-query'
import type { ActionClient } from '../../instances/client/actionClient.ts'
import type { Field } from '../../protocol/field.ts'
import { wholeTable, type Query } from '../../query/query.ts'
import { searchPageQuery } from '../../results/queries.ts'
import { keptFields } from '../../results/plan/keptFields.ts'
import { surePlan } from '../../results/plan/plan.ts'

/** A table whose fields are wanted; `known` if they are at hand. */
export interface WantedFields {
  readonly instanceId: string
  readonly client: ActionClient
  readonly resource: string | null
  readonly known: readonly Field[] | null
}

/** All fields of a table; null while they are on their way, or if they can't be had. They are asked for while `ask`. */
export function useAllFields(wanted: WantedFields, ask: boolean): readonly Field[] | null {
  const asked = useQuery({ ...fieldsQuery(wanted), enabled: ask && wanted.known === null && wanted.resource !== null })
  return wanted.known ?? asked.data?.answer.fields ?? null
}

/** All fields of several tables, by their ids; those that are on their way or can't be had are missing. */
export function useFieldsOfAll(
  { instanceId, client }: Pick<WantedFields, 'instanceId' | 'client'>,
  resources: readonly string[],
): ReadonlyMap<string, readonly Field[]> {
  return useQueries({
    queries: resources.map((resource) => fieldsQuery({ instanceId, client, resource, known: null })),
    combine: (asked) =>
      new Map(
        asked.flatMap(({ data }, at): [string, readonly Field[]][] => {
          const resource = resources[at]
          return data === undefined || resource === undefined ? [] : [[resource, data.answer.fields]]
        }),
      ),
  })
}

/** The same once; throws what asking for them throws. */
export async function allFields(cache: QueryClient, wanted: WantedFields): Promise<readonly Field[]> {
  return wanted.known ?? (await cache.fetchQuery(fieldsQuery(wanted))).answer.fields
}

/** The same fields with their types in the database, where a statement of the query depends on them. */
export async function fieldsInDatabase(
  client: ActionClient,
  query: Query,
  fields: readonly Field[],
): Promise<readonly Field[]> {
  return client.profile.get().sql === 'on' ? keptFields(client, query, fields) : fields
}

function fieldsQuery({ instanceId, client, resource }: WantedFields) {
  return searchPageQuery(instanceId, surePlan(client, wholeTable(resource ?? '')), { offset: 0, limit: 0 })
}

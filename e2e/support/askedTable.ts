import { figuresOf } from '../../src/figures/figuresOf.ts'
import type { Field } from '../../src/protocol/field.ts'
import { wholeTable, type Query } from '../../src/query/query.ts'
import { answerOfRows } from '../../src/results/answer.ts'
import { planOf, surePlan } from '../../src/results/plan/plan.ts'
import type { Figures } from '../../src/summary/figures.ts'
import type { View } from '../../src/workspace/view.ts'
import { forcedClient, type Served } from './everyType.ts'

/** A table on the service, asked by SQL and from its rows. */
export interface AskedTable {
  readonly fields: readonly Field[]
  readonly roads: Readonly<Record<'sql' | 'rows', Figures>>
  /** How many records a view finds: by SQL, and by the filters and ranges of a search if these can say it. */
  found(view: View): Promise<number | string | null>
}

let tables = 0

/** A new table with these records. */
export async function askedTable(
  served: Served,
  fields: readonly Field[],
  records: readonly object[],
): Promise<AskedTable> {
  tables += 1
  const resource = `0dd00000-0000-4000-8000-${String(tables).padStart(12, '0')}`
  await served.create({ resource_id: resource, fields, records })
  const clientFor = (way: 'sql' | 'ranges') =>
    forcedClient(served.handler, `http://${served.name}.${tables}.${way}`, way, true)
  const [client, ranges] = [clientFor('sql'), clientFor('ranges')]
  const { answer } = await client.search({ resource_id: resource, limit: records.length, sort: '_id' })
  const figures = (rows: boolean) => {
    const query = wholeTable(resource)
    const here = rows ? answerOfRows(query, answer, answer.total) : null
    return figuresOf({ client: rows ? ranges : client, query, fields: answer.fields, answer: here })
  }
  return {
    fields: answer.fields,
    roads: { sql: figures(false), rows: figures(true) },
    found: async ({ where }) => {
      const query: Query = { ...wholeTable(resource), where }
      const { total } = await surePlan(client, query).count({})
      const search = planOf(ranges, query)
      if (search === null) return total
      const { total: searched } = await search.count({})
      return searched === total ? total : `${total} by SQL, ${searched} by a search`
    },
  }
}

/** Its field of that name. */
export function fieldNamed({ fields }: AskedTable, id: string): Field {
  return fields.find((field) => field.id === id) ?? { id, type: 'text' }
}

import type { CallOptions } from '../instances/client/actionClient.ts'
import type { Field } from '../protocol/field.ts'
import { givenStatement } from '../summary/distributionSql.ts'
import type { NullCounts } from '../summary/figures.ts'
import { askSql, givenCount, keptTable, together, type AskedTable } from './askSql.ts'

/** As many fields are counted in one reading of the table. */
const FIELDS_MOST = 100

/** How many records have no value in each of these fields. */
export async function nullsBySql(
  table: AskedTable,
  fields: readonly Field[],
  options: CallOptions,
): Promise<NullCounts> {
  const kept = await keptTable(table, options)
  const parts = Array.from({ length: Math.ceil(fields.length / FIELDS_MOST) }, (_, part) =>
    fields.slice(part * FIELDS_MOST, (part + 1) * FIELDS_MOST),
  )
  const answers = await together(
    parts.map((part) => (each: CallOptions) => askSql(kept, givenStatement(kept.query, kept.fields, part), each)),
    options,
  )
  const counts = answers.map(({ rows }) => (rows[0] ?? []).map((cell) => givenCount(cell)))
  const nulls = parts.flatMap((part, at) => {
    const [records = 0, ...given] = counts[at] ?? []
    return part.map(({ id }, place) => [id, records - (given[place] ?? 0)] as const)
  })
  return { records: counts[0]?.[0] ?? 0, nulls: new Map(nulls), coverage: { kind: 'all' } }
}

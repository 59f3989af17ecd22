import type { ActionClient, CallOptions } from '../../instances/client/actionClient.ts'
import type { Field } from '../../protocol/field.ts'
import { operatorOf } from '../../query/operators/registry.ts'
import type { Query } from '../../query/query.ts'
import { JSON_PAIR } from '../../query/operatorSql.ts'
import { sqlName } from '../../query/sqlText.ts'
import { activeParts, conditionsOf } from '../../query/where.ts'

/** The fields with their types in the database, as far as the statement depends on them: where it looks into JSON. */
export async function keptFields(
  client: ActionClient,
  query: Query,
  fields: readonly Field[],
  options: CallOptions = {},
): Promise<readonly Field[]> {
  const inside = new Set(
    activeParts(query.where)
      .flatMap((part) => conditionsOf(part))
      .filter(({ op }) => operatorOf(op).readsJson === true)
      .map(({ field }) => field),
  )
  const asked = fields.filter(({ id, type }) => inside.has(id) && type === 'json').map(({ id }) => id)
  if (asked.length === 0) return fields
  // CKAN calls its own pairs JSON, too, but not an array of them.
  const arrays = asked.map((id) => `array_agg(${sqlName(id)}) AS ${sqlName(id)}`).join(', ')
  const sql = `SELECT ${arrays} FROM ${sqlName(query.resource)} WHERE FALSE`
  const given = await fresh([client.identity, sql], async () => (await client.sql(sql, options)).answer.fields)
  const pairs = new Set(given.filter(({ type }) => type === `_${JSON_PAIR}`).map(({ id }) => id))
  return fields.map((field) => (pairs.has(field.id) ? { ...field, type: JSON_PAIR } : field))
}

/** Fields are asked for once while they are looked at. */
export async function fresh(key: readonly string[], ask: () => Promise<readonly Field[]>): Promise<readonly Field[]> {
  const before = known.get(JSON.stringify(key))
  if (before !== undefined && Date.now() - before.at < FRESH_MS) return before.fields
  const fields = await ask()
  known.set(JSON.stringify(key), { fields, at: Date.now() })
  return fields
}

const known = new Map<string, { readonly fields: readonly Field[]; readonly at: number }>()

/** As long as an answer is fresh in the page's cache. */
const FRESH_MS = 30_000

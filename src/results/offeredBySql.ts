import { ActionError } from '../protocol/envelope.ts'
import { jsonToPlain } from '../protocol/jsonText.ts'
import type { Field } from '../protocol/field.ts'
import type { Query } from '../query/query.ts'
import { sqlLiteral, sqlName } from '../query/sqlText.ts'
import { partsOfSelect } from '../query/toSql.ts'
import { allParts } from '../query/where.ts'
import { extentOfAnswer } from '../rows/answerExtent.ts'
import type { ActionClient, CallOptions } from '../instances/client/actionClient.ts'
import { hasRowAfter } from './readStatement.ts'
import { keptFields } from './plan/keptFields.ts'

/** The most values that are offered at once. */
export const VALUES_MAX = 200

/** Values of a field, and how many records have each. */
export interface ValuesBySql {
  readonly values: readonly string[]
  readonly counts: ReadonlyMap<string, number>
  readonly isWhole: boolean
}

/**
 * Values of a field that contain the text, among the records of a query, the most frequent first, by SQL, which looks for
 * different values before it cuts. `fields` are the table's.
 * Null if the server refuses the statement, or answers something else.
 */
export async function offeredBySql(
  client: ActionClient,
  query: Query,
  fields: readonly Field[],
  field: string,
  contains: string,
  options: CallOptions,
): Promise<ValuesBySql | null> {
  const name = sqlName(field)
  // CKAN allows these two functions, and reads no sign of the text as its own.
  const match = contains === '' ? '' : ` AND strpos(lower(${name}::text), ${sqlLiteral(contains.toLowerCase())}) > 0`
  const isGiven = { id: '', field, op: 'isNotNull', values: [] }
  const asked = { ...query, where: { all: [...allParts(query.where), isGiven] } }
  try {
    const { from } = partsOfSelect(asked, await keptFields(client, query, fields, options), true)
    const sql = `SELECT ${name}, count(*) AS "number of records"${from}${match} GROUP BY ${name} ORDER BY count(*) DESC, ${name}`
    const { answer, milliseconds } = await client.sql(`${sql} LIMIT ${VALUES_MAX + 1}`, options)
    // What a server makes of a statement is its own affair: these have to be the values of that field.
    if (answer.rows.length > 0 && (answer.fields.length !== 2 || answer.fields[0]?.id !== field)) return null
    const all = answer.rows.map(([value, count]) => [jsonToPlain(value ?? 'null'), Number(count)] as const)
    const counts = new Map(all.slice(0, VALUES_MAX))
    const values = [...counts.keys()]
    if (answer.rows.length > VALUES_MAX || answer.truncated) return { values, counts, isWhole: false }
    const { service, rowCap, sqlGave } = client.profile.get()
    const known = { isTold: service !== null, rowCap, gave: sqlGave ?? 0 }
    const { proof } = extentOfAnswer(sql, answer, milliseconds, known, null)
    const isMore =
      proof !== 'shown' && (await hasRowAfter(client, sql, answer.rows.length, options.signal ?? NEVER_GIVEN_UP))
    return { values, counts, isWhole: !isMore }
  } catch (error) {
    if (error instanceof ActionError) return null
    throw error
  }
}

const NEVER_GIVEN_UP = new AbortController().signal

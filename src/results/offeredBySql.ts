import { ActionError } from '../protocol/envelope.ts'
import { jsonToPlain } from '../protocol/jsonText.ts'
import { sqlLiteral, sqlName } from '../query/sqlText.ts'
import { extentOfAnswer } from '../rows/resultExtent.ts'
import type { ActionClient, CallOptions } from '../instances/client/actionClient.ts'
import { hasRowAfter } from './readStatement.ts'

/** The most values that are offered at once. */
export const VALUES_MAX = 200

/**
 * Values of a field that contain the text, by SQL, which looks for different values before it cuts. Null if the server
 * refuses the statement, or answers something else.
 */
export async function offeredBySql(
  client: ActionClient,
  resource: string,
  field: string,
  contains: string,
  options: CallOptions,
): Promise<{ readonly values: readonly string[]; readonly isWhole: boolean } | null> {
  const name = sqlName(field)
  // CKAN allows these two functions, and reads no sign of the text as its own.
  const match = contains === '' ? '' : ` AND strpos(lower(${name}::text), ${sqlLiteral(contains.toLowerCase())}) > 0`
  const sql = `SELECT DISTINCT ${name} FROM ${sqlName(resource)} WHERE ${name} IS NOT NULL${match} ORDER BY ${name}`
  try {
    const { answer, milliseconds } = await client.sql(`${sql} LIMIT ${VALUES_MAX + 1}`, options)
    // What a server makes of a statement is its own affair: these have to be the values of that field.
    if (answer.fields.length > 1 || (answer.fields[0]?.id ?? field) !== field) return null
    const values = answer.rows.map(([value]) => jsonToPlain(value ?? 'null')).slice(0, VALUES_MAX)
    if (answer.rows.length > VALUES_MAX || answer.truncated) return { values, isWhole: false }
    const { service, rowCap, sqlGave } = client.profile.get()
    const known = { isTold: service !== null, rowCap, gave: sqlGave ?? 0 }
    const { proof } = extentOfAnswer(sql, answer, milliseconds, known, null)
    const isMore =
      proof !== 'shown' && (await hasRowAfter(client, sql, answer.rows.length, options.signal ?? NEVER_GIVEN_UP))
    return { values, isWhole: !isMore }
  } catch (error) {
    if (error instanceof ActionError) return null
    throw error
  }
}

const NEVER_GIVEN_UP = new AbortController().signal

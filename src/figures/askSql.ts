import type { SqlAnswer } from '../protocol/answers.ts'
import type { Field } from '../protocol/field.ts'
import { jsonToPlain, type JsonText } from '../protocol/jsonText.ts'
import type { ActionClient, CallOptions } from '../instances/client/actionClient.ts'
import { inTurn } from '../instances/client/turns.ts'
import type { Query } from '../query/query.ts'
import { keptFields } from '../results/plan/keptFields.ts'

/** The records of a query, asked about by SQL. */
export interface AskedTable {
  readonly client: ActionClient
  /** Without words that depend on the day. */
  readonly query: Query
  /** All fields of the table. */
  readonly fields: readonly Field[]
}

/** The table with its fields as the database has them, which statements about JSON depend on. */
export async function keptTable(table: AskedTable, options: CallOptions): Promise<AskedTable> {
  return { ...table, fields: await keptFields(table.client, table.query, table.fields, options) }
}

/** The answer to a statement, when it is its turn. */
export async function askSql({ client }: AskedTable, sql: string, options: CallOptions): Promise<SqlAnswer> {
  return inTurn(client.identity, async () => (await client.sql(sql, options)).answer, options)
}

/** What all of these give; if one fails, the others are given up. */
export async function together<T>(
  asks: readonly ((options: CallOptions) => Promise<T>)[],
  { signal }: CallOptions,
): Promise<readonly T[]> {
  const failed = new AbortController()
  const either = signal === undefined ? failed.signal : AbortSignal.any([signal, failed.signal])
  try {
    return await Promise.all(asks.map((ask) => ask({ signal: either })))
  } catch (error) {
    failed.abort(error)
    throw error
  }
}

/** A value that a statement gives as the text of its JSON. */
export function givenJson(cell: JsonText | undefined): JsonText {
  return cell === undefined ? 'null' : jsonToPlain(cell)
}

/** A count that a statement gives. */
export function givenCount(cell: JsonText | undefined): number {
  return cell === undefined || cell === 'null' ? 0 : Number(jsonToPlain(cell))
}

/** A value that a statement gives as plain text; null if there is none. */
export function givenText(cell: JsonText | undefined): string | null {
  return cell === undefined || cell === 'null' ? null : jsonToPlain(cell)
}

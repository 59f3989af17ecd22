import type { SqlAnswer } from '../../protocol/answers.ts'
import type { ActionError } from '../../protocol/envelope.ts'
import type { Field } from '../../protocol/field.ts'
import { jsonKind, jsonToPlain, parseJsonText, type JsonText } from '../../protocol/jsonText.ts'
import { isAskedInTexts, jsonTextSql, sqlName } from '../../query/sqlText.ts'
import { isWithoutReason } from './refusedStatement.ts'
import type { Timed } from './actionClient.ts'

/** How a statement is asked so that some of its values come as the texts of their JSON. */
export interface InTexts {
  readonly sql: string
  /** The columns of the statement itself. */
  readonly fields: readonly Field[]
}

type Ask = (sql: string) => Promise<Timed<SqlAnswer>>

/**
 * The same statement with such values as texts, if it failed without a reason and has columns in which CKAN fails at a value
 * (NaN, infinity, a date before Christ); null if that is not why. One request, which reads no records, finds its columns.
 */
export async function inTexts(error: ActionError, sql: string, ask: Ask): Promise<InTexts | null> {
  if (error.status !== 500 || !isWithoutReason(error)) return null
  const fields = await columnsOf(sql, ask)
  const isClear = new Set(fields.map(({ id }) => id)).size === fields.length
  if (!isClear || !fields.some(({ type }) => isAskedInTexts(type))) return null
  const columns = fields.map(({ id, type }) => (isAskedInTexts(type) ? jsonTextSql(id) : sqlName(id)))
  return { sql: `SELECT ${columns.join(', ')} FROM (${sql}) AS "q"`, fields }
}

async function columnsOf(sql: string, ask: Ask): Promise<readonly Field[]> {
  try {
    return (await ask(`SELECT * FROM (${sql}) AS "q" LIMIT 0`)).answer.fields
  } catch {
    // The first refusal is the one to tell of.
    return []
  }
}

/** The answer to the statement itself, from that to the one with texts. */
export async function askedInTexts({ sql, fields }: InTexts, ask: Ask): Promise<Timed<SqlAnswer>> {
  const { answer, ...rest } = await ask(sql)
  const isText = fields.map(({ type }) => isAskedInTexts(type))
  const rows = answer.rows.map((row) => row.map((value, at) => (isText[at] === true ? jsonOf(value) : value)))
  return { ...rest, answer: { ...answer, fields, rows } }
}

function jsonOf(value: JsonText | undefined): JsonText | undefined {
  return value === undefined || jsonKind(value) !== 'string' ? value : parseJsonText(jsonToPlain(value))
}

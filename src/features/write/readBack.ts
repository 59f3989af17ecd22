import type { ActionClient } from '../../instances/client/actionClient.ts'
import { rowsIn, type SearchPage } from '../../protocol/answers.ts'
import { ActionError } from '../../protocol/envelope.ts'
import { jsonKind, jsonToPlain, type JsonText } from '../../protocol/jsonText.ts'
import { believedTotal, evidenceOf, isEnd } from '../../results/walk/evidence.ts'

/** What is asked to see whether a change is there. */
export type Looking = Pick<ActionClient, 'search' | 'profile'>

/** The names and values of a record, as they were sent. */
export type SentValues = readonly (readonly [name: string, value: JsonText])[]

/** The page asked, and the answer doesn't show what it wanted to know. */
export class NotShownError extends Error {
  override readonly name = 'NotShownError'
}

/**
 * Whether there is a table with this id. Some servers answer a search of any table with no records, so an answer that shows
 * no columns and no records is compared with that for a table that can't be there (`other`), and then by SQL. Rejects if it
 * isn't shown.
 */
export async function tableIsThere(
  client: Pick<Looking, 'search'> & Partial<Pick<ActionClient, 'sql'>>,
  id: string,
  other: string,
): Promise<boolean> {
  const answer = await answerOf(client, id)
  if (answer === null) return false
  const hasColumns = answer.hasGuessedFields !== true && answer.fields.some((field) => field.id !== '_id')
  if (hasColumns || rowsIn(answer) > 0 || (answer.total ?? 0) > 0) return true
  if ((await answerOf(client, other)) === null) return true
  // Without SQL, both are refused.
  if ((await isCounted(client, id)) && !(await isCounted(client, other))) return true
  throw new NotShownError('The server answers for any table')
}

/** Whether a statement counts the records of a table. */
async function isCounted({ sql }: Partial<Pick<ActionClient, 'sql'>>, id: string): Promise<boolean> {
  if (sql === undefined) return false
  try {
    await sql(`SELECT count(*) AS total FROM "${id.replaceAll('"', '""')}"`)
    return true
  } catch (error) {
    if (error instanceof ActionError) return false
    throw error
  }
}

/**
 * How many records have these values, all of them if none is given; null if the server doesn't show it. Null and JSON
 * values can't be searched for, and are left out. A server may write a value otherwise than it was sent (`1.5` for `1.50`)
 * and compare them as text, so no such record found does not show that there is none.
 */
export async function countRecords(client: Looking, resource: string, values: SentValues = []): Promise<number | null> {
  const searched = values.filter(isSearched).map(([name, value]) => [name, jsonToPlain(value)] as const)
  const whole = { resource_id: resource }
  const params = searched.length === 0 ? whole : { ...whole, filters: Object.fromEntries(searched) }
  const known = evidenceOf(client)
  const { answer, leftOut } = await client.search({ ...params, limit: 0 })
  if (leftOut.includes('filters')) return null
  const told = believedTotal(answer, known)
  if (told !== null) return told
  const { answer: page } = await client.search({ ...params, limit: MOST_COUNTED })
  const rows = rowsIn(page)
  const counted = believedTotal(page, known)
  if (counted !== null) return counted
  if (isEnd(page, MOST_COUNTED, known)) return rows
  if (rows >= MOST_COUNTED) return null
  // The answer may have been cut at a number that the server doesn't mention: other answers show whether it gives more.
  if (searched.length > 0) {
    const more = await client.search({ ...whole, limit: MOST_COUNTED })
    if (rowsIn(more.answer) > rows) return rows
  }
  const next = await client.search({ ...params, limit: MOST_COUNTED, offset: rows })
  return rowsIn(next.answer) === 0 && !next.leftOut.includes('offset') ? rows : null
}

/**
 * Whether the record with this `_id` has the values that were sent: each is as sent, or no longer as it was `before`.
 * null if only some are. Rejects if the record isn't shown.
 */
export async function recordIsChanged(
  client: Pick<Looking, 'search'>,
  resource: string,
  id: JsonText,
  sent: SentValues,
  before: ReadonlyMap<string, JsonText | undefined>,
): Promise<boolean | null> {
  const { answer } = await client.search({ resource_id: resource, filters: { _id: jsonToPlain(id) }, limit: 1 })
  const place = (name: string) => answer.fields.findIndex((field) => field.id === name)
  const row = answer.rows.find((each) => each[place('_id')] === id)
  if (row === undefined) throw new NotShownError('The record is not shown')
  const changed = sent.filter(([name, value]) => {
    const now = row[place(name)]
    return isSame(now, value) || now !== before.get(name)
  })
  if (changed.length === sent.length) return true
  return changed.length === 0 ? false : null
}

/** The answer of a search of the table without records; null if the server says that there is no such table. */
async function answerOf(client: Pick<Looking, 'search'>, id: string): Promise<SearchPage | null> {
  try {
    return (await client.search({ resource_id: id, limit: 0 })).answer
  } catch (error) {
    if (!(error instanceof ActionError && saysMissing(error))) throw error
    if (error.kind === 'notFound') return null
  }
  // It may be the limit of 0 that was refused.
  try {
    return (await client.search({ resource_id: id, limit: 1 })).answer
  } catch (error) {
    if (error instanceof ActionError && saysMissing(error)) return null
    throw error
  }
}

/** A server that is not CKAN may refuse what it doesn't know in any way; being kept out or overloaded is no such way. */
function saysMissing({ status, kind }: ActionError): boolean {
  return kind === 'notFound' || [400, 404, 409, 410, 422].includes(status)
}

/** Whether the value is stored as it was sent, whatever it is written like: numbers are sent as text. */
function isSame(now: JsonText | undefined, sent: JsonText): boolean {
  if (now === sent) return true
  if (now === undefined || jsonKind(now) === 'null' || jsonKind(sent) === 'null') return false
  const [stored, wanted] = [jsonToPlain(now), jsonToPlain(sent)]
  return stored === wanted || (stored.trim() !== '' && wanted.trim() !== '' && Number(stored) === Number(wanted))
}

function isSearched([, value]: SentValues[number]): boolean {
  return !['null', 'object', 'array'].includes(jsonKind(value))
}

/** A small page, as this is asked for one change. */
const MOST_COUNTED = 100

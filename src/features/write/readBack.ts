import type { ActionClient } from '../../instances/client/actionClient.ts'
import { rowsIn, type SearchPage } from '../../protocol/answers.ts'
import { ActionError } from '../../protocol/envelope.ts'
import { jsonKind, jsonToPlain, type JsonText } from '../../protocol/jsonText.ts'

/** What is asked to see whether a change is there. */
export type Looking = Pick<ActionClient, 'search'>

/** The names and values of a record, as they were sent. */
export type SentValues = readonly (readonly [name: string, value: JsonText])[]

/** The page asked, and the answer doesn't show what it wanted to know. */
export class NotShownError extends Error {
  override readonly name = 'NotShownError'
}

/**
 * Whether there is a table with this id. Some servers answer a search of any table with no records, so an answer that
 * shows no fields and no count is compared with that for a table that can't be there (`other`). Rejects if it isn't shown.
 */
export async function tableIsThere(client: Looking, id: string, other: string): Promise<boolean> {
  const answer = await answerOf(client, id)
  if (answer === null) return false
  if (answer.total !== null || (answer.fields.length > 0 && answer.hasGuessedFields !== true)) return true
  if ((await answerOf(client, other)) === null) return true
  throw new NotShownError('The server answers for any table')
}

/**
 * How many records have these values, all of them if none is given; null if the server doesn't show it. Null and JSON
 * values can't be searched for, and are left out.
 */
export async function countRecords(client: Looking, resource: string, values: SentValues = []): Promise<number | null> {
  const filters = Object.fromEntries(values.filter(isSearched).map(([name, value]) => [name, jsonToPlain(value)]))
  const params = { resource_id: resource, ...(Object.keys(filters).length === 0 ? {} : { filters }) }
  const { answer, leftOut } = await client.search({ ...params, limit: 0 })
  if (leftOut.includes('filters')) return null
  if (answer.total !== null && !answer.totalIsEstimate) return answer.total
  const all = await client.search({ ...params, limit: MOST_COUNTED })
  const rows = rowsIn(all.answer)
  // A round number may be where the server cuts its answers.
  return rows < MOST_COUNTED && rows % 10 !== 0 ? rows : rows === 0 ? 0 : null
}

/**
 * Whether the record with this `_id` has the values that were sent: each is as sent, or no longer as it was `before`.
 * null if only some are. Rejects if the record isn't shown.
 */
export async function recordIsChanged(
  client: Looking,
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
    return now === value || now !== before.get(name)
  })
  if (changed.length === sent.length) return true
  return changed.length === 0 ? false : null
}

/** The answer of a search of the table without records; null if the server says that there is no such table. */
async function answerOf(client: Looking, id: string): Promise<SearchPage | null> {
  try {
    return (await client.search({ resource_id: id, limit: 0 })).answer
  } catch (error) {
    if (error instanceof ActionError && saysMissing(error)) return null
    throw error
  }
}

/** A server that is not CKAN may refuse what it doesn't know in any way; being kept out or overloaded is no such way. */
function saysMissing({ status, kind }: ActionError): boolean {
  return kind === 'notFound' || [400, 404, 409, 410, 422].includes(status)
}

function isSearched([, value]: SentValues[number]): boolean {
  return !['null', 'object', 'array'].includes(jsonKind(value))
}

/** What any server gives in one answer. */
const MOST_COUNTED = 100

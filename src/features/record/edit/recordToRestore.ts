import type { ActionClient } from '../../../instances/client/actionClient.ts'
import type { SearchPage } from '../../../protocol/answers.ts'
import { ActionError } from '../../../protocol/envelope.ts'
import { fieldKind, type Field } from '../../../protocol/field.ts'
import { jsonKind, jsonToPlain, type JsonText } from '../../../protocol/jsonText.ts'
import { sqlLiteral, sqlName } from '../../../query/sqlText.ts'
import { sendsWholeTimes } from '../../../results/plan/cutTimes.ts'
import { tellsTimes } from '../../../results/plan/shownTimes.ts'
import { NotShownError, type SentValues } from '../../write/readBack.ts'
import { isNamedCkan } from '../../../instances/profile/questions/service.ts'
import { losesDigits, sentValue } from './sentValue.ts'

type Client = Pick<ActionClient, 'search' | 'sql' | 'profile'>

/** A record with the values to add it again. */
export interface RecordToRestore {
  /** All but `_id`, which the server gives. */
  readonly values: SentValues
  /** What may be stored otherwise than it was; empty if each value comes back exactly. */
  readonly doubts: readonly RestoreDoubt[]
}

/** Why the values of these fields may come back otherwise. */
export interface RestoreDoubt {
  readonly kind: 'cutTimes' | 'roundedJson' | 'emptyText' | 'jsonNull'
  readonly fields: readonly string[]
}

/**
 * The record with this `_id`, read again, exactly where the server has SQL. Numbers and times are sent as text, as CKAN
 * makes floats of JSON's numbers. null if there is no such record.
 */
export async function recordToRestore(client: Client, resource: string, id: JsonText): Promise<RecordToRestore | null> {
  const { fields, row } = await recordWith(client, resource, id)
  if (row === null) return null
  const exact = await textsBySql(client, resource, id, fields)
  const onCkan = isNamedCkan(client.profile.get().service)
  const found: SentValues[number][] = []
  const doubted = new Map<RestoreDoubt['kind'], string[]>()
  for (const [place, field] of fields.entries()) {
    const shown = row[place]
    if (field.id === '_id' || shown === undefined) continue
    const value = exact?.get(field.id) ?? sentValue(client, field, shown)
    found.push([field.id, value])
    const isExact = exact !== null || (field.type !== 'jsonb' && sendsWholeTimes(client.profile.get(), [field]))
    const doubt = losesDigits(client, field, value) ? 'roundedJson' : doubtOf(value, field, isExact, onCkan)
    if (doubt !== null) doubted.set(doubt, [...(doubted.get(doubt) ?? []), field.id])
  }
  return { values: found, doubts: [...doubted].map(([kind, names]) => ({ kind, fields: names })) }
}

/** What brings a value back that `searchExactly` has shown; null if that may store another one. */
export function valueToRestore(
  client: Pick<ActionClient, 'profile' | 'identity'>,
  resource: string,
  shown: JsonText,
  field: Field,
): JsonText | null {
  const value = sentValue(client, field, shown)
  const isExact = field.type !== 'jsonb' && tellsTimes(client, resource, [field])
  const doubt = doubtOf(value, field, isExact, isNamedCkan(client.profile.get().service))
  return doubt === null && !losesDigits(client, field, value) ? value : null
}

/** The record with this `_id` as a search gives it; its row is null if there is none. */
export async function recordWith(
  client: Pick<Client, 'search'>,
  resource: string,
  id: JsonText,
): Promise<{ readonly fields: SearchPage['fields']; readonly row: SearchPage['rows'][number] | null }> {
  const { answer, leftOut } = await client.search({
    resource_id: resource,
    filters: { _id: jsonToPlain(id) },
    limit: 1,
  })
  const place = answer.fields.findIndex((field) => field.id === '_id')
  const row = answer.rows.find((each) => each[place] === id) ?? null
  if (row === null && (leftOut.includes('filters') || answer.rows.length > 0))
    throw new NotShownError('The server does not show this record alone')
  return { fields: answer.fields, row }
}

/** The values as PostgreSQL writes them, which it reads as the same values; null if the server has no SQL. */
async function textsBySql(
  client: Client,
  resource: string,
  id: JsonText,
  fields: readonly Field[],
): Promise<ReadonlyMap<string, JsonText> | null> {
  const asked = fields.filter((field) => field.id !== '_id' && isReadAsText(field))
  const { sql } = client.profile.get()
  if (asked.length === 0 || sql === 'off' || sql === 'refused') return null
  const columns = asked.map((field) => `${sqlName(field.id)}::text AS ${sqlName(field.id)}`).join(', ')
  const statement = `SELECT ${columns} FROM ${sqlName(resource)} WHERE "_id" = ${sqlLiteral(jsonToPlain(id))}`
  try {
    const { answer } = await client.sql(statement)
    const [row] = answer.rows
    if (row === undefined || answer.rows.length > 1) return null
    const given = new Map(answer.fields.map((field, place) => [field.id, row[place]]))
    const texts = new Map<string, JsonText>()
    for (const { id: name } of asked) {
      const text = given.get(name)
      if (text === undefined || !['string', 'null'].includes(jsonKind(text))) return null
      texts.set(name, text)
    }
    return texts
  } catch (error) {
    // A table may be kept from statements, while a search reads it.
    if (error instanceof ActionError) return null
    throw error
  }
}

/** CKAN keeps `json` as a pair of its own, which only a search gives as JSON. */
function isReadAsText({ type }: Field): boolean {
  const kind = fieldKind(type)
  return kind !== 'boolean' && (kind !== 'json' || type === 'jsonb')
}

function doubtOf(value: JsonText, { type }: Field, isExact: boolean, onCkan: boolean): RestoreDoubt['kind'] | null {
  if (!isExact) {
    // CKAN's search cuts most of them to the second, and shows infinity as null; one with a fraction was not cut.
    if (isCutTime(type) && !(onCkan && /\.\d/.test(value))) return 'cutTimes'
    if (type === 'jsonb' && value === 'null') return 'jsonNull'
  }
  if (value === 'null') return null
  return onCkan && value === '""' && type !== 'text' && fieldKind(type) !== 'json' ? 'emptyText' : null
}

/** Of times, only those without a zone are cut. */
function isCutTime(type: string): boolean {
  return fieldKind(type) === 'timestamp' && !/tz$|with time zone$/i.test(type)
}

import type { ActionClient, CallOptions, Searched } from '../../instances/client/actionClient.ts'
import { rowsIn, valueIn, type Row, type SearchPage, type SqlAnswer } from '../../protocol/answers.ts'
import { ActionError } from '../../protocol/envelope.ts'
import type { Field } from '../../protocol/field.ts'
import { jsonKind, jsonMembers, jsonToPlain, parseJsonText, type JsonText } from '../../protocol/jsonText.ts'
import { createRecordTexts } from '../../protocol/recordTexts.ts'
import { jsonTextSql, sqlName } from '../../query/sqlText.ts'
import { idsOf } from '../walk/pageIds.ts'
import { cutsTimes } from './cutTimes.ts'
import { untoldTimes } from './shownTimes.ts'

/** What a search with these parameters found, with all that its times have; as it is where no SQL tells that. */
export async function withWholeTimes(
  client: ActionClient,
  { resource_id: id, offset = 0 }: Readonly<Record<string, unknown>>,
  found: Searched,
  options: CallOptions,
): Promise<Searched> {
  const { answer: page } = found
  const key = client.identity + String(id)
  const ids = idsOf(page)
  if (rowsIn(page) === 0 || !cutsTimes(client.profile.get(), page.fields) || untoldTimes.get(key) === true) return found
  if (ids.length !== rowsIn(page) || !ids.every((each) => /^\d+$/.test(each))) {
    untoldTimes.set(key, false)
    return found
  }
  // Each result is looked at from its beginning; who reads on would ask for each page, so it is found out whether there is
  // anything to ask for.
  if (offset === 0) whole.delete(key)
  else if (Date.now() - (whole.get(key) ?? -Infinity) < FRESH_MS) return found
  else if (!cut.has(key)) void hasCutTimes(client, String(id), page.fields).catch(() => undefined)
  const times = await unlessRefused(key, () => timesOf(client, String(id), cutNames(page.fields), ids, options))
  if (times === null) return found
  if (offset === 0) untoldTimes.delete(key)
  if (times.size === 0) return found
  cut.add(key)
  return { ...found, answer: withTimes(page, (row) => times.get(ids[row] ?? '') ?? []) }
}

/** Tables that had no times that are cut, and when that was; and those that have some, by identity and name. */
const whole = new Map<string, number>()
const cut = new Set<string>()

/** As long as an answer is fresh in the page's cache. */
const FRESH_MS = 30_000

/** Whether the table has times that a search cuts and SQL tells; `fields` are the table's. */
export async function hasCutTimes(
  client: ActionClient,
  resource: string,
  fields: readonly Field[],
  options: CallOptions = {},
): Promise<boolean> {
  const profile = client.profile.get()
  if (profile.sql !== 'on' || !cutsTimes(profile, fields)) return false
  const key = client.identity + resource
  const sql = `SELECT "_id" FROM ${sqlName(resource)} WHERE ${isCutSql(cutNames(fields))} LIMIT 1`
  const answer = await unlessRefused(key, async () => (await client.sql(sql, options)).answer)
  if (answer === null) return false
  const hasCut = answer.rows.length > 0
  if (hasCut) cut.add(key)
  else whole.set(key, Date.now())
  return hasCut
}

function cutNames(fields: readonly Field[]): readonly string[] {
  return fields.filter(({ type }) => type === 'timestamp').map(({ id }) => id)
}

/** The times of the records that have one that is cut, by `_id`; null if the server doesn't give all of them. */
async function timesOf(
  client: ActionClient,
  resource: string,
  names: readonly string[],
  ids: readonly JsonText[],
  options: CallOptions,
): Promise<ReadonlyMap<JsonText, readonly (JsonText | undefined)[]> | null> {
  const columns = ['"_id"', ...names.map((name) => jsonTextSql(name))].join(', ')
  for (const { among, has } of waysAmong(ids)) {
    const sql = `SELECT ${columns} FROM ${sqlName(resource)} WHERE "_id" ${among} AND ${isCutSql(names)}`
    const { answer } = await client.sql(sql, options)
    const times = answer.truncated ? null : timesIn(answer, names, has)
    if (times !== null) return times
  }
  untoldTimes.set(client.identity + resource, false)
  return null
}

/** The times of an answer by `_id`; null if it lacks one of these columns, or has records that were not asked for. */
function timesIn(
  { fields, rows }: Pick<SqlAnswer, 'fields' | 'rows'>,
  names: readonly string[],
  isAsked: (id: JsonText) => boolean,
): ReadonlyMap<JsonText, readonly (JsonText | undefined)[]> | null {
  if (rows.length === 0) return new Map()
  const [idPlace = -1, ...places] = ['_id', ...names].map((name) => fields.findIndex(({ id }) => id === name))
  if (idPlace === -1 || places.includes(-1)) return null
  const times = new Map<JsonText, readonly (JsonText | undefined)[]>()
  for (const row of rows) {
    const id = row[idPlace]
    if (id === undefined || !isAsked(id)) return null
    const found = places.map((place) => row[place])
    times.set(
      id,
      found.map((time) => time && fromText(time)),
    )
  }
  return times
}

/**
 * Ways to say which records, from the quickest for the server, and which it may then give. CKAN takes long over a list of
 * many numbers, and `ANY` for a function that it doesn't know.
 */
function waysAmong(
  ids: readonly JsonText[],
): readonly { readonly among: string; readonly has: (id: JsonText) => boolean }[] {
  const numbers = ids.map(Number)
  const least = numbers.reduce((a, b) => Math.min(a, b))
  const most = numbers.reduce((a, b) => Math.max(a, b))
  const all = new Set(ids)
  const list = { among: `IN (SELECT unnest('{${ids.join()}}'::int8[]))`, has: (id: JsonText) => all.has(id) }
  if (most - least >= 2 * ids.length) return [list]
  const isBetween = (id: JsonText) => /^\d+$/.test(id) && Number(id) >= least && Number(id) <= most
  return [{ among: `BETWEEN ${least} AND ${most}`, has: isBetween }, list]
}

/** What is left of these in a search is not what they are: fractions are left out, BC too, and infinity becomes null. */
function isCutSql(names: readonly string[]): string {
  const cut = names.map((name) => {
    const time = sqlName(name)
    return `${time} <> date_trunc('second', ${time}) OR NOT isfinite(${time}) OR ${time} < '0001-01-01'`
  })
  return `(${cut.join(' OR ')})`
}

/** What a search shows of such a time. */
function cutTime(time: JsonText): JsonText {
  return time.endsWith('infinity"') ? 'null' : time.replace(/(?:\.\d+)?(?: BC)?"$/, '"')
}

/** The JSON in the text that was asked for. */
function fromText(value: JsonText): JsonText {
  return jsonKind(value) === 'string' ? parseJsonText(jsonToPlain(value)) : value
}

/** Remembers that SQL has not told the times, where it is refused: a table may be kept from it, while a search reads it. */
async function unlessRefused<T>(key: string, ask: () => Promise<T>): Promise<T | null> {
  try {
    return await ask()
  } catch (error) {
    if (!(error instanceof ActionError)) throw error
    untoldTimes.set(key, error.kind === 'notAuthorized')
    return null
  }
}

/** The page with these times, in the order of its fields; what somebody has changed since it came stays as it is. */
function withTimes(page: SearchPage, timesOfRow: (row: number) => Row): SearchPage {
  const { fields, total, totalIsEstimate, limit, hasGuessedFields, isLikeCkan, wasRanked } = page
  const names = cutNames(fields)
  const places = names.map((name) => fields.findIndex(({ id }) => id === name))
  const timesAt = (row: number) => {
    const times = timesOfRow(row)
    return new Map(
      places.flatMap((place, at) => {
        const time = times[at]
        return time === undefined || cutTime(time) !== valueIn(page, row, place) ? [] : [[place, time] as const]
      }),
    )
  }
  const texts = page.records?.texts.map((text, row) => {
    const times = timesAt(row)
    if (times.size === 0) return text
    const byName = new Map([...times].map(([place, time]) => [fields[place]?.id, time]))
    const members = jsonMembers(text).map(([name, value]) => `${JSON.stringify(name)}:${byName.get(name) ?? value}`)
    return `{${members.join(',')}}`
  })
  let rows: readonly Row[] | null = null
  // Named one by one, as taking all members would read the rows, and so decode them.
  return {
    fields,
    total,
    totalIsEstimate,
    limit,
    ...(hasGuessedFields === true ? { hasGuessedFields } : {}),
    ...(isLikeCkan === true ? { isLikeCkan } : {}),
    ...(wasRanked === true ? { wasRanked } : {}),
    ...(texts === undefined ? {} : { records: createRecordTexts(texts, fields) }),
    get rows() {
      rows ??= page.rows.map((before, row) => {
        const times = timesAt(row)
        return times.size === 0 ? before : before.map((value, place) => times.get(place) ?? value)
      })
      return rows
    },
  }
}

import { queryOptions } from '@tanstack/react-query'
import { rowsIn, type SearchPage } from '../protocol/answers.ts'
import { ActionError } from '../protocol/envelope.ts'
import { jsonKind, jsonToPlain } from '../protocol/jsonText.ts'
import type { Field } from '../protocol/field.ts'
import type { Query } from '../query/query.ts'
import { queryText } from '../query/queryLink.ts'
import { sortKey } from '../query/toSearch.ts'
import { naturalOrder } from '../instances/naturalOrder.ts'
import type { ActionClient, CallOptions } from '../instances/client/actionClient.ts'
import { offeredBySql, VALUES_MAX } from './offeredBySql.ts'
import { believedTotal, evidenceOf, isEnd } from './walk/evidence.ts'

export interface OfferedValues {
  /** Different values as plain text, the empty text among them, without null. */
  readonly values: readonly string[]
  /** How many records have each; absent if they were not counted. */
  readonly counts?: ReadonlyMap<string, number>
  /** Whether there are others: `none` only if something shows it. */
  readonly others: 'none' | 'some' | 'unknown'
  /** How the others can be found: values of a search are those of so many records, if the server counts records first. */
  readonly by: { readonly kind: 'sql' } | { readonly kind: 'search'; readonly limit: number }
}

/** Whose values are offered: those of the query's records where they are counted, else of its table, which has these fields. */
export interface OfferedFrom {
  readonly query: Query
  readonly fields: readonly Field[]
}

/** Values of a field that contain the typed text, in order, from the data. */
export function valuesQuery(
  instanceId: string,
  client: ActionClient,
  from: OfferedFrom,
  field: string,
  contains: string,
) {
  const { resource } = from.query
  const within = client.profile.get().sql === 'on' ? queryText(from.query) : ''
  const key = [instanceId, 'values', { resource, field, within }, client.identity]
  const first = queryOptions({
    queryKey: [...key, ''],
    queryFn: ({ signal }) => firstValues(client, from, field, { signal }),
  })
  if (contains.trim() === '') return first
  return queryOptions({
    queryKey: [...key, contains.trim()],
    queryFn: async ({ client: cache, signal }) => {
      const known = await cache.fetchQuery(first)
      return valuesWith(client, from, field, contains.trim(), known, { signal })
    },
  })
}

/** The most records of one answer that a value is looked for in, where the server counts records before it compares them. */
const RECORDS_MAX = 32_000

/**
 * The first values of a field: where there is SQL, with counts, the most frequent first; else in the server's order. A server may cut at `limit` before it looks for different values
 * (CKAN up to 2.11), so that fewer values than were asked for show nothing: the list is whole only if the total says so.
 * Else it is asked for from more records. If the server refuses `distinct`, it is the values of a first page.
 */
async function firstValues(
  client: ActionClient,
  from: OfferedFrom,
  field: string,
  options: CallOptions,
): Promise<OfferedValues> {
  const { resource } = from.query
  if (client.profile.get().sql === 'on') {
    const counted = await bySql(client, from, field, '', options)
    if (counted !== null) return counted
  }
  const found = await bySearch(client, resource, field, VALUES_MAX, options)
  if (!found.isCutBefore) return found
  const wider = await bySearch(client, resource, field, RECORDS_MAX, options)
  return { ...wider, values: wider.values.slice(0, VALUES_MAX), others: othersBeside(wider) }
}

/** Those of the known values that contain the text and, unless these are all there are, others that the server finds. */
async function valuesWith(
  client: ActionClient,
  from: OfferedFrom,
  field: string,
  contains: string,
  known: OfferedValues,
  options: CallOptions,
): Promise<OfferedValues> {
  const here = containing(known, contains)
  if (known.others === 'none') return here
  if (known.by.kind === 'sql') return (await bySql(client, from, field, contains, options)) ?? here
  const words = prefixQuery(contains)
  if (words === null) return here
  try {
    const params = { ...distinctParams(from.query.resource, field, known.by.limit), include_total: false }
    const { answer, leftOut } = await client.search({ ...params, q: { [field]: words }, plain: false }, options)
    // Without these words are not searched for by their beginnings.
    if (leftOut.includes('plain')) return here
    const found = containing({ ...known, values: valuesOf(answer, field) }, contains)
    // The search is by the beginnings of words, so it may miss what holds the text in the middle of one.
    return { ...known, values: [...new Set([...here.values, ...found.values])].slice(0, VALUES_MAX) }
  } catch (error) {
    if (error instanceof ActionError) return here
    throw error
  }
}

async function bySql(
  client: ActionClient,
  from: OfferedFrom,
  field: string,
  contains: string,
  options: CallOptions,
): Promise<OfferedValues | null> {
  const found = await offeredBySql(client, from.query, from.fields, field, contains, options)
  if (found === null) return null
  const { values, counts, isWhole } = found
  return { values, counts, others: isWhole ? 'none' : 'some', by: { kind: 'sql' } }
}

/** The tsquery for records with words that begin like the typed ones; null if there is no word in it. */
export function prefixQuery(typed: string): string | null {
  const words = typed.match(/[\p{L}\p{N}]+/gu)
  return words === null ? null : words.map((word) => `${word}:*`).join(' & ')
}

/** What a search gives; `isCutBefore`: it gave fewer values than there are, although there was room for more. */
interface FoundValues extends OfferedValues {
  readonly isFull: boolean
  readonly isCutBefore: boolean
}

async function bySearch(
  client: ActionClient,
  resource: string,
  field: string,
  limit: number,
  options: CallOptions,
): Promise<FoundValues> {
  try {
    const { answer, leftOut } = await client.search(distinctParams(resource, field, limit), options)
    const values = valuesOf(answer, field)
    const rows = rowsIn(answer)
    // A server that ignores `fields` ignores `distinct`, too.
    const isOfRecords = answer.fields.length > 1 || hasRepeats(answer)
    if (leftOut.includes('distinct') || leftOut.includes('sort') || isOfRecords) return ofPage(client, answer, field)
    const total = believedTotal(answer, evidenceOf(client))
    const others = rows === 0 || (total !== null && rows >= total) ? 'none' : total === null ? 'unknown' : 'some'
    const isFull = rows >= Math.min(limit, answer.limit ?? limit)
    const isCutBefore = others === 'some' && !isFull
    return { values, others, by: { kind: 'search', limit }, isFull, isCutBefore }
  } catch (error) {
    if (!(error instanceof ActionError)) throw error
    const { answer } = await client.search({ resource_id: resource, limit: VALUES_MAX }, options)
    return ofPage(client, answer, field)
  }
}

/** The values of some page of records, put in order here. */
function ofPage(client: ActionClient, answer: SearchPage, field: string): FoundValues {
  const known = evidenceOf(client)
  const total = believedTotal(answer, known)
  const isWhole = total === null ? isEnd(answer, VALUES_MAX, known) : rowsIn(answer) >= total
  return {
    values: valuesOf(answer, field).toSorted(naturalOrder),
    others: isWhole ? 'none' : 'unknown',
    by: { kind: 'search', limit: VALUES_MAX },
    isFull: false,
    isCutBefore: false,
  }
}

function othersBeside({ values, others }: OfferedValues): OfferedValues['others'] {
  return values.length > VALUES_MAX ? 'some' : others
}

function distinctParams(resource: string, field: string, limit: number): Record<string, unknown> {
  return {
    resource_id: resource,
    fields: [field],
    distinct: true,
    sort: [sortKey({ field, descending: false })],
    limit,
  }
}

function valuesOf(page: SearchPage, field: string): readonly string[] {
  const place = page.fields.findIndex(({ id }) => id === field)
  const values = new Set<string>()
  for (const row of page.rows) {
    const value = row[place]
    if (value !== undefined && jsonKind(value) !== 'null') values.add(jsonToPlain(value))
  }
  return [...values]
}

/** Whether a record comes twice, so that these are not the different ones. */
function hasRepeats({ rows }: SearchPage): boolean {
  return new Set(rows.map((row) => row.join())).size < rows.length
}

function containing(offered: OfferedValues, contains: string): OfferedValues {
  const folded = contains.toLowerCase()
  return { ...offered, values: offered.values.filter((value) => value.toLowerCase().includes(folded)) }
}

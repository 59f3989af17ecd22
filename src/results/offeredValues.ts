import { queryOptions } from '@tanstack/react-query'
import type { SearchPage } from '../protocol/answers.ts'
import { ActionError } from '../protocol/envelope.ts'
import { jsonKind, jsonToPlain } from '../protocol/jsonText.ts'
import { sortKey } from '../query/toSearch.ts'
import type { ActionClient, CallOptions } from '../instances/client/actionClient.ts'

export interface OfferedValues {
  /** Different values as plain text, the empty text among them, without null. */
  readonly values: readonly string[]
  /** There are no others. */
  readonly complete: boolean
}

/** Values of a field that contain the typed text, in order, from the data; `complete` if there are no others. */
export function valuesQuery(
  instanceId: string,
  client: ActionClient,
  resource: string,
  field: string,
  contains: string,
) {
  const key = [instanceId, 'values', { resource, field }, client.identity]
  const first = queryOptions({
    queryKey: [...key, ''],
    queryFn: ({ signal }) => offeredValues(client, resource, field, '', { signal }),
  })
  if (contains.trim() === '') return first
  return queryOptions({
    queryKey: [...key, contains.trim()],
    queryFn: async ({ client: cache, signal }) => {
      const all = await cache.fetchQuery(first)
      return offeredValues(client, resource, field, contains.trim(), { signal }, all)
    },
  })
}

/**
 * The first values of a field that contain the text, in the server's order. What `known` already has is not asked for
 * again; if the server refuses `distinct`, it gives the values of a first page, marked as incomplete.
 */
export async function offeredValues(
  client: ActionClient,
  resource: string,
  field: string,
  contains: string,
  options: CallOptions,
  known?: OfferedValues,
): Promise<OfferedValues> {
  if (known === undefined) return containing(await firstValues(client, resource, field, options), contains)
  const here = containing(known, contains)
  const words = prefixQuery(contains)
  if (known.complete || words === null) return here
  try {
    const params = { ...distinctParams(resource, field), q: { [field]: words }, plain: false }
    const { answer, leftOut } = await client.search(params, options)
    // Without these words are not searched for by their beginnings.
    if (leftOut.includes('plain')) return here
    const found = containing(valuesOf(answer, field), contains)
    // The search is by the beginnings of words, so it may miss what holds the text in the middle of one.
    return { values: [...new Set([...here.values, ...found.values])].slice(0, VALUES_MAX), complete: false }
  } catch (error) {
    if (error instanceof ActionError) return here
    throw error
  }
}

/** The tsquery for records with words that begin like the typed ones; null if there is no word in it. */
export function prefixQuery(typed: string): string | null {
  const words = typed.match(/[\p{L}\p{N}]+/gu)
  return words === null ? null : words.map((word) => `${word}:*`).join(' & ')
}

const VALUES_MAX = 200

async function firstValues(
  client: ActionClient,
  resource: string,
  field: string,
  options: CallOptions,
): Promise<OfferedValues> {
  try {
    const { answer, leftOut } = await client.search(distinctParams(resource, field), options)
    return leftOut.includes('distinct') || leftOut.includes('sort') ? ofPage(answer, field) : valuesOf(answer, field)
  } catch (error) {
    if (!(error instanceof ActionError)) throw error
    const { answer } = await client.search({ resource_id: resource, limit: VALUES_MAX }, options)
    return ofPage(answer, field)
  }
}

/** The values of some page, put in order here. */
function ofPage(answer: SearchPage, field: string): OfferedValues {
  const { values } = valuesOf(answer, field)
  return { values: values.toSorted(byValue), complete: answer.total !== null && answer.rows.length >= answer.total }
}

function distinctParams(resource: string, field: string): Record<string, unknown> {
  return {
    resource_id: resource,
    fields: [field],
    distinct: true,
    sort: [sortKey({ field, descending: false })],
    limit: VALUES_MAX,
    include_total: false,
  }
}

function valuesOf(page: SearchPage, field: string): OfferedValues {
  const place = page.fields.findIndex(({ id }) => id === field)
  const values = new Set<string>()
  for (const row of page.rows) {
    const value = row[place]
    if (value !== undefined && jsonKind(value) !== 'null') values.add(jsonToPlain(value))
  }
  return { values: [...values], complete: page.rows.length < Math.min(VALUES_MAX, page.limit ?? VALUES_MAX) }
}

function containing(offered: OfferedValues, contains: string): OfferedValues {
  if (contains === '') return offered
  const folded = contains.toLowerCase()
  return { ...offered, values: offered.values.filter((value) => value.toLowerCase().includes(folded)) }
}

const byValue = new Intl.Collator(undefined, { numeric: true }).compare

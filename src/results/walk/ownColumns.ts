import { rowsIn, valueIn, withoutRank, type SearchPage } from '../../protocol/answers.ts'
import type { Field } from '../../protocol/field.ts'
import { ActionError } from '../../protocol/envelope.ts'
import type { ActionClient, CallOptions, Searched } from '../../instances/client/actionClient.ts'

/** What is known of a table's columns from the answers that came. */
interface KnownColumns {
  /** From an answer to which no search for words has added its rank. */
  readonly own: readonly Field[] | null
  /** A search for words has put its score into the table's own column `rank`. */
  readonly hidesRank: true | null
  /** The names to ask for, where the server can't send all; null where it can. */
  readonly sendable: readonly string[] | null
}

/**
 * Searches for the table's own columns: without the `rank` that a search for words adds (protocol/README.md P22), as far as
 * the table's columns are known or named; without what that puts into a column of the table's own called `rank`, which is blank
 * then (`losesRank`); and without a column `j`, which CKAN up to 2.11 can't send: it answers with that
 * column's values in place of records.
 */
export async function searchOwnColumns(
  client: ActionClient,
  params: Readonly<Record<string, unknown>>,
  options: CallOptions,
): Promise<Searched> {
  const found = await searchSendable(client, params, options)
  const { answer } = found
  if (typeof params['q'] === 'string') return { ...found, answer: await withOwnRank(client, params, answer, options) }
  if (params['fields'] === undefined && rowsIn(answer) > 0) learn(client, params['resource_id'], { own: answer.fields })
  return found
}

/**
 * Whether a search for words loses the values of the table's own column `rank`: CKAN puts its score there, as a `float`, which
 * no column of a table is called. It can be read by SQL.
 */
export function losesRank(client: ActionClient, resource: string): boolean {
  return knownOf(client, resource).hidesRank === true
}

async function withOwnRank(
  client: ActionClient,
  params: Readonly<Record<string, unknown>>,
  answer: SearchPage,
  options: CallOptions,
): Promise<SearchPage> {
  const named = namesIn(params['fields'])
  if (named !== null && !named.has('rank')) return withoutAddedRank(answer)
  const resource = params['resource_id']
  const given = answer.fields.find(({ id }) => id === 'rank')
  const isScored = answer.wasRanked === true || given?.type === 'float'
  if (isScored && answer.isLikeCkan === true && knownOf(client, resource).own === null) {
    const fields = await fieldsOfTable(client, params, options)
    if (fields.length > 0) learn(client, resource, { own: fields })
  }
  const { own } = knownOf(client, resource)
  const ownRank = own?.find(({ id }) => id === 'rank')
  if (own === null) return answer
  if (ownRank === undefined) return named === null ? withoutAddedRank(answer) : answer
  if (!isScored || ownRank.type === 'float') return answer
  learn(client, resource, { hidesRank: true })
  return withBlankRank(answer, named === null ? own : answer.fields.map((each) => (each === given ? ownRank : each)))
}

/** The page with the table's fields, and nothing in its `rank`. */
function withBlankRank(page: SearchPage, fields: readonly Field[]): SearchPage {
  const { rows, total, totalIsEstimate, limit, isLikeCkan } = page
  const places = fields.map(({ id }) => (id === 'rank' ? -1 : page.fields.findIndex((field) => field.id === id)))
  return {
    fields,
    rows: rows.map((row) => places.map((place) => row[place])),
    total,
    totalIsEstimate,
    limit,
    ...(isLikeCkan === true ? { isLikeCkan } : {}),
  }
}

/**
 * The table's columns that the server can't send, so that they are missing from what was read: `j`, and those with `#` in
 * their names.
 */
export function missingColumns(client: ActionClient, resource: string): readonly string[] {
  const j = knownOf(client, resource).sendable === null ? [] : ['j']
  return [...j, ...(client.profile.get().fieldsRead[resource]?.refused ?? [])]
}

async function searchSendable(client: ActionClient, params: Readonly<Record<string, unknown>>, options: CallOptions) {
  const { sendable } = knownOf(client, params['resource_id'])
  if (sendable !== null) return client.search(withoutJ(params, sendable), options)
  let refusal: unknown = null
  try {
    const found = await client.search(params, options)
    if (!holdsValuesOfJ(found.answer)) return found
  } catch (error) {
    if (!isNoRecords(error)) throw error
    refusal = error
  }
  const names = (await fieldsOfTable(client, params, options)).map(({ id }) => id)
  if (refusal !== null && !names.includes('j')) throw refusal
  const others = names.filter((name) => name !== 'j')
  learn(client, params['resource_id'], { sendable: others })
  return client.search(withoutJ(params, others), options)
}

/** Without a record there is nothing that `j` could be mistaken for. */
async function fieldsOfTable(
  client: ActionClient,
  { resource_id }: Readonly<Record<string, unknown>>,
  options: CallOptions,
): Promise<readonly Field[]> {
  const { answer } = await client.search({ resource_id, limit: 0 }, options)
  return answer.fields
}

function withoutJ(params: Readonly<Record<string, unknown>>, sendable: readonly string[]) {
  const asked = namesIn(params['fields'])
  return { ...params, fields: asked === null ? sendable : sendable.filter((name) => asked.has(name)) }
}

/** The answer is whole, and what should be a record is none. */
function isNoRecords(error: unknown): boolean {
  const problem = error instanceof ActionError ? error.problem : null
  return problem?.code === 'notRecords'
}

/** Objects in a column `j` look like records, but have no `_id`. */
function holdsValuesOfJ(answer: SearchPage): boolean {
  const place = answer.fields.findIndex(({ id }) => id === '_id')
  const hasBoth = place !== -1 && answer.fields.some(({ id }) => id === 'j')
  return hasBoth && rowsIn(answer) > 0 && valueIn(answer, 0, place) === undefined
}

function withoutAddedRank(page: SearchPage): SearchPage {
  const { fields, records, total, totalIsEstimate, limit, hasGuessedFields } = page
  if (fields.at(-1)?.id !== 'rank') return page
  return withoutRank({
    fields: [...fields.slice(0, -1), { id: 'rank', type: 'float' }],
    total,
    totalIsEstimate,
    limit,
    ...(records === undefined ? {} : { records }),
    ...(hasGuessedFields === true ? { hasGuessedFields } : {}),
    get rows() {
      return page.rows
    },
  })
}

function namesIn(fields: unknown): ReadonlySet<string> | null {
  return Array.isArray(fields) ? new Set(fields.map(String)) : null
}

function knownOf({ identity }: ActionClient, resource: unknown): KnownColumns {
  return known.get(JSON.stringify([identity, resource])) ?? { own: null, hidesRank: null, sendable: null }
}

function learn(client: ActionClient, resource: unknown, news: Partial<KnownColumns>): void {
  known.set(JSON.stringify([client.identity, resource]), { ...knownOf(client, resource), ...news })
}

const known = new Map<string, KnownColumns>()

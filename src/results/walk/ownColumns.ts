import { rowsIn, valueIn, withoutRank, type SearchPage } from '../../protocol/answers.ts'
import { ActionError } from '../../protocol/envelope.ts'
import type { ActionClient, CallOptions, Searched } from '../../instances/client/actionClient.ts'

/** What is known of a table's columns from the answers that came. */
interface KnownColumns {
  /** Their names, from an answer to which no search for words has added its rank. */
  readonly own: ReadonlySet<string> | null
  /** The names to ask for, where the server can't send all; null where it can. */
  readonly sendable: readonly string[] | null
}

/**
 * Searches for the table's own columns: without the `rank` that a search for words adds (protocol/README.md P22), as far as
 * the table's columns are known or named, and without a column `j`, which CKAN up to 2.11 can't send: it answers with that
 * column's values in place of records.
 */
export async function searchOwnColumns(
  client: ActionClient,
  params: Readonly<Record<string, unknown>>,
  options: CallOptions,
): Promise<Searched> {
  const found = await searchSendable(client, params, options)
  const { answer } = found
  if (typeof params['q'] === 'string') {
    const own = namesIn(params['fields']) ?? knownOf(client, params['resource_id']).own
    return own === null || own.has('rank') ? found : { ...found, answer: withoutAddedRank(answer) }
  }
  if (params['fields'] === undefined && rowsIn(answer) > 0)
    learn(client, params['resource_id'], { own: new Set(answer.fields.map(({ id }) => id)) })
  return found
}

/** Whether the server can't send the table's column `j`, so that it is missing from what was read. */
export function lacksColumnJ(client: ActionClient, resource: string): boolean {
  return knownOf(client, resource).sendable !== null
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
  const names = await namesOfTable(client, params, options)
  if (refusal !== null && !names.includes('j')) throw refusal
  const others = names.filter((name) => name !== 'j')
  learn(client, params['resource_id'], { sendable: others })
  return client.search(withoutJ(params, others), options)
}

/** Without a record there is nothing that `j` could be mistaken for. */
async function namesOfTable(
  client: ActionClient,
  { resource_id }: Readonly<Record<string, unknown>>,
  options: CallOptions,
) {
  const { answer } = await client.search({ resource_id, limit: 0 }, options)
  return answer.fields.map(({ id }) => id)
}

function withoutJ(params: Readonly<Record<string, unknown>>, sendable: readonly string[]) {
  const asked = namesIn(params['fields'])
  return { ...params, fields: asked === null ? sendable : sendable.filter((name) => asked.has(name)) }
}

/** The answer is whole, and what should be a record is none. */
function isNoRecords(error: unknown): boolean {
  const problem = error instanceof ActionError ? error.problem : null
  return problem?.code === 'answerBroken' && problem.fault.kind === 'wrongKind'
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
  return known.get(JSON.stringify([identity, resource])) ?? { own: null, sendable: null }
}

function learn(client: ActionClient, resource: unknown, news: Partial<KnownColumns>): void {
  known.set(JSON.stringify([client.identity, resource]), { ...knownOf(client, resource), ...news })
}

const known = new Map<string, KnownColumns>()

import { naturalOrder } from '../naturalOrder.ts'
import { TABLE_METADATA } from '../../protocol/actions.ts'
import { sameRows, type SearchPage } from '../../protocol/answers.ts'
import { ActionError } from '../../protocol/envelope.ts'
import { jsonKind, jsonToPlain } from '../../protocol/jsonText.ts'
import type { ActionClient, TablesOptions } from '../client/actionClient.ts'
import type { Profile, ProfileStore } from '../profile/profile.ts'
import { NetworkError } from '../transport/networkError.ts'
import type { Table } from './table.ts'

/** Pages of the list of tables. */
export interface ListOfTables {
  readonly pages: readonly SearchPage[]
  /** false if the server has no such list. */
  readonly listed: boolean
  /** There are more than were read. */
  readonly isPart: boolean
}

/**
 * The first page of `_table_metadata`, or all of them. `listed` is false if the server has no such list: the interface
 * does not require one, so a refusal is no failure. Once the API has answered at this address, no refusal is one, in
 * whatever words or status, unless the server answers like CKAN, which has the list. Rejects if the list is closed to the
 * caller, the server is in trouble, or the network fails.
 */
export async function listOfTables(
  search: ActionClient['search'],
  profile: Pick<ProfileStore, 'get'>,
  { all = false, signal }: TablesOptions = {},
): Promise<ListOfTables> {
  const pages: SearchPage[] = []
  for (let offset = 0; ;) {
    const params = { resource_id: TABLE_METADATA, limit: TABLES_PER_PAGE, ...(offset === 0 ? {} : { offset }) }
    const answer = await pageOrNone(() => search(params, { signal }), profile)
    const before = pages.at(-1)
    if (answer === null) return { pages, listed: before !== undefined, isPart: false }
    if (answer.rows.length > 0 && !answer.fields.some(({ id }) => id === 'name')) {
      return { pages: [], listed: false, isPart: false }
    }
    if (before !== undefined && sameRows(before.rows, answer.rows)) return { pages, listed: true, isPart: false }
    pages.push(answer)
    offset += answer.rows.length
    const full = answer.rows.length >= Math.min(TABLES_PER_PAGE, answer.limit ?? TABLES_PER_PAGE)
    const more = answer.total === null ? full : offset < answer.total
    // A total that was only estimated says nothing of the length of the list; a page that is not full shows its end soon.
    const isPart = more && full && answer.rows.length > 0
    const isEnough = (isPart && !all) || pages.length === TABLE_PAGES_MAX
    if (!more || answer.rows.length === 0 || isEnough) return { pages, listed: true, isPart }
  }
}

async function pageOrNone(
  ask: () => Promise<{ readonly answer: SearchPage }>,
  profile: Pick<ProfileStore, 'get'>,
): Promise<SearchPage | null> {
  try {
    return (await ask()).answer
  } catch (error) {
    if (mayHaveNoList(error, profile.get()) || (error instanceof ActionError && isNotThere(error))) return null
    throw error
  }
}

/**
 * Whether the list failed because the server knows of none. Once the API has answered, no refusal says anything else, in
 * whatever words and status, nor does one that the browser keeps from the page; but for one that answers as CKAN does, which
 * has the list. A server that is overloaded or away says nothing of it.
 */
export function mayHaveNoList(error: unknown, { hasAnswered, isLikeCkan, service }: Profile): boolean {
  if (hasAnswered !== true) return false
  if (error instanceof ActionError && isMissingPage(error)) return true
  if (isLikeCkan === true || service !== null) return false
  if (error instanceof NetworkError) return error.wasReached
  return (
    error instanceof ActionError && error.type !== 'Authorization Error' && error.status !== 429 && error.status <= 501
  )
}

/** A web page that says 404: there is nothing at this address, or no action of this kind. */
export function isMissingPage(error: Error | null): boolean {
  return error instanceof ActionError && error.status === 404 && error.kind === 'server'
}

/** A web page comes from a proxy before the API, or from an address without an API: it says nothing of tables. */
function isNotThere({ status, kind, serverText }: ActionError): boolean {
  if (status === 200) return kind !== 'server'
  return NOT_THERE.has(status) && !(kind === 'server' && /^\s*</.test(serverText))
}

/** How servers refuse a resource that they do not know. */
const NOT_THERE: ReadonlySet<number> = new Set([400, 404, 405, 409, 410, 422, 501])

/** The most that one request lists, as CKAN and others give a thousand records gladly. */
export const TABLES_PER_PAGE = 1000
const TABLE_PAGES_MAX = 100

/** The tables that pages of `_table_metadata` list, in the order of `byTitle`. */
export function tablesOf(pages: readonly SearchPage[]): readonly Table[] {
  const aliases = new Map<string, Set<string>>()
  for (const page of pages) {
    const nameAt = page.fields.findIndex((field) => field.id === 'name')
    const ofAt = page.fields.findIndex((field) => field.id === 'alias_of')
    for (const row of page.rows) {
      const name = plain(row[nameAt])
      const of = plain(row[ofAt])
      // Names that begin with _ are the list itself and other internal tables.
      if (name === null || name.startsWith('_')) continue
      const table = of ?? name
      const known = aliases.get(table) ?? new Set()
      if (of !== null) known.add(name)
      aliases.set(table, known)
    }
  }
  return byTitle([...aliases].map(([id, names]) => tableOf(id, [...names].toSorted(naturalOrder))))
}

/** Tables in the order of the lists: those with a name first, by title. */
export function byTitle(tables: readonly Table[]): readonly Table[] {
  return tables.toSorted((a, b) => Number(b.isNamed) - Number(a.isNamed) || naturalOrder(a.title, b.title))
}

function tableOf(id: string, aliases: readonly string[]): Table {
  return { id, title: aliases[0] ?? shortId(id), isNamed: aliases.length > 0, aliases, dataset: '', description: '' }
}

/** What a table without a name goes by: the beginning of its id if that is a UUID. */
export function shortId(id: string): string {
  return /^[0-9a-f-]{36}$/i.test(id) ? `${id.slice(0, 8)}…` : id
}

function plain(value: string | undefined): string | null {
  return value === undefined || jsonKind(value) === 'null' ? null : jsonToPlain(value)
}

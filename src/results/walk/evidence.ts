import { rowsIn, type SearchPage } from '../../protocol/answers.ts'
import type { ActionClient, CallOptions, Searched } from '../../instances/client/actionClient.ts'
import { searchOwnColumns } from './ownColumns.ts'

/** What is known of a server when the end of its records has to be shown. */
export interface Evidence {
  /** It says what it is, so what it tells of its answers (limit, total, a cut) is what that software documents. */
  readonly isTold: boolean
  /** The most records that one of its answers has held: an answer with fewer was not cut. */
  readonly gave: number
}

export function evidenceOf({ profile }: Pick<ActionClient, 'profile'>): Evidence {
  const { service, searchGave } = profile.get()
  return { isTold: service !== null, gave: searchGave ?? 0 }
}

/**
 * Whether a page shows by itself that no record comes after it. One with fewer records than were asked for may have been
 * cut at a number that the server doesn't mention: it is the last if another answer has held more.
 */
export function isEnd(page: Pick<SearchPage, 'rows' | 'records' | 'limit'>, asked: number, known: Evidence): boolean {
  const given = rowsIn(page)
  if (given === 0) return true
  return given < Math.min(asked, page.limit ?? asked) && (known.isTold || given < known.gave)
}

/**
 * How many match, if the server says so in a way that can be believed; else null. Servers exist that give the number
 * of the records in the answer as the total, so without more it shows nothing if it is no greater.
 */
export function believedTotal(page: SearchPage, known: Evidence): number | null {
  if (page.total === null || page.totalIsEstimate) return null
  return page.isCounted === true || known.isTold || page.total > rowsIn(page) ? page.total : null
}

/** Searches, and remembers how many records the answer held. */
export async function askSearch(
  client: ActionClient,
  params: Readonly<Record<string, unknown>>,
  options: CallOptions,
): Promise<Searched> {
  const page = await searchOwnColumns(client, params, options)
  const searchGave = rowsIn(page.answer)
  if (searchGave > (client.profile.get().searchGave ?? 0)) client.profile.learn('noticed', { searchGave })
  return page
}

import { rowsIn, valueIn, type SearchPage } from '../../protocol/answers.ts'
import { ActionError } from '../../protocol/envelope.ts'
import { jsonKind, jsonToPlain, type JsonText } from '../../protocol/jsonText.ts'
import type { ProfileStore } from '../profile/profile.ts'
import { NetworkError } from '../transport/networkError.ts'
import type { Way } from '../transport/requestEncoding.ts'
import type { Timed } from './actionClient.ts'

/** How the page was asked for, and how it can be asked for again. */
interface Asked {
  readonly filters: unknown
  readonly query: { readonly usual: string; readonly way: Way }
  readonly sendAs: (way: Way) => Promise<Timed<SearchPage>>
  readonly profile: ProfileStore
}

/**
 * The page, if its records are what `filters` allow. Some servers read filters only in a JSON body and others only in the
 * address, and send all records instead of a refusal: then they are asked in the other way, which is remembered. If that
 * is no better, the search fails: records that were not filtered are never shown as if they were.
 */
export async function withFilters(
  page: Timed<SearchPage>,
  { filters, query, sendAs, profile }: Asked,
): Promise<Timed<SearchPage>> {
  if (!isPlain(filters) || fits(page.answer, filters)) return page
  const { usual } = query
  const way: Way = query.way === 'json' ? 'url' : 'json'
  try {
    const again = await sendAs(way)
    if (fits(again.answer, filters)) {
      profile.learn('noticed', { ways: { [usual]: way } })
      return again
    }
  } catch (error) {
    if (!(error instanceof ActionError || error instanceof NetworkError)) throw error
  }
  const problem = { code: 'filtersIgnored' } as const
  throw new ActionError({ kind: 'validation', status: 200, fields: { filters: [] }, problem })
}

type Filters = Readonly<Record<string, string | readonly string[]>>

/** Only the filters that the interface has: a value, or a list of which any will do. */
function isPlain(filters: unknown): filters is Filters {
  if (typeof filters !== 'object' || filters === null) return false
  return Object.values(filters).every((value) => [value].flat().every((each) => typeof each === 'string'))
}

/** Whether no record contradicts the filters. Servers compare in their own ways, so that is read generously. */
function fits(page: SearchPage, filters: Filters): boolean {
  return Object.entries(filters).every(([name, wanted]) => {
    const place = page.fields.findIndex(({ id }) => id === name)
    if (place === -1) return true
    const values = [wanted].flat()
    for (let row = 0; row < rowsIn(page); row += 1) {
      if (!isOneOf(valueIn(page, row, place), values)) return false
    }
    return true
  })
}

function isOneOf(value: JsonText | undefined, wanted: readonly string[]): boolean {
  if (value === undefined || jsonKind(value) === 'null') return wanted.includes('')
  if (jsonKind(value) === 'array' || jsonKind(value) === 'object') return true
  const plain = folded(jsonToPlain(value))
  return wanted.map(folded).some((each) => {
    // A date as the filter has it may be a part of a time, and 1.5 is 1.50.
    return plain === each || (each !== '' && (plain.includes(each) || Number(plain) === Number(each)))
  })
}

function folded(text: string): string {
  return text.trim().toLowerCase()
}

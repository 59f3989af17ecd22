import type { Capabilities } from '../../../instances/profile/facts.ts'
import { capabilityWords } from '../../../words/en/connect/capabilities.ts'
import { clockWords, countWords } from '../../../words/figures.ts'

/** One line of the capability card; `mark` is the icon before the words. */
export interface CapabilityLine {
  readonly term: string
  readonly words: string
  readonly mark: Mark
  /** The server does not say, or was not asked. */
  readonly isOpen: boolean
}

/** What the probe found, and that there are more tables than were read. */
type Shown = Capabilities & { readonly moreTables?: boolean | null }

type Mark = 'yes' | 'no' | 'warning' | null

/** The lines of the card, in its order; null stands for a server that was not asked yet. */
export function capabilityLines(found: Shown | null): readonly CapabilityLine[] {
  return LINES.map(({ term, value }) => {
    if (found === null) return { term: capabilityWords.terms[term], ...open(capabilityWords.notAsked) }
    const said = value(found)
    return {
      term: capabilityWords.terms[term],
      ...(said === null ? open(capabilityWords.notTold) : { words: said[0], mark: said[1] ?? null, isOpen: false }),
    }
  })
}

/** What the token is worth, in words; null if there is none. */
export function tokenWords({ token, user }: Pick<Capabilities, 'token' | 'user'>): string | null {
  if (token === 'none') return null
  if (token === 'accepted' && user !== null) return capabilityWords.token.signedIn(user)
  return capabilityWords.token[token]
}

/** When the server was asked, in the reader's zone; a card is at most a day old. */
export function reachedWords(at: number, now = Date.now()): string {
  const isToday = new Date(at).toDateString() === new Date(now).toDateString()
  return capabilityWords[isToday ? 'reachedToday' : 'reachedYesterday'](clockWords(at))
}

interface Line {
  readonly term: keyof typeof capabilityWords.terms
  /** The words of the line and their mark; null if the server leaves it open. */
  readonly value: (found: Shown) => readonly [words: string, mark?: Mark] | null
}

const LINES: readonly Line[] = [
  { term: 'service', value: ({ service }) => (service === null ? null : [service.replace(/^CKAN /, '')]) },
  { term: 'rowCap', value: ({ rowCap }) => (rowCap === null ? null : [countWords(rowCap)]) },
  {
    term: 'sql',
    value: ({ sql }) => (sql === 'unknown' ? null : [capabilityWords.sql[sql], sql === 'on' ? 'yes' : 'no']),
  },
  {
    term: 'rangeFilters',
    value: ({ rangeFilters }) =>
      rangeFilters === 'unknown' ? null : [capabilityWords.rangeFilters[rangeFilters], rangeFilters],
  },
  {
    term: 'totals',
    value: ({ totals }) => (totals === 'unknown' ? null : [capabilityWords.totals[totals], TOTALS_MARKS[totals]]),
  },
  { term: 'paging', value: pagingWords },
  {
    term: 'tables',
    value: ({ tables, moreTables }) => {
      if (tables === null) return [capabilityWords.notListed, 'no']
      return [moreTables === true ? capabilityWords.moreThan(countWords(tables)) : countWords(tables)]
    },
  },
  { term: 'writes', value: writingWords },
]

const TOTALS_MARKS = { exact: 'yes', estimated: 'warning', absent: 'no' } as const

/** How all records are read if `offset` does not work: by a range of `_id`, else by a statement that has one. */
function pagingWords({ rangeFilters, sql }: Capabilities): ReturnType<Line['value']> {
  if (rangeFilters === 'yes') return [capabilityWords.paging.byId, 'yes']
  if (sql === 'on') return [capabilityWords.paging.bySql, 'yes']
  return rangeFilters === 'unknown' ? null : [capabilityWords.paging.byOffset, 'no']
}

/** If rights go by table, only the table itself says whether it may be changed. */
function writingWords({ token, writes }: Capabilities): ReturnType<Line['value']> {
  const words = capabilityWords.writes
  if (token === 'refused') return [words.refused, 'warning']
  if (writes === 'yes') return [words.yes, 'yes']
  if (writes === 'no') return [token === 'none' ? words.noToken : words.noRight, 'no']
  return [words.byTable]
}

function open(words: string): Omit<CapabilityLine, 'term'> {
  return { words, mark: null, isOpen: true }
}

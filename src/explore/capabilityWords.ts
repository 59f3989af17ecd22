import type { Capabilities } from '../protocol/capabilities.ts'
import { clockWords, countWords } from './figures.ts'

/** One line of the capability card; `mark` is the icon before the words. */
export interface CapabilityLine {
  readonly term: string
  readonly words: string
  readonly mark: 'yes' | 'no' | 'warning' | null
  /** The server does not say, or was not asked. */
  readonly isOpen: boolean
}

/** The lines of the card, in its order; null stands for a server that was not asked yet. */
export function capabilityLines(found: Capabilities | null): readonly CapabilityLine[] {
  if (found === null) return TERMS.map((term) => ({ term, words: '–', mark: null, isOpen: true }))
  const { service, rowCap, tables } = found
  const lines: Record<Term, Words> = {
    Version: service === null ? OPEN : [service.replace(/^CKAN /, '')],
    'Row cap': rowCap === null ? OPEN : [countWords(rowCap)],
    SQL: SQL_WORDS[found.sql],
    'Range filters': RANGE_WORDS[found.rangeFilters],
    Totals: TOTALS_WORDS[found.totals],
    'Keyset paging': keysetWords(found),
    Tables: tables === null ? ['not listed', 'no'] : [countWords(tables)],
    Writing: writingWords(found),
  }
  return TERMS.map((term) => {
    const [words, mark] = lines[term]
    return { term, words, mark: mark ?? null, isOpen: lines[term] === OPEN }
  })
}

/** What the dot says of a server that answers, in two or three words. */
export function abilityWords({ sql }: Pick<Capabilities, 'sql'>): string {
  return sql === 'on' ? 'SQL and filters' : sql === 'unknown' ? 'answers' : 'filters only'
}

/** What the token is worth, in words; null where there is none. */
export function tokenWords({ token, user }: Pick<Capabilities, 'token' | 'user'>): string | null {
  if (token === 'none') return null
  if (token === 'accepted') return user === null ? 'token accepted' : `signed in as ${user}`
  return token === 'refused' ? 'token not accepted' : 'token not checked'
}

/** When the server was asked, in the reader's zone; a card is at most a day old. */
export function reachedWords(checkedAt: number, now = Date.now()): string {
  const isToday = new Date(checkedAt).toDateString() === new Date(now).toDateString()
  return `Reached ${isToday ? 'at' : 'yesterday at'} ${clockWords(checkedAt)}`
}

type Words = readonly [words: string, mark?: CapabilityLine['mark']]
type Term = (typeof TERMS)[number]

const TERMS = ['Version', 'Row cap', 'SQL', 'Range filters', 'Totals', 'Keyset paging', 'Tables', 'Writing'] as const

const OPEN: Words = ['not told']

const SQL_WORDS: Readonly<Record<Capabilities['sql'], Words>> = {
  on: ['on', 'yes'],
  off: ['off', 'no'],
  refused: ['needs a right', 'no'],
  unknown: OPEN,
}

const RANGE_WORDS: Readonly<Record<Capabilities['rangeFilters'], Words>> = {
  yes: ['on', 'yes'],
  no: ['equality only', 'no'],
  unknown: OPEN,
}

const TOTALS_WORDS: Readonly<Record<Capabilities['totals'], Words>> = {
  exact: ['exact', 'yes'],
  estimated: ['estimated', 'warning'],
  absent: ['not given', 'no'],
  unknown: OPEN,
}

/** By a range of `_id`, else by a statement that has one. */
function keysetWords({ rangeFilters, sql }: Capabilities): Words {
  if (rangeFilters === 'yes') return ['by _id', 'yes']
  if (sql === 'on') return ['by SQL', 'yes']
  return rangeFilters === 'unknown' ? OPEN : ['by offset', 'no']
}

/** Where rights go by table, only the table itself says whether it may be changed. */
function writingWords({ token, writes }: Capabilities): Words {
  if (token === 'refused') return ['token not accepted', 'warning']
  if (writes === 'yes') return ['on', 'yes']
  if (writes === 'no') return [token === 'none' ? 'needs a token' : 'not with this token', 'no']
  return ['by right per table']
}

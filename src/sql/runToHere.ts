import { writtenName } from './names.ts'
import { segmentAt } from './statements.ts'
import type { FromItem } from './statement/fromItems.ts'
import { wholePhrase, type Phrase } from './statement/phrase.ts'
import { readQuery, type Query } from './statement/query.ts'
import { insideAt, wordAt, type Range } from './statement/walk.ts'

/** A query of WITH, or a subquery in FROM, that can be run by itself. */
export interface Part {
  /** Its name, or its alias; empty for a subquery without one. */
  readonly name: string
  /** It with what it needs before it. */
  readonly sql: string
  /** Where its bracket opens, in the text. */
  readonly place: number
}

/** The innermost part of a statement that the cursor is in; null if it is in none that can run without what is around it. */
export function partAt(text: string, cursor: number): Part | null {
  // A cursor within a word would hide what the word means, so the statement is read without one.
  const phrase = wholePhrase(text, segmentAt(text, cursor))
  return partIn({ phrase, cursor, around: [] }, readQuery(phrase, { from: 0, to: phrase.pieces.length }))
}

interface Search {
  readonly phrase: Phrase
  readonly cursor: number
  /** The WITH clauses that are seen, the outermost first. */
  readonly around: readonly string[]
}

function partIn(search: Search, query: Query): Part | null {
  const { phrase, around } = search
  for (const [index, { name, inside }] of query.ctes.entries()) {
    if (inside === null || !isClosed(phrase, inside)) continue
    if (!holds(search, startOfCte(phrase, query, index), endOf(phrase, inside))) continue
    const before = withClause(phrase, query, index - 1)
    const deeper = partIn({ ...search, around: withInner(around, before) }, readQuery(phrase, inside))
    if (deeper !== null) return deeper
    const sql = `${withClause(phrase, query, index)}\nSELECT * FROM ${writtenName(name)}`
    return { name, sql: withAround(around, sql), place: bracketOf(phrase, inside) }
  }
  const inner = { ...search, around: withInner(around, withClause(phrase, query, query.ctes.length - 1)) }
  for (const { clauses, sources } of query.arms) {
    const found =
      first(clauses, ({ kind, from }) => (kind === 'query' ? partInBracket(inner, insideAt(phrase, from)) : null)) ??
      first(sources, (item) => partOfItem(inner, item))
    if (found !== null) return found
  }
  return null
}

function partInBracket(search: Search, inside: Range): Part | null {
  return isClosed(search.phrase, inside) ? partIn(search, readQuery(search.phrase, inside)) : null
}

function partOfItem(search: Search, item: FromItem): Part | null {
  switch (item.kind) {
    case 'table':
    case 'function':
      return null
    case 'bracket':
      return partOfItem(search, item.item)
    case 'join':
      return partOfItem(search, item.left) ?? partOfItem(search, item.right)
    case 'subquery': {
      const { phrase, around } = search
      // One with LATERAL may need the rows beside it.
      if (item.lateral || !isClosed(phrase, item.inside)) return null
      const place = bracketOf(phrase, item.inside)
      if (!holds(search, place, endOf(phrase, item.inside))) return null
      const deeper = partInBracket(search, item.inside)
      if (deeper !== null) return deeper
      const written = phrase.text.slice(place, phrase.pieces[item.to - 1]?.end)
      const sql = `SELECT * FROM ${item.alias === null ? `${written} AS subquery` : written}`
      return { name: item.alias ?? '', sql: withAround(around, sql), place }
    }
  }
}

function first<T>(all: readonly T[], find: (one: T) => Part | null): Part | null {
  for (const one of all) {
    const found = find(one)
    if (found !== null) return found
  }
  return null
}

/** The WITH clause of a query up to one of its queries; all of it if they may name later ones. */
function withClause(phrase: Phrase, query: Query, last: number): string {
  const at = query.recursive ? query.ctes.length - 1 : last
  const inside = query.ctes[at]?.inside
  const begin = phrase.pieces[query.from]
  if (!inside || !begin || at < 0) return ''
  // SEARCH and CYCLE stand behind the bracket.
  const end = query.recursive && query.withClause ? phrase.pieces[query.withClause.to - 1]?.end : endOf(phrase, inside)
  return phrase.text.slice(begin.start, end)
}

function withInner(around: readonly string[], clause: string): readonly string[] {
  return clause === '' ? around : [...around, clause]
}

/** Each clause on a level of its own, as an inner name may hide an outer one. */
function withAround(around: readonly string[], part: string): string {
  let sql = part
  for (const clause of around.toReversed()) {
    sql = sql.startsWith('SELECT') ? `${clause}\n${sql}` : `${clause}\nSELECT * FROM (\n${sql}\n) AS part`
  }
  return sql
}

/** WITH belongs to the first one. */
function startOfCte(phrase: Phrase, query: Query, index: number): number {
  const before = query.ctes[index - 1]?.inside
  return phrase.pieces[before ? before.to + 2 : query.from]?.start ?? 0
}

function isClosed(phrase: Phrase, inside: Range): boolean {
  return wordAt(phrase, inside.to) === ')'
}

function bracketOf(phrase: Phrase, inside: Range): number {
  return phrase.pieces[inside.from - 1]?.start ?? 0
}

function endOf(phrase: Phrase, inside: Range): number {
  return phrase.pieces[inside.to]?.end ?? phrase.text.length
}

function holds({ cursor }: Search, start: number, end: number): boolean {
  return cursor >= start && cursor <= end
}

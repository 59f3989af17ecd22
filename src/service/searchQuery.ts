import { jsonKind, jsonMembers, jsonToPlain, parseJsonText, type JsonText } from '../protocol/jsonText.ts'
import type { Table } from './catalog.ts'
import type { Column } from './column.ts'
import { filterCondition, parseFilters } from './filters.ts'
import { flag, given, jsonOrText, plainText, texts, type Params } from './params.ts'
import { invalid } from './refusal.ts'
import { conditions, list, name, sql, trusted, value, type Fragment } from './statement.ts'

/** What picks and orders records: the part of a request that search, dump and delete share. */
export interface SearchQuery {
  /** `filters` as parsed, null where there are none. */
  readonly filters: JsonText | null
  /** The words of `q` on whole rows, or of `full_text`; and those on single columns. */
  readonly words: string | null
  readonly fieldWords: readonly (readonly [field: string, words: string])[]
  readonly plain: boolean
  readonly language: string
  readonly sort: readonly string[]
}

/** Reads the parameters that pick and order records. Throws CKAN's refusals of those that can't be read. */
export function readSearchQuery(params: Params): SearchQuery {
  const q = readWords(params)
  return {
    filters: jsonOrText(params, 'filters'),
    words: plainText(params, 'full_text') || (typeof q === 'string' ? q : null),
    fieldWords: typeof q === 'string' || q === null ? [] : q,
    plain: flag(params, 'plain', true),
    language: plainText(params, 'language') || 'english',
    sort: texts(params, 'sort') ?? [],
  }
}

/** A column that is computed for a search: how well a row matches. */
export interface Rank {
  readonly name: string
  readonly value: Fragment
}

/** A search made into SQL on a table called `t`. */
export interface Search {
  readonly where: Fragment
  readonly ranks: readonly Rank[]
  /** What the request sorts by, in SQL; empty where it does not say. */
  readonly sorted: readonly Fragment[]
  /** The direction of `_id` where it alone is sorted by, which is so without `sort` and `q`. */
  readonly byId: 'asc' | 'desc' | null
}

/** Makes a search of a table. Throws CKAN's refusals of columns that are not there. */
export function planSearch(query: SearchQuery, table: Table): Search {
  const columns = new Map(table.columns.map((column) => [column.name, column]))
  const parts: Fragment[] = []
  const ranks: Rank[] = []
  if (query.filters !== null) parts.push(filterCondition(parseFilters(query.filters), columns, columnOf))
  const language = value(query.language, 'regconfig')
  const wanted = (words: string) =>
    sql`${trusted(query.plain ? 'plainto_tsquery' : 'to_tsquery')}(${language}, ${value(words)})`
  if (query.words) {
    parts.push(sql`t."_full_text" @@ ${wanted(query.words)}`)
    ranks.push({ name: 'rank', value: sql`ts_rank(t."_full_text", ${wanted(query.words)}, 32)` })
  }
  for (const [field, words] of query.fieldWords) {
    const column = columns.get(field)
    if (!column) throw invalid({ q: [`invalid value "${field}"`] })
    const vector = sql`to_tsvector(${language}, ${columnOf(column)}::text)`
    // The index of whole rows is English: for another language it would leave out rows that match.
    if (query.language === 'english' && query.plain) parts.push(sql`t."_full_text" @@ ${wanted(words)}`)
    parts.push(sql`${vector} @@ ${wanted(words)}`)
    ranks.push({ name: `rank ${field}`, value: sql`ts_rank(${vector}, ${wanted(words)}, 32)` })
  }
  const keys = query.sort.map((item) => sortKey(item, columns))
  const [only] = keys
  return {
    where: conditions(parts, 'and'),
    ranks,
    sorted: keys.map((key) => key.sql),
    byId:
      keys.length === 0
        ? ranks.length === 0
          ? 'asc'
          : null
        : keys.length === 1 && only?.field === '_id'
          ? only.direction
          : null,
  }
}

/** The whole order of a search: what is sorted by, else the best match first; `_id` settles every tie. */
export function orderOf(search: Search): Fragment {
  const first = search.sorted.length > 0 ? search.sorted : search.ranks.map((rank) => sql`${rank.value} desc`)
  return list([...first, trusted('t."_id"')])
}

/** A column of the table `t`. */
export function columnOf(column: Column): Fragment {
  return sql`t.${name(column.name)}`
}

/** `q` is words, or an object of words by field, or JSON text of such an object (CKAN behaviour). */
function readWords(params: Params): string | readonly (readonly [string, string])[] | null {
  let q = given(params, 'q')
  if (q === null) return null
  if (jsonKind(q) === 'string' && /^\s*\{/.test(jsonToPlain(q))) q = objectIn(jsonToPlain(q)) ?? q
  if (jsonKind(q) !== 'object') return jsonToPlain(q)
  return [...new Map(jsonMembers(q))].map(([field, words]) => {
    if (jsonKind(words) !== 'string') throw invalid({ q: [`invalid value "${field}"`] })
    return [field, jsonToPlain(words)] as const
  })
}

function objectIn(text: string): JsonText | null {
  try {
    const parsed = parseJsonText(text)
    return jsonKind(parsed) === 'object' ? parsed : null
  } catch {
    return null
  }
}

/** `name [asc|desc] [nulls first|nulls last]`, the name in double quotes or not. */
const SORT_KEY = /^(?:"([^"]*)"|(.+?))(?:\s+(asc|desc))?(?:\s+nulls\s+(first|last))?$/is

const LONGEST_SORT_KEY = 200

function sortKey(item: string, columns: ReadonlyMap<string, Column>) {
  // A column may be called "wind desc": the name as it stands comes first.
  const whole = columns.get(item)
  // The expression tries every blank of a long run, and no key is so long: a name has 63 characters.
  const parts = whole || item.length > LONGEST_SORT_KEY ? null : SORT_KEY.exec(item.trim())
  const column = whole ?? columns.get(parts?.[1] ?? parts?.[2] ?? '')
  if (!column) throw invalid({ sort: [`invalid value "${item}"`] })
  const direction = parts?.[3]?.toLowerCase() === 'desc' ? ('desc' as const) : ('asc' as const)
  const nulls = parts?.[4] === undefined ? '' : ` nulls ${parts[4].toLowerCase() === 'first' ? 'first' : 'last'}`
  return { field: column.name, direction, sql: sql`${columnOf(column)} ${trusted(direction + nulls)}` }
}

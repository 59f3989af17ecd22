import { jsonKind, jsonMembers, jsonToPlain, parseJsonText, type JsonText } from '../../protocol/jsonText.ts'
import type { Table } from '../catalog/catalog.ts'
import type { Column } from '../catalog/column.ts'
import { filterCondition, filteredFields, fixedFields, holdsAlways, parseFilters } from './filters.ts'
import { flag, given, jsonOrText, plainText, texts, type Params } from '../http/params.ts'
import { invalid } from '../refusal.ts'
import { isConfigurationName } from '../sql/configurationName.ts'
import { conditions, list, name, sql, trusted, value, type Fragment } from '../sql/statement.ts'

/** What selects and orders records: the part of a request that search, dump and delete share. */
export interface SearchQuery {
  /** `filters` as JSON; null if there are none. */
  readonly filters: JsonText | null
  /** The words searched in whole rows (`q` or `full_text`), and those searched in single columns. */
  readonly words: string | null
  readonly fieldWords: readonly (readonly [field: string, words: string])[]
  readonly plain: boolean
  readonly language: string
  readonly sort: readonly string[]
}

/** Reads the parameters that select and order records. Throws CKAN's refusals for those it can't read. */
export function readSearchQuery(params: Params): SearchQuery {
  const q = readWords(params)
  const words = plainText(params, 'full_text') || (typeof q === 'string' ? q : null)
  const fieldWords = typeof q === 'string' || q === null ? [] : q
  const length = fieldWords.reduce((sum, [, each]) => sum + each.length, words?.length ?? 0)
  if (length > LONGEST_WORDS) throw invalid({ q: [`may hold at most ${LONGEST_WORDS} characters`] })
  const plain = flag(params, 'plain', true)
  const nested = [words ?? '', ...fieldWords.map(([, each]) => each)].join('').match(/[(!]/g)?.length ?? 0
  if (!plain && nested > MOST_NESTED) throw invalid({ q: [`may hold at most ${MOST_NESTED} brackets and !`] })
  const sort = texts(params, 'sort') ?? []
  if (sort.length > MOST_COLUMNS) throw invalid({ sort: [`may hold at most ${MOST_COLUMNS} keys`] })
  return {
    filters: jsonOrText(params, 'filters'),
    words,
    fieldWords,
    plain,
    language: readLanguage(params),
    sort,
  }
}

/** The name of a text search configuration, `english` by default. PostgreSQL knows whether there is one of that name. */
function readLanguage(params: Params): string {
  const language = plainText(params, 'language') || 'english'
  if (isConfigurationName(language)) return language
  const orig = [`text search configuration "${language}" does not exist`]
  throw invalid({ query: ['Invalid query'], info: { orig } })
}

/** PostgreSQL has no limit, but takes seconds for 300,000 words. */
const LONGEST_WORDS = 10_000

/** PostgreSQL recurses for each, and PGlite's stack is unguarded: 9,000 of them damage its memory (measured). */
const MOST_NESTED = 500

/** PostgreSQL allows 1,664 columns in a query, and the service adds some of its own. */
export const MOST_COLUMNS = 1_600

/** A computed column: how well a row matches the search. */
export interface Rank {
  readonly name: string
  readonly value: Fragment
}

/** One key of the order. */
export interface SortKey {
  readonly value: Fragment
  /** `asc` or `desc`, and where nulls go. */
  readonly direction: Fragment
}

/** A search as SQL on a table called `t`. */
export interface Search {
  readonly where: Fragment
  /** Whether there are no conditions, so all records match. */
  readonly findsAll: boolean
  /** Whether at most one record can match, by key or `_id`. */
  readonly findsOne: boolean
  /** The fields that `filters` compares, each once. */
  readonly filtered: readonly string[]
  readonly ranks: readonly Rank[]
  /** The request's sort; empty if it has none. */
  readonly sorted: readonly SortKey[]
  /** The direction if only `_id` orders the records, as it does without `sort` and `q`; otherwise null. */
  readonly byId: 'asc' | 'desc' | null
}

/** Turns a query into a search of a table. Throws CKAN's refusals for unknown columns. */
export function planSearch(query: SearchQuery, table: Table): Search {
  const columns = columnsByName(table)
  const parts: Fragment[] = []
  const ranks: Rank[] = []
  const filters = query.filters === null ? null : parseFilters(query.filters)
  const fixed = filters ? fixedFields(filters) : new Set()
  if (filters && !holdsAlways(filters)) parts.push(filterCondition(filters, columns, columnOf))
  const language = value(query.language, 'regconfig')
  const wanted = (words: string) =>
    sql`${trusted(query.plain ? 'plainto_tsquery' : 'to_tsquery')}(${language}, ${value(words.normalize())})`
  if (query.words) {
    parts.push(sql`t."_full_text" @@ ${wanted(query.words)}`)
    ranks.push({ name: 'rank', value: sql`ts_rank(t."_full_text", ${wanted(query.words)}, 32)` })
  }
  for (const [field, words] of query.fieldWords) {
    const column = columns.get(field)
    if (!column) throw invalid({ q: [`invalid value "${field}"`] })
    const vector = sql`to_tsvector(${language}, normalize(${columnOf(column)}::text))`
    // The index of whole rows is in English: for another language it would miss rows.
    if (query.language === 'english' && query.plain) parts.push(sql`t."_full_text" @@ ${wanted(words)}`)
    parts.push(sql`${vector} @@ ${wanted(words)}`)
    ranks.push({ name: `rank ${field}`, value: sql`ts_rank(${vector}, ${wanted(words)}, 32)` })
  }
  const keys = query.sort.map((item) => sortKey(item, columns))
  const [only] = keys
  return {
    where: conditions(parts, 'and'),
    findsAll: parts.length === 0,
    findsOne: [['_id'], table.key].some((key) => key.length > 0 && key.every((field) => fixed.has(field))),
    filtered: filters === null ? [] : filteredFields(filters),
    ranks,
    sorted: keys.map(({ key }) => key),
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

const namedColumns = new WeakMap<Table, ReadonlyMap<string, Column>>()

function columnsByName(table: Table): ReadonlyMap<string, Column> {
  const known = namedColumns.get(table) ?? new Map(table.columns.map((column) => [column.name, column]))
  namedColumns.set(table, known)
  return known
}

/** The order before `_id`, which breaks ties: the request's sort, or else the best match first. */
export function sortKeysOf(search: Search): readonly SortKey[] {
  if (search.sorted.length > 0) return search.sorted
  return search.ranks.map((rank) => ({ value: rank.value, direction: trusted('desc') }))
}

/** The complete order of a search. */
export function orderOf(search: Search): Fragment {
  return list([...sortKeysOf(search).map((key) => sql`${key.value} ${key.direction}`), trusted('t."_id"')])
}

/** A column of the table `t`. */
export function columnOf(column: Column): Fragment {
  return sql`t.${name(column.name)}`
}

/** `q` is text, an object of text by field, or such an object as JSON text (protocol/README.md P29). */
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

/** `name [asc|desc] [nulls first|nulls last]`; the name may be in double quotes. */
const SORT_KEY = /^(?:"([^"]*)"|(.+?))(?:\s+(asc|desc))?(?:\s+nulls\s+(first|last))?$/is

const LONGEST_SORT_KEY = 200

function sortKey(item: string, columns: ReadonlyMap<string, Column>) {
  // A column may be called "wind desc", so the whole text is tried as a name first.
  const whole = columns.get(item)
  // The expression is slow on long runs of blanks, and names have at most 63 characters.
  const parts = whole || item.length > LONGEST_SORT_KEY ? null : SORT_KEY.exec(item.trim())
  const column = whole ?? columns.get(parts?.[1] ?? parts?.[2] ?? '')
  if (!column) throw invalid({ sort: [`invalid value "${item}"`] })
  const direction = parts?.[3]?.toLowerCase() === 'desc' ? ('desc' as const) : ('asc' as const)
  const nulls = parts?.[4] === undefined ? '' : ` nulls ${parts[4].toLowerCase() === 'first' ? 'first' : 'last'}`
  return { field: column.name, direction, key: { value: columnOf(column), direction: trusted(direction + nulls) } }
}

import { ROWS_DEFAULT } from '../../protocol/actions.ts'
import {
  jsonElements,
  jsonKind,
  jsonMembers,
  jsonToPlain,
  parseJsonText,
  type JsonText,
} from '../../protocol/jsonText.ts'
import type { Query, Sort } from '../../query/query.ts'
import { sentWords } from '../../query/words.ts'
import { ROWS_AT_ONCE } from '../call.ts'
import { typedWords } from '../fromSql/wordsIn.ts'
import { MisfitError, reading, type Reading } from '../misfit.ts'
import { conditionsOfFilters } from './filters.ts'

/** The parameters in pasted JSON, or in the address of a request, each as JSON text. */
export type Parameters = ReadonlyMap<string, JsonText>

/** The members of a JSON object; null if the text is no such object. */
export function parametersOfJson(text: string): Parameters | null {
  try {
    const json = parseJsonText(text)
    return jsonKind(json) === 'object' ? new Map(jsonMembers(json)) : null
  } catch {
    return null
  }
}

/** The parameters in an address of `datastore_search` or `datastore_search_sql`; null if it is none. */
export function parametersOfAddress(text: string): Parameters | null {
  if (!/^https?:\/\/\S+\/datastore_search(?:_sql)?\?\S*$/.test(text) || !URL.canParse(text)) return null
  const { searchParams } = new URL(text)
  const entries = [...new Set(searchParams.keys())].map((name) => {
    const values = searchParams.getAll(name)
    const [only = ''] = values
    const isJson = name === 'filters' || (name === 'q' && only.startsWith('{'))
    return [name, isJson ? only : JSON.stringify(values.length === 1 ? only : values)] as const
  })
  return new Map(entries)
}

/** The query that `datastore_search` is asked with these parameters; or why the form can't ask the same. */
export function queryOfParameters(given: Parameters): Promise<Reading<Query>> {
  return reading(() => {
    for (const [name, value] of given) checkParameter(name, value)
    const distinct = isTrue(given.get('distinct'))
    const search = searchOf(given)
    const sort = (listOf(given.get('sort')) ?? []).filter((key) => key.trim() !== '').map((key) => sortOf(key))
    return {
      resource: resourceOf(given),
      columns: listOf(given.get('fields')),
      ...(distinct ? { distinct } : {}),
      where: conditionsOfFilters(given.get('filters')),
      search,
      sort: askedSort(sort, distinct, search),
      limit: limitOf(given.get('limit')),
    }
  })
}

/** What changes nothing about which records are asked for. */
const HARMLESS = new Set(['include_total', 'records_format', 'total_estimation_threshold', 'include_records'])

const READ = new Set(['resource_id', 'id', 'q', 'plain', 'filters', 'fields', 'distinct', 'limit', 'sort'])

function checkParameter(name: string, value: JsonText): void {
  if (READ.has(name) || HARMLESS.has(name)) return
  const plain = jsonToPlain(value)
  if (name === 'offset') {
    if (plain !== '0') throw new MisfitError('offset')
  } else if (name !== 'language' || plain !== 'english') throw new MisfitError('parameter', name)
}

function resourceOf(given: Parameters): string {
  const value = given.get('id') ?? given.get('resource_id')
  if (value === undefined || jsonKind(value) !== 'string' || jsonToPlain(value) === '')
    throw new MisfitError('noResource')
  return jsonToPlain(value)
}

function searchOf(given: Parameters): string {
  const value = given.get('q')
  if (value === undefined || value === 'null' || value === '""') return ''
  if (jsonKind(value) !== 'string') throw new MisfitError('words')
  const plain = given.get('plain')
  return typedWords({ q: jsonToPlain(value), plain: plain === undefined || isTrue(plain) })
}

function isTrue(value: JsonText | undefined): boolean {
  return value !== undefined && /^(?:true|yes|t|y|1)$/i.test(jsonToPlain(value))
}

/** A list, or a text with commas; null if there is none. */
function listOf(value: JsonText | undefined): readonly string[] | null {
  if (value === undefined || value === 'null') return null
  if (jsonKind(value) === 'array') return jsonElements(value).map((item) => jsonToPlain(item))
  if (jsonKind(value) !== 'string') throw new MisfitError('parameter')
  const text = jsonToPlain(value)
  const parts = text.match(/(?:"[^"]*"|[^",])+/g) ?? []
  return parts.map((part) => part.trim().replace(/^"([^"]*)"$/, '$1'))
}

function sortOf(key: string): Sort {
  const [, quoted, bare, direction = '', nulls = ''] =
    /^\s*(?:"(.*)"|(.+?))(?:\s+(asc|desc))?(?:\s+nulls\s+(first|last))?\s*$/is.exec(key) ?? []
  const field = quoted ?? bare
  if (field === undefined) throw new MisfitError('sort')
  const descending = /^desc$/i.test(direction)
  const isFirst = nulls === '' ? descending : /^first$/i.test(nulls)
  return isFirst && field !== '_id' ? { field, descending, nullsFirst: true } : { field, descending }
}

/** Without the `_id` at the end, by which the form sorts itself; alone it keeps a search from being sorted by rank. */
function askedSort(sort: readonly Sort[], distinct: boolean, search: string): readonly Sort[] {
  const last = sort.at(-1)
  const isAdded = last !== undefined && last.field === '_id' && !last.descending && !distinct
  return isAdded && (sort.length > 1 || sentWords(search) === '') ? sort.slice(0, -1) : sort
}

/** As many as a server gives at once means all of them; without a limit, servers give a hundred. */
function limitOf(value: JsonText | undefined): number | null {
  if (value === undefined || value === 'null') return ROWS_DEFAULT
  const text = jsonToPlain(value)
  if (!/^\d{1,15}$/.test(text)) throw new MisfitError('limit')
  return Number(text) === ROWS_AT_ONCE ? null : Number(text)
}

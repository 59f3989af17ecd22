import type { Field } from './field.ts'
import { createRecordTexts, type RecordTexts } from './recordTexts.ts'
import { jsonElements, jsonKind, jsonMember, jsonMembers, jsonToPlain, type JsonText } from './jsonText.ts'
import { UnreadableError } from './problem.ts'

/** One record: the source text of each value, in the order of the answer's fields; undefined if a member is missing. */
export type Row = readonly (JsonText | undefined)[]

/** A stretch of the records that match a search. */
export interface SearchPage {
  readonly fields: readonly Field[]
  /** All rows with all their values; of an answer they are decoded when they are first read. */
  readonly rows: readonly Row[]
  /** The same records as text, from which single values can be read without decoding the rest. */
  readonly records?: RecordTexts
  /** All matching records; null if the server does not say. */
  readonly total: number | null
  /** CKAN up to 2.11 may estimate (`total_was_estimated`). */
  readonly totalIsEstimate: boolean
  /** The limit that the server used, which CKAN may lower silently; null if it does not say. */
  readonly limit: number | null
  /** The server named no fields: they are those of these records, and others may have more. */
  readonly hasGuessedFields?: true
  /** It names the form of its records (`records_format`), as CKAN does; the interface has no such word. */
  readonly isLikeCkan?: true
  /** A column `rank` was left out, which may have stood in the place of one of the table's own. */
  readonly wasRanked?: true
  /** The total, if there is one, was counted by SQL, so it needs no other proof. */
  readonly isCounted?: true
}

/** How many records a page holds. */
export function rowsIn(page: Pick<SearchPage, 'records' | 'rows'>): number {
  return page.records === undefined ? page.rows.length : page.records.texts.length
}

/** One value of a page, read without decoding the others. */
export function valueIn(page: Pick<SearchPage, 'records' | 'rows'>, row: number, place: number): JsonText | undefined {
  return page.records === undefined ? page.rows[row]?.[place] : page.records.value(row, place)
}

/** The whole answer to a statement. */
export interface SqlAnswer {
  readonly fields: readonly Field[]
  readonly rows: readonly Row[]
  /** The server had more rows than it gives in one answer (`records_truncated`). */
  readonly truncated: boolean
  /** Names that several columns share and for which records hold fewer values (CKAN keeps only the last). */
  readonly lost: readonly string[]
}

/** Reads the result of `datastore_search` with `records_format` objects; throws an `UnreadableError` if it can't. */
export function decodeSearch(result: JsonText): SearchPage {
  const { texts, fields, members, hasFields } = decodeRecords(result)
  return lazyPage(texts, {
    fields,
    total: wholeNumber(members.get('total')),
    totalIsEstimate: members.get('total_was_estimated') === 'true',
    limit: wholeNumber(members.get('limit')),
    ...(hasFields ? {} : { hasGuessedFields: true }),
    ...(members.has('records_format') ? { isLikeCkan: true } : {}),
  })
}

/** A page that decodes its rows when they are first read: most are never looked at whole. */
function lazyPage(texts: readonly JsonText[], rest: Omit<SearchPage, 'rows' | 'records'>): SearchPage {
  let rows: readonly Row[] | null = null
  const isEachOnce = new Set(rest.fields.map(({ id }) => id)).size === rest.fields.length
  return {
    ...rest,
    ...(isEachOnce ? { records: createRecordTexts(texts, rest.fields) } : {}),
    get rows() {
      rows ??= rowsOf(texts, rest.fields).rows
      return rows
    },
  }
}

/** Reads the result of `datastore_search_sql`. Throws an `UnreadableError` if it isn't one. */
export function decodeSql(result: JsonText): SqlAnswer {
  const { texts, fields, members } = decodeRecords(result)
  const { rows, lost } = rowsOf(texts, fields)
  return { fields, rows, truncated: members.get('records_truncated') === 'true', lost }
}

/**
 * The page without the `rank` of the words that were searched for, which CKAN puts after the fields of the table as a
 * `float`; a table's own column `rank` stands before it and is a `float8` (protocol/README.md P22).
 */
export function withoutRank(page: SearchPage): SearchPage {
  const last = page.fields.at(-1)
  if (last?.id !== 'rank' || last.type !== 'float') return page
  const fields = page.fields.slice(0, -1)
  if (page.records === undefined)
    return { ...page, fields, rows: page.rows.map((row) => row.slice(0, -1)), wasRanked: true }
  // Named one by one, as taking all members would read the rows, and so decode them.
  const { total, totalIsEstimate, limit, hasGuessedFields, isLikeCkan } = page
  const rest = {
    fields,
    total,
    totalIsEstimate,
    limit,
    ...(hasGuessedFields ? { hasGuessedFields } : {}),
    ...(isLikeCkan ? { isLikeCkan } : {}),
    wasRanked: true as const,
  }
  return lazyPage(page.records.texts, rest)
}

function decodeRecords(result: JsonText) {
  const members = new Map(jsonMembers(result))
  const records = members.get('records')
  if (records === undefined || jsonKind(records) !== 'array') throw new UnreadableError({ code: 'recordsMissing' })
  const texts = jsonElements(records)
  // Thrown here, as it would be else when the row is first looked at.
  const other = texts.find((text) => jsonKind(text) !== 'object')
  if (other !== undefined) throw new UnreadableError({ code: 'notRecords', found: jsonKind(other) })
  const given = members.get('fields')
  // `_full_text` is the index of a row, not a field of it; only `SELECT *` shows it (protocol/README.md P21).
  const hasFields = given !== undefined && jsonKind(given) === 'array' && (given !== '[]' || texts.length === 0)
  const fields = (hasFields ? decodeFields(given) : guessFields(texts)).filter((f) => f.id !== '_full_text')
  return { texts, fields, members, hasFields }
}

/** The rows whole, and the names of several columns of which a record holds fewer values than columns. */
function rowsOf(texts: readonly JsonText[], fields: readonly Field[]) {
  const places = new Map<string, number[]>()
  for (const [place, { id }] of fields.entries()) places.set(id, [...(places.get(id) ?? []), place])
  const rows = texts.map((text) => rowOf(jsonMembers(text), places, fields.length))
  const repeated = [...places].filter(([, columns]) => columns.length > 1)
  const lost = repeated.filter(([, columns]) => rows.some((row) => columns.some((column) => row[column] === undefined)))
  return { rows, lost: lost.map(([id]) => id) }
}

/**
 * Two columns of one name are both in the fields. If a record has the name as often, each value goes to its column. CKAN
 * keeps only the last in a record (protocol/README.md P31): then the earlier columns stay missing, as their values are.
 */
function rowOf(object: readonly (readonly [string, JsonText])[], places: Map<string, number[]>, length: number): Row {
  const row: (JsonText | undefined)[] = Array.from({ length })
  const seen = new Map<string, number>()
  for (const [name, value] of object) {
    const columns = places.get(name)
    if (columns === undefined) continue
    const only = columns.at(-1)
    if (columns.length === 1 && only !== undefined) {
      row[only] = value
      continue
    }
    const times = seen.get(name) ?? 0
    seen.set(name, times + 1)
    const column = columns[times] ?? only
    if (column !== undefined) row[column] = value
  }
  for (const [name, times] of seen) {
    const columns = places.get(name) ?? []
    const [first, last] = [columns[0], columns.at(-1)]
    if (times === 1 && first !== undefined && last !== undefined) {
      row[last] = row[first]
      row[first] = undefined
    }
  }
  return row
}

/** PostgreSQL has at most 1,664 in an answer; far more than these would keep the page busy for half a minute. */
const MOST_FIELDS = 5000

function tooManyFields(): UnreadableError {
  return new UnreadableError({ code: 'tooManyFields', most: MOST_FIELDS })
}

function decodeFields(given: JsonText): Field[] {
  const elements = jsonElements(given)
  if (elements.length > MOST_FIELDS) throw tooManyFields()
  return elements.map((field) => {
    const id = jsonMember(field, 'id')
    const type = jsonMember(field, 'type')
    const info = jsonMember(field, 'info')
    if (id === undefined) throw new UnreadableError({ code: 'fieldWithoutId' })
    const read: Field = { id: jsonToPlain(id), type: type === undefined ? 'text' : jsonToPlain(type) }
    if (info === undefined || jsonKind(info) !== 'object') return read
    const parsed: Record<string, unknown> = JSON.parse(info)
    return { ...read, info: parsed }
  })
}

/** Without a list of fields they are the members of the records, typed by their first value (protocol/README.md P23). */
function guessFields(texts: readonly JsonText[]): Field[] {
  const types = new Map<string, string>()
  for (const text of texts) {
    for (const [name, value] of jsonMembers(text)) {
      const kind = jsonKind(value)
      if (kind === 'null') {
        if (!types.has(name)) types.set(name, '')
      } else if (!types.get(name)) types.set(name, GUESSES[kind])
      if (types.size > MOST_FIELDS) throw tooManyFields()
    }
  }
  return [...types].map(([id, type]) => ({ id, type: type || 'text' }))
}

const GUESSES = { boolean: 'bool', number: 'numeric', string: 'text', array: '_text', object: 'json' } as const

function wholeNumber(value: JsonText | undefined): number | null {
  if (value === undefined || !/^"?\d+"?$/.test(value)) return null
  return Number(jsonToPlain(value))
}

/** Whether two pages hold the same records, so the server has ignored `offset`. Empty pages show nothing. */
export function sameRows(a: readonly Row[], b: readonly Row[]): boolean {
  if (a.length === 0 || b.length === 0) return false
  const shorter = Math.min(a.length, b.length)
  for (let place = 0; place < shorter; place += 1) {
    const left = a[place]
    const right = b[place]
    if (left === undefined || right === undefined || left.length !== right.length) return false
    if (left.some((value, column) => value !== right[column])) return false
  }
  return true
}

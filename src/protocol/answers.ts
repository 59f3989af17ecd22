import type { Field } from './field.ts'
import { jsonElements, jsonKind, jsonMember, jsonMembers, jsonToPlain, type JsonText } from './jsonText.ts'

/** One record: the source text of each value, in the order of the answer's fields; undefined where a member is missing. */
export type Row = readonly (JsonText | undefined)[]

/** A stretch of the records that match a search. */
export interface SearchPage {
  readonly fields: readonly Field[]
  readonly rows: readonly Row[]
  /** All matching records; null where the server does not say. */
  readonly total: number | null
  /** CKAN up to 2.11 may estimate (`total_was_estimated`). */
  readonly totalIsEstimate: boolean
  /** The limit that the server used, which CKAN lowers without a word; null where it does not say. */
  readonly limit: number | null
  /** The server named no fields: they are those of these records, and others may have more. */
  readonly hasGuessedFields?: true
}

/** The whole answer to a statement. */
export interface SqlAnswer {
  readonly fields: readonly Field[]
  readonly rows: readonly Row[]
  /** The server had more rows than it gives in one answer (`records_truncated`). */
  readonly truncated: boolean
  /** Names of several columns of which a record holds fewer values than columns (CKAN keeps but the last). */
  readonly lost: readonly string[]
}

/** Reads the result of `datastore_search` with `records_format` objects. Throws `SyntaxError` where it is none. */
export function decodeSearch(result: JsonText): SearchPage {
  const { fields, rows, members, isTold } = decodeRecords(result)
  return {
    fields,
    rows,
    total: wholeNumber(members.get('total')),
    totalIsEstimate: members.get('total_was_estimated') === 'true',
    limit: wholeNumber(members.get('limit')),
    ...(isTold ? {} : { hasGuessedFields: true }),
  }
}

/** Reads the result of `datastore_search_sql`. Throws `SyntaxError` where it is none. */
export function decodeSql(result: JsonText): SqlAnswer {
  const { fields, rows, members, lost } = decodeRecords(result)
  return { fields, rows, truncated: members.get('records_truncated') === 'true', lost }
}

/**
 * The page without the `rank` of the words that were searched for, which CKAN puts after the fields of the table as a
 * `float`; a table's own column `rank` stands before it and is a `float8` (CKAN behaviour).
 */
export function withoutRank(page: SearchPage): SearchPage {
  const last = page.fields.at(-1)
  if (last?.id !== 'rank' || last.type !== 'float') return page
  return { ...page, fields: page.fields.slice(0, -1), rows: page.rows.map((row) => row.slice(0, -1)) }
}

function decodeRecords(result: JsonText) {
  const members = new Map(jsonMembers(result))
  const records = members.get('records')
  if (records === undefined || jsonKind(records) !== 'array')
    throw new SyntaxError('The answer holds no list of records')
  const objects = jsonElements(records).map((record) => jsonMembers(record))
  const told = members.get('fields')
  // `_full_text` is the index of a row, not a field of it; only `SELECT *` shows it (CKAN behaviour).
  const isTold = told !== undefined && jsonKind(told) === 'array' && (told !== '[]' || objects.length === 0)
  const fields = (isTold ? decodeFields(told) : guessFields(objects)).filter((f) => f.id !== '_full_text')
  const places = new Map<string, number[]>()
  for (const [place, { id }] of fields.entries()) places.set(id, [...(places.get(id) ?? []), place])
  const rows = objects.map((object) => rowOf(object, places, fields.length))
  const repeated = [...places].filter(([, columns]) => columns.length > 1)
  const lost = repeated.filter(([, columns]) => rows.some((row) => columns.some((column) => row[column] === undefined)))
  return { fields, rows, members, isTold, lost: lost.map(([id]) => id) }
}

/**
 * Two columns of one name stand twice in the fields. A record may hold the name as often: then each goes to its column.
 * CKAN keeps but the last of them in a record: then the earlier columns stay missing, as their values are.
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

function decodeFields(told: JsonText): Field[] {
  return jsonElements(told).map((field) => {
    const id = jsonMember(field, 'id')
    const type = jsonMember(field, 'type')
    const info = jsonMember(field, 'info')
    if (id === undefined) throw new SyntaxError('A field of the answer has no id')
    const read: Field = { id: jsonToPlain(id), type: type === undefined ? 'text' : jsonToPlain(type) }
    if (info === undefined || jsonKind(info) !== 'object') return read
    const parsed: Record<string, unknown> = JSON.parse(info)
    return { ...read, info: parsed }
  })
}

/** Interface.md shows no list of fields: then they are the members of the records, typed by their first value. */
function guessFields(objects: readonly (readonly [string, JsonText][])[]): Field[] {
  const types = new Map<string, string>()
  for (const object of objects) {
    for (const [name, value] of object) {
      const kind = jsonKind(value)
      if (kind === 'null') {
        if (!types.has(name)) types.set(name, '')
      } else if (!types.get(name)) types.set(name, GUESSES[kind])
    }
  }
  return [...types].map(([id, type]) => ({ id, type: type || 'text' }))
}

const GUESSES = { boolean: 'bool', number: 'numeric', string: 'text', array: '_text', object: 'json' } as const

function wholeNumber(value: JsonText | undefined): number | null {
  if (value === undefined || !/^"?\d+"?$/.test(value)) return null
  return Number(jsonToPlain(value))
}

import type { JsonKind, JsonText } from '../protocol/jsonText.ts'
import { list, name, sql, trusted, type Fragment } from './statement.ts'

/** One column of a table, as PostgreSQL's catalog describes it. */
export interface Column {
  readonly name: string
  /** The type's short name (`int4`, `_text`); the one that answers show, but for `_id`. */
  readonly type: string
  /** The type as it is spelt in a cast, without its modifier (`character varying`, `text[]`). */
  readonly cast: string
  /** The type in full (`character varying(9)`). */
  readonly native: string
  /** `pg_type.typcategory`: A array, B boolean, N number, S text, … */
  readonly category: string
  /** The dictionary's entry, an object, as it was sent. */
  readonly info: JsonText | null
}

/** A column's field in an answer: `_id` is an `int` there (CKAN behaviour), and `info` stands only where there is one. */
export function fieldJson(column: Column): JsonText {
  const type = column.name === '_id' && column.type === 'int4' ? 'int' : column.type
  const info = column.info === null ? '' : `, "info": ${column.info}`
  return `{"id": ${JSON.stringify(column.name)}, "type": ${JSON.stringify(type)}${info}}`
}

/** Whether a column keeps JSON values as they are. */
export function isJson(column: Column): boolean {
  return column.type === 'json' || column.type === 'jsonb'
}

/**
 * The value that `datastore_search` gives (datastore-api.md §4): a timestamp with always three decimals, further ones
 * cut off; everything else as PostgreSQL writes it into JSON.
 */
export function shown(column: Column, source: Fragment): Fragment {
  if (column.type !== 'timestamp') return source
  const iso = trusted(`'YYYY-MM-DD"T"HH24:MI:SS.MS'`)
  return sql`case when ${source} between '0001-01-01' and '9999-12-31 23:59:59.999999' then to_char(${source}, ${iso}) else to_json(${source}) #>> '{}' end`
}

/**
 * The text of a value in `records_format` csv and tsv, and in a dump: as COPY writes it, but with a T in timestamps,
 * and lists and `json` as JSON text, where null is the word (CKAN behaviour).
 */
export function csvText(column: Column, source: Fragment): Fragment {
  if (column.type === 'bool') return sql`case ${source} when true then 't' when false then 'f' end`
  if (column.type === 'timestamp') return shown(column, source)
  if (column.category === 'A') return sql`coalesce(to_json(${source})::text, 'null')`
  if (!isJson(column)) return sql`${source}::text`
  // CKAN writes JSON as Python does, with a blank after each comma and colon: white space goes, then the blanks come.
  const compact = sql`regexp_replace(coalesce(${source}::text, 'null'), ${trusted(String.raw`'("(?:[^"\\]|\\.)*")|\s+', '\1', 'g'`)})`
  return sql`regexp_replace(${compact}, ${trusted(String.raw`'((?:"(?:[^"\\]|\\.)*"|[^":,])*)([:,])', '\1\2 ', 'g'`)})`
}

/** The words of a value that the full-text index holds. */
export function indexedText(column: Column, source: Fragment): Fragment {
  if (column.category === 'A') return sql`array_to_string(${source}, ' ')`
  return sql`${source}::text`
}

/** A column as part of a key or an index: `json` has no order of its own, so its text stands for it. */
export function keyExpression(column: Column, source: Fragment): Fragment {
  return column.type === 'json' ? sql`(${source}::text)` : source
}

/**
 * PostgreSQL's words where a JSON value of this kind has no place in the column, else null: an object belongs into
 * `json` alone, 1 is no boolean, true no number (CKAN behaviour).
 */
export function misfit(column: Column, value: JsonText, kind: JsonKind): string | null {
  if (kind === 'null' || kind === 'string' || isJson(column)) return null
  const { category } = column
  const text = category === 'S'
  if (kind === 'object') return mismatch(column, 'json')
  if (kind === 'array') return text || category === 'A' ? null : mismatch(column, 'text[]')
  if (kind === 'boolean') return text || category === 'B' ? null : mismatch(column, 'boolean')
  return text || category === 'N' ? null : mismatch(column, /[.eE]/.test(value) ? 'numeric' : 'integer')
}

function mismatch(column: Column, given: string): string {
  return `column "${column.name}" is of type ${column.cast} but expression is of type ${given}`
}

/**
 * How `json_to_recordset` is to read the column, and the value to store made of what it read (`source`), given the
 * kinds of JSON value that occur. An empty string is null but for text and json; a number goes into an integer through
 * `numeric`, so that a fraction is rounded; a list becomes an array. No modifier is named in a cast: an explicit cast
 * would cut what the assignment to the column refuses.
 */
export function stored(
  column: Column,
  kinds: ReadonlySet<JsonKind>,
): { readonly readAs: Fragment; readonly from: (source: Fragment) => Fragment } {
  const cast = trusted(column.cast)
  if (isJson(column)) return { readAs: trusted('json'), from: (source) => sql`${source}::${cast}` }
  const whole = INTEGERS.has(column.type)
  const fromString = (text: Fragment) => (column.type === 'text' ? text : sql`nullif(${text}, '')::${cast}`)
  const fromNumber = (text: Fragment) => (whole ? sql`${text}::numeric::${cast}` : sql`${text}::${cast}`)
  // Numbers go into integers through numeric inside lists too.
  const wholes = /^_int[248]$/.test(column.type)
  const list = wholes ? trusted('numeric[]') : column.category === 'A' ? cast : trusted('text[]')
  const fromList = (json: Fragment) =>
    sql`(select r.v from json_to_record(json_build_object('v', ${json})) as r(v ${list}))::${cast}`
  if (kinds.has('array')) {
    const others = [...kinds].some((kind) => kind !== 'array' && kind !== 'null')
    if (!others && column.category === 'A') {
      return { readAs: list, from: (source) => sql`${source}::${cast}` }
    }
    return {
      readAs: trusted('json'),
      from: (source) =>
        sql`case json_typeof(${source}) when 'array' then ${fromList(source)} else ${fromString(plainOf(source))} end`,
    }
  }
  if (kinds.has('number') && whole) {
    if (!kinds.has('string')) return { readAs: trusted('text'), from: fromNumber }
    return {
      readAs: trusted('json'),
      from: (source) =>
        sql`case json_typeof(${source}) when 'number' then ${fromNumber(plainOf(source))} else ${fromString(plainOf(source))} end`,
    }
  }
  return { readAs: trusted('text'), from: fromString }
}

/** The text of a JSON value: a string's, or any other's source. */
function plainOf(json: Fragment): Fragment {
  return sql`(${json} #>> '{}')`
}

const INTEGERS: ReadonlySet<string> = new Set(['int2', 'int4', 'int8', 'oid', 'money'])

/** What a subselect gives so that each value has its name. */
export function named(values: readonly { readonly name: string; readonly value: Fragment }[]): Fragment {
  return list(values.map((item) => sql`${item.value} as ${name(item.name)}`))
}

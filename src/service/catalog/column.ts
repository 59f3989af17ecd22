import type { JsonKind, JsonText } from '../../protocol/jsonText.ts'
import { list, name, sql, trusted, type Fragment } from '../sql/statement.ts'

/** One column of a table, as PostgreSQL's catalog describes it. */
export interface Column {
  readonly name: string
  /** The type's short name (`int4`, `_text`), as shown in answers, except for `_id`. */
  readonly type: string
  /** The type as written in a cast, without modifier (`character varying`, `text[]`). */
  readonly cast: string
  /** The type in full (`character varying(9)`). */
  readonly native: string
  /** `pg_type.typcategory`: A array, B boolean, N number, S text, … */
  readonly category: string
  /** The data dictionary's entry, an object as it was sent. */
  readonly info: JsonText | null
  /** Whether it is written to a file, by COPY: then SQL is worth being longer if it takes less time for each value. */
  readonly isDumped?: boolean
  /** Whether its text in CSV is guarded against spreadsheets that run formulas; only a dump asks for that. */
  readonly isGuarded?: boolean
}

/** A column's field in an answer. `_id` is shown as `int` (protocol/README.md P15), and `info` is left out if there is none. */
export function fieldJson(column: Column): JsonText {
  const type = column.name === '_id' && column.type === 'int4' ? 'int' : column.type
  const info = column.info === null ? '' : `, "info": ${column.info}`
  return `{"id": ${JSON.stringify(column.name)}, "type": ${JSON.stringify(type)}${info}}`
}

/** Whether a column holds JSON values. */
export function isJson(column: Column): boolean {
  return column.type === 'json' || column.type === 'jsonb'
}

/**
 * The value in `datastore_search` (protocol/README.md P16): timestamps always with three decimals, further ones cut off;
 * everything else as PostgreSQL writes it in JSON.
 */
export function shown(column: Column, source: Fragment): Fragment {
  if (column.type !== 'timestamp') return source
  const iso = trusted(`'YYYY-MM-DD"T"HH24:MI:SS.MS'`)
  // Of whole seconds, two thirds of the time of to_char (measured).
  const whole = column.isDumped
    ? sql`when ${source}::timestamp(0) = ${source} and ${source} between '0001-01-01' and '9999-12-31 23:59:59' then replace(${source}::text, ' ', 'T') || '.000' `
    : trusted('')
  return sql`case ${whole}when ${source} between '0001-01-01' and '9999-12-31 23:59:59.999999' then to_char(${source}, ${iso}) else to_json(${source}) #>> '{}' end`
}

/**
 * The text of a value in `records_format` csv and tsv and in a dump: as COPY writes it, but with a T in timestamps, and
 * lists and `json` as JSON text, null written out (protocol/README.md P18).
 */
export function csvText(column: Column, source: Fragment): Fragment {
  if (column.isDumped && !column.isGuarded && COPIED.has(column.type)) return source
  if (column.type === 'bool') return sql`case ${source} when true then 't' when false then 'f' end`
  if (column.type === 'timestamp') return shown(column, source)
  if (column.category === 'A') return sql`coalesce(to_json(${source})::text, 'null')`
  if (column.isGuarded && column.category === 'S')
    return sql`case when ${source} ~ ${FORMULA} then '''' || ${source} else ${source}::text end`
  if (!isJson(column)) return sql`${source}::text`
  // CKAN writes JSON as Python does, with a space after each comma and colon: removes white space, then adds the spaces.
  const compact = sql`regexp_replace(coalesce(${source}::text, 'null'), ${trusted(String.raw`'("(?:[^"\\]|\\.)*")|\s+', '\1', 'g'`)})`
  return sql`regexp_replace(${compact}, ${trusted(String.raw`'((?:"(?:[^"\\]|\\.)*"|[^":,])*)([:,])', '\1\2 ', 'g'`)})`
}

/** Types whose text COPY writes as a cast does, and sooner. Of others, such as `inet`, the two differ. */
const COPIED: ReadonlySet<string> = new Set([
  'text',
  'varchar',
  'int2',
  'int4',
  'int8',
  'float4',
  'float8',
  'numeric',
  'date',
  'timestamptz',
  'time',
  'uuid',
])

/** How a text begins that a spreadsheet may take for a formula. Numbers are in columns of other types. */
const FORMULA_START = '^[-=+@\\t\\r\\n－＝＋＠]'
const FORMULA = trusted(`E'${FORMULA_START}'`)

/** A column's name as guarded text. */
export function guardedName(name: string): string {
  return new RegExp(FORMULA_START).test(name) ? `'${name}` : name
}

/** The text of a value for the full-text index. */
export function indexedText(column: Column, source: Fragment): Fragment {
  if (column.category === 'A') return sql`array_to_string(${source}, ' ')`
  return sql`${source}::text`
}

/** A column in a key or index. `json` has no order, so its text is used. */
export function keyExpression(column: Column, source: Fragment): Fragment {
  return column.type === 'json' ? sql`(${source}::text)` : source
}

/**
 * PostgreSQL's message if a JSON value of this kind doesn't fit the column, or null: an object fits only `json`, 1 is not
 * a boolean and true is not a number (protocol/README.md P19).
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
 * How `json_to_recordset` reads the column, and how what it read (`source`) becomes the stored value, for the kinds of
 * JSON value that occur. An empty string becomes null, except in text and json; a number goes into an integer through
 * `numeric`, so that a fraction is rounded; a list becomes an array. Casts have no modifier: an explicit cast would cut
 * what assigning to the column refuses.
 */
export function stored(
  column: Column,
  kinds: ReadonlySet<JsonKind>,
): { readonly readAs: Fragment; readonly from: (source: Fragment) => Fragment } {
  const cast = trusted(column.cast)
  if (column.type === 'json') return { readAs: cast, from: (source) => source }
  // As CKAN has it, a string for `jsonb` holds JSON text. Other values are kept as they are, which CKAN refuses.
  if (column.type === 'jsonb') {
    if (!kinds.has('string')) return { readAs: cast, from: (source) => source }
    return {
      readAs: trusted('json'),
      from: (source) =>
        sql`case json_typeof(${source}) when 'string' then nullif(${plainOf(source)}, '')::jsonb else ${source}::jsonb end`,
    }
  }
  const whole = INTEGERS.has(column.type)
  const fromString = (text: Fragment) => (column.type === 'text' ? text : sql`nullif(${text}, '')::${cast}`)
  const fromNumber = (text: Fragment) => (whole ? sql`${text}::numeric::${cast}` : sql`${text}::${cast}`)
  // Inside lists too, numbers go into integers through numeric.
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

/** The text of a JSON value: a string's contents, or the source of any other value. */
function plainOf(json: Fragment): Fragment {
  return sql`(${json} #>> '{}')`
}

const INTEGERS: ReadonlySet<string> = new Set(['int2', 'int4', 'int8', 'oid', 'money'])

/** Select items, each with its name. */
export function named(values: readonly { readonly name: string; readonly value: Fragment }[]): Fragment {
  return list(values.map((item) => sql`${item.value} as ${name(item.name)}`))
}

import type { Row } from '../../protocol/answers.ts'
import { fieldKind, type Field } from '../../protocol/field.ts'
import { jsonKind, jsonToPlain, type JsonText } from '../../protocol/jsonText.ts'
import type { ExportFormat } from '../exportFormat.ts'
import { GuardCount } from '../guardCount.ts'
import { uniqueNames } from '../uniqueNames.ts'
import { arrayText, sqlTypeName } from './sqlValues.ts'

/**
 * A script for PostgreSQL that makes the table and fills it, all or nothing. A type that PostgreSQL doesn't bring is text; a
 * name longer than PostgreSQL's is cut.
 */
export const format: ExportFormat = {
  name: 'SQL',
  extension: 'sql',
  mediaType: 'application/sql',
  write(fields, options) {
    const guards = new GuardCount()
    const names = uniqueNames(
      fields.map(({ id }) => id || 'column'),
      withinName,
    )
    for (const [at, { id }] of fields.entries()) if (names[at] !== id) guards.add('renamed', names[at] ?? null)
    const table = quoted(withinName(options?.title?.replaceAll('\0', '') || 'records', ''))
    const types = fields.map(({ type }) => columnType(type))
    const columns = names.map((name, at) => `  ${quoted(name)} ${types[at] ?? 'text'}`)
    const into = `INSERT INTO ${table} (${names.map((name) => quoted(name)).join(', ')}) VALUES\n`
    return {
      start: () => `BEGIN;\n\nCREATE TABLE ${table} (\n${columns.join(',\n')}\n);\n`,
      rows: (rows) => inserts([...rows], into, fields),
      end: () => ({ part: '\nCOMMIT;\n', guarded: guards.all() }),
    }
  },
}

function inserts(rows: readonly Row[], into: string, fields: readonly Field[]): string {
  let text = ''
  for (let at = 0; at < rows.length; at += ROWS_AT_ONCE) {
    const lines = rows.slice(at, at + ROWS_AT_ONCE).map((row) => {
      const values = fields.map((field, column) => sqlValue(row[column], field))
      return `  (${values.join(', ')})`
    })
    text += `\n${fields.length === 0 ? '' : into + lines.join(',\n')};\n`
  }
  return text
}

function sqlValue(value: JsonText | undefined, { type }: Field): string {
  if (value === undefined || jsonKind(value) === 'null') return 'NULL'
  const kind = fieldKind(type)
  const is = jsonKind(value)
  if (is === 'boolean' && kind === 'boolean') return value
  // As a bare number −0 loses its sign.
  if (is === 'number' && (kind === 'integer' || kind === 'numeric') && !value.startsWith('-0')) return value
  if (kind === 'array' && is === 'array') return literal(arrayText(value))
  return literal(kind === 'json' ? value : jsonToPlain(value))
}

/** Right whatever the server makes of a backslash. */
function literal(text: string): string {
  const plain = `'${text.replaceAll("'", "''")}'`
  return text.includes('\\') ? `E${plain.replaceAll('\\', String.raw`\\`)}` : plain
}

function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`
}

function columnType(type: string): string {
  const name = sqlTypeName(type)
  return TYPES.test(name) ? name : 'text'
}

/** PostgreSQL cuts names at 63 bytes. */
function withinName(name: string, end: string): string {
  const bytes = new TextEncoder()
  if (bytes.encode(name + end).length <= LONGEST_NAME) return name + end
  let kept = ''
  for (const sign of name) {
    if (bytes.encode(kept + sign + end).length > LONGEST_NAME) break
    kept += sign
  }
  return kept + end
}

/** The types that every PostgreSQL has, with what stands in brackets, and arrays of them. */
const TYPES =
  /^(?:text|name|(?:var)?char|bpchar|character(?: varying)?|bit(?: varying)?|varbit|int[248]?|integer|smallint|bigint|oid|numeric|decimal|real|float[48]?|double precision|money|bool|boolean|date|time|timetz|timestamp|timestamptz|(?:time|timestamp)(?:\(\d\))? with(?:out)? time zone|interval|jsonb?|xml|uuid|bytea|inet|cidr|macaddr8?|point|line|lseg|box|path|polygon|circle|tsvector|tsquery|(?:int4|int8|num|ts|tstz|date)(?:multi)?range)(?:\(\d+(?:, ?-?\d+)?\))?(?:\[\])*$/

const LONGEST_NAME = 63
const ROWS_AT_ONCE = 500

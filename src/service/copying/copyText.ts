import type { Field } from '../../protocol/field.ts'
import { createRecordTexts } from '../../protocol/recordTexts.ts'
import { jsonElements, jsonKind, jsonToPlain, type JsonText } from '../../protocol/jsonText.ts'

/** How a column takes a value: as the text of any type, as JSON, or as a list of either. */
export type Taking = 'text' | 'json' | 'list' | 'list of json'

/** A column of a copy, and the place of its field in what comes; null: the record's number. */
export interface CopyColumn {
  readonly name: string
  readonly takes: Taking
}

/** How a column of that type takes values; `type` is PostgreSQL's own short name. */
export function takingOf(type: string): Taking {
  if (type === 'json' || type === 'jsonb') return 'json'
  if (type === '_json' || type === '_jsonb') return 'list of json'
  return type.startsWith('_') ? 'list' : 'text'
}

/**
 * Records, as the JSON texts that a server sent, as the lines that COPY reads: every digit stays as it came. Without a field
 * `_id` the records are numbered after `before`.
 */
export function copyLines(
  texts: readonly JsonText[],
  fields: readonly Field[],
  columns: readonly CopyColumn[],
  before: number,
): string {
  const records = createRecordTexts(texts, fields)
  const places = columns.map(({ name }) => fields.findIndex(({ id }) => id === name))
  let lines = ''
  for (let row = 0; row < texts.length; row += 1) {
    for (let at = 0; at < columns.length; at += 1) {
      const place = places[at] ?? -1
      const value = place === -1 ? String(before + row + 1) : records.value(row, place)
      if (at > 0) lines += '\t'
      lines += copyValue(value, columns[at]?.takes ?? 'text')
    }
    lines += '\n'
  }
  return lines
}

/** One value as COPY reads it. */
export function copyValue(value: JsonText | undefined, takes: Taking): string {
  if (value === undefined || value === 'null') return String.raw`\N`
  const kind = jsonKind(value)
  if (kind === 'number' || kind === 'boolean') return value
  if (kind === 'string' && takes !== 'json') {
    // JSON has no bare control characters, so without a backslash nothing in it means anything to COPY.
    return value.includes('\\') ? escaped(jsonToPlain(value)) : value.slice(1, -1)
  }
  if (kind === 'array' && (takes === 'list' || takes === 'list of json')) return escaped(listText(value, takes))
  return escaped(value)
}

/** PostgreSQL's text of an array. */
function listText(list: JsonText, takes: Taking): string {
  const elements = jsonElements(list).map((element) => {
    if (element === 'null') return 'NULL'
    const kind = jsonKind(element)
    if (takes === 'list' && kind === 'array') return listText(element, takes)
    if (takes === 'list' && (kind === 'number' || kind === 'boolean')) return element
    const text = takes === 'list' ? jsonToPlain(element) : element
    return `"${text.replaceAll(/["\\]/g, String.raw`\$&`)}"`
  })
  return `{${elements.join(',')}}`
}

function escaped(text: string): string {
  return /[\\\t\n\r]/.test(text) ? text.replaceAll(/[\\\t\n\r]/g, (sign) => ESCAPES[sign] ?? sign) : text
}

const ESCAPES: Readonly<Record<string, string>> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' }

import { jsonElements, jsonKind, jsonMembers, jsonToPlain, type JsonText } from '../../protocol/jsonText.ts'
import { cellText, fieldsJson, headerName, listOf, shownName, type Shown } from './answer.ts'
import type { Search } from './searchQuery.ts'
import { list, type Fragment } from '../sql/statement.ts'

/** How to write a dump in one format. */
export interface DumpFormat {
  readonly extension: string
  readonly contentType: string
  /** What comes before the records. */
  opening(items: readonly Shown[]): string
  readonly closing: string
  /** What is selected of each record of `t`, after a first column of digits. */
  selected(items: readonly Shown[], search: Search): Fragment
  /** COPY's options. */
  readonly options: string
  /** The byte behind the first column. */
  readonly delimiter: number
  /**
   * A record's place in the file, from its line as COPY wrote it, without the first column. `at` is its number, from 0.
   * Null if that is the line itself.
   */
  readonly written: ((line: Uint8Array, at: number, items: readonly Shown[]) => readonly Uint8Array[]) | null
}

/** COPY quotes as CKAN does, which uses COPY. */
function separated(extension: 'csv' | 'tsv', separator: string): DumpFormat {
  const special = new RegExp(`[${separator}"\\n\\r]`)
  const quoted = (name: string) => (special.test(name) ? `"${name.replaceAll('"', '""')}"` : name)
  return {
    extension,
    contentType: extension === 'csv' ? 'text/csv;charset=utf-8' : 'text/tab-separated-values;charset=utf-8',
    // The header line ends in CRLF, the others in LF (protocol/README.md P35).
    opening: (items) => `${items.map((item) => quoted(headerName(item))).join(separator)}\r\n`,
    closing: '',
    selected: (items, search) => list(items.map((item) => cellText(item, search))),
    options: `format csv, delimiter ${separator === ',' ? `','` : `E'\\t'`}`,
    delimiter: separator.charCodeAt(0),
    written: null,
  }
}

/**
 * Records as JSON lists. They hold no control character but line breaks, and those only between the parts of a `json`
 * value; then COPY puts its quotes around the line.
 */
const LISTS = {
  selected: listOf,
  options: `format csv, delimiter E'\\x02', quote E'\\x01'`,
  delimiter: 2,
} as const

function listIn(line: Uint8Array): Uint8Array {
  return line[0] === 1 ? line.subarray(1, -2) : line.subarray(0, -1)
}

const FIRST = new TextEncoder().encode('\n')
const COMMA = new TextEncoder().encode(',')
const COMMA_AND_BREAK = new TextEncoder().encode(',\n')

/** A line break now and then, for programs that can't read endless lines. */
const RECORDS_IN_A_LINE = 5_000

export const FORMATS = {
  csv: separated('csv', ','),
  tsv: separated('tsv', '\t'),
  json: {
    extension: 'json',
    contentType: 'application/json;charset=utf-8',
    opening: (items) => `{\n  "fields": ${fieldsJson(items)},\n  "records": [`,
    closing: '\n]}\n',
    ...LISTS,
    written: (line, at) => [at === 0 ? FIRST : at % RECORDS_IN_A_LINE === 0 ? COMMA_AND_BREAK : COMMA, listIn(line)],
  },
  xml: {
    extension: 'xml',
    contentType: 'text/xml;charset=utf-8',
    opening: () => '<data xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">\n',
    closing: '</data>\n',
    ...LISTS,
    written(line, _, items) {
      const values = jsonElements(new TextDecoder().decode(listIn(line)))
      return [new TextEncoder().encode(xmlRow(values, items))]
    },
  },
} as const satisfies Record<string, DumpFormat>

function xmlRow(values: readonly JsonText[], items: readonly Shown[]): string {
  let id = ''
  let elements = ''
  for (const [place, item] of items.entries()) {
    const held = values[place] ?? 'null'
    const name = shownName(item)
    if (name === '_id') id = ` _id="${xmlText(jsonToPlain(held))}"`
    else elements += xmlElement(xmlName(name), '', held)
  }
  return `<row${id}>${elements}</row>\n`
}

function xmlElement(name: string, attributes: string, held: JsonText): string {
  const kind = jsonKind(held)
  if (kind === 'null') return `<${name}${attributes} xsi:nil="true" />`
  const inside = kind === 'array' ? [...jsonElements(held).entries()] : kind === 'object' ? jsonMembers(held) : null
  const content = inside
    ? inside.map(([key, item]) => xmlElement('value', ` key="${xmlText(String(key))}"`, item)).join('')
    : xmlText(jsonToPlain(held))
  return `<${name}${attributes}>${content}</${name}>`
}

/**
 * What an element's name can't contain becomes one `_`, or nothing at either end (`a (b)` is `a_b`: protocol/README.md
 * P36).
 */
function xmlName(name: string): string {
  const fit = name
    .replaceAll(/[^\p{L}\p{N}_.-]+/gu, '_')
    .replace(/^[^\p{L}]+/u, '')
    .replace(/_+$/, '')
  return fit === '' ? 'field' : fit
}

const XML_ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

function xmlText(text: string): string {
  return text
    .replaceAll(/[&<>"]/g, (character) => XML_ESCAPES[character] ?? character)
    .replaceAll(/[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu, '\uFFFD')
}

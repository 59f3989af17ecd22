import type { FieldKind } from '../../protocol/field.ts'
import { jsonKind, jsonToPlain, type JsonText } from '../../protocol/jsonText.ts'
import { indentJson } from './indentJson.ts'
import { plainText, withCharacters } from '../../protocol/json/jsonCharacters.ts'
import { visibleLine, visibleLines } from '../../words/visibleText.ts'

/** What a cell shows. `missing`: the record has no such member, which is neither null nor empty. */
export interface CellText {
  readonly kind: 'null' | 'missing' | 'empty' | 'text' | 'number' | 'code'
  /** One line of text that is safe to draw; at most `LONGEST_CELL` characters of the value. */
  readonly text: string
  /** The value goes on after `text`. */
  readonly isCut: boolean
}

/** Characters of a value that reach the document; no column is so wide that it would show more. */
export const LONGEST_CELL = 300

const NULL: CellText = { kind: 'null', text: 'null', isCut: false }
const MISSING: CellText = { kind: 'missing', text: '', isCut: false }
const EMPTY: CellText = { kind: 'empty', text: '""', isCut: false }

/** How the value of a column of that kind reads in a cell: its digits as the server sent them, and its characters. */
export function cellText(value: JsonText | undefined, column: FieldKind): CellText {
  if (value === undefined) return MISSING
  if (value === 'null') return NULL
  const isString = jsonKind(value) === 'string'
  if (isString && column !== 'json') {
    if (value === '""') return EMPTY
    const end = endOfHead(value)
    const head = withoutHalf(jsonToPlain(`${value.slice(0, end)}"`))
    return { kind: FACES[column], text: visibleLine(head), isCut: end < value.length - 1 }
  }
  // An escape of six letters may be one character.
  const source = withCharacters(value.length > 6 * LONGEST_CELL ? value.slice(0, 6 * LONGEST_CELL) : value)
  const isCut = source.length > LONGEST_CELL
  const head = isCut ? withoutHalf(source.slice(0, LONGEST_CELL)) : source
  // A line's end in the source of a JSON value stands between its members; inside of a string it would be escaped.
  const line = column === 'json' || !isString ? head.replaceAll(/\s*[\n\r]\s*/g, ' ') : head
  return { kind: column === 'text' ? faceOfValue(value) : FACES[column], text: visibleLine(line), isCut }
}

/** The whole value to read and select: JSON indented, with its characters; anything else as it is. */
export function wholeText(value: JsonText, column: FieldKind): string {
  const kind = jsonKind(value)
  if (kind === 'object' || kind === 'array') return visibleLines(indentJson(withCharacters(value)))
  return visibleLines(plainText(value, column))
}

const FACES: Readonly<Record<FieldKind, 'text' | 'number' | 'code'>> = {
  text: 'text',
  integer: 'number',
  numeric: 'number',
  boolean: 'code',
  date: 'code',
  timestamp: 'code',
  time: 'code',
  json: 'code',
  array: 'code',
  other: 'code',
}

function faceOfValue(value: JsonText): 'text' | 'code' {
  const kind = jsonKind(value)
  return kind === 'object' || kind === 'array' ? 'code' : 'text'
}

/** Where the first `LONGEST_CELL` characters of a JSON string end in its source, which may be megabytes long. */
function endOfHead(value: JsonText): number {
  let end = 1
  for (let characters = 0; characters < LONGEST_CELL && end < value.length - 1; characters += 1) {
    if (value.charAt(end) !== '\\') end += 1
    else end += value.charAt(end + 1) === 'u' ? 6 : 2
  }
  return end
}

/** Without the first half of a surrogate pair at the end, whose second half was cut off. */
function withoutHalf(text: string): string {
  const last = text.charCodeAt(text.length - 1)
  return last >= 0xd800 && last < 0xdc00 ? text.slice(0, -1) : text
}

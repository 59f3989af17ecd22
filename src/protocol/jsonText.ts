import { UnreadableError, type JsonFault } from './problem.ts'

/**
 * JSON read without reading its numbers.
 *
 * `JSON.parse` turns 9007199254740993 into 9007199254740992 and 1.50 into 1.5, and drops repeated members. A DataStore
 * sends int8 and numeric as bare JSON numbers of any length (protocol/README.md P4), so a value stays the piece of source
 * text it came as and is decoded only when it is shown.
 */

/** The source text of exactly one JSON value, without white space around it: `1.50`, `"a"`, `null`, `{"b": 1}`. */
export type JsonText = string

export type JsonKind = 'null' | 'boolean' | 'number' | 'string' | 'array' | 'object'

/** What a value is, by its first character; `at` says where in a longer text it begins. */
export function jsonKind(value: JsonText, at = 0): JsonKind {
  switch (value.charCodeAt(at)) {
    case QUOTE:
      return 'string'
    case BRACE:
      return 'object'
    case BRACKET:
      return 'array'
    case 110: // n
      return 'null'
    case 116: // t
    case 102: // f
      return 'boolean'
    default:
      return 'number'
  }
}

/** The text of a JSON string, or of any other value its source: what a cell, a filter or a CSV file shows of it. */
export function jsonToPlain(value: JsonText): string {
  return value.charCodeAt(0) === QUOTE ? stringOf(value) : value
}

/** Checks that `text` is one JSON value and returns it without the white space around it. Throws `SyntaxError`. */
export function parseJsonText(text: string): JsonText {
  const start = skipSpace(text, 0)
  const end = endOfValue(text, start, 0)
  if (skipSpace(text, end) !== text.length) fail(text, end)
  return text.slice(start, end)
}

/**
 * The text with quotes around `NaN`, `Infinity` and `-Infinity`, which JSON does not have: Python writes them all the same, so
 * CKAN does. `datastore_search` has them in quotes.
 */
export function quoteNotNumbers(text: string): string {
  return text.replaceAll(/"(?:[^"\\]|\\.)*"|-?Infinity|NaN/gs, (found) =>
    found.startsWith('"') ? found : `"${found}"`,
  )
}

/** A text without what JSON takes for white space around it. */
export function withoutSpaceAround(text: string): string {
  let end = text.length
  while (end > 0 && isSpace(text.charCodeAt(end - 1))) end -= 1
  return text.slice(skipSpace(text, 0), end)
}

/** The members of an object in their order, a repeated name as often as it occurs. Throws on other values. */
export function jsonMembers(object: JsonText): [name: string, value: JsonText][] {
  const members: [string, JsonText][] = []
  eachMember(object, (nameStart, nameEnd, start, end) => {
    members.push([stringOf(object.slice(nameStart, nameEnd)), object.slice(start, end)])
  })
  return members
}

/**
 * Calls `visit` with the places of each member's name and value in the text of an object, without making strings of
 * them, until it returns false. Throws on other values.
 */
export function eachMember(object: JsonText, visit: VisitMember): void {
  if (object.charCodeAt(0) !== BRACE) notJson({ kind: 'wrongKind', at: 1 })
  const end = eachMemberAt(object, 0, visit)
  if (end !== STOPPED && end !== object.length) fail(object, end)
}

/** Gets the places of a member's name, in its quotes, and of its value. */
export type VisitMember = (nameStart: number, nameEnd: number, start: number, end: number) => boolean | void

/** The same for the object that begins at `start` of a longer text. Gives the place after it; -1 if `visit` has stopped it. */
export function eachMemberAt(text: string, start: number, visit: VisitMember): number {
  let at = skipSpace(text, start + 1)
  if (text.charCodeAt(at) === BRACE_END) return at + 1
  for (;;) {
    const nameStart = at
    const nameEnd = endOfString(text, at)
    at = skipSpace(text, nameEnd)
    if (text.charCodeAt(at) !== COLON) fail(text, at)
    const valueStart = skipSpace(text, at + 1)
    const end = endOfValue(text, valueStart, 0)
    if (visit(nameStart, nameEnd, valueStart, end) === false) return STOPPED
    at = skipSpace(text, end)
    if (text.charCodeAt(at) === BRACE_END) return at + 1
    if (text.charCodeAt(at) !== COMMA) fail(text, at)
    at = skipSpace(text, at + 1)
  }
}

const STOPPED = -1

/** The member of that name; of several the last, as `JSON.parse` has it. */
export function jsonMember(object: JsonText, name: string): JsonText | undefined {
  let found: JsonText | undefined
  for (const [member, value] of jsonMembers(object)) if (member === name) found = value
  return found
}

/** The elements of an array in their order. Throws on other values. */
export function jsonElements(array: JsonText): JsonText[] {
  const elements: JsonText[] = []
  eachElement(array, (start) => {
    const end = endOfValue(array, start, 0)
    elements.push(array.slice(start, end))
    return end
  })
  return elements
}

/** Has each element of an array read from where it begins; `read` gives the place after it. Throws on other values. */
export function eachElement(array: JsonText, read: (start: number) => number): void {
  if (array.charCodeAt(0) !== BRACKET) notJson({ kind: 'wrongKind', at: 1 })
  let at = skipSpace(array, 1)
  let isEnd = array.charCodeAt(at) === BRACKET_END
  while (!isEnd) {
    at = skipSpace(array, read(at))
    isEnd = array.charCodeAt(at) === BRACKET_END
    if (isEnd) break
    if (array.charCodeAt(at) !== COMMA) fail(array, at)
    at = skipSpace(array, at + 1)
  }
  if (at !== array.length - 1) fail(array, at + 1)
}

const QUOTE = 34
const COMMA = 44
const COLON = 58
const BRACKET = 91
const BACKSLASH = 92
const BRACKET_END = 93
const BRACE = 123
const BRACE_END = 125

/** Deeper nesting is refused: each level is a call on the stack. PostgreSQL's own reader stops at a similar depth. */
const DEEPEST = 1000

function stringOf(value: JsonText): string {
  return value.indexOf('\\') === -1 ? value.slice(1, -1) : String(JSON.parse(value))
}

function skipSpace(text: string, at: number): number {
  while (isSpace(text.charCodeAt(at))) at += 1
  return at
}

function isSpace(code: number): boolean {
  return code === 32 || code === 10 || code === 13 || code === 9
}

function endOfString(text: string, start: number): number {
  if (text.charCodeAt(start) !== QUOTE) fail(text, start)
  let at = start + 1
  for (;;) {
    const code = text.charCodeAt(at)
    if (code === QUOTE) return at + 1
    if (code === BACKSLASH) {
      const escape = text.charAt(at + 1)
      if (escape === 'u') {
        if (!/^[0-9a-fA-F]{4}$/.test(text.slice(at + 2, at + 6))) fail(text, at)
        at += 6
      } else if (escape !== '' && '"\\/bfnrt'.includes(escape)) at += 2
      else fail(text, at)
    } else if (code >= 32) at += 1
    else fail(text, at) // a control character, or NaN at the end of the text
  }
}

const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y

function endOfValue(text: string, start: number, depth: number): number {
  if (depth > DEEPEST) notJson({ kind: 'nestedTooDeep', at: start + 1, deepest: DEEPEST })
  const code = text.charCodeAt(start)
  if (code === QUOTE) return endOfString(text, start)
  if (code === BRACE || code === BRACKET) {
    const close = code === BRACE ? BRACE_END : BRACKET_END
    let at = skipSpace(text, start + 1)
    if (text.charCodeAt(at) === close) return at + 1
    for (;;) {
      if (code === BRACE) {
        at = skipSpace(text, endOfString(text, at))
        if (text.charCodeAt(at) !== COLON) fail(text, at)
        at = skipSpace(text, at + 1)
      }
      at = skipSpace(text, endOfValue(text, at, depth + 1))
      if (text.charCodeAt(at) === close) return at + 1
      if (text.charCodeAt(at) !== COMMA) fail(text, at)
      at = skipSpace(text, at + 1)
    }
  }
  const word = code === 110 ? 'null' : code === 116 ? 'true' : code === 102 ? 'false' : undefined
  if (word !== undefined) return text.startsWith(word, start) ? start + word.length : fail(text, start)
  NUMBER.lastIndex = start
  return NUMBER.test(text) ? NUMBER.lastIndex : fail(text, start)
}

function fail(text: string, at: number): never {
  if (at >= text.length) notJson({ kind: 'endsEarly', at: at + 1 })
  const code = text.charCodeAt(at)
  let before = at - 1
  while (isSpace(text.charCodeAt(before))) before -= 1
  if ((code === BRACE_END || code === BRACKET_END) && text.charCodeAt(before) === COMMA)
    notJson({ kind: 'trailingComma', at: before + 1 })
  notJson({ kind: 'unexpectedCharacter', at: at + 1, character: text.charAt(at) })
}

function notJson(fault: JsonFault): never {
  throw new UnreadableError({ code: 'notJson', fault })
}

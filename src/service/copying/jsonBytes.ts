/** What stands there is not the JSON that was expected. */
export class UnexpectedByte extends Error {
  override readonly name = 'UnexpectedByte'
}

/** Calls `visit` with the name of each member of the object at `start` and the place of its value; it gives the value's end. */
export function eachMember(
  bytes: Uint8Array,
  start: number,
  visit: (name: string, valueStart: number) => number,
): number {
  if (bytes[start] !== BRACE) throw new UnexpectedByte()
  let at = skipSpace(bytes, start + 1)
  if (bytes[at] === BRACE_END) return at + 1
  for (;;) {
    const end = skipString(bytes, at)
    const name = String(JSON.parse(textOf(bytes, at, end)))
    at = skipSpace(bytes, end)
    if (bytes[at] !== COLON) throw new UnexpectedByte()
    at = skipSpace(bytes, visit(name, skipSpace(bytes, at + 1)))
    if (bytes[at] === BRACE_END) return at + 1
    if (bytes[at] !== COMMA) throw new UnexpectedByte()
    at = skipSpace(bytes, at + 1)
  }
}

/** The place after the value at `start`. What is inside of it is not checked but for where it ends. */
export function skipValue(bytes: Uint8Array, start: number): number {
  let at = start
  let depth = 0
  for (;;) {
    const code = bytes[at]
    if (code === undefined) throw new UnexpectedByte()
    if (code === QUOTE) at = skipString(bytes, at)
    else if (code === BRACE || code === BRACKET) {
      depth += 1
      at += 1
    } else if (code === BRACE_END || code === BRACKET_END) {
      depth -= 1
      at += 1
    } else if (depth > 0 && (code === COMMA || code === COLON || isSpace(code))) at += 1
    else {
      const begun = at
      while (isOfWord(bytes[at])) at += 1
      if (at === begun) throw new UnexpectedByte()
    }
    if (depth === 0) return at
    if (depth < 0) throw new UnexpectedByte()
  }
}

export function skipString(bytes: Uint8Array, start: number): number {
  if (bytes[start] !== QUOTE) throw new UnexpectedByte()
  let at = start + 1
  for (;;) {
    const code = bytes[at]
    if (code === undefined || code < SPACE) throw new UnexpectedByte()
    if (code === QUOTE) return at + 1
    at += code === BACKSLASH ? 2 : 1
  }
}

export function skipSpace(bytes: Uint8Array, start: number): number {
  let at = start
  while (isSpace(bytes[at])) at += 1
  return at
}

export function isSpace(code: number | undefined): boolean {
  return code === SPACE || code === NEWLINE || code === 13 || code === TAB
}

export function isOfNumber(code: number | undefined): code is number {
  // `-`, `+`, `.`, `e` and `E`
  if (code === 45 || code === 43 || code === 46 || code === 101 || code === 69) return true
  return code !== undefined && code >= ZERO && code <= NINE
}

/** Of a number, `true`, `false` or `null`. */
function isOfWord(code: number | undefined): boolean {
  return isOfNumber(code) || (code !== undefined && code >= 97 && code <= 122)
}

export function textOf(bytes: Uint8Array, start: number, end: number): string {
  return decoder.decode(bytes.subarray(start, end))
}

const decoder = new TextDecoder('utf-8', { ignoreBOM: true })

export const TAB = 9
export const NEWLINE = 10
export const SPACE = 32
export const QUOTE = 34
export const COMMA = 44
export const ZERO = 48
export const NINE = 57
export const COLON = 58
export const CAPITAL_N = 78
export const BRACKET = 91
export const BACKSLASH = 92
export const BRACKET_END = 93
export const LETTER_N = 110
export const TRUE = 116
export const BRACE = 123
export const BRACE_END = 125

export type TokenKind =
  /** A bare name or a keyword, in any script. */
  | 'word'
  /** A name in double quotes, also `U&"…"`. */
  | 'name'
  /** `'…'` with its prefix (`E`, `U&`, `B`, `X`, `N`) and its continuations on further lines, or `$tag$…$tag$`. */
  | 'string'
  | 'number'
  /** `$1` */
  | 'argument'
  /** `{{name}}`, which the page puts a value for. */
  | 'parameter'
  | 'operator'
  /** `, ( ) [ ] . ; :`, and `::`, `:=` and `..` */
  | 'punctuation'
  | 'comment'
  /** What no statement has outside quotes, such as `{`. */
  | 'other'

/** A piece of a text from `start` (inclusive) to `end` (exclusive), in UTF-16 units. */
export interface Token {
  readonly kind: TokenKind
  readonly start: number
  readonly end: number
  /** Whether its end is missing (a quote, a comment's end) or PostgreSQL refuses it as it is (`1e`, `12abc`). */
  readonly unfinished: boolean
}

/** All tokens of a text, cut as PostgreSQL's own scanner cuts them; also of a text that the scanner refuses. */
export function tokensOf(text: string): readonly Token[] {
  const tokens: Token[] = []
  for (let token = nextToken(text, 0); token; token = nextToken(text, token.end)) tokens.push(token)
  return tokens
}

/** The first token at or after a place between tokens; null after the last. */
export function nextToken(text: string, from: number): Token | null {
  const start = skipBlanks(text, from)
  if (start >= text.length) return null
  const code = text.charCodeAt(start)
  if (isWordStart(code)) return prefixed(text, start) ?? token('word', start, wordEnd(text, start))
  if (isDigit(code)) return readNumber(text, start)
  switch (code) {
    case QUOTE:
      return readString(text, start, start, 'doubled')
    case DOUBLE_QUOTE:
      return readName(text, start, start)
    case DOLLAR:
      return readDollar(text, start)
    case DOT:
      if (isDigit(text.charCodeAt(start + 1))) return readNumber(text, start)
      return token('punctuation', start, start + (text.charCodeAt(start + 1) === DOT ? 2 : 1))
    case COLON:
      return token('punctuation', start, start + (/[:=]/.test(text.charAt(start + 1)) ? 2 : 1))
    case OPEN_BRACE:
      return readParameter(text, start) ?? token('other', start, start + 1)
    default:
  }
  if (text.startsWith('--', start)) return token('comment', start, lineEnd(text, start))
  if (text.startsWith('/*', start)) return readComment(text, start)
  if (SIGNS[code]) return token('operator', start, operatorEnd(text, start))
  return token(',()[];'.includes(text.charAt(start)) ? 'punctuation' : 'other', start, start + 1)
}

/** The name of a `{{name}}`, without blanks around it. */
export function parameterName(text: string, { start, end }: Token): string {
  return text
    .slice(start, end)
    .replace(/^\{\{|\}\}$/g, '')
    .trim()
}

function token(kind: TokenKind, start: number, end: number, unfinished = false): Token {
  return { kind, start, end, unfinished }
}

const QUOTE = 0x27
const DOUBLE_QUOTE = 0x22
const DOLLAR = 0x24
const DOT = 0x2e
const COLON = 0x3a
const OPEN_BRACE = 0x7b
const NEWLINE = 0x0a
const RETURN = 0x0d
const BACKSLASH = 0x5c

/** PostgreSQL's blanks are the ASCII ones: to it a no-break space is a letter. */
function isBlank(code: number): boolean {
  return code === 0x20 || (code >= 0x09 && code <= RETURN)
}

function isDigit(code: number): boolean {
  return code >= 0x30 && code <= 0x39
}

function isWordStart(code: number): boolean {
  return (code >= 0x61 && code <= 0x7a) || (code >= 0x41 && code <= 0x5a) || code === 0x5f || code >= 0x80
}

function skipBlanks(text: string, from: number): number {
  let at = from
  while (at < text.length && isBlank(text.charCodeAt(at))) at += 1
  return at
}

function wordEnd(text: string, from: number): number {
  let at = from
  while (at < text.length) {
    const code = text.charCodeAt(at)
    if (!isWordStart(code) && !isDigit(code) && code !== DOLLAR) break
    at += 1
  }
  return at
}

function lineEnd(text: string, from: number): number {
  let at = from
  while (at < text.length && text.charCodeAt(at) !== NEWLINE && text.charCodeAt(at) !== RETURN) at += 1
  return at
}

/** A string or a name with a letter before its quote. */
function prefixed(text: string, start: number): Token | null {
  const next = text.charCodeAt(start + 1)
  const letter = text.charAt(start).toLowerCase()
  if (next === QUOTE) {
    if (letter === 'e') return readString(text, start, start + 1, 'escaped')
    if (letter === 'n') return readString(text, start, start + 1, 'doubled')
    if (letter === 'b' || letter === 'x') return readString(text, start, start + 1, 'bits')
  }
  if (letter === 'u' && text.charAt(start + 1) === '&') {
    const quote = text.charCodeAt(start + 2)
    if (quote === QUOTE) return readString(text, start, start + 2, 'doubled')
    if (quote === DOUBLE_QUOTE) return readName(text, start, start + 2)
  }
  return null
}

/** `doubled`: a quote inside is written twice. `escaped`: also behind a backslash. `bits`: there can be none. */
type Inside = 'doubled' | 'escaped' | 'bits'

function readString(text: string, start: number, quoteAt: number, inside: Inside): Token {
  let end = stringEnd(text, quoteAt + 1, inside)
  while (end !== null) {
    const next = continuation(text, end)
    if (next === null) return token('string', start, end)
    end = stringEnd(text, next + 1, inside)
  }
  return token('string', start, text.length, true)
}

/** Behind the closing quote; null if there is none. */
function stringEnd(text: string, from: number, inside: Inside): number | null {
  if (inside === 'escaped') return escapedEnd(text, from)
  const at = text.indexOf("'", from)
  if (inside === 'bits') return at < 0 ? null : at + 1
  return doubledEnd(text, at, "'")
}

/** Behind the quote at `first`, or the next one that no second follows. */
function doubledEnd(text: string, first: number, quote: string): number | null {
  let at = first
  while (at >= 0 && text.charAt(at + 1) === quote) at = text.indexOf(quote, at + 2)
  return at < 0 ? null : at + 1
}

function escapedEnd(text: string, from: number): number | null {
  for (let at = from; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    if (code === BACKSLASH) at += 1
    else if (code === QUOTE) {
      if (text.charCodeAt(at + 1) !== QUOTE) return at + 1
      at += 1
    }
  }
  return null
}

/** Where a string goes on after blanks with a line break among them: by the standard, `'a'⏎'b'` is one string. */
function continuation(text: string, from: number): number | null {
  if (!isBlank(text.charCodeAt(from))) return null
  const next = skipBlanks(text, from)
  return text.charCodeAt(next) === QUOTE && /[\n\r]/.test(text.slice(from, next)) ? next : null
}

function readName(text: string, start: number, quoteAt: number): Token {
  const end = doubledEnd(text, text.indexOf('"', quoteAt + 1), '"')
  return end === null ? token('name', start, text.length, true) : token('name', start, end, end === quoteAt + 2)
}

function readDollar(text: string, start: number): Token {
  if (isDigit(text.charCodeAt(start + 1))) {
    let end = start + 1
    while (isDigit(text.charCodeAt(end))) end += 1
    return token('argument', start, end)
  }
  const opening = startingAt(/\$(?:[A-Za-z_\u0080-\uffff][A-Za-z_\d\u0080-\uffff]*)?\$/y, text, start)
  if (opening === null) return token('other', start, start + 1)
  const end = text.indexOf(opening, start + opening.length)
  return end < 0 ? token('string', start, text.length, true) : token('string', start, end + opening.length)
}

function readNumber(text: string, start: number): Token {
  const based = startingAt(/0[xX](?:_?[\da-fA-F])+|0[oO](?:_?[0-7])+|0[bB](?:_?[01])+/y, text, start)
  const plain = startingAt(
    /(?:\d(?:_?\d)*(?:\.(?!\.)(?:\d(?:_?\d)*)?)?|\.\d(?:_?\d)*)(?:[eE][-+]?\d(?:_?\d)*)?/y,
    text,
    start,
  )
  const end = start + (based ?? plain ?? text.charAt(start)).length
  const junk = isWordStart(text.charCodeAt(end)) || (based !== null && isDigit(text.charCodeAt(end)))
  if (!junk) return token('number', start, end)
  // The sign of an exponent whose digits are still to come belongs to it.
  const signed = /^[eE]$/.test(text.slice(end, wordEnd(text, end))) && /[-+]/.test(text.charAt(end + 1))
  return token('number', start, signed ? end + 2 : wordEnd(text, end), true)
}

function readParameter(text: string, start: number): Token | null {
  const closed = startingAt(/\{\{[^{}'"\n\r;]*\}\}/y, text, start)
  if (closed !== null) return token('parameter', start, start + closed.length)
  const opened = startingAt(/\{\{[ \t]*[\p{L}\p{N}_]*/uy, text, start)
  return opened === null ? null : token('parameter', start, start + opened.length, true)
}

function startingAt(pattern: RegExp, text: string, at: number): string | null {
  pattern.lastIndex = at
  return pattern.exec(text)?.[0] ?? null
}

function readComment(text: string, start: number): Token {
  let depth = 1
  let at = start + 2
  while (at < text.length) {
    if (text.startsWith('/*', at)) {
      depth += 1
      at += 2
    } else if (text.startsWith('*/', at)) {
      depth -= 1
      at += 2
      if (depth === 0) return token('comment', start, at)
    } else at += 1
  }
  return token('comment', start, text.length, true)
}

/** By character code: 1 for the signs of operators, 2 for those with which an operator may end with `+` or `-`. */
const SIGNS = new Uint8Array(128)
for (const sign of '~!@#^&|`?+-*/%<>=') SIGNS[sign.charCodeAt(0)] = 1
for (const sign of '~!@#^&|`?%') SIGNS[sign.charCodeAt(0)] = 2

/** PostgreSQL refuses longer ones; without a bound a run of 3 million `+` would be looked through again from each. */
const LONGEST_OPERATOR = 64

/** The longest operator: a comment ends it, and `a*-b` is `a * -b` where `a@-b` has the operator `@-`. */
function operatorEnd(text: string, start: number): number {
  let end = start
  let free = false
  for (; end - start < LONGEST_OPERATOR; end += 1) {
    const sign = SIGNS[text.charCodeAt(end)]
    if (!sign) break
    if (end > start && (text.startsWith('--', end) || text.startsWith('/*', end))) break
    free ||= sign === 2
  }
  if (!free) while (end - start > 1 && /[-+]/.test(text.charAt(end - 1))) end -= 1
  return end
}

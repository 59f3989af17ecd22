import { LONG_TEXT } from './longText.ts'
import { foldCase } from './names.ts'
import { nextToken, parameterName, type Token } from './tokens.ts'

/** One statement of a text; places in UTF-16 units of the whole text, ends exclusive. */
export interface Statement {
  /** From its first token that is no comment to its last one, without the semicolon; both are `to` if there is none. */
  readonly start: number
  readonly end: number
  /** From behind the semicolon before to its own one, or to the end of the text. */
  readonly from: number
  readonly to: number
  /** Comments among them; without the semicolon. */
  readonly tokens: readonly Token[]
}

/** A `{{name}}` in a statement. */
export interface Parameter {
  readonly name: string
  readonly start: number
  readonly end: number
}

/** The statements of a text in order, without empty ones. */
export function statementsOf(text: string): readonly Statement[] {
  return segmentsOf(text).filter(({ start, end }) => start < end)
}

/** The statement that a place is in, be it in the blanks around it; on its semicolon or right behind a line's last one, the statement before. */
export function statementAt(text: string, offset: number): Statement {
  const segments = segmentsOf(text)
  const at = indexAt(segments, offset)
  const statement = segments[at] ?? statementFrom(text, 0)
  const isEmpty = statement.start === statement.end
  const before = segments.slice(0, at).findLast(({ start, end }) => start < end)
  if (before === undefined || offset >= statement.start) return isEmpty && before !== undefined ? before : statement
  const onItsLine = !text.slice(before.to, offset).includes('\n')
  return onItsLine || isEmpty ? before : statement
}

/** The part of a text between two semicolons that a cursor writes in: it may be empty. */
export function segmentAt(text: string, cursor: number): Statement {
  const segments = segmentsOf(text)
  return segments[indexAt(segments, cursor)] ?? statementFrom(text, 0)
}

/** The first one that ends at a place or behind it, else the last. */
function indexAt(segments: readonly Statement[], offset: number): number {
  const at = segments.findIndex(({ to }) => to >= offset)
  return at < 0 ? segments.length - 1 : at
}

/** Reading a shorter text again costs nothing. */
const WORTH_KEEPING = 2000

/**
 * The text that was read last, between its semicolons. All who read a text after a key (what runs, what is underlined, what
 * can be written) ask here, one after the other.
 */
let last: { readonly text: string; readonly segments: readonly Statement[] } = { text: '', segments: [] }

/** All parts of a text between semicolons, at least one; what is before a change is not read again. */
function segmentsOf(text: string): readonly Statement[] {
  if (text === last.text && text !== '') return last.segments
  const isKept = text.length >= WORTH_KEEPING && text.length <= LONG_TEXT
  const segments = isKept ? unchangedSegments(text) : []
  do segments.push(statementFrom(text, segments.length === 0 ? 0 : (segments.at(-1)?.to ?? 0) + 1))
  while ((segments.at(-1)?.to ?? text.length) < text.length)
  if (isKept) last = { text, segments }
  return segments
}

/** Where a part ends depends on what follows it, up to the end of the next one. */
function unchangedSegments(text: string): Statement[] {
  const same = sameStart(text, last.text)
  const changed = last.segments.findIndex((_, at) => (last.segments[at + 1]?.to ?? Infinity) >= same)
  return last.segments.slice(0, Math.max(0, changed))
}

function sameStart(one: string, other: string): number {
  const most = Math.min(one.length, other.length)
  let at = 0
  while (at < most && one.charCodeAt(at) === other.charCodeAt(at)) at += 1
  return at
}

/** The parameters in a statement, in order, each as often as it is written. */
export function parametersOf(text: string, { tokens }: Statement): readonly Parameter[] {
  return tokens
    .filter(({ kind, unfinished }) => kind === 'parameter' && !unfinished)
    .map((token) => ({ name: parameterName(text, token), start: token.start, end: token.end }))
}

/** The statement that begins at a place of a text, with the blanks and comments before it. */
export function statementFrom(text: string, from: number): Statement {
  const tokens: Token[] = []
  let depth = 0
  let to = text.length
  for (let token = nextToken(text, from); token; token = nextToken(text, token.end)) {
    if (token.kind === 'punctuation') {
      const sign = text.charAt(token.start)
      if (sign === '(' || sign === '[') depth += 1
      else if (sign === ')' || sign === ']') depth = Math.max(0, depth - 1)
      else if (sign === ';' && (depth === 0 || endsAll(text, token.end))) {
        to = token.start
        break
      }
    }
    tokens.push(token)
  }
  const first = tokens.find(isWritten)
  const last = tokens.findLast(isWritten)
  return { start: first?.start ?? to, end: last?.end ?? to, from, to, tokens }
}

function isWritten({ kind }: Token): boolean {
  return kind !== 'comment'
}

/**
 * Whether a semicolon inside brackets ends a statement whose bracket was not closed yet: nothing follows, or what begins a
 * statement.
 */
function endsAll(text: string, from: number): boolean {
  let next = nextToken(text, from)
  while (next?.kind === 'comment') next = nextToken(text, next.end)
  return next === null || (next.kind === 'word' && BEGINNINGS.has(foldCase(text.slice(next.start, next.end))))
}

const BEGINNINGS: ReadonlySet<string> = new Set(['select', 'with', 'values', 'table', 'explain'])

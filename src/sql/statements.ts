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
  const found: Statement[] = []
  let from = 0
  while (from < text.length) {
    const statement = readStatement(text, from)
    if (statement.start < statement.end) found.push(statement)
    from = statement.to + 1
  }
  return found
}

/** The statement that a place is in, be it in the blanks around it; on its semicolon or right behind a line's last one, the statement before. */
export function statementAt(text: string, offset: number): Statement {
  let before: Statement | null = null
  let statement = readStatement(text, 0)
  while (statement.to < offset && statement.to < text.length) {
    if (statement.start < statement.end) before = statement
    statement = readStatement(text, statement.to + 1)
  }
  const isEmpty = statement.start === statement.end
  if (before === null || offset >= statement.start) return isEmpty && before !== null ? before : statement
  const onItsLine = !text.slice(before.to, offset).includes('\n')
  return onItsLine || isEmpty ? before : statement
}

/** The part of a text between two semicolons that a cursor writes in: it may be empty. */
export function segmentAt(text: string, cursor: number): Statement {
  let statement = readStatement(text, 0)
  while (statement.to < cursor && statement.to < text.length) statement = readStatement(text, statement.to + 1)
  return statement
}

/** The parameters in a statement, in order, each as often as it is written. */
export function parametersOf(text: string, { tokens }: Statement): readonly Parameter[] {
  return tokens
    .filter(({ kind, unfinished }) => kind === 'parameter' && !unfinished)
    .map((token) => ({ name: parameterName(text, token), start: token.start, end: token.end }))
}

function readStatement(text: string, from: number): Statement {
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

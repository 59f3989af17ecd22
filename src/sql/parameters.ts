import { fieldKind } from '../protocol/field.ts'
import type { ParameterValue, ParameterValues } from '../query/parameterValues.ts'
import { sqlLiteral } from '../query/sqlText.ts'
import { foldCase, nameOf } from './names.ts'
import { nextToken, parameterName, tokensOf, type Token } from './tokens.ts'

/** As what a value is put in: a number and a boolean as they are, all else in quotes. */
export type ParameterKind = 'text' | 'number' | 'boolean' | 'date'

/** A parameter of a text, as the places where it stands show it. */
export interface NamedParameter {
  readonly name: string
  readonly kind: ParameterKind
  /** It stands alone in the brackets of an IN or an ARRAY. */
  readonly isList: boolean
}

/** Why a value can't be put in. */
export interface ParameterProblem {
  readonly name: string
  readonly code: 'missing' | 'notNumber' | 'notBoolean' | 'unsayable'
}

/** A text with values in the place of its parameters, and where a place of it was in the text; or why there is none. */
export type Filled =
  | { readonly sql: string; readonly problems: readonly []; readonly placeIn: (offset: number) => number }
  | { readonly sql: null; readonly problems: readonly ParameterProblem[] }

/** The parameters of a text in the order of their first use. `typeOf` says the type of a column, null if it is not known. */
export function parametersIn(text: string, typeOf: (column: string) => string | null): readonly NamedParameter[] {
  const tokens = tokensOf(text).filter(({ kind }) => kind !== 'comment')
  const found = new Map<string, { kind: ParameterKind | null; isList: boolean }>()
  for (const [at, token] of tokens.entries()) {
    const name = nameOfParameter(text, token)
    if (name === null) continue
    const isList = isListAt(text, tokens, at)
    const before = found.get(name)
    const kind = before?.kind ?? kindAt(text, tokens, at, typeOf)
    found.set(name, { kind, isList: isList || before?.isList === true })
  }
  return [...found].map(([name, { kind, isList }]) => ({ name, kind: kind ?? 'text', isList }))
}

/** The text with the values put in at whole tokens: never inside strings, names or comments. */
export function withValues(text: string, parameters: readonly NamedParameter[], values: ParameterValues): Filled {
  const written = new Map<string, string>()
  const problems: ParameterProblem[] = []
  for (const parameter of parameters) {
    const value = Object.hasOwn(values, parameter.name) ? values[parameter.name] : undefined
    const code = value === undefined ? 'missing' : problemOf(parameter, value)
    if (value === undefined || code !== null) problems.push({ name: parameter.name, code: code ?? 'missing' })
    else written.set(parameter.name, literalOf(parameter, value))
  }
  if (problems.length > 0) return { sql: null, problems }
  return { ...fill(text, written), problems: [] }
}

function nameOfParameter(text: string, token: Token): string | null {
  if (token.kind !== 'parameter' || token.unfinished) return null
  return parameterName(text, token) || null
}

/** Why the value can't be put in; null if it can. */
export function problemOf(
  { kind }: Pick<NamedParameter, 'kind'>,
  value: ParameterValue,
): Exclude<ParameterProblem['code'], 'missing'> | null {
  const texts = value === null ? [] : typeof value === 'string' ? [value] : value
  // PostgreSQL has no text with a zero, and no request half a character.
  if (texts.some((text) => text.includes('\0') || /\p{Surrogate}/u.test(text))) return 'unsayable'
  if (kind === 'number' && !texts.every((text) => numberOf(text) !== null)) return 'notNumber'
  if (kind === 'boolean' && !texts.every((text) => /^(?:true|false)$/i.test(text))) return 'notBoolean'
  return null
}

/** A number as a literal, a negative one in brackets; null for what is none. */
function numberOf(text: string): string | null {
  const [, sign, digits = ''] = /^\s*([-+]?)\s*(\S*)\s*$/.exec(text) ?? []
  const token = nextToken(digits, 0)
  if (token?.kind !== 'number' || token.unfinished || token.end !== digits.length) return null
  return sign === '-' ? `(-${digits})` : digits
}

function literalOf({ kind, isList }: NamedParameter, value: ParameterValue): string {
  if (value === null) return 'NULL'
  const one = (text: string) => {
    if (kind === 'boolean') return text.toUpperCase()
    return kind === 'number' ? (numberOf(text) ?? sqlLiteral(text)) : sqlLiteral(text)
  }
  if (typeof value === 'string') return one(value)
  // `IN ()` is an error, and `IN (NULL)` is true of nothing.
  if (value.length === 0) return 'NULL'
  return isList || value.length === 1 ? value.map(one).join(', ') : `(${value.map(one).join(', ')})`
}

/** What replaces each stretch of the text. */
interface Stretch {
  readonly from: number
  readonly to: number
  readonly sent: number
}

function fill(
  text: string,
  written: ReadonlyMap<string, string>,
): { readonly sql: string; readonly placeIn: (offset: number) => number } {
  const tokens = tokensOf(text).filter(({ kind }) => kind !== 'comment')
  const kept: Stretch[] = []
  let sql = ''
  let from = 0
  const keep = (to: number) => {
    kept.push({ from, to, sent: sql.length })
    sql += text.slice(from, to)
  }
  for (const [at, token] of tokens.entries()) {
    const literal = written.get(nameOfParameter(text, token) ?? '')
    if (token.kind !== 'parameter' || literal === undefined) continue
    keep(token.start)
    const touches = [tokens[at - 1], tokens[at + 1]].some((other) => other && JOINS.has(other.kind))
    sql += apart(touches ? `(${literal})` : literal, text.charAt(token.start - 1), text.charAt(token.end))
    from = token.end
  }
  keep(text.length)
  return { sql, placeIn: (offset) => placeIn(kept, offset) }
}

/** By the standard `'a'⏎'b'` is one string, in which the second would be read by the rules of the first. */
const JOINS: ReadonlySet<Token['kind']> = new Set(['string', 'parameter'])

/** With a blank where the sign beside it would change what is read: `E{{x}}`, `U&{{x}}`, `1{{x}}`. */
function apart(literal: string, before: string, after: string): string {
  const left = APART.test(before) ? '' : ' '
  const right = APART.test(after) ? '' : ' '
  return `${left}${literal}${right}`
}

const APART = /^[\s(),;[\]=<>]?$/

function placeIn(kept: readonly Stretch[], offset: number): number {
  for (const { from, to, sent } of kept) {
    if (offset < sent) return from
    if (offset < sent + to - from) return from + offset - sent
  }
  return kept.at(-1)?.to ?? 0
}

function isListAt(text: string, tokens: readonly Token[], at: number): boolean {
  const [open, close] = [written(text, tokens[at - 1]), written(text, tokens[at + 1])]
  const head = written(text, tokens[at - 2])
  return (open === '(' && close === ')' && head === 'in') || (open === '[' && close === ']' && head === 'array')
}

/** What the places around say of a value: the column that it is compared with, a cast, LIMIT; null if nothing. */
function kindAt(
  text: string,
  tokens: readonly Token[],
  at: number,
  typeOf: (column: string) => string | null,
): ParameterKind | null {
  const word = (index: number) => written(text, tokens[index])
  const next = word(at + 1)
  if (next === '::' || next === 'as') return kindOfType(word(at + 2))
  const before = headOf(word, at)
  if (/^(?:limit|offset|first|next)$/.test(word(before))) return 'number'
  if (/^(?:date|timestamp|timestamptz)$/.test(word(before))) return 'date'
  const column = (index: number) => {
    const token = tokens[index]
    const type = token && (token.kind === 'name' || token.kind === 'word') ? typeOf(nameOf(text, token)) : null
    return type === null ? null : kindOfType(type)
  }
  if (COMPARES.test(word(before))) return column(word(before - 1) === 'not' ? before - 2 : before - 1)
  if (!COMPARES.test(next)) return null
  let last = at + 2
  while (word(last + 1) === '.') last += 2
  return column(last)
}

/** The word that says what is done with the value: in front of the bracket of a list, or of BETWEEN's first bound. */
function headOf(word: (index: number) => string, at: number): number {
  let head = at - 1
  while (word(head) === ',' || word(head) === '(') head -= word(head) === ',' ? 2 : 1
  if (word(head) === 'and' && word(head - 2) === 'between') head -= 2
  return head
}

const COMPARES = /^(?:=|<>|!=|<|>|<=|>=|in|between)$/

function written(text: string, token: Token | undefined): string {
  return token === undefined || token.kind === 'name' ? '' : foldCase(text.slice(token.start, token.end))
}

function kindOfType(type: string): ParameterKind {
  switch (fieldKind(type)) {
    case 'integer':
    case 'numeric':
      return 'number'
    case 'boolean':
      return 'boolean'
    case 'date':
    case 'timestamp':
      return 'date'
    case 'text':
    case 'time':
    case 'json':
    case 'array':
    case 'other':
      return 'text'
  }
}

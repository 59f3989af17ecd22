import type { TextRange } from '../../../editor/textRange.ts'
import { fixWords } from '../../../words/en/statement/faults.ts'
import type { TextEdit } from '../../../sql/textEdit.ts'
import type { SqlFix } from './sqlFix.ts'
import { replacing, type Fault } from './fault.ts'
import { onlyRange, operandEnd, operandStart, tokenOfPlace, type Refused } from './refused.ts'
import { closingOf, indexesOf, rangeOf, textAt, wordAt, type Written } from './written.ts'

/** An operator between types that it does not take, in PostgreSQL's words: `text = integer`. */
export function operatorUnfit(refused: Refused, said: string): Fault | null {
  const { written } = refused
  const [, left = '', operator = '', right = ''] =
    /^(.*?) ?([~!@#^&|`?+\-*/%<>=]+) (.+)$/.exec(said)?.map((part) => (part === 'unknown' ? 'text' : part)) ?? []
  if (operator === '') return null
  const placed = tokenOfPlace(refused)
  const same = indexesOf(written, (at) => textAt(written, at) === operator)
  const at = same.includes(placed) ? placed : same.length === 1 ? (same[0] ?? -1) : -1
  const range = rangeOf(written, at)
  const nearest = OTHER_SIGNS.get(operator)
  if (nearest !== undefined) return signsChanged(written, operator, nearest, range)
  return {
    problem: { code: 'operatorUnfit', operator, left, right },
    range,
    fix: left === '' ? null : sideConverted(written, at, { left, operator, right }),
  }
}

/** What other languages write for operators of SQL. */
const OTHER_SIGNS: ReadonlyMap<string, string> = new Map([
  ['==', '='],
  ['&&', 'AND'],
])

/** All such signs by those of SQL. */
export function signsChanged(written: Written, operator: string, nearest: string, range: TextRange | null): Fault {
  const edits = indexesOf(written, (at) => textAt(written, at) === operator).flatMap((at): TextEdit[] => {
    const place = rangeOf(written, at)
    return place === null ? [] : [{ ...place, text: nearest }]
  })
  return {
    problem: { code: 'operatorUnknown', operator, nearest },
    range,
    fix: { label: fixWords.changeTo(nearest), edits },
  }
}

interface Sides {
  readonly left: string
  readonly operator: string
  readonly right: string
}

/** Only for "same" and "not the same", which mean for texts what they mean for numbers. */
function sideConverted(written: Written, at: number, { left, operator, right }: Sides): SqlFix | null {
  if (!/^(?:=|<>|!=)$/.test(operator) || at === -1) return null
  const before = rangeOf(written, operandStart(written, at - 1), at - 1)
  const after = rangeOf(
    written,
    at + 1,
    operandEnd(written, at + 1, (open) => closingOf(written, open)),
  )
  if (IS_TEXT.test(left)) return asText(written, after)
  if (IS_TEXT.test(right)) return asText(written, before)
  return null
}

const IS_TEXT = /^(?:text|character varying)$/

function asText({ text }: Written, range: TextRange | null): SqlFix | null {
  if (range === null) return null
  const written = text.slice(range.start, range.end)
  const by = /^[\d.]+$/.test(written) ? `'${written}'` : `${written}::text`
  return replacing(fixWords.changeTo(by), range, by)
}

/** A value that a type does not have. */
export function valueNotOfType(refused: Refused, value: string, type: string): Fault {
  const { written } = refused
  const problem = { code: 'valueNotOfType', value: `'${value}'`, type } as const
  const literal = literalOf(refused, value)
  if (literal !== null) return { problem, range: literal, fix: null }
  const cast = onlyCast(written, type)
  return { problem, range: cast?.range ?? null, fix: cast?.fix ?? null }
}

/** The constant that the server points at or quotes, if there is one such. */
function literalOf(refused: Refused, value: string): TextRange | null {
  const { written } = refused
  const placed = tokenOfPlace(refused)
  if (written.tokens[placed]?.kind === 'string') return rangeOf(written, placed)
  return onlyRange(
    written,
    (at) => written.tokens[at]?.kind === 'string' && textAt(written, at) === `'${value.replaceAll("'", "''")}'`,
  )
}

/** A cast to a type, or to any, if it is the only one; with what leaves out the values that are no numbers. */
export function onlyCast(
  written: Written,
  type: string | null,
): { range: TextRange | null; fix: SqlFix | null } | null {
  const casts = indexesOf(written, (at) => {
    const to = wordAt(written, at + 1)
    return textAt(written, at) === '::' && (type === null || (TYPE_NAMES.get(to) ?? to) === type)
  })
  const [at] = casts
  if (casts.length !== 1 || at === undefined) return null
  const first = operandStart(written, at - 1)
  const range = rangeOf(written, first === -1 ? at : first, at + 1)
  const operand = rangeOf(written, first, at - 1)
  const pattern = PATTERNS.get(wordAt(written, at + 1))
  if (range === null || operand === null || pattern === undefined || written.tokens[first]?.kind === 'string')
    return { range, fix: null }
  const value = written.text.slice(operand.start, operand.end)
  const by = `CASE WHEN ${value} ~ '${pattern}' THEN ${written.text.slice(range.start, range.end)} END`
  return { range, fix: replacing(fixWords.onlyNumbers, range, by) }
}

const TYPE_NAMES: ReadonlyMap<string, string> = new Map([
  ['int', 'integer'],
  ['int4', 'integer'],
  ['int8', 'bigint'],
  ['int2', 'smallint'],
  ['float8', 'double precision'],
  ['decimal', 'numeric'],
  ['bool', 'boolean'],
])

const PATTERNS: ReadonlyMap<string, string> = new Map([
  ...['int', 'integer', 'int4'].map((type) => [type, '^[+-]?[0-9]{1,9}$'] as const),
  ...['bigint', 'int8'].map((type) => [type, '^[+-]?[0-9]{1,18}$'] as const),
  ...['numeric', 'decimal', 'float8'].map((type) => [type, '^[+-]?[0-9]+([.][0-9]+)?$'] as const),
])

/** A date that the calendar does not have. */
export function dateOutOfRange(refused: Refused, value: string): Fault {
  return { problem: { code: 'dateOutOfRange', value: `'${value}'` }, range: literalOf(refused, value), fix: null }
}

/** A regular expression that is none. */
export function patternInvalid({ written }: Refused, said: string): Fault {
  const isPattern = (at: number) =>
    written.tokens[at]?.kind === 'string' &&
    (/^!?~\*?$/.test(textAt(written, at - 1)) || (textAt(written, at - 1) === ',' && /\bregexp_/i.test(written.text)))
  return { problem: { code: 'patternInvalid', said }, range: onlyRange(written, isPattern), fix: null }
}

/** A division, where there is only one, with what gives an empty result in place of a division by zero. */
export function onlyDivision(
  written: Written,
  isRowan: boolean,
): { range: TextRange | null; fix: SqlFix | null } | null {
  const divisions = indexesOf(written, (at) => /^[/%]$/.test(textAt(written, at)))
  const [at] = divisions
  if (divisions.length !== 1 || at === undefined) return null
  const divisor = rangeOf(
    written,
    at + 1,
    operandEnd(written, at + 1, (open) => closingOf(written, open)),
  )
  const range = rangeOf(written, at)
  if (divisor === null) return { range, fix: null }
  const text = written.text.slice(divisor.start, divisor.end)
  if (isRowan) {
    const plain = /^\((.*)\)$/s.exec(text)
    const by = `nullif(${plain?.[1] ?? text}, 0)`
    return { range, fix: replacing(fixWords.changeTo(by), divisor, by) }
  }
  const first = operandStart(written, at - 1)
  const dividend = rangeOf(written, first, at - 1)
  // In `a * b / c` it is `a * b` that is divided.
  if (dividend === null || written.tokens[first - 1]?.kind === 'operator') return { range, fix: null }
  const whole = { start: dividend.start, end: divisor.end }
  const by = `CASE WHEN ${text} <> 0 THEN ${written.text.slice(whole.start, whole.end)} END`
  return { range, fix: replacing(fixWords.changeTo('CASE'), whole, by) }
}

/** Two sides of UNION with columns of different types. */
export function unionTypes(refused: Refused, operation: string, first: string, second: string): Fault {
  const { written } = refused
  const at = tokenOfPlace(refused)
  const end = operandEnd(written, at, (open) => closingOf(written, open))
  const range = rangeOf(written, at, Math.max(at, end))
  const text = range === null ? '' : written.text.slice(range.start, range.end)
  const by = `${text}::text`
  const fix = IS_TEXT.test(first) && end !== -1 ? replacing(fixWords.changeTo(by), range, by) : null
  return { problem: { code: 'unionTypes', operation, first, second }, range, fix }
}

/** LIMIT or OFFSET with a negative number. */
export function limitNegative(written: Written, word: string): Fault {
  const at =
    indexesOf(
      written,
      (each) => wordAt(written, each) === word.toLowerCase() && textAt(written, each + 1) === '-',
    )[0] ?? -1
  return {
    problem: { code: 'limitNegative', word },
    range: at === -1 ? null : rangeOf(written, at + 1, at + 2),
    fix: null,
  }
}

/** `LIMIT 10, 20` of MySQL. */
export function limitOfTwo(written: Written): Fault {
  const at =
    indexesOf(written, (each) => wordAt(written, each) === 'limit' && textAt(written, each + 2) === ',')[0] ?? -1
  const range = at === -1 ? null : rangeOf(written, at, at + 3)
  const by = `LIMIT ${textAt(written, at + 3)} OFFSET ${textAt(written, at + 1)}`
  return { problem: { code: 'limitOfTwo' }, range, fix: replacing(fixWords.changeTo(by), range, by) }
}

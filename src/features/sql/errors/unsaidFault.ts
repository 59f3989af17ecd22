import type { TextRange } from '../../../editor/textRange.ts'
import { columnAt } from '../../../sql/statement/relations.ts'
import { fixWords } from '../../../words/en/statement/faults.ts'
import { replacing, type Fault } from './fault.ts'
import { misplaced } from './groupFaults.ts'
import { aroundOf, operandStart, type Refused } from './refused.ts'
import { limitNegative, onlyCast, onlyDivision } from './valueFaults.ts'
import { indexesOf, nameAt, rangeOf, textAt, wordAt } from './written.ts'

/**
 * Why a server failed at a statement without a word, as CKAN does at every value that doesn't fit: only what PostgreSQL is
 * certain to refuse, and then where it can only have been at a value. `isValue`: with this server it is nearly always one.
 */
export function unsaidFault(refused: Refused, status: number, isValue: boolean): Fault | null {
  const { written } = refused
  const negative = ['LIMIT', 'OFFSET'].map((word) => limitNegative(written, word)).find(({ range }) => range !== null)
  if (negative !== undefined) return negative
  for (const [at, { kind, start }] of written.tokens.entries()) {
    if (kind === 'string') {
      const fault = literalFault(refused, at)
      if (fault !== null) return fault
    }
    if (
      /^(?:generate_series|unnest|json_array_elements|regexp_matches)$/.test(nameAt(written, at) ?? '') &&
      textAt(written, at + 1) === '('
    ) {
      const { scope } = aroundOf(refused, start)
      if (scope.clause === 'where') return misplaced({ ...refused, place: start }, 'rowsMisplaced', 'WHERE')
    }
  }
  return (
    likelyFault(refused, status) ??
    (isValue ? { problem: { code: 'valueUnfit', status }, range: null, fix: null } : null)
  )
}

/** The only cast or division, where there are not both. */
function likelyFault({ written, isRowan }: Refused, status: number): Fault | null {
  const casts = indexesOf(written, (at) => textAt(written, at) === '::' || wordAt(written, at) === 'cast')
  const divisions = indexesOf(written, (at) => /^[/%]$/.test(textAt(written, at)))
  if (casts.length + divisions.length !== 1) return null
  const found = casts.length === 1 ? onlyCast(written, null) : onlyDivision(written, isRowan)
  return found === null ? null : { problem: { code: 'valueUnfit', status }, ...found }
}

/** A constant beside a column that has no such values, or one that is cast to a type that has none. */
function literalFault(refused: Refused, at: number): Fault | null {
  const { written } = refused
  const range = rangeOf(written, at)
  const [, value] = /^'((?:[^']|'')*)'$/.exec(textAt(written, at)) ?? []
  if (range === null || value === undefined) return null
  const type = typeBeside(refused, at, range)
  if (type === 'json') {
    const sign = rangeOf(written, at - 1)
    const operand = rangeOf(written, operandStart(written, at - 2), at - 2)
    const by = operand === null ? '' : `${written.text.slice(operand.start, operand.end)}::text`
    return {
      problem: { code: 'operatorUnfit', operator: textAt(written, at - 1), left: 'json', right: 'text' },
      range: sign,
      fix: replacing(fixWords.changeTo(by), operand, by),
    }
  }
  const says = type === null || isOfType(value, type)
  if (says === true || type === null) return null
  const shown = `'${value}'`
  return {
    problem:
      says === 'outOfRange'
        ? { code: 'dateOutOfRange', value: shown }
        : { code: 'valueNotOfType', value: shown, type: LONG_NAMES.get(type) ?? type },
    range,
    fix: null,
  }
}

function typeBeside(refused: Refused, at: number, range: TextRange): string | null {
  const { written } = refused
  if (textAt(written, at + 1) === '::') return textAt(written, at + 3) === '[' ? null : wordAt(written, at + 2)
  if (/^(?:date|timestamp)$/.test(wordAt(written, at - 1))) return wordAt(written, at - 1)
  if (!/^(?:=|<>|!=|[<>]=?)$/.test(textAt(written, at - 1))) return null
  const path: string[] = []
  for (let each = operandStart(written, at - 2); each !== -1 && each <= at - 2; each += 2)
    path.push(nameAt(written, each) ?? '')
  if (path.length === 0 || path.includes('')) return null
  return columnAt(aroundOf(refused, range.start).scope.levels, path)?.type ?? null
}

/** Whether PostgreSQL reads that text as a value of the type; true where that isn't certain. */
function isOfType(value: string, type: string): boolean | 'outOfRange' {
  const text = value.trim()
  if (/^(?:int[248]?|integer|bigint|smallint)$/.test(type))
    return /^[+-]?(?:0[xob])?[\da-f_]+$/i.test(text) && /\d/.test(text)
  if (/^(?:numeric|decimal|float[48]|real)$/.test(type))
    return /^[+-]?(?:\d[\d_]*\.?[\d_]*|\.\d+)(?:e[+-]?\d+)?$|^[+-]?inf(?:inity)?$|^nan$/i.test(text)
  if (type === 'uuid') return /^\{?[\da-f]{4}(?:-?[\da-f]{4}){7}\}?$/i.test(text)
  if (!/^(?:date|timestamp(?:tz)?)$/.test(type)) return true
  const [, year, month, day] = /^(\d{4})-(\d{1,2})-(\d{1,2})(?!\d)/.exec(text) ?? []
  if (year !== undefined && month !== undefined && day !== undefined) {
    const date = new Date(Date.UTC(Number(year), Number(month) - 1, Number(day)))
    return Number(year) < 100 || date.getUTCMonth() === Number(month) - 1 ? true : 'outOfRange'
  }
  return /\d/.test(text) || /^[+-]?(?:now|today|tomorrow|yesterday|epoch|allballs|infinity)$/i.test(text)
}

const LONG_NAMES: ReadonlyMap<string, string> = new Map([
  ['int', 'integer'],
  ['int4', 'integer'],
  ['int8', 'bigint'],
  ['float8', 'double precision'],
])

import { fieldKind, type Field, type FieldKind } from '../../protocol/field.ts'
import { DATED } from '../operator.ts'
import type { Condition, Where } from '../query.ts'
import { conditionsOf, mapConditions } from '../where.ts'
import { asMoment, isWrittenDay, isWrittenTime, writtenBounds } from './written.ts'
import { boundsOf, type Bounds } from './period.ts'

/** How a time that is written to the second is compared: as that whole second, or as that moment. */
export type Seconds = 'whole' | 'moments'

/**
 * The conditions with the bounds of what is written in them: on a field of times `at most 2020-01-31` holds until that day is
 * over, `is 2020-01-31T10:00:00` for the whole second, as servers show times without their fractions. The same conditions if
 * nothing in them is written so.
 */
export function withWholeTimes(where: Where, fields: readonly Field[], seconds: Seconds = 'whole'): Where {
  return mapConditions(where, (condition) => wholeTime(condition, kindOf(condition, fields), seconds)) ?? where
}

/**
 * The conditions for what a statement or a request compares with, where a day is the moment at which it begins: so written
 * that nobody reads a whole day or second in it.
 */
export function withMoments<Read extends Where>(where: Read, fields: readonly Field[]): Read
export function withMoments(where: Where, fields: readonly Field[]): Where {
  const change = (condition: Condition): Condition => {
    const isMoment = MOMENTS.has(condition.op) && kindOf(condition, fields) === 'timestamp'
    return isMoment ? { ...condition, values: condition.values.map((value) => asMoment(value)) } : condition
  }
  return mapConditions(where, change) ?? where
}

/** What a day or time among the values stands for as a whole on such a field; null if none does. */
export function wholeness(values: readonly string[], kind: FieldKind): 'day' | 'time' | null {
  if (kind !== 'timestamp') return null
  if (values.some((value) => isWrittenDay(value))) return 'day'
  return values.some((value) => isWrittenTime(value)) ? 'time' : null
}

/** Whether the kinds of the fields decide what the conditions mean. */
export function dependsOnKinds(where: Where): boolean {
  return conditionsOf(where).some(
    ({ op, values, off }) => off !== true && RULES.has(op) && values.some((value) => writtenBounds(value) !== null),
  )
}

function kindOf({ field }: Condition, fields: readonly Field[]): FieldKind {
  return fieldKind(fields.find(({ id }) => id === field)?.type ?? '')
}

function wholeTime(condition: Condition, kind: FieldKind, seconds: Seconds): Where {
  const rule = RULES.get(condition.op)
  if (rule === undefined || condition.off === true || !DATED.includes(kind)) return condition
  const bounds = (value: string): Bounds | null => {
    // A day is a single value of a date, and a time beside one is its day.
    if (kind === 'date' && (isWrittenDay(value) || isWrittenTime(value))) return null
    if (seconds === 'moments' && isWrittenTime(value)) return null
    return writtenBounds(value)
  }
  return condition.values.some((value) => bounds(value) !== null) ? rule(condition, bounds) : condition
}

type Rule = (condition: Condition, bounds: (value: string) => Bounds | null) => Where

const RULES: ReadonlyMap<string, Rule> = new Map<string, Rule>([
  ['lessThan', ordered('lessThan', 'from')],
  ['atLeast', ordered('atLeast', 'from')],
  ['atMost', ordered('lessThan', 'until')],
  ['greaterThan', ordered('atLeast', 'until')],
  [
    'between',
    (condition, bounds) => {
      const [from = '', to = ''] = condition.values
      const [first, last] = [bounds(from), bounds(to)]
      const begin = first?.from ?? from
      if (last === null) return { ...condition, values: [begin, to] }
      if (STRETCH.test(begin) && STRETCH.test(last.until))
        return { ...condition, op: 'isIn', values: [`${begin}/${last.until}`] }
      return {
        all: [
          { ...condition, op: 'atLeast', values: [begin] },
          { ...condition, op: 'lessThan', values: [last.until] },
        ],
      }
    },
  ],
  [
    'outside',
    (condition, bounds) => {
      const [from = '', to = ''] = condition.values
      const [first, last] = [bounds(from), bounds(to)]
      if (last === null) return { ...condition, values: [first?.from ?? from, to] }
      return {
        any: [
          { ...condition, op: 'lessThan', values: [first?.from ?? from] },
          { ...condition, op: 'atLeast', values: [last.until] },
        ],
      }
    },
  ],
  ['is', (condition, bounds) => equal(condition, bounds, ['isAnyOf', 'isIn'])],
  ['isAnyOf', (condition, bounds) => equal(condition, bounds, ['isAnyOf', 'isIn'])],
  ['isNot', (condition, bounds) => equal(condition, bounds, ['isNoneOf', 'isNotIn'])],
  ['isNoneOf', (condition, bounds) => equal(condition, bounds, ['isNoneOf', 'isNotIn'])],
])

/** What is less than a day, or at least that day, is so at its beginning either way. */
const MOMENTS: ReadonlySet<string> = new Set([...RULES.keys()].filter((op) => op !== 'lessThan' && op !== 'atLeast'))

/** As each end of a stretch is written: later years have more digits. */
const STRETCH = /^\d{4}-\d\d-\d\d[^/]*$/

function ordered(op: string, end: keyof Bounds): Rule {
  return (condition, bounds) => {
    const bound = bounds(condition.values[0] ?? '')
    return bound === null ? condition : { ...condition, op, values: [bound[end]] }
  }
}

/** Moments stay values, all else are periods. */
function equal(condition: Condition, bounds: Parameters<Rule>[1], [values, periods]: readonly [string, string]): Where {
  const stretches = condition.values.flatMap((value) => {
    const bound = bounds(value)
    if (bound === null) return []
    return boundsOf(value.trim()) === null ? [`${bound.from}/${bound.until}`] : [value.trim()]
  })
  const moments = condition.values.filter((value) => bounds(value) === null)
  const within: Condition = { ...condition, op: periods, values: stretches }
  if (moments.length === 0) return within
  const parts: readonly Where[] = [within, { ...condition, op: values, values: moments }]
  return periods === 'isIn' ? { any: parts } : { all: parts }
}

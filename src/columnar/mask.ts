import { fieldKind, type Field } from '../protocol/field.ts'
import { partNumbers } from '../query/dates/datePart.ts'
import { boundsOf } from '../query/dates/period.ts'
import type { Condition, Where } from '../query/query.ts'
import { conditionsOf, partsOf } from '../query/where.ts'
import type { DateUnit } from '../summary/summary.ts'
import { columnOf, maskOfFlags, sizeOf, type Column, type Columns, type Mask, type Values } from './columns.ts'
import { markText, type TextPlace } from './findText.ts'
import { partsOf as partsOfDates } from './groups.ts'
import { placeOf } from './values.ts'

/**
 * Whether columns can tell which records match, as far as that can be said without their values: the words of a text, what
 * lies at a path of JSON, and types that PostgreSQL compares in ways of its own are for the database.
 */
export function canTell(where: Where, fields: readonly Field[]): boolean {
  return conditionsOf(where).every(({ field, op }) => {
    const type = fields.find(({ id }) => id === field)?.type
    if (type === undefined) return false
    const kind = fieldKind(type)
    if (op === 'isNull' || op === 'isNotNull') return true
    if (kind === 'array') return op === 'arrayContains' || op === 'arrayDoesNotContain'
    // Blanks at the end of these don't count, and mostly are not written.
    if (/^(?:bpchar|character|char|citext)\b/i.test(type) && !/varying/i.test(type)) return false
    const isKnown = kind !== 'json' && kind !== 'other' && !/^timetz|^time with/i.test(type)
    return isKnown && TOLD.has(op)
  })
}

const TOLD: ReadonlySet<string> = new Set(
  (
    'is isNot isAnyOf isNoneOf greaterThan atLeast lessThan atMost between outside isEmpty isNotEmpty isIn isNotIn ' +
    'contains doesNotContain startsWith doesNotStartWith endsWith doesNotEndWith ' +
    'onWeekday notOnWeekday inMonth notInMonth atHour notAtHour'
  ).split(' '),
)

/** The records that match; null if a value can't be read here, so that only the database knows what it means. */
export function maskOf(columns: Columns, where: Where): Mask | null {
  const flags = flagsOf(columns, where)
  return flags && maskOfFlags(flags)
}

/** 1 where it is true: whether something is false or unknown makes no difference, as `not` asks for what isn't true. */
function flagsOf(columns: Columns, where: Where): Uint8Array | null {
  if ('field' in where) return flagsOfCondition(columns, where)
  const isAll = 'all' in where
  const flags = new Uint8Array(columns.records).fill(isAll ? 1 : 0)
  for (const part of partsOf(where)) {
    const of = flagsOf(columns, part)
    if (of === null) return null
    if (isAll) for (let record = 0; record < flags.length; record += 1) flags[record]! &= of[record]!
    else for (let record = 0; record < flags.length; record += 1) flags[record]! |= of[record]!
  }
  if (where.not === true) for (let record = 0; record < flags.length; record += 1) flags[record]! ^= 1
  return flags
}

function flagsOfCondition(columns: Columns, condition: Condition): Uint8Array | null {
  const column = columnOf(columns, condition.field)
  const truth = truthOf(column, condition)
  if (truth === null) return null
  const { codes } = column
  const flags = new Uint8Array(codes.length)
  for (let record = 0; record < codes.length; record += 1) flags[record] = truth[codes[record]!]!
  return flags
}

/** For each code whether a record with it matches; null if a value of the condition can't be read. */
function truthOf(column: Column, condition: Condition): Uint8Array | null {
  const { values } = column
  const { op, values: given } = condition
  const truth = new Uint8Array(sizeOf(values) + 1)
  if (op === 'isNull' || op === 'isNotNull') {
    truth.fill(op === 'isNull' ? 0 : 1)
    truth[0] = op === 'isNull' ? 1 : 0
    return truth
  }
  const unit = UNITS.get(op)
  if (unit !== undefined) return truthOfPart(values, unit, given, truth)
  const opposite = OPPOSITES.get(op)
  if (opposite !== undefined) {
    const of = truthOf(column, { ...condition, op: opposite })
    if (of === null) return null
    // The values that don't match, and null unless it is left out.
    for (let code = 1; code < truth.length; code += 1) truth[code] = of[code] === 1 ? 0 : 1
    truth[0] = condition.withoutNull === true ? 0 : 1
    if (condition.withoutNull === true && UNITS.has(opposite) && given.length > 0) leaveOutInfinity(values, truth)
    return truth
  }
  if (values.kind === 'lists') return given[0] === undefined ? truth : truthOfElement(values, given[0], truth)
  if (op === 'contains' || op === 'startsWith' || op === 'endsWith') return truthOfText(values, op, given[0], truth)
  const stretches = stretchesOf(column, op, given)
  if (stretches === null) return null
  for (const [from, to] of stretches) if (from < to) truth.fill(1, from + 1, to + 1)
  return truth
}

const OPPOSITES: ReadonlyMap<string, string> = new Map([
  ['isNot', 'is'],
  ['isNoneOf', 'isAnyOf'],
  ['doesNotContain', 'contains'],
  ['doesNotStartWith', 'startsWith'],
  ['doesNotEndWith', 'endsWith'],
  ['isNotEmpty', 'isEmpty'],
  ['isNotIn', 'isIn'],
  ['arrayDoesNotContain', 'arrayContains'],
  ['notOnWeekday', 'onWeekday'],
  ['notInMonth', 'inMonth'],
  ['notAtHour', 'atHour'],
])

/** The parts of dates that these compare. */
const UNITS: ReadonlyMap<string, DateUnit> = new Map([
  ['onWeekday', 'weekday'],
  ['inMonth', 'monthOfYear'],
  ['atHour', 'hourOfDay'],
])

type Stretch = readonly [from: number, to: number]

/** The values that match, as stretches of their order. */
function stretchesOf(column: Column, op: string, given: readonly string[]): readonly Stretch[] | null {
  const { values } = column
  const size = sizeOf(values)
  if (op === 'isEmpty') return stretchesOf(column, 'is', [''])
  if (op === 'isIn') {
    const periods = given.flatMap((period) => boundsOf(period) ?? [])
    const bounds = periods.map(({ from, until }) => [found(column, from), found(column, until)] as const)
    return bounds.some(([from, until]) => from === null || until === null)
      ? null
      : bounds.map(([from, until]) => [from?.below ?? 0, until?.below ?? 0])
  }
  const places = given.map((value) => found(column, value))
  const [first, second] = places
  if (places.includes(null)) return null
  if (op === 'is' || op === 'isAnyOf')
    return places.map((each) => [each?.below ?? 0, (each?.below ?? 0) + (each?.equal ?? 0)])
  if (first === undefined || first === null) return []
  const after = first.below + first.equal
  switch (op) {
    case 'greaterThan':
      return [[after, size]]
    case 'atLeast':
      return [[first.below, size]]
    case 'lessThan':
      return [[0, first.below]]
    case 'atMost':
      return [[0, after]]
    case 'between':
      return second === undefined || second === null ? [] : [[first.below, second.below + second.equal]]
    case 'outside':
      return second === undefined || second === null
        ? []
        : [
            [0, first.below],
            [second.below + second.equal, size],
          ]
    default:
      return null
  }
}

/** Where a value lies; null if PostgreSQL would read it in another way, or refuse it. */
function found({ values, field }: Column, value: string): { readonly below: number; readonly equal: number } | null {
  if (values.kind === 'lists') return null
  // A whole number has no other form, and nothing may be beyond the type.
  if (fieldKind(field.type) === 'integer' && !/^\s*[+-]?\d{1,18}\s*$/.test(value)) return null
  if (values.kind === 'numbers' && values.unit.startsWith('float') && /e\+?\d{2,}/i.test(value)) return null
  return placeOf(values, value)
}

function truthOfText(values: Values, op: TextPlace, value: string | undefined, truth: Uint8Array): Uint8Array | null {
  if (values.kind !== 'texts') return null
  if (value !== undefined) markText(values, op, value, truth)
  return truth
}

function truthOfPart(values: Values, unit: DateUnit, given: readonly string[], truth: Uint8Array): Uint8Array | null {
  if (values.kind !== 'numbers') return null
  const { keys, of } = partsOfDates(values, unit)
  const wanted = new Set(partNumbers(given).map(String))
  for (let code = 1; code < truth.length; code += 1) truth[code] = wanted.has(keys[of[code]!] ?? 'null') ? 1 : 0
  return truth
}

/** Infinity has no parts, so none that could be another one. */
function leaveOutInfinity(values: Values, truth: Uint8Array): void {
  if (values.kind !== 'numbers') return
  for (const [place, at] of values.at.entries()) if (!Number.isFinite(at)) truth[place + 1] = 0
}

function truthOfElement(
  values: Extract<Values, { kind: 'lists' }>,
  value: string,
  truth: Uint8Array,
): Uint8Array | null {
  const place = placeOf(values.of, value)
  if (place === null) return null
  if (place.equal === 0) return truth
  for (let list = 0; list < values.json.length; list += 1) {
    const elements = values.elements.subarray(values.starts[list], values.starts[list + 1])
    if (elements.includes(place.below + 1)) truth[list + 1] = 1
  }
  return truth
}

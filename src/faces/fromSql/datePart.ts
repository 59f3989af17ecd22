import type { DatePart } from '../../query/dates/datePart.ts'
import { MisfitError } from '../misfit.ts'
import { plainTextIn, wholeNumberIn } from './literal.ts'
import { namesIn, nodesIn, type Node } from './node.ts'
import { fieldIn, kindOf, typeOf, type Table } from './table.ts'

/** A part of a date that a statement compares: `date_part('isodow', at)`. */
export interface ComparedPart {
  readonly field: string
  /** The operator for records that have one of some numbers there, and its opposite. */
  readonly op: string
  readonly opposite: string
  /** What a literal beside it says, as the operator takes it. Throws if that is no number of such a part. */
  readonly numberIn: (literal: Node) => number
}

/** The part of a date that a node is, by `date_part` or `extract`; null if it is none that the form can compare. */
export function partIn(node: Node, table: Table): ComparedPart | null {
  const name = node.kind === 'FuncCall' ? namesIn(node.of['funcname']).at(-1) : null
  if (name !== 'date_part' && name !== 'extract') return null
  const [unit, time, ...more] = nodesIn(node.of['args'])
  const part = unit === undefined ? undefined : OPERATORS[plainTextIn(unit)?.toLowerCase() ?? '']
  const field = time === undefined || more.length > 0 ? null : timeIn(time, table)
  if (part === undefined || field === null) throw new MisfitError('function', name)
  const kind = kindOf(field, table)
  if (kind !== 'timestamp' && kind !== (part.part === 'hour' ? 'time' : 'date')) throw new MisfitError('types', field)
  const { op, opposite, isFromSunday } = part
  return { field, op, opposite, numberIn: (literal) => numberIn(literal, isFromSunday === true) }
}

const OPERATORS: Readonly<
  Record<string, { part: DatePart; op: string; opposite: string; isFromSunday?: true } | undefined>
> = {
  isodow: { part: 'isodow', op: 'onWeekday', opposite: 'notOnWeekday' },
  dow: { part: 'isodow', op: 'onWeekday', opposite: 'notOnWeekday', isFromSunday: true },
  month: { part: 'month', op: 'inMonth', opposite: 'notInMonth' },
  hour: { part: 'hour', op: 'atHour', opposite: 'notAtHour' },
}

/** The field; one with a time zone is read in UTC, where the database may have another zone. */
function timeIn(node: Node, table: Table): string | null {
  const isZoned = node.kind === 'FuncCall' && namesIn(node.of['funcname']).at(-1) === 'timezone'
  const [zone, inner = node] = isZoned ? nodesIn(node.of['args']) : []
  const field = fieldIn(inner, table)
  if (field === null) return null
  const hasZone = /tz$|with time zone/.test(typeOf(field, table)) && kindOf(field, table) === 'timestamp'
  const isUtc = zone !== undefined && plainTextIn(zone)?.toUpperCase() === 'UTC'
  return isUtc === hasZone && isZoned === hasZone ? field : null
}

function numberIn(literal: Node, isFromSunday: boolean): number {
  const number = wholeNumberIn(literal)
  if (number === null || number > (isFromSunday ? 6 : 99)) throw new MisfitError('expression')
  return isFromSunday && number === 0 ? 7 : number
}

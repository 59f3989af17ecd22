import type { Condition } from '../../query/query.ts'
import { newConditionId } from '../../query/where.ts'
import { castOf, plainTextIn } from './literal.ts'
import { namesIn, nodeIn, nodesIn, type Node } from './node.ts'
import { fieldIn, kindOf, typeOf, type Table } from './table.ts'

/**
 * The condition that two bounds mean which depend on the day, as the page writes them: `at >= date_trunc('month', now() AT
 * TIME ZONE 'UTC') AND at < …`; null if they mean no such period.
 */
export function relativeIn(first: Node, second: Node, table: Table): Condition | null {
  const [from, until] = [boundIn(first, '>=', table), boundIn(second, '<', table)]
  if (from === null || until === null || from.field !== until.field) return null
  if (from.unit !== until.unit || from.zone !== until.zone) return null
  const key = `${from.unit}: ${from.shift} to ${until.shift}`
  const condition = (op: string, values: readonly string[]): Condition => ({
    id: newConditionId(),
    field: from.field,
    op,
    values: [...values, from.zone],
  })
  const name = NAMED[key]
  if (name !== undefined) return condition('isDuring', [name])
  const [, count, unit] = /^day: -(\d{1,4}) (days|weeks|months|years) \+1 day to \+1 day$/.exec(key) ?? []
  return count === undefined || unit === undefined ? null : condition('inLast', [count, unit])
}

const NAMED: Readonly<Record<string, string | undefined>> = {
  'day:  to +1 day': 'today',
  'day: -1 day to ': 'yesterday',
  'week:  to +1 week': 'this week',
  'week: -1 week to ': 'last week',
  'month:  to +1 month': 'this month',
  'month: -1 month to ': 'last month',
  'quarter:  to +3 months': 'this quarter',
  'quarter: -3 months to ': 'last quarter',
  'year:  to +1 year': 'this year',
  'year: -1 year to ': 'last year',
}

interface Bound {
  readonly field: string
  readonly zone: string
  readonly unit: string
  /** What is added to the beginning of that unit: `-29 days +1 day`. */
  readonly shift: string
}

function boundIn(node: Node, sign: string, table: Table): Bound | null {
  if (node.kind !== 'A_Expr' || namesIn(node.of['name']).join('') !== sign) return null
  const left = nodeIn(node.of['lexpr'])
  const field = left.kind === 'ColumnRef' ? fieldIn(left, table) : null
  const kind = field === null ? null : kindOf(field, table)
  if (field === null || (kind !== 'date' && kind !== 'timestamp')) return null
  const right = nodeIn(node.of['rexpr'])
  if (!/tz$|with time zone/.test(typeOf(field, table))) {
    const moment = momentIn(right)
    return moment && { field, ...moment }
  }
  const [zone, local] = zonedIn(right) ?? []
  const moment = local === undefined ? null : momentIn(local)
  return moment === null || moment.zone !== zone ? null : { field, ...moment }
}

/** `date_trunc('month', now() AT TIME ZONE 'UTC') - interval '1 month'` */
function momentIn(node: Node): Omit<Bound, 'field'> | null {
  if (node.kind === 'A_Expr') {
    const sign = namesIn(node.of['name']).join('')
    const base = momentIn(nodeIn(node.of['lexpr']))
    const interval = intervalIn(nodeIn(node.of['rexpr']))
    if (base === null || interval === null || !/^[+-]$/.test(sign)) return null
    return { ...base, shift: `${base.shift} ${sign}${interval}`.trim() }
  }
  const [unit, local] = callIn(node, 'date_trunc') ?? []
  const [zone, now] = local === undefined ? [] : (zonedIn(local) ?? [])
  const name = unit === undefined ? null : plainTextIn(unit)
  if (name === null || zone === undefined || now === undefined || callIn(now, 'now')?.length !== 0) return null
  return { zone, unit: name, shift: '' }
}

/** The zone and what is beside it in `… AT TIME ZONE 'UTC'`. */
function zonedIn(node: Node): readonly [string, Node] | null {
  const [zone, inner] = callIn(node, 'timezone') ?? []
  const name = zone === undefined ? null : plainTextIn(zone)
  return name === null || inner === undefined ? null : [name, inner]
}

function callIn(node: Node, name: string): readonly Node[] | null {
  if (node.kind !== 'FuncCall' || namesIn(node.of['funcname']).at(-1) !== name) return null
  return nodesIn(node.of['args'])
}

function intervalIn(node: Node): string | null {
  if (node.kind !== 'TypeCast') return null
  const text = plainTextIn(nodeIn(node.of['arg']))
  return text !== null && castOf(node) === 'interval' ? text : null
}

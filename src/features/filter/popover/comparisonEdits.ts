import { newCondition } from '../../../query/newCondition.ts'
import { fits, type Comparison, type Takes } from '../../../query/operator.ts'
import { operatorOf } from '../../../query/operators/registry.ts'
import type { Condition, OperatorId } from '../../../query/query.ts'

/** How the values of an operator are given: ticked in a list, typed as one text, or each in a separate input. */
export type Entry = 'ticked' | 'typed' | 'inputs' | 'nothing'

export function entryOf(op: OperatorId): Entry {
  const { takes } = operatorOf(op)
  if (takes === 'nothing') return 'nothing'
  if (takes === 'many' || takes === 'periods' || takes === 'members') return 'ticked'
  if (takes === 'one') return TICKED.has(op) ? 'ticked' : 'typed'
  return 'inputs'
}

const TICKED: ReadonlySet<OperatorId> = new Set(['is', 'isNot', 'arrayContains', 'arrayDoesNotContain'])

/** Whether a comparison can be asked: it has all that its operator takes. */
export function isComplete({ op, values }: Comparison): boolean {
  const { takes } = operatorOf(op)
  if (!fits(takes, values.length)) return false
  switch (takes) {
    case 'nothing':
      return true
    case 'one':
    case 'many':
    case 'periods':
    case 'members':
      return values.length > 0
    case 'bounds':
      return values.every((value) => value.trim() !== '')
    case 'path':
      return values[0]?.trim() !== ''
    case 'lately':
      return /^\d{1,4}$/.test(values[0] ?? '') && isZone(values[2] ?? '')
    case 'named':
      return isZone(values[1] ?? '')
  }
}

/** Whether that is the name of a time zone that this browser knows: `Europe/London`. */
export function isZone(name: string): boolean {
  try {
    return Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== '' && name !== ''
  } catch {
    return false
  }
}

/** The values that a change of the operator leaves, or begins with. */
export function carriedOver(values: readonly string[], from: Takes, to: Takes, zone: string): readonly string[] {
  if (from === to) return values
  const plain = ['one', 'many', 'bounds'].includes(from) ? values : []
  switch (to) {
    case 'nothing':
      return []
    case 'one':
      // A bound that is not given yet is no value.
      return (from === 'bounds' ? plain.filter((value) => value.trim() !== '') : plain).slice(0, 1)
    case 'many':
      return from === 'bounds' ? [] : plain
    case 'periods':
    case 'members':
      return []
    case 'bounds':
      return [plain[0] ?? '', plain[1] ?? '']
    case 'lately':
      return ['30', 'days', zone]
    case 'named':
      return ['this year', zone]
    case 'path':
      return ['', '']
  }
}

/**
 * The condition with another comparison. Without any value it is kept but off, so that it can be finished in its place; it is on
 * again with the first one.
 */
export function compared(condition: Condition, { op, values }: Comparison): Condition {
  const { off, withoutNull, ...rest } = condition
  const isOff = values.length === 0 ? !isComplete({ op, values }) : off === true && condition.values.length > 0
  return {
    // What it asks of null, as long as it asks the same of the others.
    ...(op === condition.op ? rest : newCondition(rest.field, { op, values }, rest.id)),
    values,
    ...(withoutNull === true && operatorOf(op).keepsNull === true ? { withoutNull } : {}),
    ...(isOff ? { off: true } : {}),
  }
}

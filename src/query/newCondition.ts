import { operatorOf } from './operators/registry.ts'
import type { Comparison } from './operator.ts'
import type { Condition } from './query.ts'
import { newConditionId } from './where.ts'

/** A condition as it begins when a person makes it: null is among what is not equal, and not among what is not empty. */
export function newCondition(field: string, { op, values }: Comparison, id = newConditionId()): Condition {
  const condition = { id, field, op, values }
  return operatorOf(op).beginsWithoutNull === true ? { ...condition, withoutNull: true } : condition
}

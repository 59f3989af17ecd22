import type { FieldKind } from '../../protocol/field.ts'
import { periodBetween } from '../../query/dates/period.ts'
import { looksSame } from '../../query/letterForms.ts'
import { operatorOf } from '../../query/operators/registry.ts'
import type { Condition, Where } from '../../query/query.ts'

/** What must all hold, with a first and a last day as one period: `d >= '2019-01-01' AND d < '2020-01-01'` is 2019. */
export function mergedAll(parts: readonly Where[], kindOf: (field: string) => FieldKind): readonly Where[] {
  return pairwise(parts, (first, second) => {
    if (NOT_LIKE.has(first.op) && areForms(first, second)) return first
    if (first.op !== 'atLeast' || second.op !== 'lessThan') return null
    const kind = kindOf(first.field)
    const period =
      kind === 'date' || kind === 'timestamp' ? periodOf(first.values[0] ?? '', second.values[0] ?? '') : null
    return period === null ? null : { ...first, op: 'isIn', values: [period] }
  })
}

/** What holds in one way or another, with two of them as one where an operator says both. */
export function mergedAny(parts: readonly Where[]): readonly Where[] {
  return pairwise(parts, (first, second) => {
    const { keepsNull, part } = operatorOf(first.op)
    // Infinity has no parts either.
    if (second.op === 'isNull' && first.withoutNull === true && keepsNull === true && part === undefined) {
      const { withoutNull: _, ...kept } = first
      return kept
    }
    if (LIKE.has(first.op) && areForms(first, second)) return first
    if (first.op === 'isIn' && second.op === 'isIn') return { ...first, values: [...first.values, ...second.values] }
    if (first.op === 'lessThan' && second.op === 'greaterThan')
      return { ...first, op: 'outside', values: [...first.values, ...second.values] }
    return null
  })
}

const LIKE: ReadonlySet<string> = new Set(['contains', 'startsWith', 'endsWith'])
const NOT_LIKE: ReadonlySet<string> = new Set(['doesNotContain', 'doesNotStartWith', 'doesNotEndWith'])

/** Whether two conditions ask for the two forms of the same letters, which the operator does by itself. */
function areForms(first: Condition, second: Condition): boolean {
  const [a = '', b = ''] = [first.values[0], second.values[0]]
  return first.op === second.op && first.withoutNull === second.withoutNull && a !== b && looksSame(a, b)
}

/** The parts with neighbours on one field joined to one condition where `join` can, from the left. */
function pairwise(
  parts: readonly Where[],
  join: (first: Condition, second: Condition) => Condition | null,
): readonly Where[] {
  const done: Where[] = []
  for (const part of parts) {
    const before = done.at(-1)
    const isPair = before !== undefined && 'field' in before && 'field' in part && before.field === part.field
    const one = isPair ? join(before, part) : null
    if (one === null) done.push(part)
    else done[done.length - 1] = one
  }
  return done
}

/** The year, quarter, month or day from the one to before the other, else the stretch; null if these are no days. */
export function periodOf(from: string, until: string): string | null {
  return DAY.test(from) && DAY.test(until) ? periodBetween({ from, until }) : null
}

/** As in a stretch of two days or times. */
const DAY = /^\d{4,7}-\d\d-\d\d[^/]*$/

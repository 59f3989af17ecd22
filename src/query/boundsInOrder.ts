import type { FieldKind } from '../protocol/field.ts'
import { DATED, type Comparison } from './operator.ts'

/** A comparison with its smaller bound first: nobody who types `from 300 to 200` asks for nothing. */
export function boundsInOrder(comparison: Comparison, kind: FieldKind): Comparison {
  return isReversed(comparison, kind) ? { ...comparison, values: comparison.values.toReversed() } : comparison
}

/** Whether the end of a range certainly lies before its beginning, so that no record can be in it; of texts the server knows alone. */
export function isReversed({ op, values }: Comparison, kind: FieldKind): boolean {
  const [from = '', to = ''] = values
  if (op !== 'between' && op !== 'outside') return false
  // Numbers that are alike to a computer are left as they are.
  if (kind === 'integer' || kind === 'numeric') return Number(from) > Number(to)
  if (!DATED.includes(kind)) return false
  const [first, last] = [DAY.exec(from)?.[0], DAY.exec(to)?.[0]]
  if (first === undefined || last === undefined || /BC|Q/i.test(from + to)) return false
  const length = Math.min(first.length, last.length)
  return first.slice(0, length) > last.slice(0, length)
}

/** The day, month or year that a date or time begins with. */
const DAY = /^\d{4}(?!\d)(?:-\d\d){0,2}/

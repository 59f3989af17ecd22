import type { Operator } from '../operator.ts'
import type { FieldKind } from '../../protocol/field.ts'
import type { OperatorId } from '../query.ts'

/** All operators in the order of lists: every file of this folder is one, so that adding one changes no other file. */
export const operators: readonly Operator[] = Object.values(
  import.meta.glob<Operator>(['./*.ts', '!./*.test.ts', '!./registry.ts'], { eager: true, import: 'operator' }),
).toSorted((a, b) => a.rank - b.rank)

/** The operator with that id. Throws if there is none: ids come from code and from links that were checked. */
export function operatorOf(id: OperatorId): Operator {
  const found = operators.find((operator) => operator.id === id)
  if (found === undefined) throw new Error(`There is no operator ${id}`)
  return found
}

/** The operators that suit a kind of field. */
export function operatorsFor(kind: FieldKind): readonly Operator[] {
  return operators.filter(({ kinds }) => kinds === 'every' || kinds.includes(kind))
}

/** The operator that a link means by that name with so many values; null if there is none. */
export function operatorOfLink(link: string, valueCount: number): Operator | null {
  const named = operators.filter((operator) => operator.link === link)
  const one = valueCount <= 1 ? named.find(({ takes }) => takes === 'one') : undefined
  return one ?? named.find(({ takes }) => takes === 'many') ?? null
}

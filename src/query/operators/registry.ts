import { QUERY_NAMES } from '../linkNames.ts'
import { fits, type Operator } from '../operator.ts'
import type { FieldKind } from '../../protocol/field.ts'
import type { OperatorId } from '../query.ts'
import { operator as is } from './equality/is.ts'
import { operator as isAnyOf } from './equality/isAnyOf.ts'

/** Most links and first views need no others, so those load later (`loadOperators`). */
let known: readonly Operator[] = [is, isAnyOf]
let byId = new Map(known.map((operator) => [operator.id, operator]))

/** Adds operators; `all.ts` does it when it is loaded. */
export function registerOperators(all: readonly Operator[]): void {
  known = all
  byId = new Map(all.map((operator) => [operator.id, operator]))
}

/** Whether these parameters of a link, those that ask something of records, may be conditions that can't be read before `loadOperators`. */
export function needsOperators(names: Iterable<string>): boolean {
  return known.length <= 2 && [...names].some((name) => !PLAIN.has(name))
}

/** Those that hold no condition, and the condition that is known from the start: others than `is` share their names. */
const PLAIN: ReadonlySet<string> = new Set([...Object.values(QUERY_NAMES).flat(), is.link])

/** The operator with that id. Throws if there is none: ids come from code and from links that were checked. */
export function operatorOf(id: OperatorId): Operator {
  const found = byId.get(id)
  if (found === undefined) throw new Error(`There is no operator ${id}`)
  return found
}

/** The operators that suit a kind of field. */
export function operatorsFor(kind: FieldKind): readonly Operator[] {
  return known.filter(({ kinds }) => kinds === 'every' || kinds.includes(kind))
}

/** The operator that a link means by that name with so many values; null if there is none. */
export function operatorOfLink(link: string, valueCount: number): Operator | null {
  return known.find((operator) => operator.link === link && fits(operator.takes, valueCount)) ?? null
}

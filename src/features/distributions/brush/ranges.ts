import '../../../query/operators/all.ts'
import { fieldKind, type Field } from '../../../protocol/field.ts'
import type { Condition, Query, Where } from '../../../query/query.ts'
import { allParts } from '../../../query/where.ts'
import type { Bars } from '../../../summary/figures.ts'
import { currentView, type View } from '../../../workspace/view.ts'
import { boundsOf, type Stretch } from '../values/steps.ts'

/** What holds a field in a range. */
export interface Range {
  readonly conditions: readonly Condition[]
  /** From where to where. */
  readonly values: readonly [from: string, to: string]
}

/** The range in which a field is held, if that is all that every record must meet in it. */
export function rangeOn(where: Where, field: string): Range | null {
  const own = allParts(where).filter(
    (part): part is Condition => 'field' in part && part.field === field && part.off !== true,
  )
  const [one, ...more] = own
  const [from, to] = one?.op === 'between' && more.length === 0 ? one.values : []
  if (from !== undefined && to !== undefined) return { conditions: own, values: [from, to] }
  const bound = (op: string) => own.find((condition) => condition.op === op)?.values[0]
  const [least, below] = [bound('atLeast'), bound('lessThan')]
  if (own.length !== 2 || least === undefined || below === undefined) return null
  return { conditions: own, values: [least, below] }
}

/**
 * The conditions for the records that were counted in a stretch of bars; null if they can't be told. A number at the end of
 * a step is in the next one, so that a range of numbers with decimals ends below it.
 */
export function conditionsFor(field: Field, bars: Bars, stretch: Stretch): readonly Omit<Condition, 'id'>[] | null {
  const kind = fieldKind(field.type)
  const bounds = boundsOf(bars, stretch, { kind, type: field.type })
  if (bounds === null) return null
  const [from, to] = bounds
  if (kind !== 'numeric' || from === to || stretch.to >= bars.counts.length)
    return [{ field: field.id, op: 'between', values: bounds }]
  return [
    { field: field.id, op: 'atLeast', values: [from] },
    { field: field.id, op: 'lessThan', values: [to] },
  ]
}

/** Whether anybody can be asked for a range of a field, beside what is shown now. */
export function mayBrush({ canAsk }: { readonly canAsk: (view: View) => boolean }, field: string): boolean {
  return canAsk(withRange(currentView(), [], [{ id: '', field, op: 'between', values: ['0', '1'] }]))
}

/** The view with other conditions in the place of these, or after all others if there are none. */
export function withRange(view: View, old: readonly Condition[], by: readonly Condition[]): View {
  const ids = new Set(old.map(({ id }) => id))
  const parts = allParts(view.where)
  const isOld = (part: Where) => 'field' in part && ids.has(part.id)
  const at = parts.findIndex(isOld)
  const others = parts.filter((part) => !isOld(part))
  return { ...view, where: { all: others.toSpliced(at === -1 ? others.length : at, 0, ...by) } }
}

/** The query without what all records must meet in a field. */
export function withoutField<Asked extends Pick<Query, 'where'>>(query: Asked, field: string): Asked {
  const parts = allParts(query.where)
  const others = parts.filter((part) => !('field' in part) || part.field !== field || part.off === true)
  return others.length === parts.length ? query : { ...query, where: { all: others } }
}

/** The query without these parts of what all records must meet. */
export function withoutParts(query: Query, conditions: readonly Condition[]): Query {
  const ids = new Set(conditions.map(({ id }) => id))
  return { ...query, where: { all: allParts(query.where).filter((part) => !('field' in part) || !ids.has(part.id)) } }
}

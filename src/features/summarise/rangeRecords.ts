import '../../query/operators/all.ts'
import type { Field } from '../../protocol/field.ts'
import { boundsOf } from '../../query/dates/period.ts'
import type { Condition } from '../../query/query.ts'
import { allParts, newConditionId } from '../../query/where.ts'
import { jsonToPlain, type JsonText } from '../../protocol/jsonText.ts'
import type { Grouping } from '../../summary/summary.ts'
import type { View } from '../../workspace/view.ts'
import { boundsOfSteps, partOperator, periodOf } from './groupKeys.ts'

/** The view with a filter for groups of one field that stand next to each other; null if no filter says which they are. */
export function withinGroups(
  view: View,
  grouping: Grouping,
  keys: readonly JsonText[],
  fields: readonly Field[],
): View | null {
  const type = fields.find(({ id }) => id === grouping.field)?.type ?? ''
  const conditions = conditionsFor(grouping, keys, type)
  // Another range of the same field takes the place of the one before.
  const kept = allParts(view.where).filter(
    (part) => !('field' in part && conditions?.some(({ field, op }) => field === part.field && op === part.op)),
  )
  return conditions === null ? null : { ...view, where: { all: [...kept, ...conditions] } }
}

function conditionsFor({ field, by }: Grouping, keys: readonly JsonText[], type: string): readonly Condition[] | null {
  const [first, last] = [keys[0], keys.at(-1)]
  if (first === undefined || last === undefined) return null
  const condition = (op: string, values: readonly string[]) => ({ id: newConditionId(), field, op, values })
  const texts = keys.map((key) => jsonToPlain(key))
  if (by === 'value') return [condition(texts.length === 1 ? 'is' : 'isAnyOf', texts)]
  if (by === 'element') return texts.length === 1 ? [condition('arrayContains', texts)] : null
  if (typeof by === 'object') {
    const bounds = boundsOfSteps([jsonToPlain(first), jsonToPlain(last)], by.step, type)
    if (bounds === null) return null
    return [
      condition('atLeast', [bounds.from]),
      ...(bounds.until === null ? [] : [condition('lessThan', [bounds.until])]),
    ]
  }
  const part = partOperator(by)
  if (part !== null) return [condition(part, texts)]
  const [from, to] = [periodOf(by, first), periodOf(by, last)]
  if (from === null || to === null) return null
  if (from === to) return [condition('isIn', [from])]
  const [begin, end] = [boundsOf(from), boundsOf(to)]
  return begin === null || end === null ? null : [condition('isIn', [`${begin.from}/${end.until}`])]
}

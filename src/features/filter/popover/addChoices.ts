import { labelOf, type Field } from '../../../protocol/field.ts'
import { readTypedCondition, type TypedCondition } from '../../../query/typed/typedCondition.ts'
import { matchOptions } from '../../../ui/picker/matchOptions.ts'
import { shownName } from '../../../words/shownName.ts'

/** What Enter takes: a whole condition, or a column whose value is asked for next. */
export type Choice =
  | { readonly kind: 'conditions'; readonly conditions: readonly TypedCondition[] }
  | { readonly kind: 'field'; readonly field: Field }

/**
 * What typed text may mean, the first of which Enter takes: a condition that can be read in one way and no other; else the
 * columns in whose name or label it is found, the one that is called so first.
 */
export function choicesOf(text: string, fields: readonly Field[]): readonly Choice[] {
  const wanted = text.trim()
  const read = wanted === '' ? null : readTypedCondition(wanted, fields, 'text', false)
  if (read?.says === 'conditions') return [{ kind: 'conditions', conditions: read.conditions }]
  if (read?.says === 'either') return []
  // By `_id` one seldom filters.
  const last = fields.filter(({ id }) => id === '_id')
  const options = [...fields.filter(({ id }) => id !== '_id'), ...last].map((field) => ({
    title: shownName(field.id),
    keywords: labelOf(field),
    field,
  }))
  const found = matchOptions(options, wanted)
  const called = found.find(({ title }) => title === wanted)
  const inOrder = called === undefined ? found : [called, ...found.filter((each) => each !== called)]
  return inOrder.map(({ field }) => ({ kind: 'field', field }))
}

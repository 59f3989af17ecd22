import type { Field } from '../../protocol/field.ts'
import { summariseWords } from '../../words/en/summarise.ts'
import { AUTO_CHART, type View } from '../../workspace/view.ts'
import { firstSummary, groupingOf, makesGroups, summaryBy, type Sample } from './proposals.ts'
import { withSummary } from './summaryEdits.ts'
import { shownName } from '../../words/shownName.ts'

/** A view with its records summarised, or why they can't be. */
export type Summarised = { readonly view: View } | { readonly refusal: string }

/** The view summarised by that field, or by the one that makes the clearest groups (null), with its picture. */
export function summarisedView(
  view: View,
  fields: readonly Field[],
  sample: Sample,
  column: string | null,
): Summarised {
  const field = fields.find(({ id }) => id === column)
  if (field !== undefined && !makesGroups(field)) return { refusal: summariseWords.notGrouped(shownName(field.id)) }
  if (field?.id === '_id') return { refusal: summariseWords.eachItsOwn }
  const summary = field === undefined ? firstSummary(fields, sample) : summaryBy(groupingOf(field, sample))
  return summary === null
    ? { refusal: summariseWords.noField }
    : { view: { ...withSummary(view, summary), chart: AUTO_CHART } }
}

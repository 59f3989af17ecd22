import { copies, copyOf, covers, type Copy } from '../../../copies/copies.ts'
import type { ActionClient } from '../../../instances/client/actionClient.ts'
import type { Instance } from '../../../instances/instance.ts'
import type { Field } from '../../../protocol/field.ts'
import { chosenColumns, chosenFields } from '../../../query/columns.ts'
import { showsCutTimes } from '../../../results/plan/shownTimes.ts'
import type { View } from '../../../workspace/view.ts'
import { routeWords } from '../../../words/en/filter/route.ts'

/** What `usePlan` needs of copies, and what it says of results, loaded after the first rows. */
export const copiesForPlan = { copies, copyToAsk, covers, statusOf, markOf }

/**
 * The copy that can be asked about a table: one that is whole, or that has stopped with some records. While it is under way
 * its table may not be there yet, and each page makes an answer out of date.
 */
function copyToAsk(instance: Instance, resource: string | null): Copy | null {
  const copy = copyOf(instance, resource)
  const known = copies.get().find(({ id }) => id === copy?.resource)
  if (copy === null || known === undefined) return null
  return known.isComplete || (known.halt !== null && known.records > 0) ? copy : null
}

/** How a result of a copy is marked in the status bar. */
function statusOf({ stamp: { at, isComplete, records, total } }: Copy): string {
  return isComplete ? routeWords.onCopy(at) : routeWords.onPartOfCopy(records, total)
}

/** How a view's result is marked whose values lack something; null if they don't. `fields` are the table's. */
function markOf(
  client: ActionClient,
  resource: string | null,
  view: View,
  fields: readonly Field[] | null,
): string | null {
  const shown = chosenFields(chosenColumns(view), fields ?? [])
  return resource !== null && showsCutTimes(client, resource, shown) ? routeWords.timesCut : null
}

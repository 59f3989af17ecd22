import type { ActionClient } from '../../instances/client/actionClient.ts'
import type { Records } from '../../results/useRecords.ts'
import { losesRank } from '../../results/walk/ownColumns.ts'
import { currentView } from '../../workspace/view.ts'

/** Whether the column `rank` that is shown is blank: words are searched for, and this server puts its score there. */
export function hasBlankRank({ fields }: Pick<Records, 'fields'>, client: ActionClient, resource: string): boolean {
  const isShown = fields.some(({ id }) => id === 'rank')
  return isShown && currentView().search !== '' && losesRank(client, resource) && client.profile.get().sql !== 'on'
}

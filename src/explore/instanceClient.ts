import { createActionClient, type ActionClient, type Table } from '../client/actionClient.ts'
import { requestLog } from '../client/requestLog.ts'
import type { Handler } from '../protocol/handler.ts'
import type { Instance } from '../state/instances.ts'
import type { View } from '../state/view.ts'

/** The actions of an instance with that token, its requests kept in the log of the page; `origin` is the page's own. */
export function instanceClient(
  handler: Handler,
  { id, baseUrl, prefix, tokenHeader }: Pick<Instance, 'id' | 'baseUrl' | 'prefix' | 'tokenHeader'>,
  token: string | null,
  origin: string,
): ActionClient {
  return createActionClient(requestLog.keep(handler, id), { baseUrl, prefix, tokenHeader, token }, { origin })
}

/** The table that is shown: the view's, else the instance's usual one, else the first of the list; null where there is none. */
export function shownTable(
  view: Pick<View, 'resource'>,
  instance: Pick<Instance, 'resource'>,
  tables?: readonly Table[],
): string | null {
  return view.resource ?? instance.resource ?? tables?.[0]?.id ?? null
}

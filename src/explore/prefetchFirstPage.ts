import type { QueryClient } from '@tanstack/react-query'
import { createActionClient } from '../client/actionClient.ts'
import { searchPageQuery } from '../client/queries.ts'
import { firstWindow } from '../client/rowWindow.ts'
import type { Handler } from '../protocol/handler.ts'
import { instanceOf, type Instance } from '../state/instances.ts'
import type { View } from '../state/view.ts'
import { specOf } from './viewEdits.ts'

/** What the first page is asked for with; the grid asks the same, and finds it in the cache, come or under way. */
export interface FirstPage {
  readonly instances: readonly Instance[]
  readonly view: View
  readonly token: (instanceId: string) => string | null
  readonly handler: Handler
  readonly origin: string
}

/**
 * Asks for the first page of the view's table before anything is drawn, so that the server works while the browser
 * does. Asks nothing of an instance that is not known, nor of the page's own, nor where no table is named.
 */
export function prefetchFirstPage(cache: QueryClient, { instances, view, token, handler, origin }: FirstPage): void {
  const chosen = instanceOf(view, instances)
  if (chosen.kind !== 'known' || chosen.instance.origin === 'embedded' || view.mode !== 'filter') return
  const { id, baseUrl, prefix, tokenHeader, resource: usual } = chosen.instance
  const resource = view.resource ?? usual
  if (resource === null) return
  const client = createActionClient(handler, { baseUrl, prefix, tokenHeader, token: token(id) }, { origin })
  void cache.prefetchQuery(searchPageQuery(id, client, specOf(view, resource), firstWindow(view.limit)))
}

import type { QueryClient } from '@tanstack/react-query'
import { searchPageQuery } from '../results/queries.ts'
import { firstWindow } from '../results/rowWindow.ts'
import type { Handler } from '../protocol/handler.ts'
import { instanceOf, type Instance } from '../instances/instance.ts'
import type { View } from '../workspace/view.ts'
import { openSession } from '../instances/session.ts'
import { loadFailureWords } from '../features/result/loadFailureWords.ts'
import { datedFor, isUndecided } from '../query/datedQuery.ts'
import { withId } from '../query/columns.ts'
import { planOf } from '../results/plan/plan.ts'
import { shownTable } from '../workspace/shownTable.ts'
import { queryOf } from '../workspace/edits/viewEdits.ts'

/** What the first page is asked for with; the grid asks the same, and finds it in the cache, come or under way. */
export interface FirstPage {
  readonly instances: readonly Instance[]
  readonly view: View
  readonly token: (instance: Instance) => string | null
  readonly handler: Handler
  /** Carries requests to the page's own PostgreSQL; null in a build without it. */
  readonly engine: Handler | null
  readonly origin: string
}

/**
 * Asks for the first page of the view's table before anything is drawn, so that the server works while the browser
 * or the page's own PostgreSQL starts while the browser does. Asks nothing of an instance that is not known, nor where no
 * table is named.
 */
export function prefetchFirstPage(cache: QueryClient, page: FirstPage): void {
  const { instances, view, token, origin } = page
  const chosen = instanceOf(view, instances)
  if (chosen.kind !== 'known' || view.mode !== 'filter' || view.summary !== '') return
  const { instance } = chosen
  const handler = instance.origin === 'embedded' ? page.engine : page.handler
  const resource = shownTable(view, instance)
  if (resource === null || handler === null) return
  const { client } = openSession(handler, instance, token(instance), { origin, beforeErrors: loadFailureWords })
  const query = withId(datedFor(queryOf(view, resource), null, client.profile.get()), null)
  const plan = isUndecided(query, null) ? null : planOf(client, query)
  if (plan !== null) void cache.prefetchQuery(searchPageQuery(instance.id, plan, firstWindow(view.limit)))
}

import { useMemo } from 'react'
import type { ActionClient } from '../../../instances/client/actionClient.ts'
import { useProfile } from '../../../instances/profile/useProfile.ts'
import type { Field } from '../../../protocol/field.ts'
import { withId } from '../../../query/columns.ts'
import { datedFor, isUndecided } from '../../../query/datedQuery.ts'
import { filterKindOf, routeOf, type Abilities } from '../../../query/route.ts'
import { planOf, type Plan } from '../../../results/plan/plan.ts'
import { queryOf } from '../../../workspace/edits/viewEdits.ts'
import type { View } from '../../../workspace/view.ts'

/** Whose table, what is asked of it, and its fields, null while unknown. */
export interface AskedView {
  readonly client: ActionClient
  readonly view: View
  readonly resource: string | null
  readonly fields: readonly Field[] | null
}

/** How a server is asked what a view shows, by what is known of it so far. */
export function useServerPlan({ client, view, resource, fields }: AskedView) {
  const sql = useProfile(client, (profile) => profile.sql)
  const rangeFilters = useProfile(client, (profile) => profile.rangeFilters)
  const abilities = useMemo(() => ({ sql, rangeFilters }), [sql, rangeFilters])
  const plan = useMemo(
    () => planOfView({ client, view, resource, fields }, abilities),
    [client, view, resource, fields, abilities],
  )
  const canAsk = useMemo(() => (next: View) => routeOf(next, abilities) !== null, [abilities])
  return {
    ...plan,
    /** What the server's own filters can say. */
    can: filterKindOf(abilities),
    /** Whether there is a way to ask for what another view shows. */
    canAsk,
  }
}

/** The plan for a view on a server, with times as it takes them if it can do that. */
export function planOfView({ client, view, resource, fields }: AskedView, abilities: Abilities): ViewPlan {
  const dated = datedFor(view, fields, abilities)
  const route = routeOf(dated, client.profile.get())
  const isKnown = resource !== null && route !== null && !isUndecided(view, fields)
  return { route, plan: isKnown ? planOf(client, withId(queryOf(dated, resource), fields)) : null }
}

/** The route of what a view shows, null if there is none; and the plan, null too while it isn't known what is asked. */
export interface ViewPlan {
  readonly route: Plan['route'] | null
  readonly plan: Plan | null
}

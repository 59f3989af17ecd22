import { useEffect, useMemo, useState, useSyncExternalStore } from 'react'
import type { Copy } from '../../../copies/copies.ts'
import type { ActionClient } from '../../../instances/client/actionClient.ts'
import type { Instance } from '../../../instances/instance.ts'
import type { Abilities, Route } from '../../../query/route.ts'
import type { FilterKind } from '../../../query/searchFilters.ts'
import { filterWords } from '../../../words/en/filter/filter.ts'
import { afterFirstAnswer } from '../../../ui/browser/afterFirstAnswer.ts'
import { laterModule } from '../../../ui/later.tsx'
import type { View } from '../../../workspace/view.ts'
import { queryOf } from '../../../workspace/edits/viewEdits.ts'
import { planOfView, useServerPlan, type AskedView, type ViewPlan } from './useServerPlan.ts'

/** How what a view shows is asked for. */
export interface Planning extends ViewPlan {
  /** Whom it asks: the instance, or the database of copies. */
  readonly client: ActionClient
  /** What the table is called there; null if none is chosen. */
  readonly resource: string | null
  /** The copy that is asked; null if the instance is. */
  readonly asked: Copy | null
  /** The route on the server itself; null if there is none. */
  readonly onServer: Route | null
  /** What the server's own filters can say. */
  readonly can: FilterKind
  /** Whether there is a way to ask for what another view shows. */
  readonly canAsk: (view: View) => boolean
  /** Turns from the server to the copy, or back; null if there is no choice. */
  readonly turn: (() => void) | null
  /** The copy that could be asked, asked or not. */
  readonly copy: Copy | null
  /** How the result is marked in the status bar; null for plain filters. */
  readonly status: string | null
}

/**
 * The plan that suits the view and the server; of a copy in this browser where the server has no route, can't be reached, or
 * the user prefers it.
 */
export function usePlan({ instance, ...of }: AskedView & { readonly instance: Instance }): Planning {
  const { client, view, resource, fields } = of
  const { route: onServer, plan, can, canAsk } = useServerPlan(of)
  const { copies, copy } = useCopyThatCovers(instance, view, resource, onServer === null)
  const isOnline = useSyncExternalStore(subscribeToNetwork, () => navigator.onLine)
  const [chosen, choose] = useState<{ readonly resource: string | null; readonly copy: boolean } | null>(null)
  const wanted = chosen?.resource === resource ? chosen.copy : null
  const isOnCopy = copy !== null && (onServer === null || (wanted ?? !isOnline))
  const asked = isOnCopy ? copy : null
  const onCopy = useMemo(
    () => asked && planOfView({ client: asked.client, view, resource: asked.resource, fields }, COPIES),
    [asked, view, fields],
  )
  const turn = copy === null || onServer === null ? null : () => choose({ resource, copy: !isOnCopy })
  return {
    ...(onCopy ?? { route: onServer, plan }),
    client: asked?.client ?? client,
    resource: asked?.resource ?? resource,
    asked,
    onServer,
    can,
    canAsk: asked === null ? canAsk : always,
    turn,
    copy,
    status:
      asked !== null
        ? (copies?.statusOf(asked) ?? null)
        : onServer === 'sql'
          ? filterWords.bySql
          : (copies?.markOf(client, resource, view, fields) ?? (turn === null ? null : filterWords.byFilters)),
  }
}

/** What the database of copies can. */
const COPIES: Abilities = { sql: 'on', rangeFilters: 'yes' }

const always = () => true

/** Copies are rare, and the first rows don't wait for their list. */
const loadCopies = laterModule(async () => (await import('./copiesForPlan.ts')).copiesForPlan)

type Copies = Awaited<ReturnType<typeof loadCopies>>

/** The copy of the table, if it has all that the query may find. It is looked up at once where only a copy will do. */
function useCopyThatCovers(instance: Instance, view: View, resource: string | null, isNeeded: boolean) {
  const [copies, setCopies] = useState<Copies | null>(null)
  useEffect(() => {
    if (copies !== null) return
    // Without it only copies are missing; it is asked for again with the next table.
    const load = () => void loadCopies().then((module) => setCopies(() => module), ignore)
    if (isNeeded) load()
    else afterFirstAnswer(load)
  }, [copies, isNeeded])
  const copy = useSyncExternalStore(
    copies?.copies.subscribe ?? never,
    () => copies?.copyToAsk(instance, resource) ?? null,
  )
  const isWhole = copies !== null && copy !== null && resource !== null && copies.covers(copy, queryOf(view, resource))
  return { copies, copy: isWhole ? copy : null }
}

function never(): () => void {
  return ignore
}

function ignore(): void {
  // Nothing depends on it.
}

function subscribeToNetwork(changed: () => void): () => void {
  window.addEventListener('online', changed)
  window.addEventListener('offline', changed)
  return () => {
    window.removeEventListener('online', changed)
    window.removeEventListener('offline', changed)
  }
}

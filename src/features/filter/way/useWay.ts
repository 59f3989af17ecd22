import { useEffect, useMemo, useState, useSyncExternalStore } from 'react'
import type { Copy } from '../../../copies/copies.ts'
import type { ActionClient } from '../../../instances/client/actionClient.ts'
import type { Instance } from '../../../instances/instance.ts'
import { useProfile } from '../../../instances/profile/useProfile.ts'
import type { Field } from '../../../protocol/field.ts'
import { withId } from '../../../query/columns.ts'
import { datedFor, isUndecided } from '../../../query/datedQuery.ts'
import type { Query } from '../../../query/query.ts'
import type { FilterKind } from '../../../query/searchFilters.ts'
import { filterKindOf, wayOf, type Abilities, type Way } from '../../../query/way.ts'
import { filterWords } from '../../../words/en/filter/filter.ts'
import { afterFirstAnswer } from '../../../ui/browser/afterFirstAnswer.ts'
import { laterModule } from '../../../ui/later.tsx'
import type { View } from '../../../workspace/view.ts'
import { queryOf } from '../../../workspace/edits/viewEdits.ts'

/** How a view's query is carried out. */
export interface Carrying {
  /** Whom it asks: the instance, or the database of copies. */
  readonly client: ActionClient
  /** What the table is called there; null if none is chosen. */
  readonly resource: string | null
  /** What it is asked; null if there is no table, or no way. */
  readonly query: Query | null
  /** Null if it can't be carried out there. */
  readonly way: Way | null
  /** The copy that is asked; null if the instance is. */
  readonly asked: Copy | null
  /** The best way on the server itself; null if there is none. */
  readonly onServer: Way | null
  /** What the server's own filters can say. */
  readonly can: FilterKind
  /** Turns from the server to the copy, or back; null if there is no choice. */
  readonly turn: (() => void) | null
  /** The copy that could be asked, asked or not. */
  readonly copy: Copy | null
  /** How the result is marked in the status bar; null for plain filters. */
  readonly status: string | null
}

/** Whose table, what is asked of it, and its fields, null while unknown. */
export interface WayOf {
  readonly instance: Instance
  readonly client: ActionClient
  readonly view: View
  readonly resource: string | null
  readonly fields: readonly Field[] | null
}

/**
 * The way that suits the query and the server; a copy in this browser where the server has none, can't be reached, or the
 * user prefers it.
 */
export function useWay({ instance, client, view, resource, fields }: WayOf): Carrying {
  const sql = useProfile(client, (profile) => profile.sql)
  const rangeFilters = useProfile(client, (profile) => profile.rangeFilters)
  const dated = useMemo(() => datedFor(view, fields, { sql, rangeFilters }), [view, fields, sql, rangeFilters])
  const onServer = wayOf(dated, { sql, rangeFilters })
  const can = useProfile(client, filterKindOf)
  const { copies, copy } = useCopyThatCovers(instance, view, resource, onServer === null)
  const isOnline = useSyncExternalStore(subscribeToNetwork, () => navigator.onLine)
  const [chosen, choose] = useState<{ readonly resource: string | null; readonly copy: boolean } | null>(null)
  const wanted = chosen?.resource === resource ? chosen.copy : null
  const isOnCopy = copy !== null && (onServer === null || (wanted ?? !isOnline))
  const asked = isOnCopy ? copy : null
  const table = asked?.resource ?? resource
  const onCopy = useMemo(() => datedFor(view, fields, COPIES), [view, fields])
  const sent = asked === null ? dated : onCopy
  const way = asked === null ? onServer : wayOf(sent, asked.client.profile.get())
  const isAsked = way !== null && !isUndecided(view, fields)
  const query = useMemo(
    () => (table === null || !isAsked ? null : withId(queryOf(sent, table), fields)),
    [sent, table, isAsked, fields],
  )
  return {
    client: asked?.client ?? client,
    resource: table,
    query,
    way,
    asked,
    onServer,
    can,
    turn: copy === null || onServer === null ? null : () => choose({ resource, copy: !isOnCopy }),
    copy,
    status:
      asked !== null
        ? (copies?.statusOf(asked) ?? null)
        : onServer === 'sql'
          ? filterWords.bySql
          : (copies?.markOf(client, resource, view, fields) ?? null),
  }
}

/** What the database of copies can. */
const COPIES: Abilities = { sql: 'on', rangeFilters: 'yes' }

/** Copies are rare, and the first rows don't wait for their list. */
const loadCopies = laterModule(async () => (await import('./copyWays.ts')).copyWays)

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

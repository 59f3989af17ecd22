import { useQueries, useQueryClient } from '@tanstack/react-query'
import { useLayoutEffect, useMemo, useState, useSyncExternalStore } from 'react'
import { useStore } from 'zustand'
import { copies } from '../../../copies/copies.ts'
import { copiesClient } from '../../../copies/copiesEngine.ts'
import { originWhere } from '../../../copies/copyOrigins.ts'
import type { ActionClient } from '../../../instances/client/actionClient.ts'
import type { Instance } from '../../../instances/instance.ts'
import { subscribeToTokens } from '../../../instances/tokens.ts'
import { tablesQuery } from '../../../results/queries.ts'
import { tablesNamed } from '../../../sql/tables/tablesNamed.ts'
import { useInstances } from '../../../workspace/knownInstances.ts'
import { useTables } from '../../tables/useTables.ts'
import { acrossClient, type AcrossNow, type OnCopiesClient } from './acrossClient.ts'
import {
  acrossPlan,
  copyOfTable,
  mayAsk,
  unplacedNames,
  type AcrossPlan,
  type AcrossStatement,
  type Known,
  type KnownTables,
} from './acrossPlan.ts'
import { copyClient } from './copyClient.ts'
import { foundTables, type Lookable } from './foundTables.ts'

/** Which of several tables of one name is meant, and which parts of tables may be asked, as was said by hand. */
export interface AcrossChoices {
  readonly chosen: ReadonlyMap<string, string>
  readonly allowed: ReadonlySet<string>
  readonly choose: (name: string, instanceId: string) => void
  readonly allow: (copyId: string) => void
}

/** Where statements run that may name tables of other instances. */
export interface Across {
  /** The instance's own client, whose statements may name tables of others. */
  readonly client: ActionClient
  readonly planOf: (sql: string) => AcrossPlan
  /** Whether a statement with this plan can't run yet, as a table of it isn't copied or isn't known. */
  readonly isHeld: (plan: AcrossPlan) => boolean
  /** Who answers a statement without any server: the page's own PostgreSQL, or copies in it; null if nobody does. */
  readonly withoutServer: (sql: string) => ActionClient | null
  readonly choices: AcrossChoices
  /** The names of tables in a statement that no table has which the page knows. */
  readonly unplaced: (sql: string) => readonly string[]
  /** The instances whose tables the page does not know, or not all of them. */
  readonly unread: readonly Lookable[]
}

/** Knows the tables of all instances as far as the page has read them, and asks for none. */
export function useAcross(instance: Instance, client: ActionClient, open: string | null): Across {
  const cache = useQueryClient()
  const instances = useInstances()
  const known = useSyncExternalStore(copies.subscribe, copies.get)
  const found = useStore(foundTables)
  const here = useTables(instance.id, client)
  const places = usePlaces(instances, instance)
  const lists = useQueries({
    queries: places.map((place) => ({ ...tablesQuery(place.instance.id, place.client), enabled: false })),
  })
  const choices = useChoices()
  const tablesOf = (tables: KnownTables['tables'] | undefined, identity: string) => {
    const extra = found.get(identity)
    return extra === undefined ? (tables ?? null) : [...(tables ?? []), ...extra]
  }
  const all: Known = {
    here: {
      instance,
      tables: tablesOf(here.data, client.identity),
      open,
      isPending: here.isPending && here.fetchStatus !== 'idle',
    },
    others: places.map((place, at) => ({
      instance: place.instance,
      tables: tablesOf(lists[at]?.data, place.client.identity),
    })),
    copies: known,
    chosen: choices.chosen,
  }
  const base = copiesClient()
  const planOf = (sql: string) => (base === null ? HERE : acrossPlan(pathsIn(sql), all))
  const onCopies: AcrossNow['onCopies'] = (plan) => {
    if (base === null || plan.kind !== 'across' || plan.unknown.length > 0) return null
    return plan.tables.every(({ copy }) => mayAsk(copy, choices.allowed)) ? clientsOn(plan, base) : null
  }
  const across = useMemo(() => acrossClient(client), [client])
  useLayoutEffect(() => across.update({ planOf, onCopies }))
  return {
    choices,
    client: across.client,
    planOf,
    isHeld: (plan) => plan.kind === 'across' && onCopies(plan) === null,
    withoutServer(sql) {
      const plan = planOf(sql)
      if (plan.kind === 'here') return instance.origin === 'embedded' ? client : null
      // A table of This browser may have changed since it was copied: then its copy shows other rows than a run.
      const isSteady = plan.kind === 'across' && plan.tables.every((table) => table.instance.origin !== 'embedded')
      return isSteady ? (onCopies(plan)?.later ?? null) : null
    },
    unplaced: (sql) => (base === null ? [] : unplacedNames(pathsIn(sql), all)),
    unread: [{ instance, client }, ...places].flatMap((place) => {
      const { moreTables } = place.client.profile.get()
      const isRead =
        place.instance.id === instance.id
          ? here.isSuccess
          : lists.some(({ isSuccess }, at) => places[at] === place && isSuccess)
      if (isRead && moreTables === false) return []
      return [{ ...place, list: () => cache.fetchQuery(tablesQuery(place.instance.id, place.client)) }]
    }),
  }
}

const HERE = { kind: 'here' } as const

/** Of the last text, which is asked for at each drawing. */
let last: { readonly sql: string; readonly paths: readonly (readonly string[])[] } = { sql: '', paths: [] }

function pathsIn(sql: string): readonly (readonly string[])[] {
  if (last.sql !== sql) last = { sql, paths: tablesNamed(sql).map(({ path }) => path) }
  return last.paths
}

/** Statements on these copies, as they are when each is run. */
function clientsOn({ tables }: AcrossStatement, client: ActionClient): OnCopiesClient {
  const identity = `on copies ${JSON.stringify(tables.map(({ names, instance, resource }) => [names, instance.id, resource]))}`
  const own = tables.filter(({ instance }) => instance.origin === 'embedded')
  const copyNamed = (name: string) => {
    const table = tables.find(({ names }) => names.includes(name))
    return table === undefined ? null : copyOfTable(table, copies.get())
  }
  const ready = async (signal: AbortSignal | undefined) => {
    if (own.length === 0) return
    const { bringUpToDate } = await import('./ownTables.ts')
    const ending = signal ?? new AbortController().signal
    await Promise.all(own.map((table) => bringUpToDate(table, ending)))
  }
  const parts = { client, identity, copyNamed }
  return { run: copyClient({ ...parts, ready }), later: copyClient({ ...parts, ready: () => Promise.resolve() }) }
}

/** The other instances of the page, as the person who uses each now. */
function usePlaces(instances: readonly Instance[], here: Instance) {
  const tokens = useSyncExternalStore(subscribeToTokens, tokenCount)
  return useMemo(
    () =>
      instances.flatMap((instance) => {
        const origin = instance.id === here.id ? null : originWhere(({ id }) => id === instance.id)
        return origin === null ? [] : [{ instance, client: origin.client }]
      }),
    // oxlint-disable-next-line react/exhaustive-deps -- each token makes other clients
    [instances, here, tokens],
  )
}

let changes = 0
subscribeToTokens(() => (changes += 1))
const tokenCount = () => changes

function useChoices(): AcrossChoices {
  const [chosen, setChosen] = useState<ReadonlyMap<string, string>>(() => new Map())
  const [allowed, setAllowed] = useState<ReadonlySet<string>>(() => new Set())
  return {
    chosen,
    allowed,
    choose: (name, instanceId) => setChosen((before) => new Map(before).set(name, instanceId)),
    allow: (copyId) => setAllowed((before) => new Set(before).add(copyId)),
  }
}

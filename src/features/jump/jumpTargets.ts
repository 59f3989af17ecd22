import type { QueryClient } from '@tanstack/react-query'
import { Bookmark, History, Table2, type LucideIcon } from 'lucide-react'
import type { Table } from '../../instances/catalogue/table.ts'
import type { Instance } from '../../instances/instance.ts'
import { fieldKind } from '../../protocol/field.ts'
import { typeIcon } from '../../ui/Icon.tsx'
import { jumpWords } from '../../words/en/jump.ts'
import { shortcutWords } from '../../words/en/shortcuts.ts'
import { shownName } from '../../words/shownName.ts'
import type { KeptQueriesState } from '../../workspace/keptQueries/createKeptQueries.ts'
import { sizeWords } from '../kept/sizeWords.ts'
import type { KnownCount } from '../../workspace/keptQueries/keptQuery.ts'
import { decodeView } from '../../workspace/view.ts'
import { viewTitle } from '../kept/viewTitle.ts'
import { keyNames } from '../shortcuts/keyNames.ts'
import { SHORTCUTS, type PageShortcut } from '../shortcuts/shortcuts.ts'
import { COMMANDS, type BoundCommand } from '../shortcuts/useShortcuts.ts'
import { toldTables } from '../tables/portal/foundTables.ts'
import type { PortalChoice } from '../tables/shownTables.ts'
import { tableKeywords, tableTitle } from '../tables/tableNames.ts'
import { agoWords } from './agoWords.ts'
import { commandIcon } from './commandIcons.ts'
import { knownFields } from './knownFields.ts'
import type { Kind, Target } from './targets.ts'
import { synonymsOf, whyNot } from './whyNot.ts'

/** Where one jumps from. */
export interface JumpPlace {
  readonly instance: Instance
  readonly tables: readonly Table[]
  /** The portal that they are of, if the instance is one. */
  readonly portal: PortalChoice | null
  /** The table that is shown, by id. */
  readonly current: string | null
  /** What can be done now. */
  readonly commands: readonly BoundCommand[]
}

/** A place to jump to, as the list shows it. */
export type JumpTarget = Target & {
  readonly icon: LucideIcon
  readonly hint?: string | undefined
  readonly aside?: string | undefined
  readonly keys?: readonly string[] | undefined
} & (
    | { readonly kind: 'tables'; readonly resource: string }
    | { readonly kind: 'fields'; readonly resource: string; readonly field: string }
    | { readonly kind: 'kept'; readonly link: string }
    | { readonly kind: 'recent'; readonly link: string }
    | {
        readonly kind: 'commands'
        /** Null if it can't be given now; `where` says why. */
        readonly act: (() => void) | null
      }
  )

/** All there is to jump to. Counts are those that are known: nothing is asked. */
export function jumpTargets(
  cache: QueryClient,
  { kept, recent }: KeptQueriesState,
  { instance, tables, portal, current, commands }: JumpPlace,
): { readonly [K in Kind]: readonly JumpTarget[] } {
  const counts = knownCounts(cache, instance.id)
  const now = Date.now()
  const here = ({ instanceId }: { readonly instanceId: string }) => instanceId === instance.id
  const tableOf = (link: string) => {
    const { resource } = decodeView(link)
    return resource === null ? '' : tableTitle(tables, resource)
  }
  /** Each under what it asks; of those that read alike, the latest. What asks nothing has no name and is only its table. */
  const named = (queries: KeptQueriesState['recent']) => {
    const all = queries.map((query) => ({
      ...query,
      title: viewTitle(decodeView(query.link)),
      where: tableOf(query.link),
    }))
    const isSame = (one: (typeof all)[number], other: (typeof all)[number]) =>
      one.title === other.title && one.where === other.where
    return all.filter((query, at) => query.title !== '' && all.findIndex((other) => isSame(query, other)) === at)
  }
  const fields = knownFields(cache, instance.id)
  const isHere = (resource: string) => resource === current
  const acts = new Map<PageShortcut, () => void>(commands.map(({ id, act }) => [id, act]))
  // Those that can be given now come first.
  const ids = [...acts.keys(), ...COMMANDS.filter((id) => !acts.has(id))].filter((id) => id !== 'jumpTo')
  return {
    tables: (portal === null ? tables : toldTables(tables, current, portal.client.hasToken)).map((table) => ({
      kind: 'tables',
      id: table.id,
      resource: table.id,
      title: table.title,
      where: table.dataset === '' ? instance.title : table.dataset,
      keywords: tableKeywords(table),
      icon: Table2,
      hint: table.description || undefined,
      aside: recordsOf(counts.get(table.id)),
    })),
    fields: [
      ...fields.filter(({ resource }) => isHere(resource)),
      ...fields.filter(({ resource }) => !isHere(resource)),
    ].map(({ resource, id, type }) => ({
      kind: 'fields',
      id: `${resource} ${id}`,
      resource,
      field: id,
      title: shownName(id),
      where: tableTitle(tables, resource),
      icon: typeIcon(fieldKind(type)),
      aside: type,
    })),
    kept: kept.filter(here).map(({ id, title, link, count }) => ({
      kind: 'kept',
      id,
      link,
      title,
      where: tableOf(link),
      keywords: tableOf(link),
      icon: Bookmark,
      aside: recordsOf(count),
    })),
    recent: named(
      recent.filter((query) => here(query) && !kept.some((other) => here(other) && other.link === query.link)),
    ).map(({ id, link, at, title, where }) => ({
      kind: 'recent',
      id,
      link,
      title,
      where,
      keywords: tableOf(link),
      icon: History,
      aside: agoWords(at, now),
    })),
    commands: ids.map((id): JumpTarget => ({
      kind: 'commands',
      id,
      act: acts.get(id) ?? null,
      title: shortcutWords.does[id],
      where: acts.has(id) ? '' : whyNot(id),
      keywords: synonymsOf(id),
      icon: commandIcon(id),
      keys: keysOf(id),
    })),
  }
}

function keysOf(id: PageShortcut): readonly string[] {
  const [chord] = SHORTCUTS[id].keys
  return chord === undefined ? [] : keyNames(chord)
}

function recordsOf(count: KnownCount | number | null | undefined): string | undefined {
  if (count === null || count === undefined) return undefined
  return typeof count === 'number' ? jumpWords.records(count) : sizeWords(count)
}

/** By table, how many records it has, where the rail has shown it. */
function knownCounts(cache: QueryClient, instanceId: string): ReadonlyMap<string, number> {
  const counts = new Map<string, number>()
  for (const { queryKey, state } of cache.getQueryCache().findAll({ queryKey: [instanceId, 'rowCount'] })) {
    const asked = queryKey[2]
    if (typeof state.data !== 'number' || typeof asked !== 'object' || asked === null) continue
    if ('resource' in asked && typeof asked.resource === 'string') counts.set(asked.resource, state.data)
  }
  return counts
}

import * as v from 'valibot'
import { useStore } from 'zustand'
import { persist, type PersistStorage } from 'zustand/middleware'
import { createStore } from 'zustand/vanilla'
import type { Handler } from '../protocol/handler.ts'
import { browserStorage, onOtherTab, type TextStorage } from './browserStorage.ts'
import { forgetCapabilities } from './capabilities.ts'
import { normalBaseUrl, normalPrefix, thisBrowser, type Instance } from './instances.ts'
import { broken, parseSettings, type Settings } from './settings.ts'
import type { Theme } from './theme.ts'
import { forgetToken } from './tokens.ts'

export type { Instance } from './instances.ts'

/** An instance without its origin: what is stored of the user's own. */
export type OwnInstance = Omit<Instance, 'origin'>

/** What outlives the tab and is nobody else's. */
export interface Workspace {
  readonly instances: readonly OwnInstance[]
  readonly theme: Theme
  /** The SQL editor's share of the height. */
  readonly editorShare: number
  readonly drafts: Readonly<Record<string, string>>
}

/**
 * A workspace kept in the storage: read and checked at its start and whenever it changes there. Damage, and a storage
 * that is null or refuses, lead to a clean start in memory and are told through `onProblem`.
 */
export function createWorkspace(storage: TextStorage | null, onProblem: (problem: string) => void) {
  let text: string | null = null // as last read or written, so that a read without news changes nothing
  const ownDrafts = new Set<string>()
  const checked: PersistStorage<Workspace> = {
    getItem(name) {
      const found = attempt(() => storage?.getItem(name) ?? null, null)
      if (found === text) return null
      text = found
      if (found === null) return null
      const stored = parseStored(found)
      if (stored !== null) return { state: stored, version: VERSION }
      attempt(() => storage?.setItem(`${name}.damaged`, found), undefined)
      onProblem(DAMAGED)
      return null
    },
    setItem(name, value) {
      text = JSON.stringify(value)
      const written = text
      if (storage === null) return
      if (attempt(() => storage.setItem(name, written), 'failed') === 'failed') onProblem(REFUSED)
    },
    removeItem(name) {
      attempt(() => storage?.removeItem(name), undefined)
    },
  }
  const store = createStore<Workspace>()(
    persist(() => blank, {
      name: NAME,
      version: VERSION,
      storage: checked,
      partialize: (state) => ({ ...state, drafts: draftsToKeep(state.drafts) }),
      merge: (stored, now) => {
        const parsed = v.safeParse(Stored, stored)
        if (!parsed.success) return now
        // Another tab's draft does not replace what is being typed here.
        const typed = Object.entries(now.drafts).filter(([key]) => ownDrafts.has(key))
        return { ...parsed.output, drafts: { ...parsed.output.drafts, ...Object.fromEntries(typed) } }
      },
    }),
  )
  if (storage === null) onProblem(REFUSED)
  /** Reads first: another tab may have written since. */
  const change = (work: (now: Workspace) => Partial<Workspace>) => {
    void store.persist.rehydrate()
    store.setState(work(store.getState()))
  }
  return {
    store,
    /** Takes up what another tab wrote. */
    refresh: () => void store.persist.rehydrate(),
    saveInstance: (instance: OwnInstance) =>
      change(({ instances }) => ({
        instances: instances.some((i) => i.id === instance.id)
          ? instances.map((i) => (i.id === instance.id ? instance : i))
          : [...instances, instance],
      })),
    removeInstance: (id: string) =>
      change(({ instances, drafts }) => ({
        instances: instances.filter((instance) => instance.id !== id),
        drafts: Object.fromEntries(Object.entries(drafts).filter(([key]) => key !== id && !key.startsWith(`${id} `))),
      })),
    setTheme: (theme: Theme) => change(() => ({ theme })),
    setEditorShare: (share: number) => change(() => ({ editorShare: Math.min(0.75, Math.max(0.25, share)) })),
    setDraft(key: string, sql: string) {
      ownDrafts.add(key)
      if ((store.getState().drafts[key] ?? '') === sql) return
      change(({ drafts }) => ({ drafts: withDraft(drafts, key, sql) }))
    },
  }
}

/** All instances: those of settings.json first, then the user's own, and this browser first or last. The same list until one of them changes. */
export function useInstances(): readonly Instance[] {
  const settings = useStore(page, (s) => s.settings)
  const own = useStore(workspace.store, (s) => s.instances)
  const embedded = useStore(page, (s) => s.embedded)
  return allInstances(settings?.instances ?? none, own, embedded)
}

/** Puts the page's own PostgreSQL among the instances: first where settings.json names none, else last. */
export function offerThisBrowser(): void {
  page.setState({ embedded: true })
}

/** Calls once, when settings.json has been read, with all instances: before what is drawn from them is drawn. */
export function onInstancesKnown(listener: (instances: readonly Instance[]) => void): void {
  const stop = page.subscribe(({ settings, embedded }) => {
    if (settings === null) return
    stop()
    listener(allInstances(settings.instances, workspace.store.getState().instances, embedded))
  })
}

/** Reads the page's settings.json once; what is wrong is told by `useSettingsProblem`. Never rejects. */
export async function loadSettings(handler: Handler = (request) => fetch(request)): Promise<void> {
  page.setState({ settings: await fetchSettings(handler, document.baseURI) })
}

/** The settings behind an address; none where there is no such file; damage is told in `problem`. Never rejects. */
export async function fetchSettings(handler: Handler, pageUrl: string): Promise<Settings> {
  try {
    const signal = AbortSignal.timeout(SETTINGS_TIMEOUT_MS)
    const response = await handler(new Request(new URL('settings.json', pageUrl), { cache: 'no-cache', signal }))
    // A host that has no such file names no instances, and nothing is wrong.
    if (response.status === 404) return { instances: [], problem: null }
    if (!response.ok) return broken(`settings.json could not be read: the host answered ${response.status}.`)
    return parseSettings(await response.text(), pageUrl)
  } catch {
    return broken('settings.json could not be read: the host of this page does not answer.')
  }
}

/** Whether settings.json has been read or given up, so that the list of instances is whole. */
export function useSettingsLoaded(): boolean {
  return useStore(page, (s) => s.settings !== null)
}

/** What is wrong with settings.json, in words. */
export function useSettingsProblem(): string | null {
  return useStore(page, (s) => s.settings?.problem ?? null)
}

/** What is wrong with what this device keeps for the page, in words. */
export function useStorageProblem(): string | null {
  return useStore(page, (s) => s.storageProblem)
}

/** That what this device kept for the page could not be read, in words. */
export function useStorageDamage(): string | null {
  return useStore(page, (s) => (s.storageProblem === DAMAGED ? s.storageProblem : null))
}

/**
 * Adds an own instance, or replaces the one of that id. Where its address or token header changed, its token is
 * forgotten: it was entered for another server. So call this before `setToken`.
 */
export function saveInstance({ id, title, baseUrl, prefix, tokenHeader, resource }: OwnInstance): void {
  const before = workspace.store.getState().instances.find((instance) => instance.id === id)
  if (before !== undefined && (origin(before.baseUrl) !== origin(baseUrl) || before.tokenHeader !== tokenHeader)) {
    forgetToken(id)
  }
  workspace.saveInstance({ id, title, baseUrl, prefix, tokenHeader, resource })
}

/** Removes an own instance, its token, its drafts and what was found out about its server. */
export function removeInstance(id: string): void {
  const gone = workspace.store.getState().instances.find((instance) => instance.id === id)
  if (gone !== undefined) forgetCapabilities(gone)
  forgetToken(id)
  workspace.removeInstance(id)
}

/** How many SQL drafts are kept for an instance, which go with it. */
export function draftCount(instanceId: string): number {
  const { drafts } = workspace.store.getState()
  return Object.keys(drafts).filter((key) => key === instanceId || key.startsWith(`${instanceId} `)).length
}

export function useTheme(): Theme {
  return useStore(workspace.store, (s) => s.theme)
}

/** The theme now, for before the first drawing. */
export function currentTheme(): Theme {
  return workspace.store.getState().theme
}

export function setTheme(theme: Theme): void {
  workspace.setTheme(theme)
}

/** The SQL editor's share of the height, from .25 to .75. */
export function useEditorShare(): number {
  return useStore(workspace.store, (s) => s.editorShare)
}

export function setEditorShare(share: number): void {
  workspace.setEditorShare(share)
}

/** The SQL text that was being written, by instance id, or that and a word behind a blank; empty where there is none. */
export function useDraft(key: string): string {
  return useStore(workspace.store, (s) => s.drafts[key] ?? '')
}

export function setDraft(key: string, sql: string): void {
  workspace.setDraft(key, sql)
}

const NAME = 'rowan.workspace'
const VERSION = 1
const SETTINGS_TIMEOUT_MS = 10_000

/** What is stored of the drafts: the last ones, and none that alone would fill the browser's 5 MB. */
const DRAFTS_MAX = 100
const DRAFT_LENGTH_MAX = 200_000

const DAMAGED = 'What this device kept for the page (instances, drafts, theme) could not be read, so it starts afresh.'
const REFUSED = 'This browser keeps nothing for the page, so instances, drafts and theme last until the tab closes.'

const blank: Workspace = { instances: [], theme: 'system', editorShare: 0.4, drafts: {} }
const none: readonly Instance[] = []

const Stored = v.object({
  instances: v.array(
    v.object({
      id: v.pipe(v.string(), v.minLength(1)),
      title: v.string(),
      // An address with more than a place in it, as a user name, would lead elsewhere than it says.
      baseUrl: v.pipe(
        v.string(),
        v.check((baseUrl) => normalBaseUrl(baseUrl) === baseUrl),
      ),
      prefix: v.pipe(v.string(), v.transform(normalPrefix)),
      tokenHeader: v.string(),
      resource: v.nullable(v.string()),
    }),
  ),
  theme: v.picklist(['system', 'light', 'dark']),
  editorShare: v.pipe(v.number(), v.minValue(0.25), v.maxValue(0.75)),
  drafts: v.record(v.string(), v.string()),
})

const page = createStore<{ settings: Settings | null; embedded: boolean; storageProblem: string | null }>(() => ({
  settings: null,
  embedded: false,
  storageProblem: null,
}))

const workspace = createWorkspace(browserStorage('local'), (storageProblem) => page.setState({ storageProblem }))
onOtherTab((name) => {
  if (name === null || name === NAME) workspace.refresh()
})

interface Joined {
  readonly settings: readonly Instance[]
  readonly own: readonly OwnInstance[]
  readonly embedded: boolean
  readonly all: readonly Instance[]
}

let joined: Joined | null = null

function allInstances(
  settings: readonly Instance[],
  own: readonly OwnInstance[],
  embedded: boolean,
): readonly Instance[] {
  if (joined?.settings !== settings || joined.own !== own || joined.embedded !== embedded) {
    const known = [...settings, ...own.map((i): Instance => ({ ...i, origin: 'own' }))]
    const all = !embedded ? known : settings.length === 0 ? [thisBrowser, ...known] : [...known, thisBrowser]
    joined = { settings, own, embedded, all }
  }
  return joined.all
}

function parseStored(text: string): Workspace | null {
  try {
    const parsed = v.safeParse(v.object({ state: Stored, version: v.literal(VERSION) }), JSON.parse(text))
    return parsed.success ? parsed.output.state : null
  } catch {
    return null
  }
}

/** The draft written last stands last. */
function withDraft(drafts: Readonly<Record<string, string>>, key: string, sql: string): Record<string, string> {
  const others = Object.entries(drafts).filter(([name]) => name !== key)
  return Object.fromEntries(sql === '' ? others : [...others, [key, sql]])
}

function draftsToKeep(drafts: Readonly<Record<string, string>>): Record<string, string> {
  const short = Object.entries(drafts).filter(([, sql]) => sql.length <= DRAFT_LENGTH_MAX)
  return Object.fromEntries(short.slice(-DRAFTS_MAX))
}

function origin(baseUrl: string): string {
  return URL.canParse(baseUrl) ? new URL(baseUrl).origin : baseUrl
}

function attempt<T, F>(work: () => T, otherwise: F): T | F {
  try {
    return work()
  } catch {
    return otherwise
  }
}

import { useSyncExternalStore } from 'react'
import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'
import type { Handler } from '../protocol/handler.ts'
import { profiles } from '../instances/profile/profiles.ts'
import { thisBrowser, type Instance } from '../instances/instance.ts'
import { forgetToken } from '../instances/tokens.ts'
import { connectWords } from '../words/en/connect/connect.ts'
import { deviceStorage } from './deviceStorage.ts'
import { createOwnInstances, type OwnInstance } from './ownInstances.ts'
import { fetchSettingsFile, type SettingsFile, type SettingsFileProblem } from './settingsFile.ts'
import { forgetSheetsOf } from './sheets/sheets.ts'
import { reportStorageProblem } from './storageProblems.ts'

/**
 * All instances: those of settings.json first, then the user's own, and this browser first or last. The same list until
 * one of them changes.
 */
export function useInstances(): readonly Instance[] {
  const file = useStore(page, ({ settingsFile }) => settingsFile)
  const embedded = useStore(page, (s) => s.embedded)
  return allInstances(file?.instances ?? none, useSyncExternalStore(own.subscribe, own.get), embedded)
}

/** The same at this moment, outside of React. */
export function knownInstances(): readonly Instance[] {
  const { settingsFile, embedded } = page.getState()
  return allInstances(settingsFile?.instances ?? none, own.get(), embedded)
}

/** Puts the page's own PostgreSQL among the instances: first if settings.json names none, else last. */
export function offerThisBrowser(): void {
  page.setState({ embedded: true })
}

/** Calls once, when settings.json has been read, with all instances: before what is drawn from them is drawn. */
export function onInstancesKnown(listener: (instances: readonly Instance[]) => void): void {
  const stop = page.subscribe(({ settingsFile, embedded }) => {
    if (settingsFile === null) return
    stop()
    listener(allInstances(settingsFile.instances, own.get(), embedded))
  })
}

/** Reads the page's settings.json once; `useSettingsFileProblem` says what is wrong with it. Never rejects. */
export async function loadSettingsFile(handler: Handler): Promise<void> {
  page.setState({ settingsFile: await fetchSettingsFile(handler, document.baseURI) })
}

/** Whether settings.json has been read or given up, so that the list of instances is whole. */
export function useSettingsFileLoaded(): boolean {
  return useStore(page, ({ settingsFile }) => settingsFile !== null)
}

/** What is wrong with settings.json, if anything. */
export function useSettingsFileProblem(): SettingsFileProblem | null {
  return useStore(page, ({ settingsFile }) => settingsFile?.problem ?? null)
}

/**
 * Adds an own instance, or replaces the one of that id. If its address or token header has changed, its token is
 * forgotten, as it was entered for another server. So call this before `setToken`.
 */
export function saveInstance({ id, title, baseUrl, prefix, tokenHeader, resource }: OwnInstance): void {
  const before = own.get().find((instance) => instance.id === id)
  if (before !== undefined && (origin(before.baseUrl) !== origin(baseUrl) || before.tokenHeader !== tokenHeader)) {
    forgetToken(id)
  }
  own.save({ id, title, baseUrl, prefix, tokenHeader, resource })
}

/** Removes an own instance, its token, its sheets, their runs, kept and recent queries and what was found out about its server. */
export function removeInstance(id: string): void {
  const gone = own.get().find((instance) => instance.id === id)
  if (gone !== undefined) profiles.forget(gone)
  forgetToken(id)
  forgetSheetsOf(id)
  void loadKeptQueries().then(({ keptQueries }) => keptQueries.forget(id), ignore)
  own.remove(id)
}

/** Not in the way of the first rows. */
const loadKeptQueries = () => import('./keptQueries/keptQueries.ts')

const ignore = () => undefined

const none: readonly Instance[] = []

const page = createStore<{ settingsFile: SettingsFile | null; embedded: boolean }>(() => ({
  settingsFile: null,
  embedded: false,
}))

const own = createOwnInstances(deviceStorage, reportStorageProblem)

/** Its name is one of the page's words; they may still be on their way when the instances are listed. */
const ofPage: Instance = {
  ...thisBrowser,
  get title() {
    return connectWords.thisBrowser
  },
}

interface Joined {
  readonly settings: readonly Instance[]
  readonly own: readonly OwnInstance[]
  readonly embedded: boolean
  readonly all: readonly Instance[]
}

let joined: Joined | null = null

function allInstances(
  ofFile: readonly Instance[],
  ofUser: readonly OwnInstance[],
  embedded: boolean,
): readonly Instance[] {
  if (joined?.settings !== ofFile || joined.own !== ofUser || joined.embedded !== embedded) {
    const known = [...ofFile, ...ofUser.map((i): Instance => ({ ...i, origin: 'own' }))]
    const all = !embedded ? known : ofFile.length === 0 ? [ofPage, ...known] : [...known, ofPage]
    joined = { settings: ofFile, own: ofUser, embedded, all }
  }
  return joined.all
}

function origin(baseUrl: string): string {
  return URL.canParse(baseUrl) ? new URL(baseUrl).origin : baseUrl
}

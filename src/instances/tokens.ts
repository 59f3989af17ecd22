import { useSyncExternalStore } from 'react'
import * as v from 'valibot'
import { browserStorage, onOtherTab, type TextStorage } from '../storage/browserStorage.ts'
import type { Instance } from './instance.ts'

/** Whose token it is: the instance, with the address and the header that the token was entered for. */
export type TokenOwner = Pick<Instance, 'id' | 'baseUrl' | 'tokenHeader'>

export interface StoredToken {
  readonly token: string | null
  /** Kept on this device, not only in this tab. */
  readonly remembered: boolean
}

export interface TokenStore {
  /** The same object until that token changes. */
  get(owner: TokenOwner): StoredToken
  set(owner: TokenOwner, token: string | null, remember: boolean): void
  forget(instanceId: string): void
  subscribe(listener: () => void): () => void
}

/**
 * Tokens by instance, in the tab's storage or, remembered, in the device's; nowhere else. A storage that is null or
 * refuses is replaced by memory, so that the token lasts as long as the page. A token is kept with the origin and the
 * header that it was entered for and is given for no other, even if another tab has changed the instance since.
 */
export function createTokenStore(tab: TextStorage | null, device: TextStorage | null): TokenStore {
  const memory = new Map<string, string>()
  const listeners = new Set<() => void>()
  const known = new Map<string, StoredToken>()
  const forget = (instanceId: string) => {
    const name = PREFIX + instanceId
    memory.delete(name)
    known.delete(instanceId)
    keep(tab, name, null)
    keep(device, name, null)
    for (const listener of listeners) listener()
  }

  return {
    get(owner) {
      const name = PREFIX + owner.id
      const inTab = tokenIn(look(tab, name) ?? memory.get(name) ?? null, owner)
      const onDevice = inTab === null ? tokenIn(look(device, name), owner) : null
      const token = inTab ?? onDevice
      const before = known.get(owner.id)
      if (before?.token === token && before.remembered === (onDevice !== null)) return before
      const now = { token, remembered: onDevice !== null }
      known.set(owner.id, now)
      return now
    },
    set(owner, token, remember) {
      if (token === null || token === '') return forget(owner.id)
      const name = PREFIX + owner.id
      const text = JSON.stringify({ version: VERSION, ...placeOf(owner), token })
      memory.delete(name)
      keep(tab, name, null)
      keep(device, name, null)
      if (!keep(remember ? device : tab, name, text)) memory.set(name, text)
      for (const listener of listeners) listener()
    },
    forget,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

/** The token in a stored text; null if the text is damaged, or the token was entered for another server. */
function tokenIn(text: string | null, owner: TokenOwner): string | null {
  if (text === null) return null
  try {
    const stored = v.parse(Stored, JSON.parse(text))
    const place = placeOf(owner)
    return stored.origin === place.origin && stored.header === place.header ? stored.token : null
  } catch {
    return null
  }
}

function placeOf({ baseUrl, tokenHeader }: TokenOwner): { readonly origin: string; readonly header: string } {
  return { origin: URL.canParse(baseUrl) ? new URL(baseUrl).origin : baseUrl, header: tokenHeader.toLowerCase() }
}

const VERSION = 1

const Stored = v.object({
  version: v.literal(VERSION),
  origin: v.string(),
  header: v.string(),
  token: v.pipe(v.string(), v.minLength(1)),
})

function look(storage: TextStorage | null, name: string): string | null {
  try {
    return storage?.getItem(name) ?? null
  } catch {
    return null
  }
}

/** Whether the storage took it. */
function keep(storage: TextStorage | null, name: string, token: string | null): boolean {
  try {
    if (token === null) storage?.removeItem(name)
    else storage?.setItem(name, token)
    return storage !== null
  } catch {
    return false
  }
}

/** The token of an instance, and whether it is remembered on this device; none for no instance. */
export function useToken(owner: TokenOwner | null): StoredToken {
  const get = () => (owner === null ? NO_TOKEN : tokens.get(owner))
  return useSyncExternalStore(subscribeToTokens, get, get)
}

/** The token of an instance now, for what runs before anything is drawn. */
export function currentToken(owner: TokenOwner): string | null {
  return tokens.get(owner).token
}

/** Keeps a token for this tab or, remembered, for this device; null (or nothing) forgets it in both. */
export function setToken(owner: TokenOwner, token: string | null, remember: boolean): void {
  tokens.set(owner, token, remember)
}

/** Removes the token of an instance from the tab's and the device's storage and from memory. */
export function forgetToken(instanceId: string): void {
  tokens.forget(instanceId)
}

const NO_TOKEN: StoredToken = { token: null, remembered: false }

const PREFIX = 'rowan.token.'

const tokens = createTokenStore(browserStorage('session'), browserStorage('local'))

/** Hears of each change of a token, in any tab. */
export function subscribeToTokens(listener: () => void): () => void {
  const stopTokens = tokens.subscribe(listener)
  const stopTabs = onOtherTab((name) => {
    if (name === null || name.startsWith(PREFIX)) listener()
  })
  return () => {
    stopTokens()
    stopTabs()
  }
}

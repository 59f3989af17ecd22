import { useSyncExternalStore } from 'react'
import { browserStorage, onOtherTab, type TextStorage } from './browserStorage.ts'

export interface StoredToken {
  readonly token: string | null
  /** Kept on this device, not only in this tab. */
  readonly remembered: boolean
}

export interface TokenStore {
  /** The same object until that token changes. */
  get(instanceId: string): StoredToken
  set(instanceId: string, token: string | null, remember: boolean): void
  subscribe(listener: () => void): () => void
}

/**
 * Tokens by instance, in the tab's storage or, remembered, in the device's; nowhere else. A storage that is null or
 * refuses is replaced by memory, so that the token lasts as long as the page.
 */
export function createTokenStore(tab: TextStorage | null, device: TextStorage | null): TokenStore {
  const memory = new Map<string, string>()
  const listeners = new Set<() => void>()
  const known = new Map<string, StoredToken>()

  return {
    get(instanceId) {
      const name = PREFIX + instanceId
      const inTab = look(tab, name) ?? memory.get(name) ?? null
      const onDevice = inTab === null ? look(device, name) : null
      const token = inTab ?? onDevice
      const before = known.get(instanceId)
      if (before?.token === token && before.remembered === (onDevice !== null)) return before
      const now = { token, remembered: onDevice !== null }
      known.set(instanceId, now)
      return now
    },
    set(instanceId, token, remember) {
      const name = PREFIX + instanceId
      memory.delete(name)
      keep(tab, name, null)
      keep(device, name, null)
      if (token !== null && token !== '' && !keep(remember ? device : tab, name, token)) memory.set(name, token)
      for (const listener of listeners) listener()
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

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

/** The token of an instance, and whether it is remembered on this device. */
export function useToken(instanceId: string): StoredToken {
  return useSyncExternalStore(
    subscribe,
    () => tokens.get(instanceId),
    () => tokens.get(instanceId),
  )
}

/** The token of an instance now, for what runs before anything is drawn. */
export function currentToken(instanceId: string): string | null {
  return tokens.get(instanceId).token
}

/** Keeps a token for this tab or, remembered, for this device; null (or nothing) forgets it in both. */
export function setToken(instanceId: string, token: string | null, remember: boolean): void {
  tokens.set(instanceId, token, remember)
}

const PREFIX = 'rowan.token.'

const tokens = createTokenStore(browserStorage('session'), browserStorage('local'))

function subscribe(listener: () => void): () => void {
  const stopTokens = tokens.subscribe(listener)
  const stopTabs = onOtherTab((name) => {
    if (name === null || name.startsWith(PREFIX)) listener()
  })
  return () => {
    stopTokens()
    stopTabs()
  }
}

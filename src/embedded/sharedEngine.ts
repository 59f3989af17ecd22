import { NetworkError } from '../instances/transport/networkError.ts'
import type { Handler } from '../protocol/handler.ts'
import type { EngineStatus } from '../protocol/engineStatus.ts'
import { isWrite } from '../protocol/isWrite.ts'
import { problemOf } from '../protocol/problem.ts'
import { requestBytes } from '../protocol/requestBytes.ts'
import { errorOf, requestOf, responseOf, type CarriedRequest, type TabMessage } from './tabMessages.ts'

export interface SharedEngineOptions {
  /** The lock of the tab that owns the store. */
  readonly lock: string
  /** Carries messages to the other tabs of the page. */
  readonly channel: TabChannel
  /** The work of a lock never ends, so a tab owns the store as long as both are there. */
  readonly locks: StoreLocks
  /**
   * Makes the engine in the tab that has become the owner; `alone` is false where other tabs may own it too. Before it makes
   * a new store in the place of one that the browser has removed, it waits for `owns`.
   */
  readonly own: (alone: boolean, onStatus: (status: EngineStatus) => void, owns: () => Promise<void>) => Handler
  /** What tells this build of the page from others. */
  readonly build: string
  /** A tab with another build shares the store. Either works through the other: what passes between them is the API. */
  readonly onOtherBuild: () => void
}

export interface StoreLocks {
  /** Those of the store that there is now; null if there are none. */
  now(): TabLocks | null
  /** Waits until the browser has removed the store; gives false if it keeps the same locks for the next one. */
  renew(): Promise<boolean>
}

export interface TabLocks {
  request(name: string, how: { readonly signal: AbortSignal }, work: () => Promise<void>): Promise<unknown>
}

/** What all tabs of the page hear but the one that speaks. */
export interface TabChannel {
  post(message: TabMessage): void
  onMessage(listener: (message: TabMessage) => void): void
}

export interface SharedEngine {
  readonly handler: Handler
  /** The same object until it changes. */
  readonly status: () => EngineStatus
  readonly subscribe: (listener: () => void) => () => void
}

/**
 * One engine for all tabs of the page: the tab that holds the lock runs it, the others carry their requests there. When
 * the owner goes, the next tab takes over; reads without an answer are repeated, writes that the old owner had taken are
 * rejected as perhaps stored. Nothing is asked or locked before the first request.
 */
export function createSharedEngine(options: SharedEngineOptions): SharedEngine {
  const { lock, channel, locks, own, build, onOtherBuild } = options
  const me = `${Date.now().toString(36)}-${Math.random().toString(36).slice(2)}`
  const pending = new Map<number, Pending>()
  const running = new Map<string, AbortController>()
  const listeners = new Set<() => void>()
  let status: EngineStatus = { phase: 'idle' }
  let owned: Handler | null = null
  let ownerId: string | null = null
  let begun = false
  let waiting = new AbortController()
  /** While a tab that owned the store waits to own the one that takes its place: what waits for that. */
  let regaining: (() => void)[] | null = null
  let heardRemoved = 0
  let removed = 0
  let lastId = 0

  function begin(): void {
    if (begun) return
    begun = true
    if (locks.now() === null) {
      become(false)
      return
    }
    channel.onMessage(heard)
    channel.post({ kind: 'hello', from: me, build })
    wait()
  }

  function wait(): void {
    const held = locks.now()?.request(lock, { signal: waiting.signal }, () => {
      if (owned === null) become(true)
      else regained()
      return new Promise<void>(() => undefined)
    })
    // The browser has removed the store: this waits for the lock of the next one.
    held?.catch(() => undefined)
  }

  /**
   * The lock of a store that has been removed says nothing about the one that takes its place, so each tab asks for that
   * one's. The owner stays it unless another tab gets that lock first.
   */
  async function waitAgain(): Promise<void> {
    waiting.abort()
    const mine = new AbortController()
    waiting = mine
    if (owned !== null) regaining = []
    const isOther = await locks.renew()
    if (mine.signal.aborted) return
    if (regaining !== null && !isOther) regained()
    else wait()
  }

  function regained(): void {
    for (const go of regaining ?? []) go()
    regaining = null
  }

  function become(alone: boolean): void {
    owned = own(
      alone,
      (now) => {
        showStatus(now)
        if (alone) channel.post({ kind: 'status', from: me, status: now })
      },
      () => new Promise((resolve) => (regaining === null ? resolve() : void regaining.push(resolve))),
    )
    if (alone) channel.post({ kind: 'owner', from: me, build })
    changeOwner(me)
  }

  function changeOwner(id: string): void {
    ownerId = id
    for (const asked of pending.values()) {
      if (asked.sentTo === id) continue
      if (asked.taken && asked.writes) {
        settle(asked).reject(new NetworkError({ code: 'ownerTabClosed' }, { mayBeStored: true }))
      } else send(asked)
    }
  }

  function send(asked: Pending): void {
    if (ownerId === null) return
    asked.sentTo = ownerId
    asked.taken = false
    const { id, url, method, headers, body } = asked
    if (owned === null) {
      channel.post({ kind: 'request', from: me, to: ownerId, id, url, method, headers, body })
      return
    }
    owned(requestOf(asked, asked.signal)).then(
      (response) => settle(asked).resolve(response),
      (error: unknown) => settle(asked).reject(error),
    )
  }

  function settle(asked: Pending): Pending {
    pending.delete(asked.id)
    asked.signal.removeEventListener('abort', asked.onAbort)
    return asked
  }

  function heard(message: TabMessage): void {
    if ('build' in message && message.build !== build) onOtherBuild()
    switch (message.kind) {
      case 'hello':
        if (owned === null) return
        channel.post({ kind: 'owner', from: me, build })
        channel.post({ kind: 'status', from: me, status })
        return
      case 'owner':
        // Its engine has no store, and what waits in it goes to the new owner.
        if (regaining !== null) owned = null
        regaining = null
        if (owned === null) changeOwner(message.from)
        return
      case 'status':
        if (owned === null) showStatus(message.status)
        return
      case 'request':
        if (message.to === me) void answer(message)
        return
      case 'abort':
        if (message.to === me) running.get(`${message.from} ${message.id}`)?.abort()
        return
      case 'taken': {
        const asked = message.to === me ? pending.get(message.id) : undefined
        if (asked !== undefined && asked.sentTo === message.from) asked.taken = true
        return
      }
      case 'answer':
      case 'failed': {
        const asked = message.to === me ? pending.get(message.id) : undefined
        if (asked === undefined || asked.sentTo !== message.from) return
        if (message.kind === 'answer') settle(asked).resolve(responseOf(message))
        else settle(asked).reject(errorOf(message))
      }
    }
  }

  /** As the owner, for another tab. */
  async function answer(message: Extract<TabMessage, { kind: 'request' }>): Promise<void> {
    const { from, id } = message
    const reply = { from: me, to: from, id }
    if (owned === null) return
    channel.post({ kind: 'taken', ...reply })
    const aborter = new AbortController()
    running.set(`${from} ${id}`, aborter)
    try {
      const response = await owned(requestOf(message, aborter.signal))
      const body = await response.arrayBuffer()
      channel.post({ kind: 'answer', ...reply, status: response.status, headers: [...response.headers], body })
    } catch (error) {
      channel.post({
        kind: 'failed',
        ...reply,
        aborted: error instanceof Error && error.name === 'AbortError',
        problem: problemOf(error),
        mayBeStored: error instanceof NetworkError && error.mayBeStored,
      })
    } finally {
      running.delete(`${from} ${id}`)
    }
  }

  function showStatus(now: EngineStatus): void {
    // What was removed before this tab came was never its own, and each owner counts from nothing.
    const isRemoved = status.phase !== 'idle' && removedOf(now) > heardRemoved
    heardRemoved = removedOf(now)
    if (isRemoved) {
      removed += 1
      void waitAgain()
    }
    // A tab that takes over opens what this one has shown already: its screen stays while that goes on.
    const known = status.phase === 'idle' ? null : status.store
    const goesOn = now.phase === 'loading' || now.phase === 'starting'
    const shown = goesOn && now.store === null && known !== null ? { ...now, store: known } : now
    status = shown.phase === 'idle' || removedOf(shown) === removed ? shown : { ...shown, removed }
    for (const listener of listeners) listener()
  }

  return {
    async handler(request) {
      begin()
      const body = await requestBytes(request)
      request.signal.throwIfAborted()
      return new Promise((resolve, reject) => {
        lastId += 1
        const asked: Pending = {
          id: lastId,
          url: request.url,
          method: request.method,
          headers: [...request.headers],
          body,
          writes: isWrite(request),
          signal: request.signal,
          sentTo: null,
          taken: false,
          resolve,
          reject,
          onAbort: () => {
            settle(asked).reject(request.signal.reason)
            if (owned === null && asked.sentTo !== null)
              channel.post({ kind: 'abort', from: me, to: asked.sentTo, id: asked.id })
          },
        }
        request.signal.addEventListener('abort', asked.onAbort, { once: true })
        pending.set(asked.id, asked)
        send(asked)
      })
    },
    status: () => status,
    subscribe(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}

function removedOf(status: EngineStatus): number {
  return status.phase === 'idle' ? 0 : (status.removed ?? 0)
}

/** What this tab asked and has no answer to. */
interface Pending extends CarriedRequest {
  readonly id: number
  readonly writes: boolean
  readonly signal: AbortSignal
  sentTo: string | null
  /** The owner has it, so it may be carried out even if no answer comes. */
  taken: boolean
  resolve(response: Response): void
  reject(error: unknown): void
  readonly onAbort: () => void
}

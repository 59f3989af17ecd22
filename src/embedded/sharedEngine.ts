import { NetworkError } from '../instances/transport/networkError.ts'
import type { Handler } from '../protocol/handler.ts'
import type { EngineStatus } from '../protocol/engineStatus.ts'
import { isWrite } from '../protocol/isWrite.ts'
import { problemOf, type Problem } from '../protocol/problem.ts'
import { requestBytes } from '../protocol/requestBytes.ts'

export interface SharedEngineOptions {
  /** Carries messages to the other tabs of the page. */
  readonly channel: TabChannel
  /** The work of a lock never ends, so a tab owns the store as long as it lives. Null if there are no locks. */
  readonly locks: { request(name: string, work: () => Promise<void>): Promise<unknown> } | null
  /** Makes the engine in the tab that has become the owner; `alone` is false where other tabs may own it too. */
  readonly own: (alone: boolean, onStatus: (status: EngineStatus) => void) => Handler
  /** What tells this build of the page from others. */
  readonly build: string
  /** A tab with another build shares the store. Either works through the other: what passes between them is the API. */
  readonly onOtherBuild: () => void
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
export function createSharedEngine({ channel, locks, own, build, onOtherBuild }: SharedEngineOptions): SharedEngine {
  const me = `${Date.now().toString(36)}-${Math.random().toString(36).slice(2)}`
  const pending = new Map<number, Pending>()
  const running = new Map<string, AbortController>()
  const listeners = new Set<() => void>()
  let status: EngineStatus = { phase: 'idle' }
  let owned: Handler | null = null
  let ownerId: string | null = null
  let begun = false
  let lastId = 0

  function begin(): void {
    if (begun) return
    begun = true
    if (locks === null) {
      become(false)
      return
    }
    channel.onMessage(heard)
    channel.post({ kind: 'hello', from: me, build })
    void locks.request(LOCK, () => {
      become(true)
      return new Promise<void>(() => undefined)
    })
  }

  function become(alone: boolean): void {
    owned = own(alone, (now) => {
      showStatus(now)
      if (locks !== null) channel.post({ kind: 'status', from: me, status: now })
    })
    if (locks !== null) channel.post({ kind: 'owner', from: me, build })
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
    // A tab that takes over opens what this one has shown already: its screen stays while that goes on.
    const known = status.phase === 'idle' ? null : status.store
    const goesOn = now.phase === 'loading' || now.phase === 'starting'
    status = goesOn && now.store === null && known !== null ? { ...now, store: known } : now
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

const LOCK = 'rowan-postgres-18'

interface CarriedRequest {
  readonly url: string
  readonly method: string
  readonly headers: readonly (readonly [string, string])[]
  readonly body: ArrayBuffer | null
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

interface Addressed {
  readonly from: string
  readonly to: string
  readonly id: number
}

export type TabMessage =
  | { readonly kind: 'hello' | 'owner'; readonly from: string; readonly build: string }
  | { readonly kind: 'status'; readonly from: string; readonly status: EngineStatus }
  | ({ readonly kind: 'request' } & Addressed & CarriedRequest)
  | ({ readonly kind: 'taken' | 'abort' } & Addressed)
  | ({
      readonly kind: 'answer'
      readonly status: number
      readonly headers: readonly (readonly [string, string])[]
      readonly body: ArrayBuffer
    } & Addressed)
  | ({
      readonly kind: 'failed'
      readonly aborted: boolean
      readonly problem: Problem
      readonly mayBeStored: boolean
    } & Addressed)

function requestOf({ url, method, headers, body }: CarriedRequest, signal: AbortSignal): Request {
  return new Request(url, {
    method,
    headers: headers.map(([name, value]): [string, string] => [name, value]),
    body,
    signal,
  })
}

function responseOf(answer: Extract<TabMessage, { kind: 'answer' }>): Response {
  const headers = answer.headers.map(([name, value]): [string, string] => [name, value])
  const isEmpty = [204, 205, 304].includes(answer.status)
  return new Response(isEmpty ? null : answer.body, { status: answer.status, headers })
}

function errorOf({ aborted, problem, mayBeStored }: Extract<TabMessage, { kind: 'failed' }>): Error {
  return aborted ? new DOMException(problem.code, 'AbortError') : new NetworkError(problem, { mayBeStored })
}

import { describe, expect, it } from 'vitest'
import type { Handler } from '../protocol/handler.ts'
import type { EngineStatus } from '../protocol/engineStatus.ts'
import { createSharedEngine } from './sharedEngine.ts'
import type { TabMessage } from './tabMessages.ts'

describe('sharedEngine', () => {
  it('asks for nothing before the first request, then owns the store and answers itself', async () => {
    const page = browser()
    const tab = page.tab(answering('mine'))
    expect(page.asked()).toEqual([])
    expect(await (await tab.handler(read())).text()).toBe('mine')
  })

  it('carries requests to the tab that owns the store, and shows its status', async () => {
    const page = browser()
    const first = page.tab(answering('first'))
    await first.handler(read())
    const second = page.tab(answering('second'))
    expect(await (await second.handler(write('{"a":1}'))).text()).toBe('first {"a":1}')
    expect(second.status()).toEqual({ phase: 'open', store: 'opfs' })
  })

  it('carries requests without a `body` property, as in Firefox', async () => {
    const body = Object.getOwnPropertyDescriptor(Request.prototype, 'body') ?? {}
    Reflect.deleteProperty(Request.prototype, 'body')
    try {
      const page = browser()
      const first = page.tab(answering('first'))
      expect(await (await first.handler(read())).text()).toBe('first')
      expect(await (await page.tab(answering('second')).handler(write('{"a":1}'))).text()).toBe('first {"a":1}')
    } finally {
      Object.defineProperty(Request.prototype, 'body', body)
    }
  })

  it('repeats a read at the next owner when the first one goes', async () => {
    const page = browser()
    const first = page.tab(hanging())
    const second = page.tab(answering('second'))
    void first.handler(read()).catch(() => undefined)
    await page.settled()
    const answer = second.handler(read())
    await page.settled()
    page.close(first)
    expect(await (await answer).text()).toBe('second')
  })

  it('opens in a tab that takes over as what has been open there all along', async () => {
    const page = browser()
    const first = page.tab(answering('first'))
    const second = page.tab(answering('second'))
    await first.handler(read())
    await second.handler(read())
    const seen: EngineStatus[] = []
    second.subscribe(() => seen.push(second.status()))
    page.close(first)
    await page.settled()
    expect(seen).toEqual([
      { phase: 'starting', store: 'opfs' },
      { phase: 'open', store: 'opfs' },
    ])
  })

  it('says of a write that the owner had taken that it may have been stored', async () => {
    const page = browser()
    const first = page.tab(hanging())
    const second = page.tab(answering('second'))
    void first.handler(read()).catch(() => undefined)
    await page.settled()
    const answer = second.handler(write('{}'))
    const refused = expect(answer).rejects.toMatchObject({ problem: { code: 'ownerTabClosed' }, mayBeStored: true })
    await page.settled()
    page.close(first)
    await refused
    expect(await (await second.handler(write('{}'))).text()).toBe('second {}')
  })

  it('carries an abort to the owner', async () => {
    const page = browser()
    let aborted = false
    const first = page.tab(
      (request) =>
        new Promise((_, reject) =>
          request.signal.addEventListener('abort', () => {
            aborted = true
            reject(request.signal.reason)
          }),
        ),
    )
    void first.handler(read()).catch(() => undefined)
    await page.settled()
    const second = page.tab(answering('second'))
    const aborter = new AbortController()
    const answer = second.handler(new Request(URL, { signal: aborter.signal }))
    await page.settled()
    aborter.abort()
    await expect(answer).rejects.toThrow('abort')
    await page.settled()
    expect(aborted).toBe(true)
  })

  it('tells tabs of two builds of each other, and both work through the one that owns the store', async () => {
    const heard: string[] = []
    const hears = (name: string) => () => void heard.push(name)
    const page = browser()
    const old = page.tab(answering('old'), 'a', hears('old'))
    await old.handler(read())
    expect(heard).toEqual([])
    const young = page.tab(answering('young'), 'b', hears('young'))
    expect(await (await young.handler(write('{}'))).text()).toBe('old {}')
    await page.settled()
    expect(new Set(heard)).toEqual(new Set(['old', 'young']))
    page.close(old)
    await page.settled()
    expect(await (await young.handler(write('{}'))).text()).toBe('young {}')
  })

  it('counts that the browser removed what was stored, asks for the next lock, and spares tabs that come later', async () => {
    const page = browser()
    const first = page.tab(answering('first'))
    const second = page.tab(answering('second'))
    await first.handler(read())
    await second.handler(read())
    await page.settled()
    page.remove()()
    await page.settled()
    for (const tab of [first, second]) expect(tab.status()).toEqual({ phase: 'open', store: 'opfs', removed: 1 })
    expect(page.asked()).toEqual([first, second])
    const third = page.tab(answering('third'))
    await third.handler(read())
    await page.settled()
    expect(third.status()).toEqual({ phase: 'open', store: 'opfs', removed: 0 })
    page.close(first)
    await page.settled()
    // The second owns the store now, and starts to count again.
    page.remove()()
    await page.settled()
    expect(second.status()).toEqual({ phase: 'open', store: 'opfs', removed: 2 })
    expect(third.status()).toEqual({ phase: 'open', store: 'opfs', removed: 1 })
  })

  it('works through the tab that gets the lock of the next store before the one that owned the last', async () => {
    const page = browser()
    const first = page.tab(answering('first'))
    const second = page.tab(answering('second'))
    await first.handler(read())
    await second.handler(read())
    const others = page.remove()
    const third = page.tab(answering('third'))
    const answers = [third, first, second].map(async (tab) => (await tab.handler(write('{}'))).text())
    await page.settled()
    others()
    await page.settled()
    expect(await Promise.all(answers)).toEqual(['third {}', 'third {}', 'third {}'])
    page.close(third)
    expect(await (await second.handler(write('{}'))).text()).toBe('first {}')
  })

  it('stays the owner where the browser keeps the locks of what it removes', async () => {
    const page = browser()
    const first = page.tab(answering('first'))
    const second = page.tab(answering('second'))
    await first.handler(read())
    await second.handler(read())
    page.remove(false)()
    await page.settled()
    expect(await (await second.handler(write('{}'))).text()).toBe('first {}')
    page.close(first)
    expect(await (await second.handler(write('{}'))).text()).toBe('second {}')
  })

  it('works alone if there are no locks', async () => {
    const said: boolean[] = []
    const engine = createSharedEngine({
      lock: 'store',
      channel: { post: () => undefined, onMessage: () => undefined },
      locks: { now: () => null, renew: async () => false },
      own: (alone) => {
        said.push(alone)
        return answering('alone')
      },
      build: 'a',
      onOtherBuild: () => undefined,
    })
    expect(await (await engine.handler(read())).text()).toBe('alone')
    expect(said).toEqual([false])
  })
})

const URL = 'http://this-browser.invalid/en/api/3/action/datastore_search?resource_id=x'

function read(): Request {
  return new Request(URL)
}

function write(body: string): Request {
  return new Request('http://this-browser.invalid/en/api/3/action/datastore_upsert', { method: 'POST', body })
}

function answering(name: string): Handler {
  return async (request) => new Response(request.method === 'GET' ? name : `${name} ${await request.text()}`)
}

function hanging(): Handler {
  return () => new Promise(() => undefined)
}

/** Tabs of one page: a lock for each store and a channel as a browser has them; a closed tab hears and says nothing. */
function browser() {
  interface Line {
    open: boolean
    readonly listeners: ((message: TabMessage) => void)[]
    tell: (status: EngineStatus) => void
  }
  interface Claim {
    readonly line: Line
    readonly store: number
    readonly work: () => unknown
    granted: boolean
  }
  const lines: Line[] = []
  const claims: Claim[] = []
  const byTab = new Map<object, Line>()
  let store = 0
  let removal: Promise<boolean> = Promise.resolve(false)
  const ofOpen = () => claims.filter(({ line }) => line.open)
  const grant = () => {
    for (const claim of ofOpen()) {
      if (ofOpen().some((other) => other.store === claim.store && other.granted)) continue
      claim.granted = true
      claim.work()
    }
  }
  return {
    tab(handler: Handler, build = 'a', onOtherBuild: () => void = () => undefined) {
      const line: Line = { open: true, listeners: [], tell: () => undefined }
      lines.push(line)
      let mine = store
      const tab = createSharedEngine({
        lock: 'store',
        channel: {
          post(message) {
            if (!line.open) return
            const data = structuredClone(message)
            for (const other of lines) {
              if (other === line) continue
              queueMicrotask(() => {
                for (const listener of other.open ? other.listeners : []) listener(data)
              })
            }
          },
          onMessage: (listener) => void line.listeners.push(listener),
        },
        locks: {
          now: () => ({
            request: (_name, { signal }, work) =>
              new Promise(() => {
                const claim = { line, store: mine, work, granted: false }
                claims.push(claim)
                signal.addEventListener('abort', () => {
                  if (!claim.granted) claims.splice(claims.indexOf(claim), 1)
                })
                queueMicrotask(grant)
              }),
          }),
          async renew() {
            const isOther = await removal
            mine = store
            return isOther
          },
        },
        own: (_, onStatus, owns) => {
          line.tell = onStatus
          onStatus({ phase: 'starting', store: null })
          queueMicrotask(() => onStatus({ phase: 'open', store: 'opfs' }))
          return async (request) => {
            await owns()
            return handler(request)
          }
        },
        build,
        onOtherBuild,
      })
      byTab.set(tab, line)
      return tab
    },
    /**
     * As the browser removes all data of the page; unless it keeps them, locks that are held don't hold for the next store.
     * Gives what shows that to tabs that are open.
     */
    remove(hasOthers = true) {
      const owner = ofOpen().find((claim) => claim.granted && claim.store === store)?.line
      let done: (isOther: boolean) => void = () => undefined
      removal = new Promise((resolve) => (done = resolve))
      if (hasOthers) store += 1
      owner?.tell({ phase: 'starting', store: 'opfs', removed: 1 })
      owner?.tell({ phase: 'open', store: 'opfs', removed: 1 })
      return () => done(hasOthers)
    },
    close(tab: object) {
      const line = byTab.get(tab)
      if (line) line.open = false
      grant()
    },
    /** The tabs that hold the lock of the store that there is, or wait for it. */
    asked: () =>
      [...byTab].flatMap(([tab, line]) => (ofOpen().some((c) => c.line === line && c.store === store) ? [tab] : [])),
    settled: () => new Promise<void>((resolve) => setImmediate(resolve)),
  }
}

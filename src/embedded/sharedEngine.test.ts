import { describe, expect, it } from 'vitest'
import type { Handler } from '../protocol/handler.ts'
import type { EngineStatus } from '../protocol/engineStatus.ts'
import { createSharedEngine, type TabMessage } from './sharedEngine.ts'

describe('sharedEngine', () => {
  it('asks for nothing before the first request, then owns the store and answers itself', async () => {
    const page = browser()
    const tab = page.tab(answering('mine'))
    expect(page.waiting()).toBe(0)
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

  it('works alone if there are no locks', async () => {
    const said: boolean[] = []
    const engine = createSharedEngine({
      channel: { post: () => undefined, onMessage: () => undefined },
      locks: null,
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

/** Tabs of one page: a lock and a channel as a browser has them; a closed tab hears and says nothing. */
function browser() {
  interface Line {
    open: boolean
    readonly listeners: ((message: TabMessage) => void)[]
    granted: boolean
    claim: (() => void) | null
  }
  const lines: Line[] = []
  const byTab = new Map<object, Line>()
  const grant = () => {
    if (lines.some((line) => line.open && line.granted)) return
    const next = lines.find((line) => line.open && line.claim)
    if (!next) return
    next.granted = true
    next.claim?.()
  }
  return {
    tab(handler: Handler, build = 'a', onOtherBuild: () => void = () => undefined) {
      const line: Line = { open: true, listeners: [], granted: false, claim: null }
      lines.push(line)
      const tab = createSharedEngine({
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
          request: (_, work) =>
            new Promise(() => {
              line.claim = () => void work()
              queueMicrotask(grant)
            }),
        },
        own: (_, onStatus) => {
          onStatus({ phase: 'starting', store: null })
          queueMicrotask(() => onStatus({ phase: 'open', store: 'opfs' }))
          return handler
        },
        build,
        onOtherBuild,
      })
      byTab.set(tab, line)
      return tab
    },
    close(tab: object) {
      const line = byTab.get(tab)
      if (line) line.open = false
      grant()
    },
    waiting: () => lines.filter((line) => line.claim).length,
    settled: () => new Promise<void>((resolve) => setImmediate(resolve)),
  }
}

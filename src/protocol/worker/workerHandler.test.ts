import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { Worker } from 'node:worker_threads'
import { transformWithOxc } from 'vite'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { ProblemError, problemOf, problemText } from '../problem.ts'
import { headersOf } from '../wholeBody.ts'
import { workerHandler, type WorkerHandler } from './workerHandler.ts'
import type { WorkerHandlerOptions } from './workerHandlerOptions.ts'
import type { WorkerPort } from './workerMessages.ts'

/** The handler that runs in the worker of these tests, behind `serveWorker` itself. */
const ENTRY = `
import { parentPort, workerData } from 'node:worker_threads'
import { wholeResponse } from '../wholeBody.ts'
let served = 0
const textOf = async (request) => new TextDecoder().decode(await request.arrayBuffer())
serveWorker(
  { post: (message, transfer) => parentPort.postMessage(message, transfer), onMessage: (listener) => parentPort.on('message', listener) },
  async () => {
    if (workerData.unready) throw new Error('The store is damaged')
    const handler = async (request) => {
      const { pathname } = new URL(request.url)
      served += 1
      if (pathname === '/hang') for (;;);
      if (pathname === '/spin') while (Atomics.load(new Int32Array(workerData.stops), 0) === 0);
      if (pathname === '/part-then-spin') return new Response(new ReadableStream({
        pull(controller) {
          if (this.begun) while (Atomics.load(new Int32Array(workerData.stops), 0) === 0);
          this.begun = true
          controller.enqueue(new Uint8Array(4 * 1024 * 1024))
        },
      }, { highWaterMark: 0 }))
      if (pathname === '/crash') process.exit(3)
      if (pathname === '/throw') throw new Error('It broke')
      if (pathname === '/slow') await new Promise((resolve) => setTimeout(resolve, 100))
      if (pathname === '/whole')
        return wholeResponse(await textOf(request), { status: 201, headers: { 'x-method': request.method, 'x-token': request.headers.get('authorization') ?? '' } })
      if (pathname === '/echo')
        return new Response(await textOf(request), { status: 201, headers: { 'x-method': request.method, 'x-token': request.headers.get('authorization') ?? '' } })
      if (pathname === '/large') return new Response(new ReadableStream({
        pull(controller) {
          this.sent = (this.sent ?? 0) + 1
          if (this.sent > 12) controller.close()
          else controller.enqueue(new Uint8Array(1024 * 1024).fill(this.sent))
        },
      }))
      return new Response(String(served))
    }
    return Object.assign(handler, { close: async () => { Atomics.add(new Int32Array(workerData.closes), 0, 1) } })
  },
)`

let script = ''
beforeAll(async () => {
  const code = `${await javaScriptOf('./serveWorker.ts')}${ENTRY}`
  script = dataUrl(code.replace('../wholeBody.ts', dataUrl(await javaScriptOf('../wholeBody.ts'))))
})

/** What a module is without its types; those that it imports are written into it. */
async function javaScriptOf(name: string): Promise<string> {
  const file = fileURLToPath(new URL(name, import.meta.url))
  let { code } = await transformWithOxc(await readFile(file, 'utf8'), file)
  for (const imported of new Set(Array.from(code.matchAll(/ from "(.+?)"/g), ([, found]) => found)))
    if (imported !== undefined) code = code.replaceAll(imported, dataUrl(await javaScriptOf(imported)))
  return code
}

function dataUrl(code: string): string {
  return `data:text/javascript,${encodeURIComponent(code)}`
}

const open: WorkerHandler[] = []
afterEach(async () => {
  await Promise.all(open.splice(0).map((handler) => handler.close(100)))
})

/** 1 interrupts what runs in `/spin`. */
const stops = new Int32Array(new SharedArrayBuffer(4))

interface Started {
  readonly handler: WorkerHandler
  readonly spawned: { count: number; running: number; unready: boolean }
  readonly closes: Int32Array
  /** The paths of the requests that were posted to workers, and the numbers of those that were to be interrupted. */
  readonly posted: string[]
  readonly interrupted: number[]
}

function start(options: Partial<WorkerHandlerOptions> = {}): Started {
  const closes = new Int32Array(new SharedArrayBuffer(4))
  const spawned = { count: 0, running: 0, unready: false }
  const [posted, interrupted]: [string[], number[]] = [[], []]
  const spawn = (): WorkerPort => {
    spawned.count += 1
    expect(spawned.running, 'workers on the store at once').toBe(0)
    spawned.running += 1
    const worker = new Worker(new URL(script), {
      workerData: { closes: closes.buffer, stops: stops.buffer, unready: spawned.unready },
    })
    worker.on('exit', () => (spawned.running -= 1))
    return {
      post(message, transfer) {
        if (message.kind === 'request') posted.push(new URL(message.url).pathname)
        worker.postMessage(message, [...transfer])
      },
      onMessage: (listener) => worker.on('message', listener),
      onEnd: (listener) => {
        worker.on('error', (error) => listener(problemOf(error)))
        worker.on('exit', (code) => listener({ code: 'foreign', text: `exit ${code}` }))
      },
      interrupt: (id) => {
        interrupted.push(id)
        stops[0] = 1
        return true
      },
      terminate: async () => void (await worker.terminate()),
    }
  }
  const handler = workerHandler(spawn, {
    timeoutMs: 5000,
    onTimeout: () => new Response('too long', { status: 409 }),
    onCrash: (_request, problem) => new Response(problemText(problem), { status: 500 }),
    ...options,
  })
  open.push(handler)
  return { handler, spawned, closes, posted, interrupted }
}

const get = (path: string, signal?: AbortSignal): Request =>
  new Request(`http://service${path}`, signal ? { signal } : {})

describe('workerHandler', () => {
  it.each(['/echo', '/whole'])('carries method, headers, body and status to the worker and back: %s', async (path) => {
    const { handler } = start()
    const response = await handler(
      new Request(`http://service${path}`, { method: 'POST', body: 'Grüße', headers: { authorization: 't' } }),
    )
    expect(response.status).toBe(201)
    expect(Object.fromEntries(response.headers)).toMatchObject({ 'x-method': 'POST', 'x-token': 't' })
    expect(await response.text()).toBe('Grüße')
  })

  it.each([1, 2000])(
    'gives a text back as it was, short or long, with headers known from before: %i times',
    async (times) => {
      const { handler } = start()
      const text = 'Grüße 🦜'.repeat(times)
      const ask = () => handler(new Request('http://service/whole', { method: 'POST', body: text }))
      const [one, other] = [await ask(), await ask()]
      expect(headersOf(one)).toBe(headersOf(other))
      expect([await one.text(), await other.text()]).toEqual([text, text])
    },
  )

  it('ends a worker whose time is up, and answers the requests that waited', async () => {
    const { handler, spawned } = start({ timeoutMs: 150 })
    await handler.ready()
    const [hung, ...waited] = await Promise.all([handler(get('/hang')), handler(get('/')), handler(get('/'))])
    expect(hung.status).toBe(409)
    expect(await hung.text()).toBe('too long')
    expect(await Promise.all(waited.map((response) => response.text()))).toEqual(['1', '2'])
    expect(spawned.count).toBe(2)
  })

  it('answers a crash with 500 and carries the others to a new worker', async () => {
    const { handler, spawned } = start()
    const [crashed, waited] = await Promise.all([handler(get('/crash')), handler(get('/'))])
    expect(crashed.status).toBe(500)
    expect(await waited.text()).toBe('1')
    expect(spawned.count).toBe(2)
  })

  it('keeps the worker when a request merely fails', async () => {
    const { handler, spawned } = start()
    const failed = await handler(get('/throw'))
    expect(failed.status).toBe(500)
    expect(await failed.text()).toBe('It broke')
    expect(await (await handler(get('/'))).text()).toBe('2')
    expect(spawned.count).toBe(1)
  })

  it('rejects as a network failure if nobody says how to answer a crash', async () => {
    const { handler } = start({ onCrash: undefined })
    await expect(handler(get('/crash'))).rejects.toThrow(ProblemError)
  })

  it('drops a request that is cancelled while it waits, and lets the running one end', async () => {
    const { handler } = start()
    const aborter = new AbortController()
    const slow = handler(get('/slow'))
    const cancelled = handler(get('/', aborter.signal))
    const after = handler(get('/'))
    aborter.abort()
    await expect(cancelled).rejects.toMatchObject({ name: 'AbortError' })
    expect(await (await slow).text()).toBe('1')
    expect(await (await after).text()).toBe('2')
  })

  it('lets go at once of a running request that is cancelled', async () => {
    const { handler } = start()
    await handler.ready()
    const aborter = new AbortController()
    const slow = handler(get('/slow', aborter.signal))
    const after = handler(get('/'))
    setImmediate(() => aborter.abort())
    await expect(slow).rejects.toMatchObject({ name: 'AbortError' })
    expect(await (await after).text()).toBe('2')
  })

  it('interrupts a running request that nobody waits for any more, and keeps its worker', async () => {
    const { handler, spawned } = start({ endAbandonedAfterMs: 10, interruptedWithinMs: 30_000 })
    await handler.ready()
    stops[0] = 0
    const aborter = new AbortController()
    const spun = handler(get('/spin', aborter.signal))
    const waited = handler(get('/'))
    setTimeout(() => aborter.abort(), 50)
    await expect(spun).rejects.toMatchObject({ name: 'AbortError' })
    await handler.free()
    expect(await (await waited).text()).toBe('2')
    expect(spawned.count).toBe(1)
  })

  it('interrupts what runs for a body that nobody reads on', async () => {
    const { handler, spawned } = start({ interruptedWithinMs: 30_000 })
    await handler.ready()
    stops[0] = 0
    const reader = (await handler(get('/part-then-spin'))).body?.getReader()
    await reader?.read()
    const next = reader?.read()
    const waited = handler(get('/'))
    // The part is asked for in a turn of the event loop before this one.
    setTimeout(() => void reader?.cancel(), 50)
    expect(await next).toMatchObject({ done: true })
    expect(await (await waited).text()).toBe('2')
    expect(spawned.count).toBe(1)
  })

  it('ends the worker of a request that does not hear the interruption', async () => {
    const { handler, spawned } = start({ endAbandonedAfterMs: 10 })
    await handler.ready()
    const aborter = new AbortController()
    const hung = handler(get('/hang', aborter.signal))
    const waited = handler(get('/'))
    setTimeout(() => aborter.abort(), 50)
    await expect(hung).rejects.toMatchObject({ name: 'AbortError' })
    expect(await (await waited).text()).toBe('1')
    expect(spawned.count).toBe(2)
  })

  it('keeps nobody waiting for a worker that could not be opened again', async () => {
    const { handler, spawned } = start()
    await handler.ready()
    spawned.unready = true
    const failed = await Promise.all([handler(get('/crash')), handler(get('/'))])
    expect(failed.map(({ status }) => status)).toEqual([500, 500])
    expect(handler.isOpen()).toBe(false)
    await handler.free()
    spawned.unready = false
    expect((await handler(get('/'))).status).toBe(200)
    expect(handler.isOpen()).toBe(true)
  })

  it('carries a large body in parts, between which others are answered', async () => {
    const { handler } = start()
    const large = await handler(get('/large'))
    const other = await handler(get('/'))
    expect(await other.text()).toBe('2')
    const bytes = new Uint8Array(await large.arrayBuffer())
    expect(bytes.length).toBe(12 * 1024 * 1024)
    expect([bytes[0], bytes.at(-1)]).toEqual([1, 12])
  })

  it('breaks a body off when the worker behind it ends', async () => {
    const { handler } = start({ timeoutMs: 150 })
    await handler.ready()
    const large = await handler(get('/large'))
    await handler(get('/hang'))
    await expect(large.arrayBuffer()).rejects.toThrow(ProblemError)
    expect((await handler(get('/'))).status).toBe(200)
  })

  it('renews a worker that does nothing, and keeps what waits for the next one', async () => {
    const { handler, spawned, closes } = start()
    await handler.ready()
    stops[0] = 0
    const long = await handler(get('/part-then-spin'))
    expect(handler.renew(), 'a body is under way').toBe(false)
    stops[0] = 1
    await long.body?.cancel()
    await handler.free()
    expect(handler.renew()).toBe(true)
    expect(handler.renew(), 'it is being renewed').toBe(false)
    const waited = await Promise.all([handler(get('/')), handler(get('/'))])
    expect(waited.map(({ status }) => status)).toEqual([200, 200])
    expect(spawned.count).toBe(2)
    expect(closes[0]).toBe(1)
  })

  it('says why the worker does not open, and tries again at the next request', async () => {
    const { handler, spawned } = start()
    spawned.unready = true
    await expect(handler.ready()).rejects.toThrow('The store is damaged')
    expect(await (await handler(get('/'))).text()).toBe('The store is damaged')
    spawned.unready = false
    expect((await handler(get('/'))).status).toBe(200)
  })

  it('closes what the worker opened, after the running request', async () => {
    const { handler, closes, spawned } = start()
    await handler.ready()
    const slow = handler(get('/slow'))
    const waiting = handler(get('/'))
    // A request enters the queue when its body was read: one turn of the event loop later.
    await new Promise((resolve) => setImmediate(resolve))
    await handler.close()
    expect(await (await slow).text()).toBe('1')
    expect((await waiting).status).toBe(500)
    expect(closes[0]).toBe(1)
    expect(spawned.running).toBe(0)
    await expect(handler(get('/'))).rejects.toThrow('workerClosed')
  })
})

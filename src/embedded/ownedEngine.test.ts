import 'fake-indexeddb/auto'
import { expect, test } from 'vitest'
import type { EngineBegin } from '../protocol/engineMessages.ts'
import type { HostMessage } from '../protocol/worker/workerMessages.ts'
import { createOwnedEngine } from './ownedEngine.ts'

/** Opens at once in memory and 20 ms later in a store, reports that only after it is ready, and takes 10 ms to close. */
class OpeningWorker extends EventTarget {
  readonly #begun: (begin: EngineBegin) => void
  #holds = ''

  constructor(begun: (begin: EngineBegin) => void) {
    super()
    this.#begun = begun
  }

  postMessage(message: EngineBegin | HostMessage): void {
    if (message.kind === 'begin') {
      this.#begun(message)
      void Promise.resolve(message.seed?.text() ?? 'the sample').then((holds) => (this.#holds = holds))
      setTimeout(
        () => {
          this.#say({ kind: 'ready' })
          setTimeout(() => this.#say({ kind: 'opened', store: 'opfs', interruptible: true }))
        },
        message.memory ? 0 : 20,
      )
    } else if (message.kind === 'request') {
      const tables = this.#holds === 'an empty database' ? [] : [{ id: 't', name: this.#holds, records: 1, bytes: 1 }]
      const text = message.url.endsWith('/stored') ? JSON.stringify(tables) : this.#holds
      this.#say({ kind: 'head', id: message.id, status: 200, headers: [], part: { text, last: true } })
    } else if (message.kind === 'close') setTimeout(() => this.#say({ kind: 'closed' }), 10)
  }

  terminate(): void {}

  #say(data: object): void {
    this.dispatchEvent(new MessageEvent('message', { data }))
  }
}

function owned(begun: EngineBegin[]) {
  const engine = createOwnedEngine({
    name: 'rowan-postgres-18',
    startWorker: () => new OpeningWorker((begin) => begun.push(begin)),
    base: 'http://page/engine/',
    memory: false,
    onStatus: () => undefined,
    owns: async () => undefined,
  })
  const ask = (path: string, body: string | null) => engine(new Request(`http://page${path}`, { method: 'POST', body }))
  return { engine, ask }
}

test('a backup without tables replaces nothing, and what a restore replaces is kept until it is let go', async () => {
  const begun: EngineBegin[] = []
  const { ask } = owned(begun)
  await expect(ask('/restore', 'an empty database')).rejects.toMatchObject({ problem: { code: 'backupWithoutTables' } })
  await expect(ask('/examine', 'an empty database')).rejects.toMatchObject({ problem: { code: 'backupWithoutTables' } })
  expect(begun.every(({ memory }) => memory)).toBe(true)
  expect(await (await ask('/examine', 'a backup')).json()).toMatchObject([{ name: 'a backup' }])

  await ask('/restore', 'a backup')
  const [kept] = await (await ask('/kept', null)).json()
  expect(kept.tables).toMatchObject([{ name: 'the sample' }])
  await ask(`/bring-back?id=${kept.id}`, null)
  expect(await begun.at(-1)?.seed?.text()).toBe('the sample')
  const [other] = await (await ask('/kept', null)).json()
  expect(other.tables).toMatchObject([{ name: 'a backup' }])
  await ask(`/let-go?id=${other.id}`, null)
  expect(await (await ask('/kept', null)).json()).toEqual([])
})

test('a restore right behind a reset begins with the backup, whatever the worker before reports late', async () => {
  const begun: EngineBegin[] = []
  const { ask } = owned(begun)
  const answers = await Promise.all([ask('/reset', null), ask('/restore', 'a backup')])
  expect(answers.map(({ status }) => status)).toEqual([204, 204])
  // The second was only tried, in memory.
  expect(begun.filter(({ memory }) => !memory).map(({ fresh, seed }) => [fresh, seed?.size ?? null])).toEqual([
    [true, null],
    [true, 'a backup'.length],
  ])
})

import { expect, test } from 'vitest'
import type { EngineBegin } from '../protocol/engineMessages.ts'
import type { HostMessage } from '../protocol/worker/workerMessages.ts'
import { createOwnedEngine } from './ownedEngine.ts'

/** Opens at once in memory and 20 ms later in a store, reports that only after it is ready, and takes 10 ms to close. */
class OpeningWorker extends EventTarget {
  readonly #begun: (begin: EngineBegin) => void

  constructor(begun: (begin: EngineBegin) => void) {
    super()
    this.#begun = begun
  }

  postMessage(message: EngineBegin | HostMessage): void {
    if (message.kind === 'begin') {
      this.#begun(message)
      setTimeout(
        () => {
          this.#say({ kind: 'ready' })
          setTimeout(() => this.#say({ kind: 'opened', store: 'opfs', interruptible: true }))
        },
        message.memory ? 0 : 20,
      )
    } else if (message.kind === 'close') setTimeout(() => this.#say({ kind: 'closed' }), 10)
  }

  terminate(): void {}

  #say(data: object): void {
    this.dispatchEvent(new MessageEvent('message', { data }))
  }
}

test('a restore right behind a reset begins with the backup, whatever the worker before reports late', async () => {
  const begun: EngineBegin[] = []
  const engine = createOwnedEngine({
    name: 'rowan-postgres-18',
    startWorker: () => new OpeningWorker((begin) => begun.push(begin)),
    base: 'http://page/engine/',
    memory: false,
    onStatus: () => undefined,
    owns: async () => undefined,
  })
  const ask = (path: string, body: string | null) => engine(new Request(`http://page${path}`, { method: 'POST', body }))
  const answers = await Promise.all([ask('/reset', null), ask('/restore', 'a backup')])
  expect(answers.map(({ status }) => status)).toEqual([204, 204])
  // The second was only tried, in memory.
  expect(begun.filter(({ memory }) => !memory).map(({ fresh, seed }) => [fresh, seed?.size ?? null])).toEqual([
    [true, null],
    [true, 'a backup'.length],
  ])
})

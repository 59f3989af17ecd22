import { expect, test, vi } from 'vitest'
import type { Answered, Asked, Told } from '../../sql/worker/messages.ts'
import { createSqlWorker } from './sqlWorker.ts'

vi.mock('../../embedded/scriptUrl.ts', () => ({ scriptUrl: (address: string) => address }))

const NOTHING = { items: [], more: false, range: { start: 0, end: 0 }, wanted: [], wantedValues: null }

/** A worker that answers when the test says so. */
function slowWorker() {
  const sent: (Told | Asked)[] = []
  const listeners = new Map<string, (event: { readonly data?: Answered }) => void>()
  const worker = {
    postMessage: (message: Told | Asked) => void sent.push(message),
    addEventListener: (type: string, listener: (event: { readonly data?: Answered }) => void) =>
      void listeners.set(type, listener),
    terminate: () => undefined,
  }
  const idOf = (at: number) => {
    const message = sent[at]
    return message && 'id' in message ? message.id : 0
  }
  const answer = (at: number, data: Answered['answer']) =>
    listeners.get('message')?.({ data: { id: idOf(at), answer: data } })
  return { worker, sent, answer, fail: () => listeners.get('error')?.({}) }
}

test('one question of a kind is under way, and only the last one waits', async () => {
  const { worker, sent, answer } = slowWorker()
  const calls = createSqlWorker(() => worker)
  const [first, second, third] = [1, 2, 3].map((cursor) => calls.ask('complete', { text: 'SELECT', cursor }))
  expect(await second).toBeNull()
  expect(sent).toHaveLength(1)
  answer(0, NOTHING)
  expect(await first).toBe(NOTHING)
  expect(sent[1]).toMatchObject({ asked: { cursor: 3 } })
  // An answer that nobody waits for any more.
  answer(0, NOTHING)
  answer(1, null)
  expect(await third).toBeNull()
})

test('a worker that can not be loaded, or that ended, leaves no question open', async () => {
  const { worker, fail } = slowWorker()
  const calls = createSqlWorker(() => worker)
  const first = calls.ask('complete', { text: '', cursor: 0 })
  fail()
  expect(await first).toBeNull()
  const second = calls.ask('complete', { text: '', cursor: 0 })
  calls.end()
  expect(await second).toBeNull()
})

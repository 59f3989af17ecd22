import { expect, test } from 'vitest'
import type { EngineStatus } from '../protocol/engineStatus.ts'
import { withEarlyAnswers } from './earlyAnswers.ts'

const URL = 'http://this-browser.invalid/en/api/3/action/datastore_search?resource_id=a'

/** An engine that answers, or fails, when told to, and the same with what is expected of it. */
function starting(expected: string | null = 'kept') {
  const asked: { url: string; answer: (text: string) => void; fail: (reason: Error) => void }[] = []
  const listeners = new Set<() => void>()
  let status: EngineStatus = { phase: 'idle' }
  const engine = withEarlyAnswers(
    {
      handler: ({ url }) =>
        new Promise((resolve, reject) =>
          asked.push({ url, answer: (text) => resolve(new Response(text)), fail: reject }),
        ),
      status: () => status,
      subscribe(listener) {
        listeners.add(listener)
        return () => void listeners.delete(listener)
      },
    },
    async () => expected,
  )
  const tell = (now: EngineStatus) => {
    status = now
    for (const listener of listeners) listener()
  }
  const heard: EngineStatus[] = []
  engine.subscribe(() => heard.push(engine.status()))
  const text = async (method = 'GET', url = URL) => (await engine.handler(new Request(url, { method }))).text()
  const told = () => heard.map(({ early }) => early)
  return { engine, asked, tell, told, text, early: () => engine.status().early }
}

test('answers what is expected, asks the engine the same, and says when that has answered so, too', async () => {
  const { engine, asked, tell, told, text, early } = starting()
  expect(await text()).toBe('kept')
  expect(asked.map(({ url }) => url)).toEqual([URL])
  expect(early()).toBe('shown')
  tell({ phase: 'starting', store: null })
  expect(engine.status()).toEqual({ phase: 'starting', store: null, early: 'shown' })
  tell({ phase: 'open', store: 'opfs' })
  asked[0]?.answer('kept')
  await expect.poll(early).toBeUndefined()
  expect(engine.status()).toEqual({ phase: 'open', store: 'opfs' })
  expect(told()).toEqual(['shown', 'shown', 'shown', undefined])
})

test('says when the engine has answered differently, or has failed after it opened', async () => {
  const other = starting()
  await other.text()
  other.asked[0]?.answer('new')
  await expect.poll(other.told).toEqual(['shown', 'wrong', undefined])

  const broken = starting()
  await broken.text()
  broken.tell({ phase: 'open', store: 'opfs' })
  broken.asked[0]?.fail(new Error('ended'))
  await expect.poll(broken.told).toEqual(['shown', 'shown', 'wrong', undefined])
})

test('an engine that has not opened is not asked again by what was answered early, but by who tries again', async () => {
  const { asked, tell, text, told } = starting()
  await text()
  tell({ phase: 'failed', problem: { code: 'engineNotLoaded' }, damaged: false, store: null })
  asked[0]?.fail(new Error('not opened'))
  await expect.poll(told).toEqual(['shown', undefined, 'wrong', undefined])
  // What else the page asks once it has records must not open it either.
  await expect(text('GET', `${URL}&limit=0`)).rejects.toThrow('not opened')
  await expect(text()).rejects.toThrow('not opened')
  expect(asked).toHaveLength(1)

  const again = text()
  expect(asked).toHaveLength(2)
  tell({ phase: 'open', store: 'opfs' })
  asked[1]?.answer('own')
  expect(await again).toBe('own')
})

test('says so only when all that was answered early has failed, or the rest would open the engine once more', async () => {
  const { asked, tell, text, told } = starting()
  await Promise.all([text(), text('GET', `${URL}&limit=1`)])
  tell({ phase: 'failed', problem: { code: 'engineNotLoaded' }, damaged: false, store: null })
  asked[0]?.fail(new Error('not opened'))
  await new Promise((resolve) => setTimeout(resolve))
  expect(told()).toEqual(['shown', 'shown', undefined])
  asked[1]?.fail(new Error('not opened'))
  await expect.poll(told).toEqual(['shown', 'shown', undefined, 'wrong', undefined])
  await expect(text()).rejects.toThrow('not opened')
  await expect(text('GET', `${URL}&limit=1`)).rejects.toThrow('not opened')
  expect(asked).toHaveLength(2)
})

test('what was to be asked again of an engine that failed is asked of the next one', async () => {
  const { asked, tell, text, told } = starting()
  await text()
  tell({ phase: 'failed', problem: { code: 'engineNotLoaded' }, damaged: false, store: null })
  asked[0]?.fail(new Error('not opened'))
  await expect.poll(told).toContain('wrong')
  tell({ phase: 'starting', store: null })
  void text()
  expect(asked).toHaveLength(2)
})

test.each<[string, EngineStatus]>([
  ['has opened', { phase: 'open', store: 'opfs' }],
  ['has failed', { phase: 'failed', problem: { code: 'engineNotLoaded' }, damaged: false, store: null }],
  ['opens again', { phase: 'starting', store: 'opfs' }],
])('once the engine %s, only its own answers count', async (_, status) => {
  const { asked, tell, text, early } = starting()
  tell(status)
  const answer = text()
  asked[0]?.answer('new')
  expect(await answer).toBe('new')
  expect(early()).toBeUndefined()
})

test('answers what tables there are only if it has answered with records', async () => {
  const { asked, text } = starting()
  const list = URL.replace('=a', '=_table_metadata')
  const first = text('GET', list)
  expect(await text()).toBe('kept')
  expect(await text('GET', list)).toBe('kept')
  asked[0]?.answer('own')
  expect(await first).toBe('own')
})

test('what may change something, and what nobody knows the answer of, waits for the engine', async () => {
  const write = starting()
  const unknown = starting(null)
  const answers = [write.text('POST'), unknown.text()]
  await expect.poll(() => [write.asked.length, unknown.asked.length]).toEqual([1, 1])
  for (const { asked } of [write, unknown]) asked[0]?.answer('own')
  expect(await Promise.all(answers)).toEqual(['own', 'own'])
})

import { expect, test, vi } from 'vitest'
import { ActionError } from '../protocol/envelope.ts'
import { gather } from './gather.ts'

/** Something asked, which the test answers. */
function pending<T>() {
  let resolve: (value: T) => void = () => undefined
  let reject: (error: Error) => void = () => undefined
  const promise = new Promise<T>((onAnswer, onRefusal) => {
    resolve = onAnswer
    reject = onRefusal
  })
  return { ask: vi.fn(() => promise), resolve, reject }
}

test('what is wanted in one moment is asked at once', async () => {
  const askAll = vi.fn((keys: readonly string[]) => Promise.resolve(keys.map((key) => key.toUpperCase())))
  const ask = gather(askAll)
  expect(await Promise.all([ask('a', {}), ask('b', {}), ask('c', {})])).toEqual(['A', 'B', 'C'])
  expect(await ask('d', {})).toBe('D')
  expect(askAll.mock.calls.map(([keys]) => keys)).toEqual([['a', 'b', 'c'], ['d']])
})

test('more than fit into one question are dealt out in turn, in parts as equal as can be', async () => {
  const askAll = vi.fn((keys: readonly number[]) => Promise.resolve(keys))
  const ask = gather(askAll, 3)
  const keys = [0, 1, 2, 3, 4, 5, 6]
  expect(await Promise.all(keys.map((key) => ask(key, {})))).toEqual(keys)
  expect(askAll.mock.calls.map(([part]) => part)).toEqual([
    [0, 3, 6],
    [1, 4],
    [2, 5],
  ])
})

test('what one of them no longer wants goes on for the others, and ends when nobody wants it', async () => {
  const answer = pending<readonly string[]>()
  let given: AbortSignal | undefined
  const ask = gather((_: readonly string[], { signal }) => {
    given = signal
    return answer.ask()
  })
  const [one, two, none] = [aborting(), aborting(), aborting()]
  none.abort()
  const never = ask('never', none)
  const first = ask('a', one)
  const second = ask('b', two)
  await expect(never).rejects.toMatchObject({ name: 'AbortError' })
  await vi.waitFor(() => expect(given).toBeDefined())
  one.abort()
  await expect(first).rejects.toMatchObject({ name: 'AbortError' })
  expect(given?.aborted).toBe(false)
  two.abort()
  await expect(second).rejects.toMatchObject({ name: 'AbortError' })
  expect(given?.aborted).toBe(true)
})

test('what a server refuses for all is asked for each, unless it takes too long', async () => {
  const refusal = (message: string) => new ActionError({ kind: 'sql', status: 409, message })
  const ask = gather((keys: readonly string[]) =>
    keys.includes('odd') ? Promise.reject(refusal('no such operator')) : Promise.resolve(keys),
  )
  const [even, odd] = await Promise.allSettled([ask('even', {}), ask('odd', {})])
  expect([even, odd.status]).toEqual([{ status: 'fulfilled', value: 'even' }, 'rejected'])
  const slow = vi.fn(() => Promise.reject<readonly string[]>(refusal('Query took too long')))
  const askSlow = gather<string, string>(slow)
  const both = await Promise.allSettled([askSlow('a', {}), askSlow('b', {})])
  expect(both.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  expect(slow).toHaveBeenCalledOnce()
})

function aborting() {
  const controller = new AbortController()
  return { signal: controller.signal, abort: () => controller.abort() }
}

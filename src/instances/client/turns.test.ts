import { expect, test, vi } from 'vitest'
import { inTurn } from './turns.ts'

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

test('two are under way at a server, whoever asks; the others wait, and another server does not', async () => {
  const [a, b, c, d] = [pending<string>(), pending<string>(), pending<string>(), pending<string>()]
  const first = inTurn('one', a.ask, {})
  const second = inTurn('one', b.ask, {})
  const third = inTurn('one', c.ask, {})
  void inTurn('other', d.ask, {})
  await Promise.resolve()
  expect([a, b, c, d].map(({ ask }) => ask.mock.calls.length)).toEqual([1, 1, 0, 1])
  b.reject(new Error('refused'))
  await expect(second).rejects.toThrow('refused')
  expect(c.ask).toHaveBeenCalledOnce()
  a.resolve('a')
  c.resolve('c')
  expect([await first, await third]).toEqual(['a', 'c'])
})

test('what is given up before its turn is never asked, and the next one takes it', async () => {
  const [a, b, c, d] = [pending<string>(), pending<string>(), pending<string>(), pending<string>()]
  const { signal, abort } = aborting()
  const running = [inTurn('given up', a.ask, {}), inTurn('given up', b.ask, {})]
  const left = inTurn('given up', c.ask, { signal })
  const next = inTurn('given up', d.ask, {})
  abort()
  await expect(left).rejects.toMatchObject({ name: 'AbortError' })
  a.resolve('a')
  await running[0]
  expect([c.ask.mock.calls.length, d.ask.mock.calls.length]).toEqual([0, 1])
  b.resolve('b')
  d.resolve('d')
  expect([await running[1], await next]).toEqual(['b', 'd'])
  await expect(inTurn('given up', c.ask, { signal })).rejects.toMatchObject({ name: 'AbortError' })
})

function aborting() {
  const controller = new AbortController()
  return { signal: controller.signal, abort: () => controller.abort() }
}

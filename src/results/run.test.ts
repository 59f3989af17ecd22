import { expect, test, vi } from 'vitest'
import { startRun } from './run.ts'

test('a run ends once: with its value, its error, or a stop', async () => {
  const done = startRun(() => Promise.resolve(7))
  const failed = startRun(() => Promise.reject(new Error('no')))
  expect(done.state.get()).toEqual({ kind: 'running' })
  expect(done.id).not.toBe(failed.id)
  await expect.poll(() => done.state.get()).toEqual({ kind: 'done', value: 7 })
  await expect.poll(() => failed.state.get()).toEqual({ kind: 'failed', error: new Error('no') })
  done.stop()
  expect(done.state.get().kind).toBe('done')
})

test('a stop reports how long the run was waited for, and reaches the work through its signal', async () => {
  let signal: AbortSignal | undefined
  let answer: (value: number) => void = () => undefined
  const run = startRun((given) => {
    signal = given
    return new Promise<number>((resolve) => (answer = resolve))
  })
  const heard = vi.fn<() => void>()
  run.state.subscribe(heard)
  run.stop()
  expect(signal?.aborted).toBe(true)
  const state = run.state.get()
  expect(state.kind === 'stopped' && state.afterMs >= 0).toBe(true)
  answer(1)
  await Promise.resolve()
  expect(run.state.get()).toBe(state)
  expect(heard).toHaveBeenCalledTimes(1)
})

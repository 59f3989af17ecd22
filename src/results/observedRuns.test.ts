import { expect, test, vi } from 'vitest'
import { createObservedRuns } from './observedRuns.ts'

function observed(cancel = () => undefined as void) {
  const runs = createObservedRuns()
  const see = (name: string | null, error: Error | null = null) => runs.observe({ name, error, cancel })
  return { runs, see, state: () => runs.get()?.run.state.get().kind }
}

test('one run for as long as the same thing goes on', async () => {
  const { runs, see, state } = observed()
  see(null)
  expect(runs.get()).toBeNull()
  see('a')
  const first = runs.get()
  see('a')
  expect(runs.get()).toBe(first)
  see(null)
  await expect.poll(state).toBe('done')
  see('a')
  expect(runs.get()?.run.id).not.toBe(first?.run.id)
  see(null, new Error('no'))
  await expect.poll(state).toBe('failed')
})

test('a stop cancels the work; a question that takes its place does not', async () => {
  const cancel = vi.fn<() => void>()
  const { runs, see, state } = observed(cancel)
  see('a')
  const first = runs.get()?.run
  see('b')
  await expect.poll(() => first?.state.get().kind).toBe('done')
  expect(cancel).not.toHaveBeenCalled()
  runs.get()?.run.stop()
  expect(cancel).toHaveBeenCalledTimes(1)
  see('b')
  see(null)
  expect(state()).toBe('stopped')
})

import { expect, it } from 'vitest'
import { createGate, type Leave } from './gate.ts'

const settled = () => new Promise((resolve) => setTimeout(resolve))

it('lets no more in than there are places, and the others in order', async () => {
  const gate = createGate(2)
  const entered: number[] = []
  const leaves = new Map<number, Leave>()
  const enter = async (task: number) => {
    leaves.set(task, await gate.enter())
    entered.push(task)
  }
  const all = Promise.all([1, 2, 3, 4].map(enter))
  await settled()
  expect(entered).toEqual([1, 2])
  leaves.get(2)?.()
  await settled()
  expect(entered).toEqual([1, 2, 3])
  leaves.get(1)?.()
  await all
  expect(entered).toEqual([1, 2, 3, 4])
})

it('turns away a task that is aborted while it waits, or before', async () => {
  const gate = createGate(1)
  const leave = await gate.enter()
  const controller = new AbortController()
  const waiting = gate.enter(controller.signal)
  const next = gate.enter()
  controller.abort(new Error('given up'))
  await expect(waiting).rejects.toThrow('given up')
  await expect(gate.enter(controller.signal)).rejects.toThrow('given up')
  leave()
  await expect(next).resolves.toBeTypeOf('function')
})

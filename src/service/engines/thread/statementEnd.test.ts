import { expect, it } from 'vitest'
import { newSharedNumbers, SHARED } from './sharedNumbers.ts'
import { createStatementEnd } from './statementEnd.ts'

function start() {
  const shared = newSharedNumbers()
  const state = { now: 0, isWaiting: false }
  const end = createStatementEnd(
    shared,
    () => state.isWaiting,
    () => state.now,
  )
  return { end, state, interrupt: (id: number) => Atomics.store(shared, SHARED.toEnd, id) }
}

it('ends the statement of a request that is to end, once', () => {
  const { end, interrupt } = start()
  end.begin(7)
  expect(end.isToEnd()).toBe(false)
  interrupt(8)
  expect(end.isToEnd()).toBe(false)
  end.begin(8)
  expect([end.isToEnd(), end.isToEnd()]).toEqual([true, false])
})

it('ends one that makes way once it has had its time and something waits, once', () => {
  const { end, state } = start()
  end.makeWay(100)
  state.isWaiting = true
  state.now = 99
  expect(end.isToEnd()).toBe(false)
  Object.assign(state, { now: 100, isWaiting: false })
  expect(end.isToEnd()).toBe(false)
  state.isWaiting = true
  expect([end.isToEnd(), end.isToEnd()]).toEqual([true, false])
  end.makeWay(100)
  end.makeWay(Infinity)
  state.now = 1000
  expect(end.isToEnd()).toBe(false)
})

it('ends one that makes way at once for a request that has to end, and not for one that had to before', () => {
  const { end, interrupt } = start()
  interrupt(7)
  end.makeWay(100)
  expect(end.isToEnd()).toBe(false)
  interrupt(8)
  expect([end.isToEnd(), end.isToEnd()]).toEqual([true, false])
  end.makeWay(Infinity)
  end.begin(8)
  expect(end.isToEnd()).toBe(true)
})

import { expect, test } from 'vitest'
import { PauseGate } from './pauseGate.ts'

test('work passes an open gate, waits at a shut one, and goes on when it opens', async () => {
  const gate = new PauseGate()
  const { signal } = new AbortController()
  await gate.pass(signal)
  gate.shut()
  let passed = false
  const work = gate.pass(signal).then(() => (passed = true))
  await new Promise((resolve) => setImmediate(resolve))
  expect(passed).toBe(false)
  gate.open()
  await work
  expect(passed).toBe(true)
})

test('a stop ends the wait at a shut gate', async () => {
  const gate = new PauseGate()
  const stop = new AbortController()
  gate.shut()
  const work = gate.pass(stop.signal)
  stop.abort()
  await expect(work).rejects.toThrow(expect.objectContaining({ name: 'AbortError' }))
})

import { expect, test } from 'vitest'
import { createSteps, type Step } from './steps.ts'

/** A tab with its history, as the browser keeps it. */
function tab() {
  let chains = 0
  const steps = createSteps(() => `chain ${(chains += 1)}`)
  let entries: (Step | null)[] = [null]
  let at = 0
  const now = () => entries[at]
  return {
    push: (isSameTable = true) => {
      if (!steps.isStep(now())) entries[at] = steps.next(null, 'replace', true)
      const step = steps.next(now(), 'push', isSameTable)
      entries = [...entries.slice(0, at + 1), step]
      at += 1
    },
    replace: (isSameTable = true) => {
      entries[at] = steps.next(now(), 'replace', isSameTable)
    },
    go: (by: number) => void (at += by),
    can: () => [steps.canUndo(now()), steps.canRedo(now())],
  }
}

test('the first entry has nothing to undo, each step has, and what was undone can be done again', () => {
  const { push, go, can } = tab()
  expect(can()).toEqual([false, false])
  push()
  push()
  expect(can()).toEqual([true, false])
  go(-1)
  expect(can()).toEqual([true, true])
  go(-1)
  // The page came with this entry: what is before it is another page.
  expect(can()).toEqual([false, true])
})

test('a new step ends what could be done again', () => {
  const { push, go, can } = tab()
  push()
  push()
  push()
  go(-2)
  expect(can()).toEqual([true, true])
  push()
  expect(can()).toEqual([true, false])
})

test('neither undo nor redo leads to another table', () => {
  const { push, go, can } = tab()
  push()
  push(false)
  expect(can()).toEqual([false, false])
  push()
  expect(can()).toEqual([true, false])
  go(-2)
  expect(can()).toEqual([true, false])
  go(1)
  expect(can()).toEqual([false, true])
})

test('an entry in the place of another keeps its steps, unless it is of another table', () => {
  const { push, replace, can } = tab()
  push()
  replace()
  expect(can()).toEqual([true, false])
  replace(false)
  expect(can()).toEqual([false, false])
})

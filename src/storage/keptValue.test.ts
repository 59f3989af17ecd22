import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { memoryStorage } from '../../e2e/support/memoryStorage.ts'
import { keepValue, type KeepingProblem } from './keptValue.ts'

const parse = (stored: unknown) => (Array.isArray(stored) ? stored.filter((each) => typeof each === 'string') : null)

function kept(items: Map<string, string>, refuses = false) {
  const problems: KeepingProblem[] = []
  const value = keepValue<readonly string[]>({
    storage: memoryStorage(items, refuses),
    name: 'n',
    fallback: [],
    parse,
    onProblem: (problem) => problems.push(problem),
  })
  return { ...value, problems, add: (text: string) => value.change((now) => [...now, text]) }
}

test('is there again after a reload', () => {
  const items = new Map<string, string>()
  kept(items).add('a')
  expect(kept(items).get()).toEqual(['a'])
})

describe('damage', () => {
  test.each(['not JSON', '', '{}', 'null', '1'])('%j is put aside, and that is reported', (text) => {
    const items = new Map([['n', text]])
    const value = kept(items)
    expect(value.get()).toEqual([])
    expect(value.problems).toEqual(['damaged'])
    expect(items.get('n.damaged')).toBe(text)
    value.add('a')
    expect(kept(items).get()).toEqual(['a'])
  })

  test('whatever is stored, there is a value', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.json()), (text) => {
        expect(Array.isArray(kept(new Map([['n', text]])).get())).toBe(true)
      }),
    )
  })
})

test('a storage that refuses, or none: everything works until the tab closes, and that is reported', () => {
  const refused = kept(new Map(), true)
  refused.add('a')
  expect(refused.get()).toEqual(['a'])
  expect(refused.problems).toEqual(['refused'])
  const problems: KeepingProblem[] = []
  const none = keepValue({ storage: null, name: 'n', fallback: 1, parse: () => 1, onProblem: (p) => problems.push(p) })
  none.change(() => 2)
  expect(none.get()).toBe(2)
  expect(problems).toEqual(['refused'])
})

test("two tabs don't undo each other's changes, and an unchanged value changes nothing", () => {
  const items = new Map<string, string>()
  const left = kept(items)
  const right = kept(items)
  left.add('a')
  right.add('b')
  left.refresh()
  expect(left.get()).toEqual(['a', 'b'])
  const before = left.get()
  left.refresh()
  expect(left.get()).toBe(before)
})

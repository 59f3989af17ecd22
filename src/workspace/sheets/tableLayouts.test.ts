import { expect, test } from 'vitest'
import { memoryStorage } from '../../../e2e/support/memoryStorage.ts'
import { createTableLayouts } from './tableLayouts.ts'

test('the layout last used for a table is there after a reload, until its instance goes', () => {
  const items = new Map<string, string>()
  const problems: string[] = []
  const open = () => createTableLayouts(memoryStorage(items), (problem) => problems.push(problem))
  open().set('a', 't', { widths: { x: 90 } })
  open().set('a', 't', { widths: { x: 120 } })
  open().set('b', 't', { widths: { x: 60 } })
  expect([open().get('a', 't'), open().get('a', 'u')]).toEqual([{ widths: { x: 120 } }, null])
  open().forget('a')
  expect([open().get('a', 't'), open().get('b', 't')]).toEqual([null, { widths: { x: 60 } }])
  for (let at = 0; at < 120; at += 1) open().set('c', `t${at}`, { widths: { x: at } })
  expect([open().get('b', 't'), open().get('c', 't119')]).toEqual([null, { widths: { x: 119 } }])
  expect(problems).toEqual([])
})

test('what can not be read costs only itself', () => {
  const problems: string[] = []
  const stored = '[7,{"instanceId":"a","table":"t","layout":{"widths":{"x":"wide"}}},{"instanceId":"a"}]'
  const layouts = createTableLayouts(memoryStorage(new Map([['rowan.tableLayouts', stored]])), (problem) =>
    problems.push(problem),
  )
  expect(layouts.get('a', 't')).toEqual({})
  const damaged = createTableLayouts(memoryStorage(new Map([['rowan.tableLayouts', '{"a":']])), (problem) =>
    problems.push(problem),
  )
  expect(damaged.get('a', 't')).toBeNull()
  expect(problems).toEqual(['damaged'])
})

import { expect, test } from 'vitest'
import { memoryStorage } from '../../e2e/support/memoryStorage.ts'
import { createOwnInstances, type OwnInstance } from './ownInstances.ts'

const one: OwnInstance = {
  id: 'own-1',
  title: 'Data',
  baseUrl: 'https://data.example',
  prefix: '/en/api/3/action',
  tokenHeader: 'Authorization',
  resource: null,
}

function instancesIn(items: Map<string, string>) {
  const problems: string[] = []
  return { ...createOwnInstances(memoryStorage(items), (problem) => problems.push(problem)), problems }
}

test('an instance is added, replaced by its id, and removed', () => {
  const items = new Map<string, string>()
  const instances = instancesIn(items)
  instances.save(one)
  instances.save({ ...one, id: 'own-2' })
  instances.save({ ...one, title: 'Renamed' })
  const kept = instancesIn(items)
  expect(kept.get().map(({ id, title }) => [id, title])).toEqual([
    ['own-1', 'Renamed'],
    ['own-2', 'Data'],
  ])
  kept.remove('own-1')
  expect(
    instancesIn(items)
      .get()
      .map(({ id }) => id),
  ).toEqual(['own-2'])
  expect([...instances.problems, ...kept.problems]).toEqual([])
})

test.each([
  '{"version":2,"instances":[]}',
  '{"version":1}',
  '{"version":1,"instances":[{"id":"x","title":"x","baseUrl":"javascript:alert(1)","prefix":"","tokenHeader":"","resource":null}]}',
])('%s is damage', (text) => {
  const instances = instancesIn(new Map([['rowan.instances', text]]))
  expect(instances.get()).toEqual([])
  expect(instances.problems).toEqual(['damaged'])
})

import { expect, test } from 'vitest'
import { memoryStorage } from '../../e2e/support/memoryStorage.ts'
import { earlierDrafts, forgetEarlierDrafts, moveEarlierWorkspace } from './earlierWorkspace.ts'
import { createOwnInstances } from './ownInstances.ts'

/** As the page wrote it until autumn 2026, after it had been used; see also `createOpenQueries.test.ts`. */
const USED =
  '{"state":{"instances":[{"id":"own:1k2j3","title":"Reef Data","baseUrl":"https://reef.example","prefix":"/api/3/action","tokenHeader":"X-CKAN-API-Key","resource":"turbidity"}],"theme":"dark","editorShare":0.55,"drafts":{"own:1k2j3":"SELECT *\\nFROM turbidity\\nWHERE ntu > 5","own:1k2j3 ran":"SELECT 1","this-browser":"SELECT \\"Größe\\" FROM x","settings:https://data.example":"SELECT 3","settings:https://data.example ran":"SELECT 3","gone ran":"SELECT 9"}},"version":1}'

/** As it wrote it when only the theme had been set. */
const FRESH = '{"state":{"instances":[],"theme":"light","editorShare":0.4,"drafts":{}},"version":1}'

function moved(text: string, others: readonly (readonly [string, string])[] = []) {
  const items = new Map([['rowan.workspace', text], ...others])
  const storage = memoryStorage(items)
  const problems: string[] = []
  moveEarlierWorkspace(storage, (problem) => problems.push(problem))
  return { items, storage, problems }
}

test('instances and settings are where they are kept now; drafts wait to be fetched', () => {
  const { items, storage, problems } = moved(USED)
  expect(createOwnInstances(storage, (problem) => problems.push(problem)).get()).toEqual([
    {
      id: 'own:1k2j3',
      title: 'Reef Data',
      baseUrl: 'https://reef.example',
      prefix: '/api/3/action',
      tokenHeader: 'X-CKAN-API-Key',
      resource: 'turbidity',
    },
  ])
  expect(items.get('rowan.setting.theme')).toBe('"dark"')
  expect(items.get('rowan.setting.editorShare')).toBe('0.55')
  expect(earlierDrafts(storage)).toEqual([
    { instanceId: 'own:1k2j3', text: 'SELECT *\nFROM turbidity\nWHERE ntu > 5', ran: 'SELECT 1' },
    { instanceId: 'this-browser', text: 'SELECT "Größe" FROM x', ran: '' },
    { instanceId: 'settings:https://data.example', text: 'SELECT 3', ran: 'SELECT 3' },
  ])
  forgetEarlierDrafts(storage)
  expect(items.has('rowan.workspace')).toBe(false)
  expect(earlierDrafts(storage)).toEqual([])
  expect(problems).toEqual([])
})

test('without drafts nothing of it stays', () => {
  const { items } = moved(FRESH)
  expect(Object.fromEntries(items)).toEqual({
    'rowan.instances': '{"version":1,"instances":[]}',
    'rowan.setting.theme': '"light"',
    'rowan.setting.editorShare': '0.4',
  })
})

test('what was changed since is not replaced while drafts still wait', () => {
  const { items } = moved(USED, [['rowan.setting.theme', '"system"']])
  expect(items.get('rowan.setting.theme')).toBe('"system"')
  expect(items.has('rowan.workspace')).toBe(true)
})

test.each([
  'not JSON',
  '{}',
  'null',
  '[]',
  '{"state":{},"version":1}',
  '{"state":{"instances":[],"theme":"pink","editorShare":0.4,"drafts":{}},"version":1}',
  '{"state":{"instances":[],"theme":"dark","editorShare":0.4,"drafts":{}},"version":2}',
])('%s is damage: it is put aside', (text) => {
  const { items, problems } = moved(text)
  expect(Object.fromEntries(items)).toEqual({ 'rowan.workspace.damaged': text })
  expect(problems).toEqual(['damaged'])
})

test('a storage that refuses is reported, and none is nothing to move', () => {
  const problems: string[] = []
  moveEarlierWorkspace(memoryStorage(new Map(), true), (problem) => problems.push(problem))
  moveEarlierWorkspace(null, (problem) => problems.push(problem))
  expect(problems).toEqual(['refused'])
})

import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { memoryStorage } from './memoryStorage.ts'
import { createWorkspace, type OwnInstance } from './workspace.ts'

const NAME = 'rowan.workspace'
const own: OwnInstance = {
  id: 'own-1',
  title: 'Data',
  baseUrl: 'https://data.example',
  prefix: '/en/api/3/action',
  tokenHeader: 'Authorization',
  resource: null,
}

function workspaceOn(items: Map<string, string>, refuses = false) {
  const problems: string[] = []
  const workspace = createWorkspace(memoryStorage(items, refuses), (problem) => problems.push(problem))
  return { ...workspace, problems, state: () => workspace.store.getState() }
}

describe('what is kept', () => {
  test('is there again after a reload', () => {
    const items = new Map<string, string>()
    const before = workspaceOn(items)
    before.saveInstance(own)
    before.setTheme('dark')
    before.setEditorShare(0.6)
    before.setDraft('own-1', 'SELECT 1')
    const after = workspaceOn(items)
    expect(after.state()).toEqual({
      instances: [own],
      theme: 'dark',
      editorShare: 0.6,
      drafts: { 'own-1': 'SELECT 1' },
    })
    expect([...before.problems, ...after.problems]).toEqual([])
  })

  test('an instance is replaced by its id, and removed', () => {
    const workspace = workspaceOn(new Map())
    workspace.saveInstance(own)
    workspace.saveInstance({ ...own, id: 'own-2' })
    workspace.saveInstance({ ...own, title: 'Renamed' })
    expect(workspace.state().instances.map(({ id, title }) => [id, title])).toEqual([
      ['own-1', 'Renamed'],
      ['own-2', 'Data'],
    ])
    workspace.setDraft('own-1', 'SELECT 1')
    workspace.setDraft('own-1 ran', 'SELECT 0')
    workspace.setDraft('own-2', 'SELECT 2')
    workspace.removeInstance('own-1')
    expect(workspace.state().instances.map(({ id }) => id)).toEqual(['own-2'])
    expect(workspace.state().drafts).toEqual({ 'own-2': 'SELECT 2' })
  })

  test('the share of the editor stays within its bounds', () => {
    const workspace = workspaceOn(new Map())
    workspace.setEditorShare(0)
    expect(workspace.state().editorShare).toBe(0.25)
    workspace.setEditorShare(7)
    expect(workspace.state().editorShare).toBe(0.75)
  })

  test('of drafts: the last hundred; a huge one lasts as long as the page', () => {
    const items = new Map<string, string>()
    const workspace = workspaceOn(items)
    for (let place = 0; place < 110; place += 1) workspace.setDraft(`i${place}`, `SELECT ${place}`)
    workspace.setDraft('i109', '')
    workspace.setDraft('i108', 'x'.repeat(300_000))
    expect(workspace.state().drafts).not.toHaveProperty('i109')
    expect(workspace.state().drafts['i108']).toHaveLength(300_000)
    const kept = workspaceOn(items).state().drafts
    expect(Object.keys(kept)).toHaveLength(100)
    expect(kept['i8']).toBe('SELECT 8')
    expect(kept).not.toHaveProperty('i7')
    expect(kept).not.toHaveProperty('i108')
  })
})

describe('damage', () => {
  test.each([
    'not JSON',
    '{}',
    'null',
    '[]',
    '{"state":{},"version":1}',
    '{"state":null,"version":1}',
    '{"state":{"instances":[],"theme":"pink","editorShare":0.4,"drafts":{}},"version":1}',
    '{"state":{"instances":[{"id":"x","title":"x","baseUrl":"javascript:alert(1)","prefix":"","tokenHeader":"","resource":null}],"theme":"dark","editorShare":0.4,"drafts":{}},"version":1}',
    '{"state":{"instances":[],"theme":"dark","editorShare":0.4,"drafts":{}},"version":2}',
  ])('%s leads to a clean start that says so, and keeps the old text aside', (text) => {
    const items = new Map([[NAME, text]])
    const workspace = workspaceOn(items)
    expect(workspace.state()).toEqual({ instances: [], theme: 'system', editorShare: 0.4, drafts: {} })
    expect(workspace.problems).toEqual([expect.stringContaining('could not be read')])
    expect(items.get(`${NAME}.damaged`)).toBe(text)
    workspace.saveInstance(own)
    expect(workspaceOn(items).state().instances).toEqual([own])
  })

  test('whatever lies there, the page starts', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.json()), (text) => {
        expect(workspaceOn(new Map([[NAME, text]])).state()).toMatchObject({ instances: [], theme: 'system' })
      }),
    )
  })
})

test('storage that refuses: everything works until the tab closes, and that is said', () => {
  const workspace = workspaceOn(new Map(), true)
  workspace.saveInstance(own)
  expect(workspace.state().instances).toEqual([own])
  expect(workspace.problems[0]).toContain('until the tab closes')
  const problems: string[] = []
  const none = createWorkspace(null, (problem) => problems.push(problem))
  none.setTheme('dark')
  expect(none.store.getState().theme).toBe('dark')
  expect(problems).toHaveLength(1)
})

describe('two tabs', () => {
  test('neither undoes what the other wrote', () => {
    const items = new Map<string, string>()
    const left = workspaceOn(items)
    const right = workspaceOn(items)
    left.saveInstance(own)
    right.saveInstance({ ...own, id: 'own-2' })
    left.setTheme('dark')
    right.refresh()
    expect(right.state()).toEqual(workspaceOn(items).state())
    expect(right.state()).toMatchObject({ theme: 'dark', instances: [{ id: 'own-1' }, { id: 'own-2' }] })
  })

  test("a draft that is being written here is not replaced by another tab's", () => {
    const items = new Map<string, string>()
    const left = workspaceOn(items)
    const right = workspaceOn(items)
    left.setDraft('a', 'SELECT left')
    right.setDraft('a', 'SELECT right')
    left.setDraft('b', 'SELECT b')
    left.refresh()
    right.refresh()
    expect(left.state().drafts['a']).toBe('SELECT left')
    expect(right.state().drafts).toEqual({ a: 'SELECT right', b: 'SELECT b' })
  })

  test('no news changes nothing, so nothing is drawn again', () => {
    const items = new Map<string, string>()
    const workspace = workspaceOn(items)
    workspace.saveInstance(own)
    const before = workspace.state()
    workspace.refresh()
    expect(workspace.state()).toBe(before)
    workspace.setDraft('a', 'x')
    expect(workspace.state().instances).toBe(before.instances)
  })
})

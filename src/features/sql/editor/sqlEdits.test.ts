import { afterEach, expect, test, vi } from 'vitest'
import { answerOf } from '../../../sql/worker/answerers.ts'
import { createHeldCatalogue } from '../../../sql/worker/heldCatalogue.ts'
import type { AskedOf, Kind } from '../../../sql/worker/messages.ts'
import { sqlEditsOf } from './sqlEdits.ts'
import { createSqlSource } from '../sqlSource.ts'

function editsFor(fieldsOf: () => Promise<readonly { id: string; type: string }[]>) {
  const held = createHeldCatalogue([])
  const ask = <K extends Kind>(kind: K, asked: AskedOf<K>) => answerOf({ id: 1, kind, asked }, held)
  const knownOf = async () => ({ fields: await fieldsOf(), rows: null })
  const source = createSqlSource({ tell: (news) => held.tell(news), ask, end: () => undefined }, knownOf)
  source.setTables([{ id: 'gauges', title: 'Gauges', dataset: '', aliases: [] }], 'any')
  return sqlEditsOf(source)
}

afterEach(() => void vi.useRealTimers())

test('a change waits for the fields that it needs, however long they take', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout'] })
  const waiting: ((fields: readonly { id: string; type: string }[]) => void)[] = []
  const edits = editsFor(() => new Promise((resolve) => waiting.push(resolve)))
  const changes = edits.changes('SELECT * FROM gauges', 7)
  while (waiting.length === 0) await new Promise(setImmediate)
  // Longer than a list of suggestions waits.
  await vi.runAllTimersAsync()
  waiting[0]?.([{ id: 'river', type: 'text' }])
  expect(await changes).toEqual([
    { title: 'Write out the columns of *', outcome: { edits: [{ start: 7, end: 8, text: 'river' }] } },
  ])
})

test('what stays as it is says why, in a sentence', async () => {
  const edits = editsFor(() => Promise.resolve([{ id: 'river', type: 'text' }]))
  expect(await edits.format('SELECT (')).toEqual({
    refused: "This statement isn't finished, so it stays as it is.",
  })
  expect(await edits.format('SELECT 1')).toEqual({ refused: 'Already formatted.' })
  expect(await edits.format('select 1; select (')).toMatchObject({
    stayed: "One statement isn't finished, so it stays as it is.",
  })
  expect(await edits.renameable('SELECT 1', 7)).toEqual({
    refused: 'Nothing here can be renamed. Put the cursor on an alias, a query of WITH, or a parameter.',
  })
  expect(await edits.rename('SELECT g.river FROM gauges g, gauges h', 7, 'h')).toMatchObject({
    refused: expect.stringContaining('already has a meaning here'),
  })
  expect(await edits.define('SELECT river FROM gauges', 7)).toMatchObject({
    refused: expect.stringContaining('is a field of a table'),
  })
  expect(await edits.define('SELECT g.river FROM gauges g', 7)).toEqual({ start: 27, end: 28 })
})

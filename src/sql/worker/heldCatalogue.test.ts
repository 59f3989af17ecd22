import { expect, test } from 'vitest'
import { completionsAt } from '../completion/completion.ts'
import lines from '../functions.json'
import { functionsOf } from '../functions.ts'
import { createHeldCatalogue } from './heldCatalogue.ts'

const TABLE = { id: 'gauges', title: 'Gauging stations', dataset: null, aliases: [], takesNames: false }

function labels(held: ReturnType<typeof createHeldCatalogue>, text: string): readonly string[] {
  return completionsAt(text, text.length, held.index()).items.map(({ label }) => label)
}

test('what was told last is what is answered by', () => {
  const held = createHeldCatalogue(functionsOf(lines))
  expect(labels(held, 'SELECT * FROM ')).not.toContain('Gauging stations')
  held.tell({ kind: 'tables', tables: [TABLE], dialect: 'any' })
  expect(labels(held, 'SELECT * FROM ')).toContain('Gauging stations')
  const text = 'SELECT * FROM gauges WHERE '
  expect(completionsAt(text, 27, held.index()).wanted).toEqual(['gauges'])
  held.tell({ kind: 'fields', table: 'gauges', fields: [{ id: 'river', type: 'text', label: null }], rows: null })
  expect(completionsAt(text, 27, held.index())).toMatchObject({ wanted: [] })
  expect(labels(held, text)).toContain('river')
})

test('functions and words that the server refuses are not offered', () => {
  const held = createHeldCatalogue(functionsOf(lines))
  const offers = (text: string) => ['any', 'rowan', 'ckan'].filter((dialect) => tell(dialect) && labels(held, text)[0])
  const tell = (dialect: string) => {
    if (dialect === 'any' || dialect === 'rowan' || dialect === 'ckan')
      held.tell({ kind: 'tables', tables: [], dialect })
    return true
  }
  // Not in CKAN's list.
  expect(offers('SELECT gen_random_uu')).toEqual(['any', 'rowan'])
  expect(offers('SELECT date_tru')).toEqual(['any', 'rowan', 'ckan'])
  expect(offers('SELECT count(*) FILT')).toEqual(['any', 'rowan'])
  held.tell({ kind: 'tables', tables: [], dialect: 'rowan', named: new Set(['date_trunc']) })
  expect(labels(held, 'SELECT gen_random_uu')).toEqual([])
  expect(labels(held, 'SELECT date_tru')).toEqual(['date_trunc'])
})

import { expect, test } from 'vitest'
import { wholeTable } from '../query/query.ts'
import { copies, copyOf, covers } from './copies.ts'
import { provideCopies } from './copiesEngine.ts'
import { placeOfInstance, readCopies, type KnownCopy } from './knownCopy.ts'

const instance = { baseUrl: 'https://data.example', prefix: '/api/3/action' }

const known: KnownCopy = {
  id: 'copy_1',
  place: placeOfInstance(instance),
  resource: 'works',
  title: 'Works',
  narrowed: [],
  begun: 1,
  at: 2,
  records: 3,
  total: 3,
  isComplete: true,
  fields: 2,
  bytes: 100,
  withToken: false,
  halt: null,
  refresh: null,
  since: null,
  words: false,
  asText: [],
}

test('a copy is known by its instance and its table, and asks the database of the copies', () => {
  const asked: Request[] = []
  provideCopies(
    {
      handler: (request) => {
        asked.push(request)
        return Promise.resolve(Response.json({ success: true, result: { fields: [], records: [] } }))
      },
      status: () => ({ phase: 'idle' }),
    },
    { origin: 'https://page.example' },
  )
  expect(copyOf(instance, 'works')).toBeNull()
  copies.change(() => [known])
  expect(copyOf({ ...instance, prefix: '/other' }, 'works')).toBeNull()
  expect(copyOf(instance, 'others')).toBeNull()
  const copy = copyOf(instance, 'works')
  expect(copy).toMatchObject({ resource: 'copy_1', stamp: { at: 2, records: 3, isComplete: true } })
  expect(copyOf(instance, 'works')).toBe(copy)
  expect(asked).toEqual([])
})

test('a copy of what some conditions leave covers the queries that have them too', () => {
  const stage = { id: 'a', field: 'stage', op: 'is', values: ['active'] }
  const year = { id: 'b', field: 'year', op: 'is', values: ['2019'] }
  const of = { ...wholeTable('works'), where: { all: [stage] } }
  const ask = (...all: (typeof stage)[]) => ({ ...wholeTable('works'), where: { all } })
  expect(covers({ of }, ask({ ...stage, id: 'c' }, year))).toBe(true)
  expect(covers({ of }, ask(year))).toBe(false)
  const whole = { of: wholeTable('works') }
  expect(covers(whole, ask(year))).toBe(true)
  expect(covers(whole, { ...ask(year), search: 'plume' })).toBe(true)
})

test('what was stored is read as it was, or not at all', () => {
  const pull = { id: 'copy_2', begun: 1, records: 2, total: null, halt: null }
  const whole = { ...known, refresh: pull, since: { before: 1, added: 0, removed: 0, changed: 1, fields: [['a', 1]] } }
  expect(readCopies([known, whole])).toEqual([known, whole])
  const damaged = [
    { ...known, records: '3' },
    { ...known, narrowed: [['q']] },
    { ...known, halt: {} },
    { ...known, halt: { kind: 'failed' } },
    { ...known, refresh: {} },
    { ...known, since: [] },
    null,
    'copy',
  ]
  for (const each of damaged) expect(readCopies([known, each]), JSON.stringify(each)).toBeNull()
})

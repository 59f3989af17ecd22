import { beforeAll, expect, test } from 'vitest'
import { answerOf } from '../../sql/worker/answerers.ts'
import type { AskedOf, Kind, Told } from '../../sql/worker/messages.ts'
import { createHeldCatalogue } from '../../sql/worker/heldCatalogue.ts'
import { createSqlSource, type KnownTable } from './sqlSource.ts'

const ID = 'f1e1d9a0-5c7e-4b1a-8d3f-2a6b9c0e7d02'

// Who answers is loaded when first asked: on a busy machine that takes longer than an answer waits for fields.
beforeAll(() => answerOf({ id: 0, kind: 'complete', asked: { text: '', cursor: 0 } }, createHeldCatalogue([])))

function sourceOf(fieldsOf: (table: string) => Promise<KnownTable | null>) {
  const held = createHeldCatalogue([])
  const ask = <K extends Kind>(kind: K, asked: AskedOf<K>) => answerOf({ id: 1, kind, asked }, held)
  return createSqlSource({ tell: (news: Told) => held.tell(news), ask, end: () => undefined }, fieldsOf)
}

async function labels(source: ReturnType<typeof sourceOf>, text: string) {
  return (await source.complete(text, text.length))?.items.map(({ label }) => label)
}

test('the fields of a table in the statement are asked for once, and are in the answer', async () => {
  const asked: string[] = []
  const source = sourceOf((table) => {
    asked.push(table)
    return Promise.resolve({ fields: [{ id: 'river', type: 'text' }], rows: null })
  })
  source.setTables([{ id: ID, title: 'Gauges', dataset: '', aliases: ['gauges'] }], 'any')
  expect(await labels(source, `SELECT * FROM "${ID}" WHERE riv`)).toContain('river')
  expect(await labels(source, `SELECT * FROM gauges WHERE r`)).toContain('river')
  expect(asked).toEqual([ID])
})

test('a table that no list has is known by its whole id', async () => {
  const asked: string[] = []
  const source = sourceOf((table) => {
    asked.push(table)
    return Promise.resolve({ fields: [{ id: 'river', type: 'text' }], rows: null })
  })
  await labels(source, `SELECT * FROM "${ID.slice(0, 30)}"`)
  expect(asked).toEqual([])
  expect(await labels(source, `SELECT * FROM "${ID}" WHERE r`)).toContain('river')
  expect(asked).toEqual([ID])
})

test('fields that take long are not waited for, and come in a further answer', async () => {
  let come: (known: KnownTable) => void = () => undefined
  const source = sourceOf(
    () =>
      new Promise((resolve) => {
        come = resolve
      }),
  )
  source.setTables([{ id: 'gauges', title: 'Gauges', dataset: '', aliases: [] }], 'any')
  const text = 'SELECT * FROM gauges AS g WHERE g.'
  const first = await source.complete(text, text.length)
  expect(first?.items).toEqual([])
  come({ fields: [{ id: 'river', type: 'text' }], rows: null })
  await first?.more
  expect(await labels(source, text)).toEqual(['river'])
})

test('a question that another one overtook is dropped', async () => {
  const source = sourceOf(() => Promise.resolve(null))
  const first = source.complete('SELECT c', 8)
  const second = source.complete('SEL', 3)
  expect(await first).toBeNull()
  expect((await second)?.items.map(({ label }) => label)).toEqual(['SELECT'])
})

test('values of a field are asked for once, and offered inside an opened string too', async () => {
  const asked: string[] = []
  const held = createHeldCatalogue([])
  const ask = <K extends Kind>(kind: K, asking: AskedOf<K>) => answerOf({ id: 1, kind, asked: asking }, held)
  const source = createSqlSource(
    { tell: (news: Told) => held.tell(news), ask, end: () => undefined },
    () => Promise.resolve({ fields: [{ id: 'stage', type: 'text' }], rows: null }),
    (table, field) => {
      asked.push(`${table}.${field}`)
      const values = [
        { text: 'closed', records: 9 },
        { text: 'active', records: 4 },
      ]
      return Promise.resolve({ values, isWhole: true })
    },
  )
  source.setTables([{ id: 'works', title: 'Works', dataset: '', aliases: [] }], 'any')
  const text = "SELECT * FROM works WHERE stage = '"
  expect((await source.complete(text, text.length))?.items).toMatchObject([
    { insert: "'closed'", records: 9 },
    { insert: "'active'", records: 4 },
  ])
  expect(await labels(source, `${text}act`)).toEqual(['active'])
  expect(asked).toEqual(['works.stage'])
})

test('of a field with many values those are asked for that hold what is typed, once, and no others where these are whole', async () => {
  const asked: string[] = []
  const held = createHeldCatalogue([])
  const ask = <K extends Kind>(kind: K, asking: AskedOf<K>) => answerOf({ id: 1, kind, asked: asking }, held)
  const source = createSqlSource(
    { tell: (news: Told) => held.tell(news), ask, end: () => undefined },
    () => Promise.resolve({ fields: [{ id: 'town', type: 'text' }], rows: null }),
    (_table, _field, typed) => {
      asked.push(typed)
      const texts = typed === '' ? ['Aarhus'] : ['Zwolle', 'Zwickau']
      return Promise.resolve({ values: texts.map((text) => ({ text, records: 1 })), isWhole: typed !== '' })
    },
  )
  source.setTables([{ id: 'works', title: 'Works', dataset: '', aliases: [] }], 'any')
  const text = "SELECT * FROM works WHERE town = '"
  expect(await labels(source, `${text}z`)).toEqual([])
  expect(await labels(source, `${text}Zw`)).toEqual(['Zwolle', 'Zwickau'])
  expect(await labels(source, `${text}Zwi`)).toEqual(['Zwickau'])
  expect(asked).toEqual(['', 'Zw'])
})

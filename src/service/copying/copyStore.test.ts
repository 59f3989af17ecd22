import type { PGlite } from '@electric-sql/pglite'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { emptyPglite } from '../../../e2e/support/emptyPglite.ts'
import { BETWEEN_RECORDS, changesTable } from '../../protocol/copyMessages.ts'
import type { Field } from '../../protocol/field.ts'
import { createPgliteSql } from '../engines/pglite.ts'
import { createService } from '../service.ts'
import { createCopyStore } from './copyStore.ts'

const fields: readonly Field[] = [
  { id: '_id', type: 'int' },
  { id: 'name', type: 'text', info: { label: 'Name' } },
  { id: 'price', type: 'numeric' },
  { id: 'big', type: 'int8' },
  { id: 'at', type: 'timestamp' },
  { id: 'tags', type: '_text' },
  { id: 'more', type: 'json' },
  { id: 'open', type: 'bool' },
  { id: 'odd', type: 'geometry' },
  { id: 'count', type: 'int4' },
]

const records = [
  String.raw`{"_id": 7, "name": "a\tb\\N \"q\" \u00e4\nline", "price": 1.50, "big": 9007199254740993, "at": "2021-03-04T05:06:07.123", "tags": ["x,y", "\"z\"", null, ""], "more": {"b": 1.0, "a": [1,  2]}, "open": true, "odd": "POINT(1 2)", "count": 3}`,
  String.raw`{"_id": 9, "name": "", "price": null, "big": null, "at": null, "tags": [], "more": null, "open": false, "odd": null, "count": null}`,
  String.raw`{"_id": 8, "name": null, "price": 0.000000000000000000001234500, "big": -1, "at": "0044-03-15T00:00:00 BC", "tags": null, "more": "text", "open": null, "odd": "x", "count": "n/a"}`,
]

let db: PGlite
let ask: (path: string, body: string) => Promise<{ status: number; said: unknown }>
let service: Awaited<ReturnType<typeof createService>>

beforeAll(async () => {
  db = await emptyPglite()
  service = await createService(createPgliteSql(db))
  const store = await createCopyStore(db)
  ask = async (path, body) => {
    const answer = await store(new Request(`http://copies.invalid/copy/${path}`, { method: 'POST', body }))
    return { status: answer?.status ?? 0, said: await answer?.json() }
  }
}, 300_000)

afterAll(() => db.close())

const begin = (id: string) => ask('begin', JSON.stringify({ id, fields, words: true, state: 'begun' }))

const send = (id: string, before: number, texts: readonly string[]) =>
  ask(
    'page',
    `${JSON.stringify({ id, before, fields, state: `after ${before}`, last: null })}\n${texts.join(BETWEEN_RECORDS)}`,
  )

async function rows(id: string, more = ''): Promise<readonly Record<string, unknown>[]> {
  const url = `http://copies.invalid/api/3/action/datastore_search?resource_id=${id}&limit=100${more}`
  const answer = await (await service(new Request(url))).text()
  return JSON.parse(
    answer.replaceAll(/(?<=": )(-?\d[\d.]*)/g, '"$1"').replaceAll(/"(big|price)":(-?[\d.]+)/g, '"$1":"$2"'),
  ).result.records
}

test('keeps every digit and type, and what does not fit its type as text', async () => {
  await begin('c1')
  expect(await send('c1', 0, records.slice(0, 2))).toMatchObject({ status: 200, said: { records: 2 } })
  expect(await send('c1', 2, records.slice(2))).toMatchObject({ status: 200, said: { records: 3 } })
  await ask('end', JSON.stringify({ id: 'c1', state: 'done' }))
  expect(await rows('c1')).toMatchObject([
    {
      _id: 7,
      name: 'a\tb\\N "q" ä\nline',
      price: '1.50',
      big: '9007199254740993',
      at: '2021-03-04T05:06:07.123',
      tags: ['x,y', '"z"', null, ''],
      open: true,
      odd: 'POINT(1 2)',
      count: '3',
    },
    { _id: 8, name: null, price: '0.000000000000000000001234500', at: '0044-03-15T00:00:00 BC', count: 'n/a' },
    { _id: 9, name: '', price: null, tags: [], more: null, open: false },
  ])
  const json = await db.query(`select more::text from datastore.c1 order by _id`)
  expect(json.rows).toEqual([{ more: '{"b": 1.0, "a": [1,  2]}' }, { more: '"text"' }, { more: null }])
  const found = await service(new Request('http://copies.invalid/api/3/action/datastore_search?resource_id=c1&q=text'))
  expect(await found.json()).toMatchObject({ result: { total: 1, records: [{ _id: 8 }] } })
  const list = await ask('list', '')
  expect(list.said).toMatchObject([{ id: 'c1', records: 3, state: 'done', asText: ['odd', 'count'] }])
})

test('a page is stored whole with its state or not at all, and never twice', async () => {
  await begin('c2')
  await send('c2', 0, records.slice(0, 2))
  expect(await send('c2', 0, records.slice(0, 2))).toMatchObject({ status: 409, said: { refusal: 'otherRecords' } })
  expect(await send('c2', 2, ['{"_id": null}'])).toMatchObject({ status: 409, said: { refusal: 'failed' } })
  const list = await ask('list', '')
  expect(list.said).toContainEqual(expect.objectContaining({ id: 'c2', records: 2, state: 'after 0' }))
  await send('c2', 2, records.slice(0, 1))
  expect(await ask('end', JSON.stringify({ id: 'c2', state: '' }))).toMatchObject({ said: { refusal: 'idsTwice' } })
  await ask('drop', JSON.stringify({ ids: ['c2'] }))
  expect(await send('c2', 3, [])).toMatchObject({ status: 409, said: { refusal: 'noSuchCopy' } })
})

test('an answer as it came is stored like the records that are in it, or not at all', async () => {
  await begin('by_page')
  await begin('by_answer')
  const inOrder = [records[0], records[2], records[1]].map((text = '', at) =>
    text.replace(/"_id": \d/, `"_id": ${at + 7}`),
  )
  await send('by_page', 0, inOrder)
  const answer = `{"success": true, "result": {"fields": ${JSON.stringify(fields)}, "records": [${inOrder.join()}], "limit": 5}}`
  const asked = { id: 'by_answer', before: 0, after: 6, fields, state: 'on its way' }
  const give = (head: object, body: string) => ask('answer', `${JSON.stringify(head)}\n${body}`)
  expect(await give(asked, answer.replace('"price"', '"cost"'))).toMatchObject({ said: { refusal: 'otherAnswer' } })
  expect(await give({ ...asked, after: 7 }, answer)).toMatchObject({ said: { refusal: 'otherAnswer' } })
  expect(await give(asked, answer)).toMatchObject({ said: { records: 3, given: 3, last: 9, limit: 5 } })
  expect(await give(asked, answer)).toMatchObject({ said: { refusal: 'otherRecords' } })
  expect(await rows('by_answer')).toEqual(await rows('by_page'))
  expect((await ask('list', '')).said).toContainEqual(
    expect.objectContaining({ id: 'by_answer', records: 3, state: 'on its way', last: 9, asText: ['odd', 'count'] }),
  )
})

test('the first statement that reads all records has nothing to log, however many there are', async () => {
  await ask('begin', JSON.stringify({ id: 'large', fields, words: false, state: '' }))
  const texts = Array.from({ length: 4000 }, (_, at) => `{"_id": ${at + 1}, "name": "${'x'.repeat(500)}"}`)
  await send('large', 0, texts)
  await db.exec('checkpoint')
  const logged = async () => {
    const {
      rows: [row],
    } = await db.query<{ bytes: number }>(`select pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0')::float8 as bytes`)
    return row?.bytes ?? 0
  }
  const before = await logged()
  await db.query('select count(*) from datastore.large')
  // Blocks of the catalogue may be.
  expect((await logged()) - before).toBeLessThan(400_000)
})

test('says what is added, removed and changed since the copy before, field by field', async () => {
  await begin('old')
  await begin('new')
  await send('old', 0, records)
  const other = records[0]?.replace('1.50', '1.5').replace('true', 'false') ?? ''
  await send('new', 0, [other, records[2] ?? '', records[1]?.replace('"_id": 9', '"_id": 10') ?? ''])
  await ask('end', JSON.stringify({ id: 'old', state: '' }))
  await ask('end', JSON.stringify({ id: 'new', state: '' }))
  const found = await ask('compare', JSON.stringify({ id: 'new', before: 'old' }))
  expect(found.said).toEqual({
    added: 1,
    removed: 1,
    changed: 1,
    fields: [
      ['open', 1],
      ['price', 1],
    ],
  })
  expect(await rows(changesTable('new'))).toMatchObject([
    { since: 'changed', fields: ['price', 'open'], was: { _id: 7, price: '1.50' }, now: { price: '1.5', open: false } },
    { since: 'removed', was: { _id: 9 }, now: null },
    { since: 'added', was: null, now: { _id: 10 } },
  ])
})

test('words are found where they were not noted, by a search and by SQL, and alike records count once', async () => {
  const names = ['a plume of sediment', 'plumes', 'sediment', 'plumes']
  const texts = names.map((name, at) => `{"_id": ${at + 1}, "name": "${name}", "price": ${at}}`)
  await ask('begin', JSON.stringify({ id: 'unnoted', fields, words: false, state: '' }))
  await send('unnoted', 0, texts)
  const found = async (q: string) => (await rows('unnoted', `&q=${q}&sort=_id`)).map(({ _id }) => _id)
  const statement = async (sql: string) => {
    const url = `http://copies.invalid/api/3/action/datastore_search_sql?sql=${encodeURIComponent(sql)}`
    return (await (await service(new Request(url))).json()).result?.records
  }
  const all = async () => {
    expect(await found('plume')).toEqual([1, 2, 4])
    expect(await found('sediment%20plume')).toEqual([1])
    expect((await rows('unnoted', '&q=sediment')).map(({ _id }) => _id)).toEqual([1, 3])
    expect(
      await statement(`SELECT "_id" FROM "unnoted" WHERE "unnoted"."_full_text" @@ plainto_tsquery('english', 'plume')
        ORDER BY ts_rank("unnoted"."_full_text", plainto_tsquery('english', 'plume'), 32) DESC, "_id"`),
    ).toEqual([{ _id: 1 }, { _id: 2 }, { _id: 4 }])
  }
  await all()
  expect((await rows('unnoted', '&distinct=true&fields=name&sort=name')).map(({ name }) => name)).toEqual([
    'a plume of sediment',
    'plumes',
    'sediment',
  ])
  expect(await statement('SELECT DISTINCT "name" FROM "unnoted" ORDER BY "name" DESC LIMIT 1')).toEqual([
    { name: 'sediment' },
  ])
  // A column that becomes text is still read.
  await send('unnoted', 4, ['{"_id": 5, "name": null, "count": "plume"}'])
  expect(await found('plume')).toEqual([1, 2, 4, 5])
  await send('unnoted', 5, [])
  // One that an earlier build made has an empty column instead.
  await db.exec(`drop function datastore."_full_text"(datastore.unnoted);
    alter table datastore.unnoted add column "_full_text" tsvector; delete from datastore.unnoted where _id = 5`)
  await createCopyStore(db)
  await all()
  await ask('drop', JSON.stringify({ ids: ['unnoted'] }))
  expect((await ask('list', '{}')).said).not.toContainEqual(expect.objectContaining({ id: 'unnoted' }))
})

test('a refresh in which every record has changed is told in full', async () => {
  const many = 20_000
  const changed = (id: string, price: number, from: number) =>
    send(
      id,
      0,
      Array.from({ length: many }, (_, at) => `{"_id": ${from + at}, "name": "n", "price": ${price}}`),
    )
  await ask('begin', JSON.stringify({ id: 'many', fields, words: false, state: '' }))
  await ask('begin', JSON.stringify({ id: 'all', fields, words: false, state: '' }))
  await changed('many', 1, 1)
  await changed('all', 2, 101)
  await ask('end', JSON.stringify({ id: 'many', state: '' }))
  await ask('end', JSON.stringify({ id: 'all', state: '' }))
  const { said } = await ask('compare', JSON.stringify({ id: 'all', before: 'many' }))
  expect(said).toEqual({ added: 100, removed: 100, changed: many - 100, fields: [['price', many - 100]] })
  expect(await rows(changesTable('all'), '&offset=20000')).toHaveLength(100)
  expect((await rows(changesTable('all'), '&offset=20099'))[0]).toMatchObject({ since: 'added', now: { _id: 20_100 } })
})

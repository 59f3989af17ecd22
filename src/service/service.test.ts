import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Handler } from '../protocol/handler.ts'
import { jsonElements, jsonMember, jsonToPlain, type JsonText } from '../protocol/jsonText.ts'
import { ensureReaderRole } from './engines/readerRole.ts'
import { createService } from './service.ts'
import { openPglite, openPostgres, postgresUrl, type TestDatabase } from '../../e2e/support/testDatabases.ts'

const BASE = 'http://service.test/en/api/3/action'

const engines: readonly (readonly [string, () => Promise<TestDatabase>])[] = [
  ['PGlite', openPglite],
  ...(postgresUrl === null ? [] : [['PostgreSQL', () => openPostgres(postgresUrl ?? '')] as const]),
]

describe.each(engines)('the service on %s', (_, open) => {
  let opened: TestDatabase
  let handler: Handler

  beforeAll(async () => {
    opened = await open()
    const readerRole =
      opened.engine === 'PostgreSQL' ? ((await ensureReaderRole(opened.database)) ?? undefined) : undefined
    if (opened.engine === 'PostgreSQL') expect(readerRole).toMatch(/^rowan_reader_\d+$/)
    handler = await createService(opened.database, {
      access: (token) => ({ read: true, write: token === 'secret' }),
      maxBodyBytes: 4_000_000,
      readerRole,
    })
  })

  afterAll(() => opened.drop())

  /** Posts a body, given as JSON text or as a value, with the token that may write. */
  async function post(action: string, body: unknown): Promise<{ status: number; text: JsonText; result: JsonText }> {
    const response = await handler(
      new Request(`${BASE}/${action}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: 'secret' },
        body: typeof body === 'string' ? body : JSON.stringify(body),
      }),
    )
    const text = await response.text()
    return { status: response.status, text, result: text.startsWith('{') ? (jsonMember(text, 'result') ?? '') : '' }
  }

  async function records(params: Record<string, unknown>): Promise<JsonText[]> {
    const { status, text, result } = await post('datastore_search', params)
    expect(status, text).toBe(200)
    return jsonElements(jsonMember(result, 'records') ?? '')
  }

  async function create(params: Record<string, unknown> | string): Promise<string> {
    const id = crypto.randomUUID()
    const body = typeof params === 'string' ? params : JSON.stringify(params)
    const { status, text } = await post('datastore_create', `{"resource_id": "${id}", ${body.slice(1)}`)
    expect(status, text).toBe(200)
    return id
  }

  test('keeps every digit, sign, order and repeated member of a value', async () => {
    const values = {
      big: '9223372036854775807',
      least: '-9223372036854775808',
      price: '1.50',
      long: '0.1000000000000000055511151231257827021181583404541015625',
      minus: '-0',
      raw: '{"b": 1.0,"a":-0, "a": 1e400, "n": 12345678901234567890.10}',
    }
    const id = await create(`{"fields": [{"id": "big", "type": "int8"}, {"id": "least", "type": "bigint"},
      {"id": "price", "type": "numeric"}, {"id": "long", "type": "numeric"}, {"id": "minus", "type": "float8"},
      {"id": "raw", "type": "json"}, {"id": "moment", "type": "timestamp"}, {"id": "digits", "type": "text"}, {"id": "list", "type": "numeric[]"}],
      "records": [{${Object.entries(values)
        .map(([field, held]) => `"${field}": ${held}`)
        .join(',')},
        "moment": "2021-03-04T05:06:07.123456", "digits": 1.50, "list": [1.50, 9223372036854775807]}]}`)
    const [record = ''] = await records({ resource_id: id })
    for (const [field, held] of Object.entries(values)) expect(jsonMember(record, field)).toBe(held)
    expect(jsonMember(record, 'digits')).toBe('"1.50"')
    expect(jsonMember(record, 'list')).toBe('[1.50,9223372036854775807]')
    // A search cuts to milliseconds, as CKAN does; nothing is lost in the database.
    expect(jsonMember(record, 'moment')).toBe('"2021-03-04T05:06:07.123"')
    await post('datastore_upsert', { resource_id: id, method: 'update', records: [{ _id: 1, digits: 'touched' }] })
    const { result } = await post('datastore_search_sql', { sql: `select * from "${id}"` })
    const [after = ''] = jsonElements(jsonMember(result, 'records') ?? '')
    for (const [field, held] of Object.entries(values)) expect(jsonMember(after, field)).toBe(held)
    expect(jsonMember(after, 'moment')).toBe('"2021-03-04T05:06:07.123456"')
    expect(await records({ resource_id: id, filters: { big: '9223372036854775807' } })).toHaveLength(1)
    const { result: found } = await post(
      'datastore_search',
      `{"resource_id": "${id}", "filters": {"big": 9223372036854775806}}`,
    )
    expect(jsonMember(found, 'total')).toBe('0')
  })

  test("takes and refuses values by CKAN's rules", async () => {
    const id = await create({
      fields: [
        { id: 'n', type: 'int' },
        { id: 'w', type: 'text' },
        { id: 'on', type: 'bool' },
        { id: 'tags', type: 'text[]' },
        { id: 'marks', type: 'int[]' },
        { id: 'v', type: 'varchar(5)' },
      ],
      records: [
        { n: 1.5, w: ['a', 'b c'], on: 'yes', tags: '{x,y}', marks: [1, 2.6], v: '' },
        { n: '', w: '', on: '', tags: ['a', null], marks: '', v: 'short' },
        { n: ' 7 ', w: -0.5, on: true, tags: '', marks: null, v: 12 },
        { n: 2, w: false, on: null, tags: [], marks: [], v: true },
      ],
    })
    expect((await records({ resource_id: id })).map((record) => JSON.parse(record))).toEqual([
      { _id: 1, n: 2, w: '{a,"b c"}', on: true, tags: ['x', 'y'], marks: [1, 3], v: null },
      { _id: 2, n: null, w: '', on: null, tags: ['a', null], marks: null, v: 'short' },
      { _id: 3, n: 7, w: '-0.5', on: true, tags: null, marks: null, v: '12' },
      { _id: 4, n: 2, w: 'false', on: null, tags: [], marks: [], v: 'true' },
    ])
    for (const bad of [{ n: true }, { on: 1 }, { w: {} }, { n: [1] }, { tags: 5 }, { v: 'too long' }, { n: '1.5' }]) {
      const { status, text } = await post('datastore_upsert', {
        resource_id: id,
        method: 'insert',
        records: [{ n: 1 }, bad, { n: 3 }],
      })
      expect([status, JSON.parse(text).error.records_row], JSON.stringify(bad)).toEqual([409, 1])
    }
    expect(await records({ resource_id: id })).toHaveLength(4)
  })

  test('stores records that are alike and others in one request, counts them, and repeats them as they were sent', async () => {
    const id = await create({
      fields: [
        { id: 'k', type: 'text' },
        { id: 'n', type: 'int' },
        { id: 'w', type: 'text' },
      ],
      primary_key: ['k'],
    })
    const ask = (method: string, sent: string) =>
      post('datastore_upsert', `\n{"resource_id": "${id}", "method": "${method}", "records": ${sent}} `)
    const sent = `[{"k": "a", "n": 1}, {"k": "b", "n": null}, {"n": 2.0, "k": "c"}, { "k": "d" , "w": "x", "n": "4" },
      {"k": "e"}, {}, {"k": "f", "n": 5, "k": "g"}, {"\\u006b": "h", "n": 6}]`
    const inserted = await ask('insert', sent)
    expect(inserted.status, inserted.text).toBe(200)
    expect(jsonMember(inserted.result, 'records')).toBe(sent)
    const stored = async () =>
      (await records({ resource_id: id, sort: '_id', fields: ['k', 'n', 'w'] })).map((record) =>
        Object.values(JSON.parse(record)),
      )
    expect(await stored()).toEqual([
      ['a', 1, null],
      ['b', null, null],
      ['c', 2, null],
      ['d', 4, 'x'],
      ['e', null, null],
      [null, null, null],
      ['g', 5, null],
      ['h', 6, null],
    ])
    // The first bad record is named, also if it is like the one before, and nothing is stored.
    const refused = await ask(
      'insert',
      `[{"k": "i", "n": 1}, {"k": "j", "n": 2}, {"k": "a", "n": 3}, {"k": "l", "n": 4}]`,
    )
    expect([refused.status, JSON.parse(refused.text).error.records_row]).toEqual([409, 2])
    const unlike = await ask('insert', `[{"k": "i", "n": 1}, {"k": "j", "n": true}]`)
    expect([unlike.status, JSON.parse(unlike.text).error.records_row]).toEqual([409, 1])
    // The last record of a key wins; what is new is counted.
    const upserted = await ask(
      'upsert',
      `[{"k": "a", "n": 7}, {"k": "m", "n": 8}, {"k": "m", "n": 9}, {"k": "o", "w": "y"}]`,
    )
    expect(upserted.status, upserted.text).toBe(200)
    expect(await stored()).toHaveLength(10)
    const { result } = await post('datastore_search', { resource_id: id, limit: 0 })
    expect(jsonMember(result, 'total')).toBe('10')
    expect((await stored()).slice(-2)).toEqual([
      ['m', 9, null],
      ['o', null, 'y'],
    ])
  })

  test('gives each record once over pages of a sort with few values, of a search, and of distinct rows', async () => {
    const id = await create({
      fields: [
        { id: 'kind', type: 'text' },
        { id: 'n', type: 'int' },
      ],
      records: Array.from({ length: 500 }, (_, n) => ({ kind: n % 3 === 0 ? 'red kelp' : 'green kelp', n: n % 7 })),
    })
    const pages = async (params: Record<string, unknown>, field: string) => {
      const seen: string[] = []
      for (let offset = 0; offset < 560; offset += 70) {
        const page = await records({ resource_id: id, limit: 70, offset, ...params })
        seen.push(...page.map((record) => jsonMember(record, field) ?? ''))
      }
      return seen
    }
    for (const params of [
      { sort: 'n' },
      { sort: 'kind desc' },
      { q: 'kelp' },
      { q: { kind: 'kelp' } },
      { q: 'kelp', sort: 'n desc' },
    ]) {
      const seen = await pages(params, '_id')
      expect([seen.length, new Set(seen).size], JSON.stringify(params)).toEqual([500, 500])
    }
    const distinct: string[] = []
    for (let offset = 0; offset < 16; offset += 4) {
      distinct.push(
        ...(await records({ resource_id: id, fields: ['kind', 'n'], distinct: true, sort: 'n', limit: 4, offset })),
      )
    }
    expect([distinct.length, new Set(distinct).size]).toEqual([14, 14])
  })

  test('gives the same stretches of all records by place, and counted from the start or from the end', async () => {
    const id = await create({
      primary_key: ['n'],
      records: Array.from({ length: 60 }, (_, n) => ({ n })),
    })
    // Without a hole, with some inside, and with the ends gone.
    for (const gone of [[], [3, 4, 30], [0, 58, 59]]) {
      const deleted = { resource_id: id, filters: { n: gone } }
      if (gone.length > 0) expect((await post('datastore_records_delete', deleted)).status).toBe(200)
      const all = (await records({ resource_id: id })).map((record) => jsonMember(record, '_id'))
      for (const sort of ['_id', '_id desc']) {
        const expected = sort === '_id' ? all : all.toReversed()
        for (const limit of [0, 1, 10, 32_000]) {
          for (const offset of [1, 27, 28, 29, 45, 46, 54, 55, 60, 61, '9223372036854775807']) {
            for (const include_total of [true, false]) {
              const page = await records({ resource_id: id, sort, limit, offset, include_total })
              expect(
                page.map((record) => jsonMember(record, '_id')),
                JSON.stringify({ gone, sort, limit, offset, include_total }),
              ).toEqual(expected.slice(Number(offset), Number(offset) + limit))
            }
          }
        }
      }
    }
  })

  test('indexes a record whose words exceed what an index entry holds, and keeps the record whole', async () => {
    const words = Array.from({ length: 150_000 }, (_, n) => `w${n.toString(36)}x`).join(' ')
    const id = await create({ fields: [{ id: 'w', type: 'text' }] })
    const { status, text } = await post('datastore_upsert', {
      resource_id: id,
      method: 'insert',
      records: [{ w: words }],
    })
    expect(status, text.slice(0, 300)).toBe(200)
    const [record = ''] = await records({ resource_id: id, q: 'w1x' })
    expect(jsonToPlain(jsonMember(record, 'w') ?? '')).toBe(words)
  })

  test('lets the last of a key win, follows with the full text, and never hands out a number twice', async () => {
    const id = await create({
      fields: [
        { id: 'code', type: 'text' },
        { id: 'n', type: 'int' },
        { id: 'w', type: 'text' },
      ],
      primary_key: 'code',
    })
    const rows = Array.from({ length: 300 }, (_, n) => ({ code: `c${n % 100}`, n, w: n < 200 ? 'early' : 'late' }))
    expect((await post('datastore_upsert', { resource_id: id, records: rows })).status).toBe(200)
    expect(await records({ resource_id: id, q: 'early' })).toHaveLength(0)
    expect(await records({ resource_id: id, q: 'late', limit: 1000, filters: { n: { gte: 200 } } })).toHaveLength(100)
    await post('datastore_upsert', { resource_id: id, records: [{ _id: 5000, code: 'own' }] })
    await post('datastore_upsert', { resource_id: id, method: 'insert', records: [{ code: 'next' }] })
    const [next = ''] = await records({ resource_id: id, filters: { code: 'next' } })
    expect(Number(jsonMember(next, '_id'))).toBeGreaterThan(5000)
  })

  test('a dry run of a record with a number of its own leaves the counter where it was', async () => {
    const id = await create({ fields: [{ id: 'n', type: 'int' }] })
    const far = { resource_id: id, records: [{ _id: 2_147_483_647, n: 1 }], dry_run: true }
    expect((await post('datastore_upsert', far)).status).toBe(200)
    expect((await post('datastore_upsert', { resource_id: id, method: 'insert', records: [{ n: 2 }] })).status).toBe(
      200,
    )
    expect(await records({ resource_id: id })).toEqual(['{"_id":1,"n":2}'])
  })

  test('SQL gives fractions of intervals and years before Christ whole', async () => {
    const sql = `select interval '1 day 04:05:06.789' as i, '0044-03-15 BC'::timestamp as t, 'infinity'::timestamptz as z`
    const { result } = await post('datastore_search_sql', { sql })
    const [record] = jsonElements(jsonMember(result, 'records') ?? '')
    expect(JSON.parse(record ?? '')).toEqual({
      i: '1 day, 4:05:06.789000',
      t: '0044-03-15T00:00:00 BC',
      z: 'infinity',
    })
  })

  test('a long list of repeated names is refused, and a long sort is read at once', async () => {
    const id = await create({ fields: [{ id: 'n', type: 'int' }] })
    const names = `${BASE}/datastore_search?resource_id=${id}${'&a'.repeat(60_000)}`
    expect((await handler(new Request(names))).status).toBe(413)
    const { status } = await post('datastore_search', { resource_id: id, sort: [`n${' '.repeat(100_000)}x`] })
    expect(status).toBe(409)
  })

  test('does without columns, with very many, and with names that look like SQL', async () => {
    expect(await records({ resource_id: await create({ fields: [], records: [{}, {}] }) })).toEqual([
      '{"_id":1}',
      '{"_id":2}',
    ])
    const fields = Array.from({ length: 250 }, (_, n) => ({ id: `f${n}`, type: 'text' }))
    const wide = await create({ fields, records: [Object.fromEntries(fields.map(({ id }) => [id, `word${id}`]))] })
    expect(await records({ resource_id: wide, q: 'wordf249', records_format: 'lists' })).toHaveLength(1)
    const names = [
      "a'; drop table x; --",
      '$rowan_body$',
      'words',
      't',
      's',
      'select',
      'null',
      'a b',
      '$1',
      '%s',
      'rank',
      '\\',
    ]
    const strange = await create({
      fields: names.map((id) => ({ id, type: 'text' })),
      records: [Object.fromEntries(names.map((id) => [id, 'kelp']))],
    })
    const [record = ''] = await records({ resource_id: strange, q: 'kelp', sort: names.map((id) => `"${id}" desc`) })
    expect(names.map((id) => JSON.parse(record)[id]).filter((held) => held === 'kelp')).toHaveLength(names.length - 1)
    const short = 'abcdefinrstvwx'.split('').map((id) => ({ id, type: id === 'e' ? 'timestamp' : 'int' }))
    const letters = await create({ fields: short, records: [{ i: 1, n: 2, e: '2020-01-01' }], primary_key: ['i', 'n'] })
    await post('datastore_upsert', { resource_id: letters, records: [{ i: 1, n: 2, v: 3, t: 4, x: 5 }] })
    expect(
      await records({ resource_id: letters, filters: { i: [1, 9], n: { in: ['2'] }, e: '2020-01-01', v: 3.0 } }),
    ).toHaveLength(1)
    const types = await create({
      fields: [{ id: 'n', type: 'int' }],
      aliases: ['text', 'date', 'tables'],
      records: [{ n: 1 }],
    })
    expect(await records({ resource_id: 'text' })).toEqual(['{"_id":1,"n":1}'])
    expect((await post('datastore_search_sql', { sql: 'select n::text from "text"' })).status).toBe(200)
    expect((await post('datastore_delete', { resource_id: types })).status).toBe(200)
    for (const alias of ['pg_class', 'PG_x', '_x', 'a"b', 'x'.repeat(64)]) {
      expect(
        (await post('datastore_create', { resource_id: crypto.randomUUID(), fields: [], aliases: [alias] })).status,
        alias,
      ).toBe(409)
    }
  })

  test("finds the values of a list as they were written, also where a type can't hold all of them", async () => {
    const texts = ['a,b', '"', '\\', '{}', 'NULL', '', ' x ', 'ß\n', '7']
    const id = await create({
      fields: [
        { id: 't', type: 'text' },
        { id: 'small', type: 'int2' },
        { id: 'i', type: 'int4' },
        { id: 'w', type: 'numeric' },
        { id: 'f', type: 'float8' },
        { id: 'd', type: 'date' },
      ],
      records: [
        ...texts.map((t) => ({ t })),
        { small: -32768, i: -2147483648, w: '1.50', f: 2, d: '2020-02-29' },
        { small: 5, i: 2147483647, w: 3, f: 0.5, d: '2021-01-01' },
      ],
    })
    const count = async (filters: Record<string, unknown>) => (await records({ resource_id: id, filters })).length
    expect(await count({ t: texts })).toBe(texts.length)
    expect(await count({ t: [7, 'no'] })).toBe(1)
    expect(await count({ small: [-32768, 5, 70_000, -32769] })).toBe(2)
    expect(await count({ small: [70_000] })).toBe(0)
    expect(await count({ i: [-2147483648, 2147483647, 99_999_999_999] })).toBe(2)
    expect(await count({ i: [2147483647.0, 0.5] })).toBe(1)
    expect(await count({ w: [1.5, 3] })).toBe(2)
    expect(await count({ f: [2, 3] })).toBe(1)
    expect(await count({ f: ['0.5', 2] })).toBe(2)
    expect(await count({ d: ['2020-02-29', '2022-01-01', null] })).toBe(1 + texts.length)
    expect(await count({ t: Array.from({ length: 60_000 }, (_, n) => `no ${n}`).concat('NULL') })).toBe(1)
    const unfit = await post('datastore_search', { resource_id: id, filters: { i: [1, 'x'] } })
    expect([unfit.status, unfit.text]).toEqual([409, expect.stringContaining('invalid input syntax for type integer')])
  })

  test('makes a table under a new id where a resource is asked for', async () => {
    const { result } = await post('datastore_create', { resource: {}, records: [{ n: 7 }] })
    const id = jsonToPlain(jsonMember(result, 'resource_id') ?? '')
    expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f-]{27}$/)
    expect(await records({ resource_id: id })).toEqual(['{"_id":1,"n":7}'])
  })

  test('keeps JSON text sent to a jsonb column as a value, and an empty text as null', async () => {
    const id = await create({ fields: [{ id: 'v', type: 'jsonb' }], primary_key: ['v'] })
    const sent = ['{"b": [1.50]}', '"word"', '', { c: 1 }, [2], 3, true]
    expect(
      (await post('datastore_upsert', { resource_id: id, method: 'insert', records: sent.map((v) => ({ v })) })).status,
    ).toBe(200)
    const found = await records({ resource_id: id, fields: 'v' })
    expect(found).toEqual(['{"b": [1.50]}', '"word"', 'null', '{"c": 1}', '[2]', '3', 'true'].map((v) => `{"v":${v}}`))
    const { status, text } = await post('datastore_upsert', {
      resource_id: id,
      method: 'insert',
      records: [{ v: 'word' }],
    })
    expect(status).toBe(409)
    expect(text).toContain('invalid input syntax for type json')
  })

  test('gives a json column as a value to SQL, also through an alias, a subquery or a CTE; computed JSON as text', async () => {
    const alias = `json_${crypto.randomUUID().slice(0, 8)}`
    const id = await create({ fields: [{ id: 'v', type: 'json' }], records: [{ v: { a: [1] } }], aliases: alias })
    const sqlOf = async (sql: string) => jsonMember((await post('datastore_search_sql', { sql })).result, 'records')
    for (const sql of [
      `select v from "${id}"`,
      `select v from "${alias}"`,
      `select x.v from (select v from "${id}") x order by 1 is null`,
      `with x as (select v from "${id}") select v from x`,
    ])
      expect(await sqlOf(sql), sql).toBe('[{"v":{"a":[1]}}]')
    expect(await sqlOf(`select to_json(v) as v from "${id}"`)).toBe('[{"v":"{\\"a\\":[1]}"}]')
  })

  test('serves only what it made', async () => {
    await opened.database.query({ text: 'create table public.foreign_table (_id int)', values: [] })
    await opened.database.query({ text: 'create table datastore.not_registered (_id int)', values: [] })
    for (const id of ['foreign_table', 'not_registered', 'pg_class', 'tables', 'fields']) {
      expect((await post('datastore_search', { resource_id: id })).status, id).toBe(404)
      expect((await post('datastore_delete', { resource_id: id })).status, id).toBe(404)
    }
  })

  test('many creates and writes of one table at once all succeed', async () => {
    const id = crypto.randomUUID()
    const make = () =>
      post('datastore_create', {
        resource_id: id,
        aliases: `a_${id.slice(0, 8)}`,
        fields: [
          { id: 'code', type: 'text' },
          { id: 'n', type: 'int' },
        ],
        primary_key: 'code',
      })
    const write = (turn: number) =>
      post('datastore_upsert', {
        resource_id: id,
        records: Array.from({ length: 20 }, (_, n) => ({ code: `c${turn % 2 === 0 ? n : 19 - n}`, n: turn })),
      })
    expect((await make()).status).toBe(200)
    const answers = await Promise.all([
      ...Array.from({ length: 6 }, make),
      ...Array.from({ length: 12 }, (_, turn) => write(turn)),
      ...Array.from({ length: 6 }, () => post('datastore_search', { resource_id: `a_${id.slice(0, 8)}` })),
      ...Array.from({ length: 3 }, (_, n) =>
        post('datastore_create', { resource_id: id, fields: [{ id: `extra${n}`, type: 'text' }] }),
      ),
    ])
    expect(answers.filter(({ status }) => status !== 200).map(({ text }) => text)).toEqual([])
    expect(await records({ resource_id: id })).toHaveLength(20)
  })

  describe('an error', () => {
    let id = ''
    beforeAll(async () => {
      id = await create({ fields: [{ id: 'n', type: 'int' }], records: [{ n: 1 }] })
    })

    const json = (body: unknown, token = 'secret') => ({
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: token },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    })
    const doors: readonly (readonly [string, number, string, () => RequestInit])[] = [
      ['missing parameter', 409, 'datastore_search', () => json({})],
      ['unknown parameter', 409, 'datastore_search', () => json({ resource_id: id, x: 1 })],
      ['unknown table', 404, 'datastore_search', () => json({ resource_id: 'nowhere' })],
      ['unknown table by GET', 404, 'datastore_info?id=nowhere', () => ({})],
      ['no right to write', 403, 'datastore_upsert', () => json({ resource_id: id, records: [] }, 'wrong')],
      ['malformed before rights', 409, 'datastore_create', () => json({}, 'wrong')],
      ['a field that is no object', 400, 'datastore_create', () => json({ resource_id: id, fields: ['n'] })],
      ['a value that does not fit', 409, 'datastore_search', () => json({ resource_id: id, filters: { n: 'x' } })],
      [
        'a record that does not fit',
        409,
        'datastore_upsert',
        () => json({ resource_id: id, method: 'insert', records: [{ n: 'x' }] }),
      ],
      [
        'a type that is SQL',
        409,
        'datastore_create',
        () => json({ resource_id: id, fields: [{ id: 'a', type: 'int); drop table rowan.tables; --' }] }),
      ],
      [
        'a type that is a table',
        409,
        'datastore_create',
        () => json({ resource_id: id, fields: [{ id: 'a', type: 'rowan.tables' }] }),
      ],
      [
        'a type with bad numbers',
        409,
        'datastore_create',
        () => json({ resource_id: id, fields: [{ id: 'a', type: 'varchar(0)' }] }),
      ],
      ['NUL in a filter', 409, 'datastore_search', () => json({ resource_id: id, filters: { n: 'a\0b' } })],
      ['NUL in a name', 404, 'datastore_search', () => json({ resource_id: 'a\0b' })],
      ['NUL in a search', 409, 'datastore_search', () => json({ resource_id: id, q: 'a\0b' })],
      [
        'NUL in a record',
        409,
        'datastore_create',
        () => json({ resource_id: crypto.randomUUID(), records: [{ w: 'a\0b' }] }),
      ],
      [
        'NUL in a record of json',
        409,
        'datastore_create',
        () =>
          json({ resource_id: crypto.randomUUID(), fields: [{ id: 'j', type: 'json' }], records: [{ j: ['a\0b'] }] }),
      ],
      ['NUL in a new id', 409, 'datastore_create', () => json({ resource_id: 'a\0b', fields: [] })],
      ['NUL in a language', 409, 'datastore_search', () => json({ resource_id: id, q: 'a', language: 'a\0b' })],
      ['a huge offset', 409, 'datastore_search', () => json(`{"resource_id": "${id}", "offset": ${'9'.repeat(40)}}`)],
      ['a bad query of words', 409, 'datastore_search', () => json({ resource_id: id, q: '& |', plain: false })],
      ['a filter of null on delete', 409, 'datastore_delete', () => json({ resource_id: id, filters: null })],
      ['an SQL error', 409, 'datastore_search_sql', () => json({ sql: `select nothing from "${id}"` })],
      ['an error while SQL runs', 409, 'datastore_search_sql', () => json({ sql: `select 1 / (n - n) from "${id}"` })],
      ['a body that is too large', 413, 'datastore_upsert', () => json(`{"resource_id": "${' '.repeat(4_000_001)}"}`)],
      [
        'another content type',
        415,
        'datastore_search',
        () => ({ method: 'POST', headers: { 'content-type': 'text/plain' }, body: '{}' }),
      ],
    ]

    test.each(doors)("has CKAN's envelope: %s", async (_, status, path, init) => {
      const response = await handler(new Request(`${BASE}/${path}`, init()))
      const text = await response.text()
      expect(response.status, text).toBe(status)
      expect(response.headers.get('content-type')).toBe('application/json;charset=utf-8')
      const body: unknown = JSON.parse(text)
      const action = path.replace(/\?.*/, '')
      expect(body).toEqual({
        help: `http://service.test/api/3/action/help_show?name=${action}`,
        success: false,
        error: expect.objectContaining({ __type: expect.any(String) }),
      })
      expect(text).not.toMatch(/node_modules|\.ts:\d/)
    })

    test.each([
      ['unknown action', 'datastore_nothing', () => json({})],
      ['no JSON', 'datastore_search', () => json('{')],
      ['no object', 'datastore_search', () => json('[]')],
      ['nesting without end', 'datastore_search', () => json('['.repeat(100_000))],
      ['GET of a write', 'datastore_create', () => ({})],
    ] as const)("is CKAN's bare string where a request is no call: %s", async (_, action, init) => {
      const response = await handler(new Request(`${BASE}/${action}`, init()))
      expect(response.status).toBe(400)
      expect(await response.json()).toMatch(/^Bad request: /)
    })

    test('leaves the table as it was', async () => {
      expect(await records({ resource_id: id })).toEqual(['{"_id":1,"n":1}'])
    })
  })

  test('a database failure is a server error that reveals nothing', async () => {
    let failing = false
    const query = () =>
      failing ? Promise.reject(new Error('secret words')) : Promise.resolve({ rows: [], columns: [], changed: 0 })
    const broken = await createService({
      query,
      copy: () => ({ [Symbol.asyncIterator]: () => ({ next: () => Promise.reject(new Error('secret words')) }) }),
      copiesAsItRuns: true,
      transaction: (_, work) => work({ query }),
      close: () => Promise.resolve(),
    })
    failing = true
    const response = await broken(new Request(`${BASE}/datastore_search?resource_id=x`))
    expect(response.status).toBe(500)
    expect(JSON.parse(await response.text()).error).toEqual({
      __type: 'Internal Server Error',
      message: 'Internal Server Error',
    })
  })
})

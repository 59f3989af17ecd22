import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { everyRow, openEveryType, type EveryType, type ForcedWay } from '../../../e2e/support/everyType.ts'
import { isLong } from '../../../e2e/support/longForm.ts'
import { openPglite, openPostgres, postgresUrl } from '../../../e2e/support/testDatabases.ts'
import { ActionError } from '../../protocol/envelope.ts'
import { jsonToPlain } from '../../protocol/jsonText.ts'
import { wholeTable, type Query, type Sort, type Where } from '../../query/query.ts'
import { surePlan } from './plan.ts'

/** In short only the engine that is always there: `operators.test.ts` has both. */
const engines = [
  ['PGlite', openPglite] as const,
  ...(postgresUrl === null || !isLong ? [] : [['PostgreSQL', () => openPostgres(postgresUrl ?? '')] as const]),
]

const by = (field: string, descending = false, nullsFirst = false): Sort =>
  nullsFirst ? { field, descending, nullsFirst } : { field, descending }

const condition = (field: string, op: string, ...values: string[]) => ({ id: '', field, op, values })

/** What all records match, and only SQL can say. */
const BY_SQL = condition('_id', 'isNotNull')

describe.each(engines)('on %s', (_, open) => {
  let table: EveryType

  beforeAll(async () => {
    table = await openEveryType(open)
  })
  afterAll(() => table.drop())

  const WAYS_HERE = ['ranges', 'sql'] as const

  /** The query as this way carries it out: by search where that is enough, or by SQL. */
  function forced(way: ForcedWay, change: Partial<Query>): Query {
    const { where = { all: [] } } = change
    return {
      ...wholeTable(table.resource),
      columns: ['_id'],
      ...change,
      where: way === 'sql' ? { all: [BY_SQL, where] } : where,
    }
  }

  async function rowsBy(way: ForcedWay, change: Partial<Query>) {
    const client = table.pagingClient(way)
    if (client === null) throw new Error('There is no such server')
    return (await everyRow(client, forced(way, change))).map((row) => row.map((value) => value ?? null))
  }

  test.each<readonly [readonly Sort[], string]>([
    ...['i8', 'num', 'f8', 't', 'ch', 'b', 'd', 'ts', 'tz', 'tm', 'tags', 'id', 'iv', `Öl %, 'no'`].flatMap(
      (field): (readonly [readonly Sort[], string])[] => [
        [[by(field)], `"${field}" nulls last`],
        [[by(field, true, true)], `"${field}" desc nulls first`],
      ],
    ),
    [[by('t', true)], 't desc nulls last'],
    [[by('f8', false, true)], 'f8 nulls first'],
    [[by('jb')], 'jb'],
    [[by('$cost', true), by('b', false, true), by('t')], '"$cost" desc nulls last, b nulls first, t'],
    [[by('vc'), by('_id', true)], 'vc, _id desc'],
    [[by('at :m?')], '"at :m?"'],
  ])('sorted by %j, in pages', async (sort, order) => {
    const expected = await table.rowsOf(`select _id from TABLE order by ${order}, _id`)
    for (const way of WAYS_HERE) {
      expect(await rowsBy(way, { sort }), way).toEqual(expected)
    }
  })

  test.each<readonly [readonly string[], readonly Sort[], string]>([
    [['vc'], [], 'vc'],
    [['vc', 'b'], [by('b', true)], 'b desc nulls last, vc'],
    [['$cost', 't'], [by('i4')], '"$cost", t'],
    [['f4', '$cost'], [by('$cost', false, true)], '"$cost" nulls first, f4'],
  ])('alike ones once: %j sorted by %j, in pages', async (columns, sort, order) => {
    const names = columns.map((name) => `"${name}"`)
    const texts = names.map((name) => `to_json(${name}) #>> '{}'`)
    const expected = await table.rowsOf(
      `select ${texts.join()} from (select distinct ${names.join()} from TABLE where i4 < 1000) as alike order by ${order}`,
    )
    const where = condition('i4', 'atMost', '999')
    for (const way of WAYS_HERE) {
      expect(await rowsBy(way, { columns, distinct: true, sort, where }), way).toEqual(expected)
    }
  })

  test('alike ones once makes no difference where _id is shown, and asks nothing of columns that have no equality', async () => {
    for (const way of WAYS_HERE) {
      expect(await rowsBy(way, { columns: ['_id', 'j'], distinct: true }), way).toHaveLength(240)
    }
  })

  test.each([
    ['river', `plainto_tsquery('english', 'river')`],
    ['sediments plumes', `to_tsquery('english', 'sediment & plume')`],
    ['sedim*', `to_tsquery('english', 'sedim:*')`],
    ['"sediment core"', `to_tsquery('english', 'sediment <-> core')`],
    ['"core sediment"', `to_tsquery('english', 'core <-> sediment')`],
    ['"rivers running" activ*', `to_tsquery('english', 'rivers <-> running & activ:*')`],
    [`:noon it's \\`, `plainto_tsquery('english', 'noon it''s')`],
    ['the', `plainto_tsquery('english', 'the')`],
    ['on hold & !closed', `plainto_tsquery('english', 'on hold & !closed')`],
    ['100', `plainto_tsquery('english', '100')`],
  ])('words: %s', async (search, query) => {
    const expected = await table.rowsOf(`select _id from TABLE where _full_text @@ ${query} order by _id`)
    const ranked = await table.rowsOf(
      `select _id from TABLE where _full_text @@ ${query} order by ts_rank(_full_text, ${query}, 32) desc, _id limit 20`,
    )
    for (const way of WAYS_HERE) {
      expect(await rowsBy(way, { search }), way).toEqual(expected)
      const window = { offset: 0, limit: 20 }
      const { answer } = await surePlan(table.client(way), forced(way, { search })).page(window).ask({})
      // Best matches first, and how many there are.
      expect([way, answer.rows.map(([id]) => [jsonToPlain(id ?? '')]), answer.total]).toEqual([
        way,
        ranked,
        expected.length,
      ])
    }
  })

  test('every value is the same by search and by SQL, but for what CKAN writes in two ways: digits of a timestamp, intervals', async () => {
    const { answer } = await table.client('ranges').search({ resource_id: table.resource, limit: 0 })
    const columns = answer.fields.map(({ id }) => id).filter((id) => id !== 'iv')
    const [bySearch, bySql] = await Promise.all([rowsBy('ranges', { columns }), rowsBy('sql', { columns })])
    const cut = (rows: readonly (readonly (string | null)[])[]) =>
      rows.map((row) => row.map((value) => value?.replace(/^(\d{4}-\d\d-\d\dT[\d:]{8})\.\d+/, '$1') ?? null))
    expect(cut(bySql)).toEqual(cut(bySearch))
  })

  /** The status and the message of a refusal. */
  async function refusal(way: ForcedWay, where: Where): Promise<readonly [number, string]> {
    const asked = everyRow(table.client(way), forced(way, { where }))
    const error: unknown = await asked.then(
      () => null,
      (reason: unknown) => reason,
    )
    if (!(error instanceof ActionError)) throw new Error(`Not refused: ${String(error)}`)
    return [error.status, error.message]
  }

  test.each([
    [condition('i4', 'is', 'many'), 'invalid input syntax for type integer: "many"'],
    [condition('i2', 'is', '40000'), 'out of range'],
    [condition('d', 'is', '2019-02-30'), 'date/time field value out of range: "2019-02-30"'],
    [condition('b', 'is', 'maybe'), 'invalid input syntax for type boolean: "maybe"'],
    [condition('tags', 'is', 'a,b'), 'malformed array literal: "a,b"'],
    [condition('id', 'isAnyOf', 'x', 'y'), 'invalid input syntax for type uuid: "x"'],
  ])('a value that its column can not hold is refused, and named: %j', async (where, message) => {
    for (const way of WAYS_HERE) {
      expect(await refusal(way, where), way).toEqual([409, expect.stringContaining(message)])
    }
  })

  test('a field that is not there is refused, and named', async () => {
    for (const way of WAYS_HERE) {
      expect(await refusal(way, condition('gone', 'is', '1')), way).toEqual([409, expect.stringContaining('gone')])
    }
  })

  test('a list of 10,000 values, by each way', async () => {
    const values = Array.from({ length: 10_000 }, (_each, at) => String(at - 5000))
    const expected = await table.rowsOf('select _id from TABLE where i4 between -5000 and 4999 order by _id')
    const where = { all: [condition('i4', 'isAnyOf', ...values), condition('_id', 'atLeast', '0')] }
    expect(await rowsBy('filters', { where: condition('i4', 'isAnyOf', ...values) })).toEqual(expected)
    expect(await rowsBy('ranges', { where })).toEqual(expected)
    expect(await rowsBy('sql', { where })).toEqual(expected)
  })

  test('a tree of a hundred levels, and one as wide', async () => {
    let deep: Where = condition('i4', 'is', '7')
    let sql = 'i4 = 7'
    for (let level = 0; level < 50; level += 1) {
      deep = { any: [{ all: [deep, condition('_id', 'isNot', String(level))] }, condition('_id', 'is', String(level))] }
      sql = `((${sql} and _id <> ${level}) or _id = ${level})`
    }
    expect(await rowsBy('sql', { where: deep })).toEqual(await table.rowsOf(`select _id from TABLE where ${sql}`))
    const wide = {
      any: Array.from({ length: 1000 }, (_each, at) => condition('_id', 'isNot', String(at))),
      not: true as const,
    }
    expect(await rowsBy('sql', { where: wide })).toEqual([])
  })

  test('as large and as deep as filters are sent, the service takes them', async () => {
    let deep: Where = condition('i4', 'atLeast', '7')
    let sql = 'i4 >= 7'
    for (let level = 0; level < 3; level += 1) {
      deep = { any: [{ all: [deep, condition('i4', 'atMost', '99')] }, condition('i2', 'atMost', String(-level))] }
      sql = `((${sql} and i4 <= 99) or i2 <= ${-level})`
    }
    const expected = await table.rowsOf(`select _id from TABLE where ${sql} order by _id`)
    expect(await rowsBy('ranges', { where: deep })).toEqual(expected)
    const wide = { any: Array.from({ length: 98 }, (_each, at) => condition('_id', 'lessThan', String(at))) }
    expect(await rowsBy('ranges', { where: wide })).toHaveLength(96)
    const years = condition('d', 'isIn', ...Array.from({ length: 32 }, (_each, at) => String(2000 + at)))
    expect(await rowsBy('ranges', { where: years })).toEqual(
      await table.rowsOf(`select _id from TABLE where d >= '2000-01-01' and d < '2032-01-01' order by _id`),
    )
  })
})

import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { asCkan } from '../../../e2e/support/asCkan.ts'
import { everyRow, forcedClient, openServed, type Served } from '../../../e2e/support/everyType.ts'
import { openPglite } from '../../../e2e/support/testDatabases.ts'
import { jsonToPlain } from '../../protocol/jsonText.ts'
import { wholeTable } from '../../query/query.ts'
import { missingColumns } from '../walk/ownColumns.ts'

const TABLE = '0dd0dd0d-0000-4000-8000-000000000001'
const NUMBERED = '0dd0dd0d-0000-4000-8000-000000000002'

describe('on a server with the rules of CKAN', () => {
  let served: Served
  let ckan: ReturnType<typeof asCkan>
  let opened = 0

  beforeAll(async () => {
    served = await openServed(openPglite)
    await served.create({
      resource_id: TABLE,
      fields: [
        { id: 'f', type: 'float8' },
        { id: 'fs', type: '_float8' },
        { id: 'n', type: 'numeric' },
        { id: 'd', type: 'date' },
        { id: 'at', type: 'timestamp' },
      ],
      records: [
        { f: '1.5', fs: '{1.5}', n: '1.5', d: '2019-03-01', at: '2019-03-01 10:30:00' },
        { f: 'NaN', fs: '{NaN}', n: 'NaN', d: 'infinity', at: '-infinity' },
        { f: '-Infinity', fs: null, n: '-2.5', d: '0044-03-15 BC', at: '0044-03-15 10:00 BC' },
      ],
    })
    await served.create({
      resource_id: NUMBERED,
      fields: [
        { id: 'title', type: 'text' },
        { id: 'Case #', type: 'text' },
      ],
      records: [{ title: 'a # b', 'Case #': '#1' }],
    })
  })
  afterAll(() => served.drop())
  beforeEach(() => {
    ckan = asCkan(served.handler)
    opened += 1
  })

  const client = (way: 'filters' | 'sql') => forcedClient(ckan.handler, `http://ckan-${opened}.${way}`, way, false)
  const bySql = { all: [{ id: '', field: '_id', op: 'isNotNull', values: [] }] }

  test('NaN, infinity and dates before Christ come by SQL as they do by a search', async () => {
    const page = client('sql')
    page.profile.learn('asked', { service: 'CKAN 2.11.6' })
    const bySearch = await everyRow(page, wholeTable(TABLE))
    expect(await everyRow(page, { ...wholeTable(TABLE), where: bySql })).toEqual(bySearch)
    expect(bySearch.map(([, ...row]) => row)).toEqual([
      ['1.5', '[1.5]', '1.5', '2019-03-01', '2019-03-01T10:30:00'],
      ['NaN', '["NaN"]', 'NaN', 'infinity', '-infinity'],
      ['-Infinity', undefined, '-2.5', '0044-03-15 BC', '0044-03-15T10:00:00 BC'],
    ])
    expect(ckan.refused).toEqual([])
  })

  test('a statement that meets them is asked with texts, and at once the next time', async () => {
    const page = client('sql')
    page.profile.learn('asked', { service: 'CKAN 2.11.6' })
    const statement = `SELECT f, d, n FROM "${TABLE}" ORDER BY _id`
    for (const refusals of [1, 1]) {
      const { answer } = await page.sql(statement)
      expect(answer.fields.map(({ id, type }) => [id, type])).toEqual([
        ['f', 'float8'],
        ['d', 'date'],
        ['n', 'numeric'],
      ])
      expect(answer.rows.map((row) => row.map((value) => jsonToPlain(value ?? '')))).toEqual([
        ['1.5', '2019-03-01', '1.5'],
        ['NaN', 'infinity', 'NaN'],
        ['-Infinity', '0044-03-15 BC', '-2.5'],
      ])
      expect(ckan.refused).toHaveLength(refusals)
    }
  })

  test('signs in a statement that CKAN misreads arrive as they are meant', async () => {
    const statement = `SELECT "Case #" AS "at :m", '\\''' AS b FROM "${NUMBERED}" WHERE title = 'a # b' -- case #1`
    const { answer } = await client('sql').sql(statement)
    expect([answer.fields.map(({ id }) => id), answer.rows]).toEqual([['at :m', 'b'], [['"#1"', '"\\\\\'"']]])
    await expect(client('sql').sql(`SELECT '[1]'::json #>> '{0}'`)).rejects.toThrow('numberSignRefused')
  })

  test('a table with a column "Case #" is read without it, once refused, and said to lack it', async () => {
    const page = client('filters')
    expect(await everyRow(page, wholeTable(NUMBERED))).toEqual([['1', 'a # b']])
    expect(missingColumns(page, NUMBERED)).toEqual(['Case #'])
    expect(ckan.refused).toHaveLength(1)
    expect(await everyRow(page, { ...wholeTable(NUMBERED), search: 'b #' })).toEqual([['1', 'a # b']])
    expect(ckan.refused).toHaveLength(1)
  })
})

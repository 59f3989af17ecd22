import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { asCkan } from '../../../e2e/support/asCkan.ts'
import { everyRow, forcedClient, openServed, type Served } from '../../../e2e/support/everyType.ts'
import { openPglite } from '../../../e2e/support/testDatabases.ts'
import { wholeTable } from '../../query/query.ts'
import { surePlan } from './plan.ts'
import { showsCutTimes } from './shownTimes.ts'
import { hasCutTimes } from './wholeTimes.ts'

const TIMES = '0dd0dd0d-0000-4000-8000-00000000000a'
const WHOLE = '0dd0dd0d-0000-4000-8000-00000000000b'
const FIELDS = [{ id: 'seen at:', type: 'timestamp' }]

let served: Served
let ckan: ReturnType<typeof asCkan>
let opened = 0
/** What was asked since the last look. */
let asked: string[] = []

beforeAll(async () => {
  served = await openServed(openPglite)
  const fields = [
    { id: 'seen at:', type: 'timestamp' },
    { id: 'zoned', type: 'timestamptz' },
    { id: 'n', type: 'numeric' },
  ]
  const records = [
    { 'seen at:': '2019-03-01 00:37:01.25', zoned: '2019-03-01 00:37:01.25Z', n: '1.50' },
    { 'seen at:': '2019-03-01 00:37:02', zoned: null, n: 'NaN' },
    { 'seen at:': null, zoned: null, n: null },
    { 'seen at:': 'infinity', zoned: null, n: '0' },
    { 'seen at:': '0044-03-15 10:00:00.123456 BC', zoned: null, n: '0' },
  ]
  await served.create({ resource_id: TIMES, fields, records })
  await served.create({ resource_id: WHOLE, fields, records: records.slice(1, 3) })
})
afterAll(() => served.drop())
beforeEach(() => {
  ckan = asCkan(served.handler)
  opened += 1
  asked = []
})

function client(sql: 'on' | 'off', service = 'CKAN 2.11.6') {
  const handler = (request: Request) => {
    asked.push(new URL(request.url).pathname.split('/').at(-1) ?? '')
    return ckan.handler(request)
  }
  const made = forcedClient(handler, `http://ckan-${opened}.times`, sql === 'on' ? 'sql' : 'filters', false)
  made.profile.learn('asked', { service })
  return made
}

const timesOf = async (of: ReturnType<typeof client>, table = TIMES) =>
  (await everyRow(of, wholeTable(table))).map(([, seen, zoned]) => [seen, zoned])

test('times have their fractions, BC and infinity although the search leaves them out, and no statement is refused', async () => {
  const page = client('on')
  expect(await timesOf(page)).toEqual([
    ['2019-03-01T00:37:01.25', '2019-03-01T00:37:01.25+00:00'],
    ['2019-03-01T00:37:02', undefined],
    [undefined, undefined],
    ['infinity', undefined],
    ['0044-03-15T10:00:00.123456 BC', undefined],
  ])
  expect(ckan.refused).toEqual([])
  expect(showsCutTimes(page, TIMES, FIELDS)).toBe(false)
})

test('a server without SQL shows them cut, which is said', async () => {
  const page = client('off')
  expect((await timesOf(page)).map(([seen]) => seen)).toEqual([
    '2019-03-01T00:37:01',
    '2019-03-01T00:37:02',
    undefined,
    undefined,
    '0044-03-15T10:00:00',
  ])
  expect(showsCutTimes(page, TIMES, FIELDS)).toBe(true)
  expect(showsCutTimes(page, TIMES, [{ id: 'zoned', type: 'timestamptz' }])).toBe(false)
  expect(asked).not.toContain('datastore_search_sql')
})

test('a table that is kept from statements shows them cut, which is said, and is not asked again', async () => {
  const page = client('on')
  const broken = { ...page, sql: () => page.sql('SELECT pg_sleep(0)') }
  expect((await timesOf(broken))[0]).toEqual(['2019-03-01T00:37:01', '2019-03-01T00:37:01.25+00:00'])
  expect(showsCutTimes(broken, TIMES, FIELDS)).toBe(true)
  expect(showsCutTimes(broken, WHOLE, FIELDS)).toBe(false)
  expect(ckan.refused).toHaveLength(1)
  await timesOf(broken)
  expect(ckan.refused).toHaveLength(1)
})

test('later pages of a table without such times are not asked about', async () => {
  const page = client('on')
  const read = async (offset: number) => {
    asked = []
    await surePlan(page, wholeTable(WHOLE)).page({ offset, limit: 1 }, false).ask({})
    return asked.length
  }
  expect(await read(0)).toBe(2)
  expect(await hasCutTimes(page, WHOLE, FIELDS)).toBe(false)
  expect(await read(1)).toBe(1)
  expect(await read(0)).toBe(2)
})

test.each([
  ['CKAN 2.9.11', true],
  ['CKAN 2.10.8', true],
  ['CKAN 2.11.6', true],
  ['CKAN 2.12.0', false],
  ['CKAN 2.12.0a0', false],
  ['CKAN 3.0', false],
  ['Rowan 0.1.0', false],
])('%s cuts times: %s', (service, isCutting) => {
  expect(showsCutTimes(client('off', service), TIMES, FIELDS)).toBe(isCutting)
})

test.each([
  ['lacks the numbers of its records', (text: string) => text.replaceAll('"_id"', '"id"')],
  ['has a record that was not asked for', (text: string) => text.replaceAll('"_id":1,', '"_id":99,')],
])('an answer that %s tells no times, which is said', async (_, spoilt) => {
  const made = client('on')
  const odd = async (request: Request) => {
    const response = await ckan.handler(request)
    if (!request.url.includes('datastore_search_sql')) return response
    return new Response(spoilt(await response.text()), response)
  }
  const page = forcedClient(odd, `http://odd-${opened}.times`, 'sql', false)
  page.profile.learn('asked', { service: made.profile.get().service ?? '' })
  expect((await timesOf(page))[0]?.[0]).toBe('2019-03-01T00:37:01')
  expect(showsCutTimes(page, TIMES, FIELDS)).toBe(true)
})

test('as long as nobody knows whether there is SQL, times are shown cut, which is said', () => {
  const page = client('on')
  page.profile.learn('asked', { sql: 'unknown' })
  expect(showsCutTimes(page, TIMES, FIELDS)).toBe(true)
  page.profile.learn('asked', { sql: 'on' })
  expect(showsCutTimes(page, TIMES, FIELDS)).toBe(false)
})

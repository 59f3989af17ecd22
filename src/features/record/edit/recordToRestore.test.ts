import { expect, test } from 'vitest'
import { createActionClient } from '../../../instances/client/createActionClient.ts'
import { settle } from '../../write/settled.ts'
import { undoWords } from './doubtWords.ts'
import { recordToAdd } from './recordChange.ts'
import { recordToRestore, valueToRestore } from './recordToRestore.ts'

interface Column {
  readonly id: string
  readonly type: string
  /** As CKAN's search writes it. */
  readonly shown: string
  /** As the database casts it to text. */
  readonly text?: string
}

const COLUMNS: readonly Column[] = [
  { id: '_id', type: 'int', shown: '7' },
  { id: 'big', type: 'numeric', shown: '12345678901234567890.12345678902', text: '12345678901234567890.12345678902' },
  { id: 'price', type: 'numeric', shown: '1002.50', text: '1002.50' },
  { id: 'Case #', type: 'timestamp', shown: '"2019-03-01T00:37:02"', text: '2019-03-01 00:37:02.25' },
  {
    id: 'list',
    type: '_numeric',
    shown: '[1.50,null,12345678901234567890.5]',
    text: '{1.50,NULL,12345678901234567890.5}',
  },
  { id: 'open', type: 'bool', shown: 'true' },
  { id: 'more', type: 'json', shown: '{"a": 1.5}' },
  { id: 'none', type: 'text', shown: 'null' },
]

let played = 0

/** A CKAN with one record, with SQL or without. */
function ckanWith(columns: readonly Column[], hasSql: boolean) {
  const statements: string[] = []
  const written: string[] = []
  const fields = JSON.stringify(columns.map(({ id, type }) => ({ id, type })))
  const handler = async (request: Request) => {
    const action = new URL(request.url).pathname.split('/').at(-1) ?? ''
    const body = await request.text()
    const answer = (status: number, text: string) =>
      new Response(text, { status, headers: { 'content-type': 'application/json' } })
    const ok = (result: string) => answer(200, `{"success":true,"result":${result}}`)
    if (action === 'datastore_search') {
      const record = columns.map(({ id, shown }) => `${JSON.stringify(id)}:${shown}`).join(',')
      return ok(`{"fields":${fields},"records":[{${record}}],"total":1}`)
    }
    if (action === 'datastore_search_sql' && hasSql) {
      const url = new URL(request.url)
      statements.push(url.searchParams.get('sql') ?? String(JSON.parse(body).sql))
      const texts = columns.filter(({ id, type }) => id !== '_id' && !['bool', 'json'].includes(type))
      const record = Object.fromEntries(texts.map(({ id, text }) => [id, text ?? null]))
      return ok(JSON.stringify({ fields: texts.map(({ id }) => ({ id, type: 'text' })), records: [record] }))
    }
    if (action !== 'datastore_upsert') return answer(400, `"Bad request - Action name not known: ${action}"`)
    written.push(body)
    return ok('{"resource_id":"r"}')
  }
  const connection = {
    baseUrl: `http://restoring${(played += 1)}.example`,
    prefix: '/api/3/action',
    tokenHeader: 'Authorization',
    token: 't',
  }
  const client = createActionClient(handler, connection, { origin: 'http://page.example' })
  client.profile.learn('asked', { service: 'CKAN 2.11.6', ...(hasSql ? { sql: 'on' as const } : {}) })
  return { client, statements, written }
}

test('the values are read as the database has them, and sent so that CKAN makes no float of them', async () => {
  const { client, statements, written } = ckanWith(COLUMNS, true)
  const record = await recordToRestore(client, 'r', '7')
  expect(statements).toEqual([
    String.raw`SELECT "big"::text AS "big", "price"::text AS "price", U&"Case \0023"::text AS U&"Case \0023", "list"::text AS "list", "none"::text AS "none" FROM "r" WHERE "_id" = '7'`,
  ])
  await settle(await recordToAdd(client, 'r', record?.values ?? []))
  expect(written).toEqual([
    '{"resource_id":"r","method":"insert","records":[{"big":"12345678901234567890.12345678902","price":"1002.50",' +
      '"Case #":"2019-03-01 00:37:02.25","list":"{1.50,NULL,12345678901234567890.5}","open":true,"more":{"a": 1.5},"none":null}]}',
  ])
  expect(record?.doubts).toEqual([])
  expect(undoWords(record?.doubts ?? [])).toBe('Undo adds it again, with the same values and a new _id.')
})

test('without SQL all but the times keep every digit, and that is not promised of those', async () => {
  const { client } = ckanWith(COLUMNS, false)
  const record = await recordToRestore(client, 'r', '7')
  expect(Object.fromEntries(record?.values ?? [])).toEqual({
    big: '"12345678901234567890.12345678902"',
    price: '"1002.50"',
    'Case #': '"2019-03-01T00:37:02"',
    list: '"{1.50,NULL,12345678901234567890.5}"',
    open: 'true',
    more: '{"a": 1.5}',
    none: 'null',
  })
  expect(undoWords(record?.doubts ?? [])).toBe(
    'Undo adds it again, with a new _id. Undo may not bring back fractions of a second, years BC and infinity in Case #: this server may show times without them.',
  )
})

test('a record without times is promised whole by a CKAN without SQL', async () => {
  const { client } = ckanWith(
    COLUMNS.filter(({ type }) => type !== 'timestamp'),
    false,
  )
  expect((await recordToRestore(client, 'r', '7'))?.doubts).toEqual([])
})

test.each([
  ['json', '{"a": 1.50}', 'roundedJson'],
  ['json', '[0.12345678901234567890]', 'roundedJson'],
  ['json', '[1.0, 12345678901234567890, "1.50"]', null],
  ['timestamp', '"2019-03-01T00:37:02"', 'cutTimes'],
  ['timestamp', 'null', 'cutTimes'],
  ['timestamptz', '"2019-03-01T00:37:02.25+00:00"', null],
  ['timestamptz', '"2019-03-01T00:37:02+00:00"', null],
  ['timestamptz', 'null', null],
  ['jsonb', 'null', 'jsonNull'],
  ['jsonb', '{"a": 1.50}', null],
  ['json', 'null', null],
  ['varchar', '""', 'emptyText'],
  ['text', '""', null],
])('what undo leaves in doubt on a CKAN without SQL about a %s %s: %s', async (type, shown, doubt) => {
  const { client } = ckanWith(
    [
      { id: '_id', type: 'int', shown: '7' },
      { id: 'odd', type, shown },
    ],
    false,
  )
  const record = await recordToRestore(client, 'r', '7')
  expect(record?.doubts).toEqual(doubt === null ? [] : [{ kind: doubt, fields: ['odd'] }])
})

test('an edited time of whole seconds can be undone where SQL tells what a search cuts, and not elsewhere', () => {
  const restored = (hasSql: boolean, shown: string, service = 'CKAN 2.11.6') => {
    const { client } = ckanWith(COLUMNS, hasSql)
    client.profile.learn('asked', { service })
    return valueToRestore(client, 'r', shown, { id: 'seen', type: 'timestamp' })
  }
  expect(restored(true, '"2019-03-01T00:37:02"')).toBe('"2019-03-01T00:37:02"')
  expect(restored(true, 'null')).toBe('null')
  expect(restored(false, '"2019-03-01T00:37:02"')).toBe(null)
  expect(restored(false, 'null')).toBe(null)
  expect(restored(false, '"2019-03-01T00:37:02"', 'CKAN 2.12.0')).toBe('"2019-03-01T00:37:02"')
})

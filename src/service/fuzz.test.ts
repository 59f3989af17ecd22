import * as fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Handler } from '../protocol/handler.ts'
import { FIELDS, readingRequests, TABLES, writingRequests, type FuzzRequest } from '../../e2e/support/fuzzRequests.ts'
import { ensureReaderRole } from './engines/readerRole.ts'
import { createService } from './service.ts'
import { openGuardedPglite } from '../../e2e/support/guardedPglite.ts'
import { hostileCalls, numbersFrom } from '../../e2e/support/hostileCalls.ts'
import { openPostgres, postgresUrl, type TestDatabase } from '../../e2e/support/testDatabases.ts'

/** Generated requests for each engine: `npm run fuzz` says how many; here it is a sample of them. */
const REQUESTS = Number(process.env['ROWAN_FUZZ'] ?? 400)
const SEED = Number(process.env['ROWAN_FUZZ_SEED'] ?? 20_261_120)
const SLOW_MS = REQUESTS > 10_000 ? 60_000 : 10_000
/** What takes longer is ended; if that can't be, it is found. */
const LONGEST_MS = SLOW_MS / 2

/** What a server gives a reader without a token. */
const READER_TIMEOUT_MS = 20_000

/** Words of tables that are not Rowan's; no answer may hold them. */
const CANARY = 'canary-8d1f0c55'

const engines: readonly (readonly [string, () => Promise<TestDatabase>])[] = [
  ['PGlite', () => openGuardedPglite(LONGEST_MS)],
  ...(postgresUrl === null ? [] : [['PostgreSQL', () => openPostgres(postgresUrl ?? '', READER_TIMEOUT_MS)] as const]),
]

describe.each(engines)('generated requests on %s', (_, open) => {
  let opened: TestDatabase
  let handler: Handler
  let problems: string[] = []
  /** The actions that have done what they were asked to, so that the requests reach what lies behind the refusals. */
  const answered = new Set<string>()

  beforeAll(async () => {
    opened = await open()
    const { database, engine } = opened
    for (const text of [
      'create table public.canary (word text)',
      `insert into public.canary values ('${CANARY}')`,
      'create schema other',
      `create table other.canary as select * from public.canary`,
    ]) {
      await database.query({ text, values: [] })
    }
    handler = await createService(database, {
      access: (token) => ({ read: true, write: token === 'right' }),
      readerRole: engine === 'PostgreSQL' ? ((await ensureReaderRole(database)) ?? undefined) : undefined,
      onFailure: (request, error) => problems.push(`${request.url}: ${String(error)}`),
    })
    const records = [
      {
        t: 'water',
        i: 1,
        b: '9223372036854775807',
        n: '1.50',
        f: -0,
        d: '2021-03-04',
        ts: '2021-03-04T05:06:07',
        o: true,
      },
      { t: 'survey', i: 2, j: { a: [1, 2] }, a: ['x', 'y'], 'Größe (m)': '3' },
    ]
    const fields = Object.entries(FIELDS).map(([id, type]) => ({ id, type }))
    const made = await send({
      method: 'POST',
      path: '/api/3/action/datastore_create',
      contentType: 'application/json',
      body: JSON.stringify({ resource_id: TABLES[0], force: true, aliases: 'an alias', fields, records }),
      token: 'right',
    })
    expect(made.status, made.text).toBe(200)
  }, 120_000)

  afterAll(() => opened.drop())

  async function send(request: FuzzRequest): Promise<{ status: number; text: string }> {
    const headers = new Headers()
    if (request.contentType !== null) headers.set('content-type', request.contentType)
    if (request.token !== 'none') headers.set('authorization', request.token)
    const { method, path, body } = request
    const response = await handler(new Request(`http://service.test${path}`, { method, headers, body }))
    return { status: response.status, text: await response.text() }
  }

  /** What went wrong with a request, in words; null if nothing did. */
  async function problemOf(request: FuzzRequest): Promise<string | null> {
    problems = []
    const begun = performance.now()
    try {
      const { status, text } = await send(request)
      const took = performance.now() - begun
      if (status === 200) answered.add(actionOf(request))
      if (status >= 500) return `${status} ${problems.join('; ') || text}`
      if (took > SLOW_MS) return `took ${Math.round(took)} ms`
      if (text.includes(CANARY)) return 'told of a foreign table'
      if (text.startsWith('{"help"')) JSON.parse(text)
      return null
    } catch (error) {
      return `threw ${String(error)}`
    }
  }

  /** All that the database holds and is, but for what its own bookkeeping changes. */
  async function stateOf(schemas: readonly string[]): Promise<string> {
    const texts = async (text: string): Promise<readonly string[]> =>
      (await opened.database.query({ text, values: [] })).rows.map((row) => row.join(' '))
    const tables = await texts(
      `select format('%I.%I', n.nspname, c.relname) from pg_class c join pg_namespace n on n.oid = c.relnamespace
       where c.relkind in ('r', 'v') and n.nspname = any ('{${schemas.join(',')}}') order by 1`,
    )
    const held: string[] = []
    for (const each of tables) {
      held.push(
        `${each} ${(await texts(`select md5(coalesce(string_agg(x::text, '|' order by x::text), '')) from ${each} x`)).join()}`,
      )
    }
    const rest = await texts(
      `select 'namespace', nspname from pg_namespace where nspname !~ '^pg_(toast_)?temp'
       union all select 'function', oid::regprocedure::text from pg_proc where pronamespace::regnamespace::text !~ '^(pg_|rowan)'
       union all select 'extension', extname from pg_extension
       union all select 'database', datname from pg_database where datname = current_database() order by 1, 2`,
    )
    return [...held, ...rest].join('\n')
  }

  async function runAll(requests: fc.Arbitrary<FuzzRequest>, count: number): Promise<readonly string[]> {
    const found = new Map<string, string>()
    const chunk = 500
    for (let at = 0; at < count && found.size < 20; at += chunk) {
      const sample = fc.sample(requests, { numRuns: Math.min(chunk, count - at), seed: SEED + at })
      for (const request of sample) {
        const problem = await problemOf(request)
        if (problem !== null && !found.has(problem)) found.set(problem, JSON.stringify(request).slice(0, 2000))
      }
    }
    return [...found].map(([problem, request]) => `${problem}\n    ${request}`)
  }

  test('reading requests give no 500, no foreign table, and change nothing', { timeout: 3_600_000 }, async () => {
    const schemas = ['public', 'other', 'rowan', 'datastore']
    const before = await stateOf(schemas)
    expect(await runAll(readingRequests, Math.ceil(REQUESTS / 2))).toEqual([])
    expect(await stateOf(schemas)).toBe(before)
    for (const action of ['datastore_search', 'datastore_search_sql', 'datastore_info', 'dump']) {
      expect(answered).toContain(action)
    }
  })

  test('writing requests give no 500 and touch no foreign table', { timeout: 3_600_000 }, async () => {
    const before = await stateOf(['public', 'other'])
    expect(await runAll(writingRequests, Math.floor(REQUESTS / 2))).toEqual([])
    expect(await stateOf(['public', 'other'])).toBe(before)
    for (const action of ['datastore_create', 'datastore_upsert', 'datastore_delete', 'datastore_records_delete']) {
      expect(answered).toContain(action)
    }
  })

  test('admitted functions, operators and casts give no 500 for any argument', { timeout: 3_600_000 }, async () => {
    const isLong = REQUESTS > 10_000
    const all = await hostileCalls(opened.database, isLong ? 10 : 1, numbersFrom(SEED))
    expect(all.length).toBeGreaterThan(1500)
    const found: string[] = []
    for (const [at, sql] of all.entries()) {
      if (!isLong && at % 17 !== 0) continue
      const [path, contentType] = ['/api/3/action/datastore_search_sql', 'application/json']
      const request = { method: 'POST', path, contentType, body: JSON.stringify({ sql }), token: 'none' } as const
      const problem = await problemOf(request)
      if (problem !== null) found.push(`${problem}\n    ${sql.slice(0, 2000)}`)
    }
    expect(found).toEqual([])
  })

  const many = (count: number, text: (place: number) => string): string =>
    Array.from({ length: count }, (_, place) => text(place)).join(', ')

  /** What, the action, and the members of its body. */
  const oversized: readonly (readonly [string, string, string])[] = [
    [
      'a condition in 70,000 brackets',
      'datastore_search',
      `"filters": {"$or": [${many(70_000, (n) => `{"i": ${n}}`)}]}`,
    ],
    ['1,600 sort keys', 'datastore_search', `"sort": [${many(1600, () => '"t asc"')}]`],
    ['1,600 fields', 'datastore_search', `"fields": [${many(1600, () => '"t"')}]`],
    ['a list of 200,000 values', 'datastore_search', `"filters": {"i": [${many(200_000, String)}]}`],
    ['20,000 sort keys', 'datastore_search', `"sort": [${many(20_000, () => '"t asc"')}]`],
    ['200,000 fields', 'datastore_search', `"fields": [${many(200_000, () => '"t"')}]`],
    ['a million commas', 'datastore_search', `"fields": "${','.repeat(1_000_000)}"`],
    ['a long sort of blanks and quotes', 'datastore_search', `"sort": "${'\\" , '.repeat(100_000)}"`],
    ['a query of 300,000 words', 'datastore_search', `"q": "${many(300_000, (n) => `w${n}`)}"`],
    ['a query of 100,000 operators', 'datastore_search', `"plain": false, "q": "${'a & '.repeat(100_000)}b"`],
    ['a query of 9,000 brackets', 'datastore_search', `"plain": false, "q": "${'('.repeat(9_000)}"`],
    ['a query of 500 brackets', 'datastore_search', `"plain": false, "q": "${'('.repeat(500)}a${')'.repeat(500)}"`],
    ['a query of 500 negations', 'datastore_search', `"plain": false, "q": "${'!'.repeat(500)}a"`],
    [
      'a query of 3,300 operators',
      'datastore_search',
      `"plain": false, "q": "${'a & '.repeat(1600)}${'b <-> '.repeat(500)}b"`,
    ],
    ['filters 20,000 deep', 'datastore_search', `"filters": ${'{"$and": ['.repeat(20_000)}${']}'.repeat(20_000)}`],
    ['a value 500,000 deep', 'datastore_search', `"filters": {"j": ${'['.repeat(500_000)}${']'.repeat(500_000)}}`],
    [
      'a statement of 60,000 brackets',
      'datastore_search_sql',
      `"sql": "select ${'('.repeat(60_000)}1${')'.repeat(60_000)}"`,
    ],
    ['a statement of 30,000 sums', 'datastore_search_sql', `"sql": "select ${'1 + '.repeat(30_000)}1"`],
    ['a statement of 5,000 columns', 'datastore_search_sql', `"sql": "select ${many(5000, () => '1')}"`],
    [
      'a statement of 2,000 joins',
      'datastore_search_sql',
      `"sql": "select 1 from ${many(2000, (n) => `(select 1) as a${n}`)}"`,
    ],
    ...(REQUESTS > 10_000
      ? [['a text of a gigabyte', 'datastore_search_sql', `"sql": "select repeat('x', 1000000000)"`] as const]
      : []),
    [
      'a record 100,000 deep',
      'datastore_upsert',
      `"force": true, "method": "insert", "records": [{"j": ${'['.repeat(100_000)}${']'.repeat(100_000)}}]`,
    ],
    [
      'a record of 100,000 members',
      'datastore_upsert',
      `"force": true, "method": "insert", "records": [{${many(100_000, (n) => `"m${n}": 1`)}}]`,
    ],
    [
      'a table of 2,000 fields',
      'datastore_create',
      `"resource_id": "wide", "force": true, "fields": [${many(2000, (n) => `{"id": "c${n}"}`)}]`,
    ],
    [
      'a key of 100 fields',
      'datastore_create',
      `"resource_id": "key", "force": true, "fields": [${many(100, (n) => `{"id": "c${n}"}`)}], "primary_key": [${many(100, (n) => `"c${n}"`)}]`,
    ],
  ]

  test.each(oversized)('%s gives an answer', async (_, name, members) => {
    const id =
      members.includes('"resource_id"') || name === 'datastore_search_sql' ? '' : `"resource_id": "${TABLES[0]}", `
    const problem = await problemOf({
      method: 'POST',
      path: `/api/3/action/${name}`,
      contentType: 'application/json',
      body: `{${id}${members}}`,
      token: 'right',
    })
    expect(problem).toBeNull()
  })
})

/** The name of the action that a request is for; `dump` for a dump. */
function actionOf({ path }: FuzzRequest): string {
  return path.startsWith('/datastore/dump/') ? 'dump' : (/\/action\/(\w+)/.exec(path)?.[1] ?? '')
}

import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  minimalAnswer,
  PLAIN,
  statementsOn,
  type Came,
  type Reading,
  type Records,
} from '../../../e2e/support/minimalReading.ts'
import { format } from '../../formats/csv/csvWriter.ts'
import { createActionClient } from '../../instances/client/createActionClient.ts'
import { ActionError } from '../../protocol/envelope.ts'
import type { Handler } from '../../protocol/handler.ts'
import { ProblemError } from '../../protocol/problem.ts'
import { wholeTable, type Query } from '../../query/query.ts'
import { searchParams } from '../../query/toSearch.ts'
import { firstWindow, layoutOf } from '../../results/rowWindow.ts'
import { askSearch, evidenceOf } from '../../results/walk/evidence.ts'
import { surePlan } from '../../results/plan/plan.ts'
import { exactCount } from '../../results/walk/exactCount.ts'
import { readRecords } from '../../results/walk/readRecords.ts'
import { generatedRuns, isLong } from '../../../e2e/support/longForm.ts'
import { NetworkError } from '../../instances/transport/networkError.ts'
import { exportSearch } from './exportSearch.ts'

const RECORDS: Records = Array.from({ length: 60 }, (_, at) => ({
  no: at + 1,
  title: `Water level ${at + 1}`,
  subject: ['watershed', 'survey', 'birds'][at % 3],
}))
const BIRDS = RECORDS.filter(({ subject }) => subject === 'birds')

/** Every way in which each part of the interface may be read. */
const SWITCHES: { readonly [Name in keyof Reading]?: readonly Reading[Name][] } = {
  others: ['ignored', 'refused'],
  statuses: ['by cause', 'always 500'],
  token: [null, 'a token'],
  most: [100_000, 10],
  greaterLimits: ['are lowered', 'are refused'],
  filtersInAddress: ['are read', 'are ignored', 'are refused'],
  forms: [true, false],
  body: [1_000_000, 1000],
}

/** Every form in which it may answer. */
const FORMS: { readonly [Name in keyof Reading]?: readonly Reading[Name][] } = {
  records: ['at the top', 'under result', 'deeper, under another name', 'as a bare list'],
  errors: ['a JSON string', 'a web page', 'nothing'],
  total: [false, true],
  fields: [false, true],
}

/** All combinations of what is decided there. */
function combined(switches: typeof SWITCHES): readonly Partial<Reading>[] {
  return Object.entries(switches).reduce<readonly Partial<Reading>[]>(
    (all, [name, list]) => all.flatMap((before) => list.map((value) => ({ ...before, [name]: value }))),
    [{}],
  )
}

/** Each way of reading in one form after the other, and in all of them if there is time. */
function readings(): readonly Reading[] {
  const forms = combined(FORMS)
  return combined(SWITCHES).flatMap((decided, at) => {
    // Two ways in five hold every three switches in each combination of theirs.
    const some = isLong ? forms : forms.filter((_, place) => at % 5 < 2 && place === (at * 5) % forms.length)
    return some.map((form) => ({ ...PLAIN, ...decided, ...form }))
  })
}

let servings = 0

/** A client of such a server, of which nothing is known yet; `refused` is what the server refused so far. */
function clientOf(reading: Reading, records = RECORDS) {
  const refused: string[] = []
  let asked = 0
  const handler: Handler = async (request) => {
    const { pathname, search } = new URL(request.url)
    const headers = Object.fromEntries(request.headers)
    const came: Came = { method: request.method, path: pathname + search, headers, body: await request.text() }
    asked += 1
    // The answer to such a request is closed to the page; it only shows that the server is there.
    if (request.mode === 'no-cors') return new Response(null)
    const given = await minimalAnswer(came, { resource: 'r', records, sql: statementsOn(records), reading })
    if (given.isRefusal === true) refused.push(`${came.method} ${came.path} ${came.body}`)
    if (given.isRefusal === true && !reading.refusalsAreOpen) throw hidden(new URL(request.url).host)
    return new Response(given.body, { status: given.status, headers: { 'content-type': given.type } })
  }
  const baseUrl = `http://reading${(servings += 1)}.example`
  const connection = { baseUrl, prefix: PLAIN.prefix, tokenHeader: 'Authorization', token: reading.token }
  const client = createActionClient(handler, connection, { origin: 'http://page.example' })
  return { client, refused, asked: () => asked }
}

/** What a refusal looks like that the browser keeps from the page; one that need not be tried again after a while. */
function hidden(host: string): NetworkError {
  const near = { near: 'notNear', isPlainHttp: false } as const
  return new NetworkError({ code: 'hostUnreachable', host, origin: 'http://page.example', ...near }, { mayPass: false })
}

type Client = ReturnType<typeof clientOf>['client']

const options = { signal: new AbortController().signal, onProgress: () => undefined }

/** What a promise brings, or the code of the page's own refusal to say more than it knows; anything else is thrown. */
async function orHonest<T>(promise: Promise<T>): Promise<T | string> {
  try {
    return await promise
  } catch (error) {
    if (error instanceof ProblemError) return error.problem.code
    if (error instanceof ActionError && error.problem !== null) return error.problem.code
    throw error
  }
}

const all: Query = wholeTable('r')
const birds: Query = { ...all, where: { id: 'only', field: 'subject', op: 'is', values: ['birds'] } }

async function opened(client: Client, query: Query) {
  const window = firstWindow(null)
  const { answer } = await askSearch(client, searchParams(query, window), options)
  const place = answer.fields.findIndex(({ id }) => id === 'no')
  return { numbers: answer.rows.map((row) => Number(row[place])), ...layoutOf(null, answer, evidenceOf(client)) }
}

test('where nothing but SQL shows how many records there are, it counts them, and the file is known to have all', async () => {
  const many: Records = Array.from({ length: 2500 }, (_, at) => ({ no: at + 1, title: `Water level ${at + 1}` }))
  for (const others of ['ignored', 'refused'] as const) {
    const { client } = clientOf({ ...PLAIN, others }, many)
    expect(await exactCount(surePlan(client, all), options)).toBe(2500)
    const { rows, isProven, stoppedBy } = await exportSearch(surePlan(client, all), format, options)
    expect([rows, isProven, stoppedBy]).toEqual([2500, true, null])
  }
})

test('every reading of the interface ends right or in an honest refusal', async () => {
  for (const reading of readings()) {
    await checkReading(reading)
  }
}, 1_800_000)

/** Servers that decide all of it by chance: also what they call a refusal, and by which status. */
const anyReading: fc.Arbitrary<Reading> = fc.record({
  records: fc.constantFrom(...(FORMS.records ?? [])),
  errors: fc.constantFrom<Reading['errors'][]>(
    'a JSON string',
    'a web page',
    'nothing',
    'as CKAN has them',
    'plain text',
    'in a form of its own',
  ),
  statuses: fc.oneof(fc.constantFrom<Reading['statuses'][]>('by cause', 'always 500', 'always 200'), fc.nat(1000)),
  refusalsAreOpen: fc.boolean(),
  total: fc.boolean(),
  fields: fc.boolean(),
  others: fc.constantFrom('ignored', 'refused'),
  token: fc.constantFrom(null, 'a token'),
  most: fc.constantFrom(100_000, 50, 10),
  greaterLimits: fc.constantFrom('are lowered', 'are refused'),
  noRecords: fc.constantFrom('are read', 'are refused'),
  filtersInAddress: fc.constantFrom('are read', 'are ignored', 'are refused'),
  filtersInJson: fc.constant('are read'),
  forms: fc.boolean(),
  body: fc.constantFrom(1_000_000, 1000),
  prefix: fc.constantFrom('/en/api/3/action', '/api/3/action'),
})

test('a read ends right on every server, whatever the words and the status of what it refuses', async () => {
  await fc.assert(fc.asyncProperty(anyReading, checkReading), { numRuns: generatedRuns(240) })
}, 1_800_000)

async function checkReading(reading: Reading): Promise<void> {
  const { client, refused, asked } = clientOf(reading)
  const why = JSON.stringify(reading)
  const first = (records: Records) => records.slice(0, reading.most).map(({ no }) => no)

  // What the page may not read of a server that has not answered yet may be anything: that is what it says.
  const isFirstHidden = !reading.refusalsAreOpen && (reading.prefix !== PLAIN.prefix || isRefused(reading, 200))
  if (isFirstHidden) {
    await expect(opened(client, all), why).rejects.toBeInstanceOf(NetworkError)
    return
  }
  const open = await opened(client, all)
  expect(asked(), why).toBeLessThan(12)
  expect(open.numbers, why).toEqual(first(RECORDS))
  expect([null, 60], why).toContain(open.rowCount)
  if (reading.prefix === PLAIN.prefix && !isRefused(reading, 200)) expect(refused, why).toEqual([])

  expect(await client.tables(), why).toEqual([])
  const { numbers } = await opened(client, birds)
  expect(numbers, why).toEqual(first(BIRDS))

  const long = `SELECT * FROM "r" -- ${'long '.repeat(600)}\nLIMIT 60`
  const { answer } = await client.sql(long)
  expect(answer.rows, why).toHaveLength(Math.min(60, reading.most))

  expect(await orHonest(exactCount(surePlan(client, all), options)), why).toBe(60)
  const read = await orHonest(readRecords(surePlan(client, all), options))
  if (typeof read === 'string') expect(HONEST, why).toContain(read)
  else expect([read.rows.length, read.isProven], why).toSatisfy(isHonest)
  const file = await orHonest(exportSearch(surePlan(client, birds), format, options))
  // What was read is always saved.
  if (typeof file === 'string') expect.unreachable(why)
  if (file.isProven) expect(file.rows, why).toBe(BIRDS.length)

  // What was refused is not asked again.
  const before = refused.length
  await opened(client, all)
  await opened(client, birds)
  await client.tables()
  await client.sql(long)
  expect(refused.slice(before), why).toEqual([])
}

function isRefused({ most, greaterLimits }: Reading, limit: number): boolean {
  return greaterLimits === 'are refused' && most < limit
}

const HONEST = ['pagesRefused', 'pagesRepeat', 'pagesUnordered', 'endNotShown']

/** All of the 60 records, or some that are not called all. */
function isHonest([rows, isProven]: readonly [number, boolean]): boolean {
  return rows === 60 || (!isProven && rows < 60)
}

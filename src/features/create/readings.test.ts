import { expect, test } from 'vitest'
import { PLAIN } from '../../../e2e/support/minimalReading.ts'
import type { Tables } from '../../../e2e/support/minimalWrites.ts'
import {
  clientOf,
  endOf,
  isRefusal,
  PLAIN_WRITING,
  wholeReadings,
  type WholeReading,
} from '../../../e2e/support/writtenReadings.ts'
import { InDoubtError, settle } from '../write/settled.ts'
import { tableToDelete } from '../write/tableToDelete.ts'
import { writeFailure } from '../write/writeFailure.ts'
import { loadRecords, type LoadedRecord } from './load/loadRecords.ts'
import { isTakenBack } from './load/takenBack.ts'
import { tableToMake } from './tableToMake.ts'

const asked = { instance: 'Rivers', table: 'gauges', hasToken: true }
const { signal } = new AbortController()

test('no reading of the interface makes a new table, its load or its end an untruth, or sends one twice', async () => {
  for (const whole of wholeReadings()) {
    await checkCreate(whole)
    for (const method of ['insert', 'upsert'] as const) await checkLoad(whole, method)
    await checkDelete(whole)
  }
}, 1_800_000)

const plain: WholeReading = { reading: PLAIN, writing: PLAIN_WRITING, unknownTables: 'are refused' }

test.each([
  ['PUT', 405, ['POST 405', 'PUT 200']],
  ['PATCH', 405, ['POST 405', 'PUT 405', 'PATCH 200']],
  ['PATCH', 404, ['POST 404', 'PUT 404', 'PATCH 200']],
] as const)(
  'records that a server takes by %s alone (else %i) are stored once, and so at once the next time',
  async (upsertBy, otherMethods, methods) => {
    const tables: Tables = new Map([['r', []]])
    const { client, methodsOf } = clientOf({ ...plain, writing: { ...PLAIN_WRITING, upsertBy, otherMethods } }, tables)
    const options = { method: 'insert', before: 0, signal, waits: [0], onProgress: () => undefined } as const
    expect(await loadRecords(client, 'r', rows(), options)).toMatchObject({ loaded: 3, refused: [] })
    expect(methodsOf('datastore_upsert')).toEqual(methods)
    await loadRecords(client, 'r', rows(), { ...options, before: 3 })
    expect(methodsOf('datastore_upsert').slice(methods.length)).toEqual(methods.slice(-1))
    expect(tables.get('r')).toHaveLength(6)
  },
)

test('a new table of which no record was taken is deleted again, and one that may hold some is kept', async () => {
  const tables: Tables = new Map()
  const upsertBy = { upsertBy: 'PATCH', otherMethods: 405, upsert: 'not known' } as const
  const { client } = clientOf({ ...plain, writing: { ...PLAIN_WRITING, ...upsertBy } }, tables)
  const target = { kind: 'own', id: 'mine' } as const
  const table = { target, name: '', columns: [{ name: 'site', type: 'text' as const }], key: [] }
  const resource = await settle(await tableToMake(client, table, signal), [0])
  const options = { method: 'insert', before: 0, signal, waits: [0], onProgress: () => undefined } as const
  const end = await endOf(loadRecords(client, resource, rows(), options))
  if (!('error' in end)) throw new Error('It was stored')
  expect(writeFailure(end.error, asked).what).toBe('Rivers refused it: There is no such action.')
  expect([...tables.keys()]).toEqual(['mine'])
  const made = { resource, isOwn: true, loaded: 0, error: end.error }
  expect(await isTakenBack(client, { ...made, isOwn: false })).toBe(false)
  expect(await isTakenBack(client, { ...made, loaded: 1 })).toBe(false)
  expect(await isTakenBack(client, { ...made, error: new InDoubtError('notSeen', end.error) })).toBe(false)
  expect([...tables.keys()]).toEqual(['mine'])
  expect(await isTakenBack(client, made)).toBe(true)
  expect([...tables.keys()]).toEqual([])
})

async function checkCreate(whole: WholeReading): Promise<void> {
  const why = JSON.stringify(whole)
  const tables: Tables = new Map([['r', [{ _id: 1, site: 'weir' }]]])
  const { client, sent } = clientOf(whole, tables)
  const target = { kind: 'own', id: 'asked-for' } as const
  const table = { target, name: 'gauges', columns: [{ name: 'site', type: 'text' as const }], key: [] }
  const end = await endOf(settle(await tableToMake(client, table, signal), [0]))
  expect(sent, why).toHaveLength(1)
  const { fate, reply, ids } = whole.writing
  if (fate === 'stored' && (reply === 'envelope' || (ids === 'kept' && showsMissing(whole))))
    expect(end, why).toHaveProperty('made')
  if ('made' in end) expect([end.made !== 'r', tables.has(end.made)], why).toEqual([true, true])
  else checkFailure(end.error, tables.size === 2, whole, why)
}

async function checkLoad(whole: WholeReading, method: 'insert' | 'upsert'): Promise<void> {
  const why = JSON.stringify([whole, method])
  const tables: Tables = new Map([['r', []]])
  const { client, sent } = clientOf(whole, tables)
  const options = { method, before: 0, signal, waits: [0], onProgress: () => undefined }
  const end = await endOf(loadRecords(client, 'r', rows(), options))
  const stored = tables.get('r') ?? []
  expect(new Set(stored.map(({ site }) => site)).size, why).toBe(stored.length)
  // Only what was refused is sent again, in smaller batches.
  expect(sent.slice(0, -1).every((each) => /40\d$/.test(each)) || sent.length === 1, why).toBe(true)
  const { fate, reply, upsert, upsertBy } = whole.writing
  // A 500 does not prove that nothing was done.
  const isProven = upsertBy === 'POST' || whole.reading.statuses === 'by cause'
  if (isProven && upsert === 'any' && fate === 'stored' && (reply === 'envelope' || whole.reading.total))
    expect(end, why).toHaveProperty('made')
  if ('made' in end) expect(end.made.loaded, why).toBe(stored.length)
  else checkFailure(end.error, stored.length > 0, whole, why)
}

async function checkDelete(whole: WholeReading): Promise<void> {
  const why = JSON.stringify(whole)
  const tables: Tables = new Map([['r', [{ _id: 1, site: 'weir' }]]])
  const { client, sent } = clientOf(whole, tables)
  const end = await endOf(settle(tableToDelete(client, 'r'), [0]))
  expect(sent, why).toHaveLength(1)
  const { fate, reply } = whole.writing
  if (fate === 'stored' && (reply === 'envelope' || showsMissing(whole))) expect(end, why).toHaveProperty('made')
  if ('made' in end) expect(tables.has('r'), why).toBe(false)
  else checkFailure(end.error, !tables.has('r'), whole, why)
}

/** The server tells a table that is there from one that is not. */
function showsMissing({ reading, unknownTables }: WholeReading): boolean {
  return unknownTables === 'are refused' && reading.statuses === 'by cause'
}

function checkFailure(error: Error, isDone: boolean, { writing }: WholeReading, why: string): void {
  const { what, remedy } = writeFailure(error, asked)
  if (writing.reply !== 'cut' || typeof writing.fate === 'number')
    expect(what, why).not.toMatch(/reach|connection|broke off|place/)
  if (error instanceof InDoubtError) {
    if (!error.isOpen) expect([remedy, isDone], why).toEqual(['The page has looked: nothing was stored.', false])
  } else expect([isRefusal(error), isDone], why).toEqual([true, false])
}

async function* rows(): AsyncGenerator<LoadedRecord> {
  for (const site of ['ford', 'mill', 'quay']) {
    yield await Promise.resolve({ record: { line: 1, cells: [site] }, json: `{"site":"${site}","level":"0.50"}` })
  }
}

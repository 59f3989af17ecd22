import { expect, test } from 'vitest'
import type { Tables } from '../../../e2e/support/minimalWrites.ts'
import { clientOf, endOf, isRefusal, wholeReadings, type WholeReading } from '../../../e2e/support/writtenReadings.ts'
import { InDoubtError, settle } from '../write/settled.ts'
import { tableToDelete } from '../write/tableToDelete.ts'
import { writeFailure } from '../write/writeFailure.ts'
import { loadRecords, type LoadedRecord } from './load/loadRecords.ts'
import { tableToMake } from './tableToMake.ts'

const asked = { instance: 'Rivers', table: 'gauges', hasToken: true }
const { signal } = new AbortController()

test('no reading of the interface makes a new table, its load or its end an untruth, or sends one twice', async () => {
  for (const whole of wholeReadings()) {
    // oxlint-disable-next-line no-await-in-loop -- thousands at once would only wait for each other
    await checkCreate(whole)
    // oxlint-disable-next-line no-await-in-loop -- as above
    for (const method of ['insert', 'upsert'] as const) await checkLoad(whole, method)
    // oxlint-disable-next-line no-await-in-loop -- as above
    await checkDelete(whole)
  }
}, 1_800_000)

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
  const { fate, reply, upsert } = whole.writing
  if (upsert === 'any' && fate === 'stored' && (reply === 'envelope' || whole.reading.total))
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

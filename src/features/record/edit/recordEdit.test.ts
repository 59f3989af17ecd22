import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { forcedClient, openServed, type Served } from '../../../../e2e/support/everyType.ts'
import { openPglite } from '../../../../e2e/support/testDatabases.ts'
import type { ActionClient } from '../../../instances/client/actionClient.ts'
import { settle } from '../../write/settled.ts'
import { ChangedSinceError, GoneError, readRecord, unchangedRecord } from './changedSince.ts'
import { begunFrom, recordEdit, type EditedRecord } from './recordEdit.ts'

const TABLE = '0dd0dd0d-0000-4000-8000-0000000000ed'
const FIELDS = [
  { id: 'i', type: 'int4' },
  { id: 'n', type: 'numeric' },
  { id: 'seen', type: 'timestamp' },
]

let served: Served
let client: ActionClient
let opened = 0

beforeAll(async () => {
  served = await openServed(openPglite)
})
afterAll(() => served.drop())
beforeEach(async () => {
  opened += 1
  const records = [{ i: 5, n: '1.50', seen: '2019-03-01 00:37:02' }]
  await served.create({ resource_id: `${TABLE}${opened}`, fields: FIELDS, records })
  client = forcedClient(served.handler, `http://edits-${opened}.example`, 'filters', false)
  client.profile.learn('asked', { service: 'Rowan 0.1.0' })
})

const table = () => `${TABLE}${opened}`
const begun = async (): Promise<EditedRecord> => {
  const record = await readRecord(client, table(), '1')
  if (record === null) throw new Error('not shown')
  return record
}
const edit = (from: EditedRecord, value = '"99"') => recordEdit(client, table(), '1', from, [['i', value]])
/** Somebody else stores this. */
const meanwhile = (values: string) =>
  client.write(
    'datastore_upsert',
    `{"resource_id":"${table()}","force":true,"method":"update","records":[{"_id":1,${values}}]}`,
  )

test('a field that somebody changed after editing began is named, with what it has now', async () => {
  const from = await begun()
  await meanwhile('"i":55')
  const error = await edit(from).catch((caught: unknown) => caught)
  expect(error).toBeInstanceOf(ChangedSinceError)
  if (!(error instanceof ChangedSinceError)) return
  expect(error.changed).toEqual([{ field: 'i', now: '55' }])
  const drafts = new Map([
    ['i', { text: '99', isNull: false }],
    ['n', { text: '1.50', isNull: false }],
  ])
  const again = begunFrom(error.record, from, drafts)
  expect([...again.drafts.keys()]).toEqual(['i'])
  await expect(edit(again.edited)).resolves.toBeDefined()
})

test('what somebody changed in another field is no reason to ask', async () => {
  const from = await begun()
  await meanwhile('"n":"7"')
  await expect(edit(from)).resolves.toBeDefined()
})

test('a record that somebody deleted is said to be gone', async () => {
  const from = await begun()
  await client.write('datastore_records_delete', `{"resource_id":"${table()}","force":true,"filters":{"_id":1}}`)
  await expect(edit(from)).rejects.toBeInstanceOf(GoneError)
})

test('the undo of a saved change knows what was stored, so that it can see another change', async () => {
  const made = await edit(await begun(), '"0099"')
  await settle(made.change)
  const saved = await made.saved()
  expect(saved).toEqual({ id: '1', before: [['i', '"5"']], now: [['i', '99']] })
  await expect(unchangedRecord(client, table(), '1', saved?.now ?? [])).resolves.toBeDefined()
  await meanwhile('"i":55')
  await expect(unchangedRecord(client, table(), '1', saved?.now ?? [])).rejects.toBeInstanceOf(ChangedSinceError)
})

import { expect, test } from 'vitest'
import { createActionClient } from '../../../instances/client/createActionClient.ts'
import { settle } from '../../write/settled.ts'
import { recordToAdd } from './recordChange.ts'
import { recordToDelete } from './recordDeletion.ts'
import { recordToRestore } from './recordToRestore.ts'

const FIELDS = [
  { id: '_id', type: 'int' },
  { id: 'big', type: 'int8' },
  { id: 'note', type: 'text' },
]

let played = 0

/** A server with one record; `known` are the writing actions that it has. */
function serverOf(
  service: string | null,
  known: readonly string[],
  records = ['{"_id":7,"big":9007199254740993,"note":null}'],
) {
  const sent: string[] = []
  const handler = async (request: Request) => {
    const action = new URL(request.url).pathname.split('/').at(-1) ?? ''
    const text = await request.text()
    const answer = (status: number, body: string) =>
      new Response(body, { status, headers: { 'content-type': 'application/json' } })
    if (action === 'datastore_search') {
      const fields = JSON.stringify(FIELDS)
      return answer(
        200,
        `{"success":true,"result":{"fields":${fields},"records":[${records.join(',')}],"total":${records.length}}}`,
      )
    }
    if (action === 'datastore_search_sql') return answer(400, '"Bad request: Action name not known"')
    sent.push(`${action} ${text}`)
    if (!known.includes(action)) return answer(400, `"Bad request: Action name not known: ${action}"`)
    if (action.includes('delete')) records.length = 0
    return answer(200, '{"success":true,"result":{"resource_id":"r"}}')
  }
  const connection = {
    baseUrl: `http://deleting${(played += 1)}.example`,
    prefix: '/api/3/action',
    tokenHeader: 'Authorization',
    token: 'a token',
  }
  const client = createActionClient(handler, connection, { origin: 'http://page.example' })
  if (service !== null) client.profile.learn('asked', { service })
  return { client, sent }
}

test('a record is deleted by its _id alone, and added again with every digit', async () => {
  const { client, sent } = serverOf('CKAN 2.11.6', ['datastore_records_delete', 'datastore_upsert'])
  const { values } = (await recordToRestore(client, 'r', '7')) ?? { values: [] }
  expect(values).toEqual([
    ['big', '"9007199254740993"'],
    ['note', 'null'],
  ])
  await settle(recordToDelete(client, 'r', '7'))
  await settle(await recordToAdd(client, 'r', values))
  expect(sent).toEqual([
    'datastore_records_delete {"resource_id":"r","filters":{"_id":7}}',
    'datastore_upsert {"resource_id":"r","method":"insert","records":[{"big":"9007199254740993","note":null}]}',
  ])
  expect(await recordToRestore(client, 'r', '7')).toBeNull()
})

test('an older CKAN is asked in its own way', async () => {
  const { client, sent } = serverOf('CKAN 2.9.5', ['datastore_delete'])
  await settle(recordToDelete(client, 'r', '7'))
  expect(sent.at(-1)).toBe('datastore_delete {"resource_id":"r","filters":{"_id":7}}')
})

test('a server that may not know filters is never asked to delete the table', async () => {
  const { client, sent } = serverOf(null, ['datastore_delete'])
  await expect(settle(recordToDelete(client, 'r', '7'))).rejects.toThrow(/Action name not known/)
  expect(sent).toHaveLength(1)
})

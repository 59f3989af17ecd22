import { expect, test } from 'vitest'
import { createActionClient } from '../../../instances/client/createActionClient.ts'
import { recordToChange } from './recordChange.ts'

let played = 0

/** A CKAN whose search cuts the time of its only record, which SQL tells. */
function ckanWith(time: string) {
  const fields = [
    { id: '_id', type: 'int' },
    { id: 'seen', type: 'timestamp' },
  ]
  const handler = (request: Request) => {
    const isSql = request.url.includes('datastore_search_sql')
    const seen = isSql ? JSON.stringify(time) : time.replace(/\.\d+$/, '')
    const given = isSql ? fields.map(({ id }) => ({ id, type: 'text' })) : fields
    const result = { fields: given, records: [{ _id: 7, seen }], total: 1 }
    return Promise.resolve(new Response(JSON.stringify({ success: true, result })))
  }
  const baseUrl = `http://changed${(played += 1)}.example`
  const connection = { baseUrl, prefix: '/api/3/action', tokenHeader: 'Authorization', token: 't' }
  const client = createActionClient(handler, connection, { origin: 'http://page.example' })
  client.profile.learn('asked', { service: 'CKAN 2.11.6', sql: 'on' })
  return client
}

test('a change that CKAN did not confirm is looked for below the second, which its search leaves out', async () => {
  const before = new Map([['seen', '"2019-03-01T00:37:01.25"']])
  const change = (stored: string) =>
    recordToChange(ckanWith(stored), 'r', '7', [['seen', '"2019-03-01T00:37:01.5"']], before)
  expect(await change('2019-03-01T00:37:01.25').look()).toBe(null)
  expect(await change('2019-03-01T00:37:01.5').look()).toBe(true)
})

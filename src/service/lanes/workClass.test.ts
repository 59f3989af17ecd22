import { expect, test } from 'vitest'
import { workClass } from './workClass.ts'

const BASE = 'http://localhost/en/api/3/action/'
const get = (path: string) => workClass({ method: 'GET', url: new URL(path, BASE).href }, null)
const post = (action: string, body: unknown) =>
  workClass(
    { method: 'POST', url: BASE + action },
    new TextEncoder().encode(typeof body === 'string' ? body : JSON.stringify(body)).buffer,
  )

test('what a page shows is a page, whichever way it is asked for', () => {
  expect(get('datastore_search?resource_id=a&limit=100&offset=900')).toBe('page')
  expect(get('datastore_search?resource_id=a&filters={"_id": 7}')).toBe('page')
  expect(post('datastore_search', { resource_id: 'a', filters: { _id: [1, 2] } })).toBe('page')
  expect(post('datastore_search', 'resource_id=a&limit=10')).toBe('page')
  expect(get('datastore_info?id=a')).toBe('page')
  expect(get('status_show')).toBe('page')
})

test('what may have to read a whole table is a search', () => {
  expect(get('datastore_search?resource_id=a&q=word')).toBe('search')
  expect(get('datastore_search?resource_id=a&filters={"stage": "active"}')).toBe('search')
  expect(post('datastore_search', { resource_id: 'a', sort: 'n desc' })).toBe('search')
  expect(post('datastore_search', { resource_id: 'a', filters: '{"_id": 1, "n": 2}' })).toBe('search')
})

test('much at once goes with dumps', () => {
  expect(get('/datastore/dump/a?format=json')).toBe('dump')
  expect(get('datastore_search?resource_id=a&limit=32000')).toBe('dump')
  expect(post('datastore_search', { filters: { n: Array.from({ length: 9000 }, (_, at) => at) } })).toBe('dump')
})

test('statements and changes have classes of their own', () => {
  expect(get('datastore_search_sql?sql=select 1')).toBe('sql')
  expect(post('datastore_search_sql', { sql: 'select 1' })).toBe('sql')
  expect(post('datastore_upsert', { resource_id: 'a' })).toBe('write')
  expect(post('what is this', '{')).toBe('write')
})

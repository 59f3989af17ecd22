import { expect, test } from 'vitest'
import { ActionError } from '../../protocol/envelope.ts'
import { readIndexes } from './tableIndexes.ts'

const telling = (info: unknown) => ({ read: () => Promise.resolve(JSON.stringify(info)) })
const field = (id: string, index: string | null, uniquekey = false) => ({
  id,
  type: 'text',
  schema: { native_type: 'text', notnull: false, is_index: index !== null, index_name: index, uniquekey },
})

test('fields of one index stand together; what Rowan tells beside it is read', async () => {
  const fields = [field('code', 'u', true), field('kind', 'i'), field('note', null), field('year', 'i')]
  const indexes = [
    { fields: ['code'], isUnique: true },
    { fields: ['kind', 'year'], isUnique: false },
  ]
  expect(await readIndexes(telling({ meta: { count: 3 }, fields }), 't')).toEqual({ indexes, wanted: [] })
  const meta = { often_filtered_without_index: [{ field: 'note', searches: 300 }] }
  expect(await readIndexes(telling({ meta, fields }), 't')).toEqual({ indexes, wanted: ['note'] })
})

test('a server that tells nothing of indexes, or has no such action', async () => {
  expect(await readIndexes(telling({ meta: { count: 3 }, schema: { code: 'text' } }), 't')).toBeNull()
  const refusing = (status: number) => ({
    read: () =>
      Promise.reject(new ActionError({ kind: status < 500 ? 'badRequest' : 'server', status, message: 'no' })),
  })
  expect(await readIndexes(refusing(400), 't')).toBeNull()
  await expect(readIndexes(refusing(500), 't')).rejects.toThrow(ActionError)
})

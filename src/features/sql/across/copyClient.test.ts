import { expect, test } from 'vitest'
import { sqlHandler } from '../../../../e2e/support/sqlHandler.ts'
import type { KnownCopy } from '../../../copies/knownCopy.ts'
import { createActionClient } from '../../../instances/client/createActionClient.ts'
import { copiesUsed, copyClient } from './copyClient.ts'

const known: KnownCopy = {
  id: 'copy_1',
  place: '[]',
  resource: 'works',
  title: 'Works',
  narrowed: [],
  begun: 1,
  at: 5,
  records: 2,
  total: 2,
  isComplete: true,
  fields: 2,
  asText: [],
  bytes: 0,
  withToken: false,
  words: false,
  halt: null,
  refresh: null,
  since: null,
}

test('a statement runs on the copies of its tables, also if one of them is replaced just then', async () => {
  const { handler, asked } = await sqlHandler('create table copy_2 (_id int); insert into copy_2 values (1), (2)', 100)
  const connection = { baseUrl: 'https://x.example', prefix: '/a', tokenHeader: 'Authorization', token: 'x' }
  const client = createActionClient(handler, connection, { origin: 'https://x.example' })
  const readied: string[] = []
  const on = copyClient({
    client,
    identity: 'of both',
    copyNamed: (name) => (name === 'works' ? { ...known, id: asked.length === 0 ? 'copy_1' : 'copy_2' } : null),
    ready: async () => void readied.push('ready'),
  })
  const { answer } = await on.sql('select works._id from works order by 1')
  expect(answer.rows).toEqual([['1'], ['2']])
  expect(copiesUsed(answer)).toEqual([{ title: 'Works', at: 5, isWhole: true }])
  expect(asked).toHaveLength(2)
  expect(readied).toEqual(['ready'])
  await expect(on.sql('select works.nope from works')).rejects.toThrow(/works\.nope does not exist/)
  await expect(on.sql('select 1 from others')).rejects.toThrow(/"others" does not exist/)
})

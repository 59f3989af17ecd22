import { expect, test } from 'vitest'
import type { ActionClient } from '../../../instances/client/actionClient.ts'
import { createActionClient } from '../../../instances/client/createActionClient.ts'
import { acrossClient } from './acrossClient.ts'

function answering(value: string): ActionClient {
  const handler = () =>
    Promise.resolve(
      Response.json({ success: true, result: { records: [{ a: value }], fields: [{ id: 'a', type: 'text' }] } }),
    )
  const connection = { baseUrl: `https://${value}.example`, prefix: '/a', tokenHeader: 'Authorization', token: null }
  return createActionClient(handler, connection, { origin: connection.baseUrl })
}

test('a statement waits until its tables are here, and its answer says who can be asked for more', async () => {
  const across = acrossClient(answering('server'))
  const on = { run: answering('run'), later: answering('later') }
  const plan = { kind: 'across', tables: [], unknown: [] } as const
  expect((await across.client.sql('select 1')).answer.rows).toEqual([['"server"']])
  const planOf = (sql: string) => (sql.includes('other') ? plan : ({ kind: 'here' } as const))
  across.update({ planOf, onCopies: () => null })
  const waiting = across.client.sql('select * from other')
  const aborter = new AbortController()
  const given = across.client.sql('select * from other', { signal: aborter.signal })
  expect(await across.client.sql('select 2')).not.toHaveProperty('by')
  aborter.abort()
  await expect(given).rejects.toThrow(/abort/)
  across.update({ planOf, onCopies: () => on })
  const { answer, by } = await waiting
  expect(answer.rows).toEqual([['"run"']])
  expect(by).toBe(on.later)
})

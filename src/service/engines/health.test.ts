import { expect, test } from 'vitest'
import { SqlError } from '../sql/sql.ts'
import { isHealthy } from './health.ts'

/** A database that fails from its second statement on. */
function failing(error: Error) {
  let asked = 0
  return {
    // oxlint-disable-next-line require-await -- as a database fails: later
    async query() {
      asked += 1
      if (asked > 1) throw error
      return { rows: [], columns: [], changed: 0 }
    },
  }
}

test.each([
  ['an internal error', new SqlError({ message: 'bad buffer ID: 0', code: 'XX000' }), false],
  ['damaged files', new SqlError({ message: 'invalid page in block 0', code: 'XX001' }), false],
  ['a failure that is not PostgreSQL’s', new WebAssembly.RuntimeError('unreachable'), false],
  ['a refusal, as of a statement that was stopped', new SqlError({ message: 'canceling', code: '57014' }), true],
])('an engine that answers the check with %s', async (_, error, healthy) => {
  expect(await isHealthy(failing(error))).toBe(healthy)
})

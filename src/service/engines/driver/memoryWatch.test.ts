import { platform } from 'node:os'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createPostgresSql } from '../postgres.ts'
import type { Sql } from '../../sql/sql.ts'
import { openPostgres, postgresUrl, type TestDatabase } from '../../../../e2e/support/testDatabases.ts'

const GROWING = `select array_length(array_agg(repeat('x', 100000) || i), 1)::text from generate_series(1, $1::int) i`

describe.skipIf(postgresUrl === null || platform() !== 'linux')('the memory of a statement on PostgreSQL', () => {
  let opened: TestDatabase & { readonly url: string }
  let sql: Sql

  beforeAll(async () => {
    opened = await openPostgres(postgresUrl ?? '')
    sql = await createPostgresSql(opened.url, { poolSize: 1, readerMemoryMb: 256 })
  })

  afterAll(async () => {
    await sql.close()
    await opened.drop()
  })

  const aggregated = (count: number, settings = {}) =>
    sql.transaction('read only', (tx) => tx.query({ text: GROWING, values: [String(count)] }), settings)

  test('a reading statement that takes too much is ended, and the next one is answered', async () => {
    await expect(aggregated(30_000)).rejects.toMatchObject({
      code: '53200',
      message: expect.stringContaining('more than 256 MB'),
    })
    expect((await aggregated(10)).rows).toEqual([['10']])
  })

  test('its parallel workers count, too', async () => {
    const { rows } = await sql.query({
      text: `select current_setting('server_version_num')::int >= 160000`,
      values: [],
    })
    const force = rows[0]?.[0] === 't' ? 'debug_parallel_query' : 'force_parallel_mode'
    await expect(aggregated(30_000, { [force]: 'on' })).rejects.toMatchObject({ code: '53200' })
  })

  test('a change may take what it needs', async () => {
    const changed = await sql.transaction('read write', (tx) => tx.query({ text: GROWING, values: ['5000'] }))
    expect(changed.rows).toEqual([['5000']])
  })
})

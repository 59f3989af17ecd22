import { Client } from 'pg'
import { createPgliteSql } from '../../src/service/engines/pglite.ts'
import { createPostgresSql } from '../../src/service/engines/postgres.ts'
import { readerRoleOf } from '../../src/service/engines/readerRole.ts'
import type { Sql } from '../../src/service/sql/sql.ts'
import { emptyPglite } from './emptyPglite.ts'

/** An empty database for one test; `drop` closes it and leaves nothing behind. */
export interface TestDatabase {
  readonly engine: 'PGlite' | 'PostgreSQL'
  readonly database: Sql
  drop(): Promise<void>
}

/** The PostgreSQL server to test on too, from `DATABASE_URL`; null if it is not set. */
export const postgresUrl: string | null = process.env['DATABASE_URL'] ?? null

/** A PGlite in memory. */
export async function openPglite(): Promise<TestDatabase> {
  const database = createPgliteSql(await emptyPglite())
  return { engine: 'PGlite', database, drop: () => database.close() }
}

/** A new database on the server at `url`, with PGlite's collation. */
export async function openPostgres(
  url: string,
  statementTimeoutMs?: number,
): Promise<TestDatabase & { readonly url: string }> {
  const name = `rowan_test_${crypto.randomUUID().replaceAll('-', '')}`
  await administer(url, `create database ${name} template template0 encoding 'UTF8' lc_collate 'C' lc_ctype 'C.UTF-8'`)
  // No test of one process pulls the plug; waiting for the disk at each commit would take most of the time.
  await administer(url, `alter database ${name} set synchronous_commit = off`)
  const own = new URL(url)
  own.pathname = `/${name}`
  const database = await createPostgresSql(own.href, { poolSize: 5, statementTimeoutMs })
  return {
    engine: 'PostgreSQL',
    url: own.href,
    database,
    async drop() {
      const role = await readerRoleOf(database)
      await database.close()
      await administer(url, `drop database ${name} with (force)`)
      // Roles belong to the whole server. Nothing depends on this one any more.
      await administer(url, `drop role if exists ${role}`)
    },
  }
}

async function administer(url: string, statement: string): Promise<void> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}

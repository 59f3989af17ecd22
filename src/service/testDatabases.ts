import { PGlite } from '@electric-sql/pglite'
import { Client } from 'pg'
import { createPgliteSql } from './pglite.ts'
import { createPostgresSql, readerRoleOf } from './postgres.ts'
import type { Sql } from './sql.ts'

/** A database of a test's own, empty; `drop` closes it and leaves nothing behind. */
export interface TestDatabase {
  readonly engine: 'PGlite' | 'PostgreSQL'
  readonly database: Sql
  drop(): Promise<void>
}

/** The PostgreSQL to test on too, as `DATABASE_URL` says; null where it is not set. */
export const postgresUrl: string | null = process.env['DATABASE_URL'] ?? null

/** A PGlite in memory; takes some four seconds to open. */
export async function openPglite(): Promise<TestDatabase> {
  const database = createPgliteSql(await PGlite.create())
  return { engine: 'PGlite', database, drop: () => database.close() }
}

/** A fresh database on the server of `url`, with the collation that PGlite has. */
export async function openPostgres(url: string): Promise<TestDatabase & { readonly url: string }> {
  const name = `rowan_test_${crypto.randomUUID().replaceAll('-', '')}`
  await administer(url, `create database ${name} template template0 encoding 'UTF8' lc_collate 'C' lc_ctype 'C.UTF-8'`)
  const own = new URL(url)
  own.pathname = `/${name}`
  const database = await createPostgresSql(own.href, { poolSize: 5 })
  return {
    engine: 'PostgreSQL',
    url: own.href,
    database,
    async drop() {
      const role = await readerRoleOf(database)
      await database.close()
      await administer(url, `drop database ${name} with (force)`)
      // Roles belong to the whole server; nothing holds this one any more.
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

import type { PGlite, Transaction } from '@electric-sql/pglite'
import { SESSION } from './session.ts'
import { SqlError, type Sql, type SqlResult, type Statement } from './sql.ts'

/**
 * `Sql` over a PGlite in this thread, in Node or in a browser's worker. PGlite has one connection: statements and
 * transactions queue up. It has no `statement_timeout` (measured): a long statement ends only with its worker.
 */
export function createPgliteSql(db: PGlite): Sql {
  // PGlite's own readers and writers of values are switched off by putting the identity over every one of them.
  const asText = identities(db.parsers)
  const fromText = identities(db.serializers)
  const ready = db.exec(SESSION + QUIET)
  ready.catch(() => undefined)

  async function run(target: Pick<Transaction, 'query'>, statement: Statement): Promise<SqlResult> {
    try {
      const result = await target.query<(string | null)[]>(statement.text, [...statement.values], {
        rowMode: 'array',
        parsers: asText,
        serializers: fromText,
      })
      return {
        rows: result.rows,
        columns: result.fields.map((field) => ({ name: field.name, type: field.dataTypeID })),
        changed: result.affectedRows ?? 0,
      }
    } catch (error) {
      throw sqlError(error)
    }
  }

  return {
    async query(statement) {
      await ready
      return run(db, statement)
    },
    async transaction(mode, work) {
      await ready
      try {
        return await db.transaction(async (tx) => {
          if (mode === 'read only') await tx.query('set transaction read only')
          return work({ query: (statement) => run(tx, statement) })
        })
      } catch (error) {
        throw sqlError(error)
      }
    },
    close: () => db.close(),
  }
}

/** PGlite gathers its log character by character: a refused statement of 150 MB would end the process (measured). */
const QUIET = `
  set log_min_messages = 'panic';
  set log_min_error_statement = 'panic';
`

function identities(handlers: Readonly<Record<string, unknown>>): Record<string, (text: string) => string> {
  return Object.fromEntries(Object.keys(handlers).map((key) => [key, (text: string) => text]))
}

/** A failure that PostgreSQL reported has a SQLSTATE; every other failure stays what it is. */
function sqlError(error: unknown): unknown {
  if (error instanceof SqlError || !(error instanceof Error)) return error
  const text = (key: string): string | undefined => {
    const held: unknown = Reflect.get(error, key)
    return typeof held === 'string' ? held : undefined
  }
  const code = text('code')
  if (code === undefined || !/^[0-9A-Z]{5}$/.test(code)) return error
  const position = Number(text('position'))
  return new SqlError({
    message: error.message,
    code,
    detail: text('detail'),
    hint: text('hint'),
    position: Number.isInteger(position) ? position : undefined,
  })
}

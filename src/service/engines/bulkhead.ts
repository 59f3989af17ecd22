import { randomBytes } from 'node:crypto'
import { lock, type Connection } from '../catalog/catalog.ts'
import { isOutOfReach } from '../sql/databaseError.ts'
import { SqlError, type Sql } from '../sql/sql.ts'
import { name, sql, statement, trusted } from '../sql/statement.ts'
import { connectWhenNeeded } from './postgres.ts'
import { grantReading } from './readerRole.ts'

/** What users' statements may take, and where they run. */
export interface BulkheadOptions {
  /** The address of the database for the service itself. */
  readonly url: string
  /** Another address for users' statements, with a role that may log in there; null: the reader's role on the same server. */
  readonly sqlUrl: string | null
  /** The role that may only read; null if there is none. */
  readonly readerRole: string | null
  readonly statementTimeoutMs: number
  readonly tempFileMb: number
  /** What each transaction begins with, where more than its session works for it. */
  readonly beginning?: string | undefined
  /** How many statements run at a time. */
  readonly places: number
}

/** Connections on which nothing but users' statements runs, and the role that those still have to take there. */
export interface Bulkhead {
  readonly statements: Sql
  readonly role: string | null
  /** What an administrator should know of it; null if all is as it should be. */
  readonly warning: string | null
}

/**
 * Opens connections of their own for users' statements, so that one which PostgreSQL can't end costs a place among these and
 * nothing else. Rejects if `sqlUrl` names a server that refuses it; one that is out of reach is tried again later.
 */
export async function openBulkhead(database: Sql, options: BulkheadOptions): Promise<Bulkhead> {
  const { url, sqlUrl, readerRole, places, statementTimeoutMs, tempFileMb, beginning } = options
  const open = (at: string): Sql =>
    connectWhenNeeded(at, { statementTimeoutMs, tempFileMb, beginning, poolSize: places })
  if (sqlUrl !== null) {
    const statements = open(sqlUrl)
    const role = decodeURIComponent(new URL(sqlUrl).username)
    try {
      await database.transaction('read write', (tx) => grantReading(tx, role)).catch(unless('42501', '42704'))
      const [, isSuperuser] = await userOf(statements)
      if (isSuperuser === 'true') throw new Error('its user is a superuser; it has to be one that may only read')
      return { statements, role: null, warning: null }
    } catch (error) {
      if (isOutOfReach(error)) return { statements, role: null, warning: OUT_OF_REACH }
      await statements.close()
      const words = error instanceof Error ? error.message : String(error)
      throw new Error(`DATABASE_SQL_URL: ${words}`, { cause: error })
    }
  }
  if (readerRole === null) return { statements: open(url), role: null, warning: WITHOUT_ROLE }
  const password = await passwordOf(database, readerRole)
  if (password !== null) {
    await limit(database, readerRole, options)
    const own = new URL(url)
    Object.assign(own, { username: readerRole, password })
    const statements = open(own.href)
    try {
      const [user] = await userOf(statements)
      if (user === readerRole) return { statements, role: null, warning: null }
      // A pooler may log in as another user than it was told.
    } catch {
      // As where pg_hba.conf, or a pooler, knows other users only.
    }
    await statements.close()
  }
  return { statements: open(url), role: readerRole, warning: WITHOUT_LOGIN }
}

/** As whom statements really run there. */
async function userOf(statements: Sql): Promise<readonly (string | null)[]> {
  const text = 'select current_user::text, rolsuper::text from pg_roles where rolname = current_user'
  return (await statements.query({ text, values: [] })).rows[0] ?? []
}

/** The password by which the role logs in, made with its limits when it is first needed; null if this user may not do that. */
async function passwordOf(database: Sql, role: string): Promise<string | null> {
  try {
    return await database.transaction('read write', async (tx) => {
      await lock(tx, 'prepare')
      const ask = async (text: string, values: readonly string[] = []) =>
        (await tx.query({ text, values })).rows[0]?.[0]
      const isReady = await ask('select 1 from pg_roles where rolname = $1 and rolcanlogin', [role])
      const known = (await ask(`select to_regclass('rowan.sql_login')`))
        ? await ask('select password from rowan.sql_login')
        : null
      if (isReady && known) return known
      const password = randomBytes(18).toString('base64url')
      await ask('create table if not exists rowan.sql_login (password text not null)')
      await ask('delete from rowan.sql_login')
      await ask('insert into rowan.sql_login values ($1)', [password])
      const login = `login password '${password}' connection limit ${MOST_CONNECTIONS}`
      await tx.query(statement(sql`alter role ${name(role)} ${trusted(login)}`))
      return password
    })
  } catch (error) {
    if (error instanceof SqlError && error.code === '42501') return null
    throw error
  }
}

/** Has PostgreSQL keep limits with the role, as far as this user may set them now. */
async function limit(database: Sql, role: string, { statementTimeoutMs, tempFileMb }: BulkheadOptions): Promise<void> {
  const limits = [
    ['default_transaction_read_only', 'on'],
    ['statement_timeout', `${Math.trunc(statementTimeoutMs)}ms`],
    ['idle_in_transaction_session_timeout', '60s'],
    ['work_mem', '16MB'],
    ['max_parallel_workers_per_gather', '0'],
    ['temp_file_limit', `${Math.trunc(tempFileMb)}MB`],
  ]
  for (const [setting, value] of limits) {
    const set = sql`alter role ${name(role)} set ${trusted(`${setting} = '${value}'`)}`
    const inTurn = async (tx: Connection): Promise<void> => {
      await lock(tx, 'prepare')
      await tx.query(statement(set))
    }
    await database.transaction('read write', inTurn).catch(unless('42501'))
  }
}

/** Of all processes together. */
const MOST_CONNECTIONS = 20

/** Throws all but database errors of these kinds. */
function unless(...codes: readonly string[]): (error: unknown) => void {
  return (error) => {
    if (!(error instanceof SqlError) || !codes.includes(error.code)) throw error
  }
}

const OUT_OF_REACH = 'the server in DATABASE_SQL_URL is out of reach, so SQL is answered once it is back'

const WITHOUT_ROLE = "its user may not create a read-only role, so readers' statements run with that user's own rights"

const WITHOUT_LOGIN =
  "its user may not let the read-only role log in, so readers' statements log in as that user and have no limits of their own (give a role in DATABASE_SQL_URL)"

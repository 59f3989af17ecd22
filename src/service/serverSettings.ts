import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { isAbsolute, join, relative, resolve } from 'node:path'
import { ROWS_DEFAULT, ROWS_MAX } from '../protocol/actions.ts'
import { functionNames } from '../protocol/sqlFunctions.ts'
import type { SqlAccess } from './sql/sqlAccess.ts'
import { checkSettingNames } from './settingNames.ts'

/** The server's settings, from its environment. */
export interface ServerSettings {
  readonly host: string
  readonly port: number
  /** Host names the server answers to, besides this machine's. */
  readonly hosts: readonly string[]
  readonly dataFolder: string
  readonly databaseUrl: string | null
  /** What lays tables on several machines; null: they all lie in the database itself. */
  readonly placement: 'citus' | null
  /** Where users' statements run instead, by a role that may log in there; null: by one that the server makes. */
  readonly sqlUrl: string | null
  /** How many users' statements run at once (PostgreSQL). */
  readonly sqlPlaces: number
  readonly token: string
  readonly tokenIsSet: boolean
  /** The file with the tokens made by `npm run token`. */
  readonly tokenFile: string
  /** Whether reading needs a token. */
  readonly isPrivate: boolean
  readonly sql: SqlAccess
  readonly sqlIsSet: boolean
  /** The functions that SQL may call; null: those of the list that comes with Rowan. */
  readonly sqlFunctions: ReadonlySet<string> | null
  readonly cors: '*' | readonly string[]
  /** Origins whose pages may show a view in a frame; `*`: all. */
  readonly frames: readonly string[]
  /** The folder of the static page; null serves only the API. */
  readonly page: string | null
  /** The prepared data folder that a new one is copied from; null: a new one is empty. */
  readonly sample: string | null
  readonly timeoutMs: number
  /** Records of a search without a limit, and the most in any answer. */
  readonly rowsDefault: number
  readonly rowsMax: number
  /** Addresses and networks of proxies whose X-Forwarded-For counts. */
  readonly proxies: readonly string[]
  /** The longest that a reading request without a token may take, in milliseconds. */
  readonly readerTimeoutMs: number
  /** The most that the temporary files of a statement may hold, in MB. */
  readonly tempFileMb: number
  /** The most memory that PGlite may have for reading, in MB. */
  readonly readerMemoryMb: number
}

/** Reads HOST, PORT, DATABASE_URL and ROWAN_… with their defaults; paths are relative to `root`. Throws an `Error` for people. */
export function serverSettings(
  environment: Readonly<Record<string, string | undefined>>,
  root: string,
): ServerSettings {
  checkSettingNames(environment)
  const read = (name: string): string | null => environment[name]?.trim() || null
  const list = (name: string): string[] =>
    (read(name) ?? '')
      .split(',')
      .map((item) => item.trim())
      .filter((item) => item !== '')
  const path = (name: string, otherwise: string): string | null => {
    const value = read(name)
    return value === 'none' ? null : resolve(root, value ?? otherwise)
  }
  const cors = list('ROWAN_CORS')
  const databaseUrl = read('DATABASE_URL')
  const sqlUrl = read('DATABASE_SQL_URL')
  if (databaseUrl) checkDatabaseUrl('DATABASE_URL', databaseUrl)
  if (sqlUrl) checkDatabaseUrl('DATABASE_SQL_URL', sqlUrl)
  if (sqlUrl && !databaseUrl) {
    throw new Error('DATABASE_SQL_URL says where statements on the database in DATABASE_URL run, and that is not set')
  }
  if (databaseUrl && read('ROWAN_READER_MEMORY_MB') !== null) {
    throw new Error(
      'ROWAN_READER_MEMORY_MB bounds PGlite only. The memory of PostgreSQL is bounded by the system: LimitAS in its unit of systemd',
    )
  }
  const dataFolder = resolve(root, read('ROWAN_DATA') ?? '.rowan')
  const rowsMax = wholeNumber('ROWAN_ROWS_MAX', read('ROWAN_ROWS_MAX') ?? String(ROWS_MAX), 1, 10_000_000)
  const timeoutMs = wholeNumber('ROWAN_TIMEOUT_MS', read('ROWAN_TIMEOUT_MS') ?? '60000', 1, 2 ** 31 - 1)
  const readerTimeoutMs = read('ROWAN_READER_TIMEOUT_MS') ?? String(Math.min(READER_TIMEOUT_MS, timeoutMs))
  const rowsDefault = read('ROWAN_ROWS_DEFAULT') ?? String(Math.min(ROWS_DEFAULT, rowsMax))
  return {
    host: read('HOST') ?? '127.0.0.1',
    port: wholeNumber('PORT', read('PORT') ?? '4173', 0, 65_535),
    hosts: list('ROWAN_HOSTS'),
    dataFolder,
    databaseUrl,
    placement: placementOf(read('ROWAN_PLACEMENT'), databaseUrl),
    sqlUrl,
    sqlPlaces: wholeNumber('ROWAN_SQL_PLACES', read('ROWAN_SQL_PLACES') ?? '3', 1, 20),
    token: checkedToken(read('ROWAN_TOKEN')) ?? randomBytes(18).toString('base64url'),
    tokenIsSet: read('ROWAN_TOKEN') !== null,
    tokenFile: resolve(root, read('ROWAN_TOKENS') ?? join(dataFolder, 'tokens.json')),
    isPrivate: yesOrNo('ROWAN_PRIVATE', read('ROWAN_PRIVATE')),
    sql: sqlAccess(read('ROWAN_SQL') ?? (databaseUrl ? 'token' : 'public')),
    sqlIsSet: read('ROWAN_SQL') !== null,
    sqlFunctions: sqlFunctions(root, read('ROWAN_SQL_FUNCTIONS')),
    cors: cors.includes('*') ? '*' : cors.map((origin) => originOf('ROWAN_CORS', origin)),
    frames: list('ROWAN_FRAMES').map((origin) => (origin === '*' ? origin : originOf('ROWAN_FRAMES', origin))),
    page: path('ROWAN_PAGE', 'dist'),
    sample: path('ROWAN_SAMPLE', '.build/sample.tar.gz'),
    timeoutMs,
    rowsDefault: wholeNumber('ROWAN_ROWS_DEFAULT', rowsDefault, 0, rowsMax),
    rowsMax,
    proxies: list('ROWAN_PROXIES'),
    readerTimeoutMs: wholeNumber('ROWAN_READER_TIMEOUT_MS', readerTimeoutMs, 1, timeoutMs),
    tempFileMb: wholeNumber('ROWAN_TEMP_MB', read('ROWAN_TEMP_MB') ?? '1024', 1, 2_000_000),
    readerMemoryMb: wholeNumber('ROWAN_READER_MEMORY_MB', read('ROWAN_READER_MEMORY_MB') ?? '768', 256, 2048),
  }
}

/** Enough for what a person waits for. */
const READER_TIMEOUT_MS = 20_000

function checkDatabaseUrl(name: string, url: string): void {
  if (/^postgres(ql)?:\/\//.test(url) && URL.canParse(url)) return
  throw new Error(`${name} must begin with postgres:// (for example postgres://user@host:5432/database)`)
}

function wholeNumber(name: string, text: string, least: number, most: number): number {
  const value = Number(text)
  if (!/^\d+$/.test(text) || value < least || value > most) {
    throw new Error(`${name} must be a whole number from ${least} to ${most}, not "${text}"`)
  }
  return value
}

function sqlAccess(text: string): SqlAccess {
  if (text === 'public' || text === 'token' || text === 'off') return text
  throw new Error(`ROWAN_SQL must be public (whoever may read), token (who has a token) or off (nobody), not "${text}"`)
}

function placementOf(text: string | null, databaseUrl: string | null): 'citus' | null {
  if (text === null) return null
  if (text !== 'citus') throw new Error(`ROWAN_PLACEMENT must be citus, or not set, not "${text}"`)
  if (databaseUrl !== null) return text
  throw new Error('ROWAN_PLACEMENT=citus lays tables on machines of the database in DATABASE_URL, and that is not set')
}

function sqlFunctions(root: string, file: string | null): ReadonlySet<string> | null {
  if (file === null) return null
  try {
    return functionNames(readFileSync(resolve(root, file), 'utf8'))
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error)
    throw new Error(`ROWAN_SQL_FUNCTIONS names a file of functions, a name a line; "${file}" can't be read: ${why}`, {
      cause: error,
    })
  }
}

/** A token that no client could send would keep everybody out. */
function checkedToken(token: string | null): string | null {
  if (token === null || /^[\x21-\x7e](?:[\x20-\x7e]*[\x21-\x7e])?$/.test(token)) return token
  throw new Error(
    'ROWAN_TOKEN has a character that no header of a request can carry. Use letters, digits and signs of ASCII only',
  )
}

/** Strict, so that a misspelt value never leaves open what it was meant to close. */
function yesOrNo(name: string, text: string | null): boolean {
  if (text === null || text === '0') return false
  if (text === '1') return true
  throw new Error(`${name} must be 1 or 0, not "${text}"`)
}

function originOf(name: string, text: string): string {
  const url = URL.canParse(text) ? new URL(text) : null
  if (!url || url.origin === 'null') {
    throw new Error(
      `${name} takes * or origins such as https://data.example.org, separated by commas; "${text}" is not an origin`,
    )
  }
  return url.origin
}

/** A path as people write it: from the working directory if it lies in there, else whole. */
export function shownPath(path: string): string {
  const inside = relative(process.cwd(), path)
  return inside.startsWith('..') || isAbsolute(inside) ? path : inside || '.'
}

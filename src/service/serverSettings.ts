import { randomBytes } from 'node:crypto'
import { join, resolve } from 'node:path'
import { ROWS_DEFAULT, ROWS_MAX } from '../protocol/actions.ts'

/** What the server was told by its environment. */
export interface ServerSettings {
  readonly host: string
  readonly port: number
  /** Names, besides this machine's, that the server answers to. */
  readonly hosts: readonly string[]
  readonly dataFolder: string
  readonly databaseUrl: string | null
  readonly token: string
  readonly tokenIsSet: boolean
  /** The file of the tokens that `npm run token` makes. */
  readonly tokenFile: string
  /** Whether reading needs a token. */
  readonly isPrivate: boolean
  readonly cors: '*' | readonly string[]
  /** The folder of the static page; null: the API alone. */
  readonly page: string | null
  /** The prepared data folder that a new one is made from; null: a new one is empty. */
  readonly sample: string | null
  readonly timeoutMs: number
  /** Records of a search that names no limit, and the most of any answer. */
  readonly rowsDefault: number
  readonly rowsMax: number
}

/** Reads HOST, PORT and ROWAN_… with their defaults; paths are relative to `root`. Throws an `Error` in plain words. */
export function serverSettings(
  environment: Readonly<Record<string, string | undefined>>,
  root: string,
): ServerSettings {
  const told = (name: string): string | null => environment[name]?.trim() || null
  const list = (name: string): string[] =>
    (told(name) ?? '')
      .split(',')
      .map((item) => item.trim())
      .filter((item) => item !== '')
  const path = (name: string, otherwise: string): string | null => {
    const value = told(name)
    return value === 'none' ? null : resolve(root, value ?? otherwise)
  }
  const cors = list('ROWAN_CORS')
  const databaseUrl = told('DATABASE_URL')
  if (databaseUrl && !/^postgres(ql)?:\/\//.test(databaseUrl)) {
    throw new Error('DATABASE_URL has to begin with postgres:// (as postgres://user@host:5432/database)')
  }
  const dataFolder = resolve(root, told('ROWAN_DATA') ?? '.rowan')
  const rowsMax = wholeNumber('ROWAN_ROWS_MAX', told('ROWAN_ROWS_MAX') ?? String(ROWS_MAX), 1, 10_000_000)
  const rowsDefault = told('ROWAN_ROWS_DEFAULT') ?? String(Math.min(ROWS_DEFAULT, rowsMax))
  return {
    host: told('HOST') ?? '127.0.0.1',
    port: wholeNumber('PORT', told('PORT') ?? '4173', 0, 65_535),
    hosts: list('ROWAN_HOSTS'),
    dataFolder,
    databaseUrl,
    token: told('ROWAN_TOKEN') ?? randomBytes(18).toString('base64url'),
    tokenIsSet: told('ROWAN_TOKEN') !== null,
    tokenFile: resolve(root, told('ROWAN_TOKENS') ?? join(dataFolder, 'tokens.json')),
    isPrivate: yesOrNo('ROWAN_PRIVATE', told('ROWAN_PRIVATE')),
    cors: cors.includes('*') ? '*' : cors.map(originOf),
    page: path('ROWAN_PAGE', 'dist'),
    sample: path('ROWAN_SAMPLE', '.build/sample.tar.gz'),
    timeoutMs: wholeNumber('ROWAN_TIMEOUT_MS', told('ROWAN_TIMEOUT_MS') ?? '60000', 1, 2 ** 31 - 1),
    rowsDefault: wholeNumber('ROWAN_ROWS_DEFAULT', rowsDefault, 0, rowsMax),
    rowsMax,
  }
}

function wholeNumber(name: string, text: string, least: number, most: number): number {
  const value = Number(text)
  if (!/^\d+$/.test(text) || value < least || value > most) {
    throw new Error(`${name} has to be a whole number from ${least} to ${most}; it is "${text}"`)
  }
  return value
}

/** What is meant to close a door must not be read as open because it was misspelt. */
function yesOrNo(name: string, text: string | null): boolean {
  if (text === null || text === '0') return false
  if (text === '1') return true
  throw new Error(`${name} has to be 1 or 0; it is "${text}"`)
}

function originOf(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : null
  if (!url || url.origin === 'null') {
    throw new Error(`ROWAN_CORS takes * or origins like https://data.example.org, cut by commas; "${text}" is none`)
  }
  return url.origin
}

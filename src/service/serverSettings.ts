import { randomBytes } from 'node:crypto'
import { resolve } from 'node:path'

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
  readonly cors: '*' | readonly string[]
  /** The folder of the static page; null: the API alone. */
  readonly page: string | null
  /** The prepared data folder that a new one is made from; null: a new one is empty. */
  readonly sample: string | null
  readonly timeoutMs: number
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
  return {
    host: told('HOST') ?? '127.0.0.1',
    port: wholeNumber('PORT', told('PORT') ?? '4173', 0, 65_535),
    hosts: list('ROWAN_HOSTS'),
    dataFolder: resolve(root, told('ROWAN_DATA') ?? '.rowan'),
    databaseUrl,
    token: told('ROWAN_TOKEN') ?? randomBytes(18).toString('base64url'),
    tokenIsSet: told('ROWAN_TOKEN') !== null,
    cors: cors.includes('*') ? '*' : cors.map(originOf),
    page: path('ROWAN_PAGE', 'dist'),
    sample: path('ROWAN_SAMPLE', '.build/sample.tar.gz'),
    timeoutMs: wholeNumber('ROWAN_TIMEOUT_MS', told('ROWAN_TIMEOUT_MS') ?? '60000', 1, 2 ** 31 - 1),
  }
}

function wholeNumber(name: string, text: string, least: number, most: number): number {
  const value = Number(text)
  if (!/^\d+$/.test(text) || value < least || value > most) {
    throw new Error(`${name} has to be a whole number from ${least} to ${most}; it is "${text}"`)
  }
  return value
}

function originOf(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : null
  if (!url || url.origin === 'null') {
    throw new Error(`ROWAN_CORS takes * or origins like https://data.example.org, cut by commas; "${text}" is none`)
  }
  return url.origin
}

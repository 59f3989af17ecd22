import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, afterEach, beforeAll, expect } from 'vitest'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
export const TOKEN = 'the-token-of-this-test'
export const TABLE = '6f5a3c0e-0b0e-4c1e-9a51-0d7c0a8f2b11'
/** Inside the project, as the built files look for their packages upwards. */
const BUILT = join(ROOT, '.build', `test-server-${process.pid}`)
export let scratch = ''
const running = new Set<ChildProcess>()

/** Builds the server for the tests of one file, gives them a folder, and ends what they leave running. */
export function prepareServers(): void {
  beforeAll(async () => {
    scratch = await mkdtemp(join(tmpdir(), 'rowan-server-'))
    await mkdir(join(scratch, 'page'))
    await writeFile(join(scratch, 'page', 'index.html'), '<!doctype html><title>Rowan</title>')
    const build = spawn(process.execPath, [join(ROOT, 'src', 'cli', 'build.mjs'), '--server', BUILT], {
      stdio: 'inherit',
      // Vitest says "test" here, which Vite would take for the mode of the build.
      env: { ...process.env, NODE_ENV: undefined },
    })
    const [code] = await once(build, 'exit')
    expect(code).toBe(0)
  })

  afterEach(async () => {
    await Promise.all([...running].map((child) => end(child, 'SIGKILL')))
  })

  afterAll(async () => {
    await rm(scratch, { recursive: true, force: true })
    await rm(BUILT, { recursive: true, force: true })
  })
}

interface Started {
  readonly child: ChildProcess
  readonly address: string
  readonly said: string
}

/**
 * Starts the server as a process of its own, below a command if one is given; resolves when it is ready, rejects with its
 * words when it ends instead.
 */
export function start(environment: Record<string, string> = {}, below: readonly string[] = []): Promise<Started> {
  // PostgreSQL is compiled once: making it faster beside the work takes a third of the time of a start.
  const [program, ...parameters] = [...below, process.execPath, '--liftoff-only', join(BUILT, 'server.mjs')]
  const child = spawn(program, parameters, {
    env: {
      ...process.env,
      DATABASE_URL: undefined,
      PORT: '0',
      ROWAN_DATA: join(scratch, 'data'),
      ROWAN_PAGE: join(scratch, 'page'),
      ROWAN_SAMPLE: 'none',
      ROWAN_TOKEN: TOKEN,
      ROWAN_SQL: 'public',
      ...environment,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  running.add(child)
  child.once('exit', () => running.delete(child))
  let said = ''
  return new Promise((resolve, reject) => {
    child.stderr.on('data', (words) => (said += String(words)))
    child.stdout.on('data', (words) => {
      said += String(words)
      const address = /Page\s+(http\S+)\//.exec(said)?.[1]
      if (address && said.includes('ready')) resolve({ child, address, said })
    })
    child.once('close', (code) => reject(new Error(`ended with ${code}: ${said}`)))
  })
}

/** Runs the token command as a process of its own; gives its words and the token in them, where there is one. */
export async function tokenWords(environment: Record<string, string>, words: readonly string[]) {
  const child = spawn(process.execPath, [join(BUILT, 'token.mjs'), ...words], {
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let said = ''
  child.stdout.on('data', (text) => (said += String(text)))
  const [code] = await once(child, 'close')
  expect(code).toBe(0)
  return { said, token: /^ {2}(\S+)$/m.exec(said)?.[1] ?? '' }
}

export async function tokenCommand(environment: Record<string, string>, words: readonly string[]): Promise<string> {
  return (await tokenWords(environment, words)).token
}

export async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<number | null> {
  const exited = once(child, 'exit')
  child.kill(signal)
  const [code]: unknown[] = await exited
  return typeof code === 'number' ? code : null
}

interface Answer {
  readonly status: number
  readonly headers: Headers
  readonly text: string
}

export async function post(
  address: string,
  action: string,
  body: object,
  headers: Record<string, string> = {},
): Promise<Answer> {
  const response = await fetch(`${address}/en/api/3/action/${action}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  })
  return { status: response.status, headers: response.headers, text: await response.text() }
}

export const write = { authorization: TOKEN }

export async function makeTable(address: string, id = TABLE): Promise<void> {
  const fields = [{ id: 'n', type: 'int8' }]
  const records = [{ n: '9007199254740993' }]
  const made = await post(address, 'datastore_create', { resource_id: id, fields, records, force: true }, write)
  expect(made.status, made.text).toBe(200)
}

export async function records(address: string, id = TABLE): Promise<string> {
  const response = await fetch(`${address}/api/3/action/datastore_search?resource_id=${id}`)
  return response.text()
}

/** The files below a folder that hold a text, with their contents. */
export async function filesWith(folder: string, text: string): Promise<ReadonlyMap<string, Buffer>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const paths = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
  const read = await Promise.all(paths.map(async (path) => [path, await readFile(path)] as const))
  return new Map(read.filter(([, bytes]) => bytes.includes(text)))
}

import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { POSTGRES_MAJOR } from './pgliteFolder.ts'
import { openPostgres, postgresUrl } from './testDatabases.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const TOKEN = 'the-token-of-this-test'
const TABLE = '6f5a3c0e-0b0e-4c1e-9a51-0d7c0a8f2b11'
/** Inside the project, as the built files look for their packages upwards. */
const BUILT = join(ROOT, '.build', `test-server-${process.pid}`)
let scratch = ''
const running = new Set<ChildProcess>()

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

interface Started {
  readonly child: ChildProcess
  readonly address: string
  readonly said: string
}

/** Starts the server as a process of its own; resolves when it is ready, rejects with its words when it ends instead. */
function start(environment: Record<string, string> = {}): Promise<Started> {
  const child = spawn(process.execPath, [join(BUILT, 'server.mjs')], {
    env: {
      ...process.env,
      DATABASE_URL: undefined,
      PORT: '0',
      ROWAN_DATA: join(scratch, 'data'),
      ROWAN_PAGE: join(scratch, 'page'),
      ROWAN_SAMPLE: 'none',
      ROWAN_TOKEN: TOKEN,
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
    child.once('exit', (code) => reject(new Error(`ended with ${code}: ${said}`)))
  })
}

async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<number | null> {
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

async function post(
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

const write = { authorization: TOKEN }

async function makeTable(address: string): Promise<void> {
  const fields = [{ id: 'n', type: 'int8' }]
  const records = [{ n: '9007199254740993' }]
  const made = await post(address, 'datastore_create', { resource_id: TABLE, fields, records, force: true }, write)
  expect(made.status, made.text).toBe(200)
}

async function records(address: string): Promise<string> {
  const response = await fetch(`${address}/api/3/action/datastore_search?resource_id=${TABLE}`)
  return response.text()
}

describe('the server on PGlite', () => {
  it('answers GET and POST, writes only with the token, and keeps what was written', async () => {
    const first = await start()
    expect((await post(first.address, 'datastore_create', { resource_id: TABLE, fields: [] })).status).toBe(403)
    await makeTable(first.address)
    expect(await records(first.address)).toContain('9007199254740993')
    const posted = await post(first.address, 'datastore_search', { resource_id: TABLE, limit: 1 })
    expect(posted.text).toContain('9007199254740993')
    expect(await (await fetch(first.address)).text()).toContain('<title>Rowan</title>')
    expect(await (await fetch(`${first.address}/settings.json`)).json()).toEqual({
      version: 1,
      instances: [{ title: 'This server', url: '', prefix: '/en/api/3/action' }],
    })
    expect(first.said).not.toContain(TOKEN)
    expect(await end(first.child, 'SIGTERM')).toBe(0)

    const second = await start()
    expect(await records(second.address)).toContain('9007199254740993')
    await end(second.child, 'SIGKILL')
    const third = await start()
    expect(await records(third.address)).toContain('9007199254740993')
    expect(await end(third.child, 'SIGINT')).toBe(0)
  })

  it('refuses a second process on its data folder, and a busy port, with the way out', async () => {
    const first = await start()
    const second = await start().catch(String)
    expect(second).toContain(`process ${first.child.pid}, at ${first.address}`)
    expect(second).toContain('ROWAN_DATA')

    const { port } = new URL(first.address)
    const busy = await start({ PORT: port, ROWAN_DATA: join(scratch, 'other') }).catch(String)
    expect(busy).toContain(`Port ${port} is in use`)
    expect(busy).toContain(`PORT=${Number(port) + 1}`)
    expect((await fetch(first.address)).status).toBe(200)
  })

  it('ends a statement whose time is up, keeps answering meanwhile, and carries on', async () => {
    const { address } = await start({ ROWAN_TIMEOUT_MS: '1500', ROWAN_CORS: 'https://page.example' })
    await makeTable(address)
    const begun = performance.now()
    const endless = post(
      address,
      'datastore_search_sql',
      { sql: 'SELECT count(*) FROM generate_series(1, 100000000) a, generate_series(1, 100000000) b' },
      { origin: 'https://page.example' },
    )
    await fetch(address)
    const waiting = records(address)
    expect((await fetch(address)).status).toBe(200)
    expect(performance.now() - begun, 'the page came while the statement ran').toBeLessThan(1500)

    const late = await endless
    expect(late.status).toBe(409)
    expect(JSON.parse(late.text)).toMatchObject({
      success: false,
      error: { __type: 'Validation Error', query: ['Query took too long'] },
    })
    expect(late.headers.get('access-control-allow-origin')).toBe('https://page.example')
    expect(await waiting).toContain('9007199254740993')
  })

  it('ends a statement whose client has gone away, for those who wait behind it', async () => {
    const { address } = await start({ ROWAN_TIMEOUT_MS: '600000' })
    await makeTable(address)
    const leaving = new AbortController()
    const sql = 'SELECT count(*) FROM generate_series(1, 100000000) a, generate_series(1, 100000000) b'
    const endless = fetch(`${address}/en/api/3/action/datastore_search_sql?${String(new URLSearchParams({ sql }))}`, {
      signal: leaving.signal,
    })
    const gone = expect(endless).rejects.toThrow()
    await fetch(address)
    const waiting = records(address)
    leaving.abort()
    await gone
    expect(await waiting).toContain('9007199254740993')
  })

  it('does not open the data of another PostgreSQL', async () => {
    const old = join(scratch, 'old')
    await mkdir(join(old, 'pglite'), { recursive: true })
    await writeFile(join(old, 'pglite', 'PG_VERSION'), '17\n')
    expect(await start({ ROWAN_DATA: old }).catch(String)).toContain('PostgreSQL 17')
    expect(await readFile(join(scratch, 'data', 'pglite', 'PG_VERSION'), 'utf8')).toBe(`${POSTGRES_MAJOR}\n`)
  })

  it('says in words what is wrong with its environment', async () => {
    expect(await start({ PORT: 'x' }).catch(String)).toContain('PORT has to be a whole number')
    expect(await start({ ROWAN_CORS: 'example.org' }).catch(String)).toContain('ROWAN_CORS takes')
    expect(await start({ DATABASE_URL: 'mysql://x' }).catch(String)).toContain('DATABASE_URL has to begin')
    const probe = createServer().listen(0, '127.0.0.1')
    await once(probe, 'listening')
    const bound = probe.address()
    const port = typeof bound === 'object' && bound ? bound.port : 0
    probe.close()
    const nobody = await start({ DATABASE_URL: `postgres://me:secret@127.0.0.1:${port}/db` }).catch(String)
    expect(nobody).toContain(`127.0.0.1:${port}, database db`)
    expect(nobody).not.toContain('secret')
  })
})

describe.skipIf(postgresUrl === null)('the server on PostgreSQL', () => {
  it('loads the sample on its first start, and does not tell the password', async () => {
    const database = await openPostgres(postgresUrl ?? '')
    try {
      const url = new URL(database.url)
      const first = await start({ DATABASE_URL: url.href, ROWAN_SAMPLE: '' })
      expect(first.said).toContain(`database ${url.pathname.slice(1)}`)
      const settings = await (await fetch(`${first.address}/settings.json`)).text()
      expect(settings).toContain('field_programmes')
      const found = await post(first.address, 'datastore_search', { resource_id: 'bird_strikes', limit: 0 })
      expect(JSON.parse(found.text)).toMatchObject({ result: { total: 10_000 } })
      expect(await end(first.child, 'SIGTERM')).toBe(0)
    } finally {
      await database.drop()
    }
  })
})

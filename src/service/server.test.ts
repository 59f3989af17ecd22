import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
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
    child.once('close', (code) => reject(new Error(`ended with ${code}: ${said}`)))
  })
}

/** Runs the token command as a process of its own; gives its words and the token in them, where there is one. */
async function tokenWords(environment: Record<string, string>, words: readonly string[]) {
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

async function tokenCommand(environment: Record<string, string>, words: readonly string[]): Promise<string> {
  return (await tokenWords(environment, words)).token
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

async function makeTable(address: string, id = TABLE): Promise<void> {
  const fields = [{ id: 'n', type: 'int8' }]
  const records = [{ n: '9007199254740993' }]
  const made = await post(address, 'datastore_create', { resource_id: id, fields, records, force: true }, write)
  expect(made.status, made.text).toBe(200)
}

async function records(address: string, id = TABLE): Promise<string> {
  const response = await fetch(`${address}/api/3/action/datastore_search?resource_id=${id}`)
  return response.text()
}

/** The files below a folder that hold a text, with their contents. */
async function filesWith(folder: string, text: string): Promise<ReadonlyMap<string, Buffer>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const paths = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
  const read = await Promise.all(paths.map(async (path) => [path, await readFile(path)] as const))
  return new Map(read.filter(([, bytes]) => bytes.includes(text)))
}

const ENDLESS = 'SELECT count(*) FROM generate_series(1, 100000000) a, generate_series(1, 100000000) b'

/** Adds a record to a table that `makeTable` has made, and gives its `_id`. */
async function nextId(address: string, id: string): Promise<unknown> {
  const asked = { resource_id: id, records: [{ n: '2' }], method: 'insert', force: true, include_records: true }
  const made = await post(address, 'datastore_upsert', asked, write)
  return JSON.parse(made.text).result.records[0]['_id']
}

/** What `nextId` gives: PostgreSQL writes a counter 32 ahead in its log, and goes on from there when it opens after a crash. */
const AS_IT_WAS = 2
const OPENED_ANEW = 34

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
    const { address } = await start({
      ROWAN_TIMEOUT_MS: '1500',
      ROWAN_CORS: 'https://page.example',
    })
    await makeTable(address, 'late')
    let hasEnded = false
    const endless = post(address, 'datastore_search_sql', { sql: ENDLESS }, { origin: 'https://page.example' }).finally(
      () => (hasEnded = true),
    )
    await fetch(address)
    const waiting = records(address, 'late')
    expect((await fetch(address)).status).toBe(200)
    expect(hasEnded, 'the page came while the statement ran').toBe(false)

    const late = await endless
    expect(late.status).toBe(409)
    expect(JSON.parse(late.text)).toMatchObject({
      success: false,
      error: { __type: 'Validation Error', query: ['Query took too long'] },
    })
    expect(late.headers.get('access-control-allow-origin')).toBe('https://page.example')
    expect(await waiting).toContain('9007199254740993')
    expect(await nextId(address, 'late')).toBe(AS_IT_WAS)
  })

  it('ends a statement whose client has gone away, for those who wait behind it', async () => {
    const { address } = await start({ ROWAN_TIMEOUT_MS: '600000' })
    await makeTable(address, 'left')
    const leaving = new AbortController()
    const parameters = new URLSearchParams({ sql: ENDLESS })
    const endless = fetch(`${address}/en/api/3/action/datastore_search_sql?${String(parameters)}`, {
      signal: leaving.signal,
    })
    const gone = expect(endless).rejects.toThrow()
    await fetch(address)
    const waiting = records(address, 'left')
    leaving.abort()
    await gone
    expect(await waiting).toContain('9007199254740993')
    expect(await nextId(address, 'left')).toBe(AS_IT_WAS)
  })

  it('stores nothing of a write whose time is up, and all of one whose client has gone away', async () => {
    const { address } = await start({ ROWAN_TIMEOUT_MS: '1500' })
    await makeTable(address, 'written')
    const many = (count: number) => ({
      resource_id: 'written',
      method: 'insert',
      force: true,
      records: Array.from({ length: count }, (_, n) => ({ n })),
    })
    const late = await post(address, 'datastore_upsert', many(500_000), write)
    expect(late.status).toBe(409)
    expect(JSON.parse(late.text)).toMatchObject({ success: false, error: { query: ['Query took too long'] } })
    const total = async () => JSON.parse(await records(address, 'written')).result.total
    expect(await total()).toBe(1)

    const { hostname, port } = new URL(address)
    const body = JSON.stringify(many(10))
    const socket = connect(Number(port), hostname)
    const path = '/en/api/3/action/datastore_upsert'
    const head = `POST ${path} HTTP/1.1\r\nhost: ${hostname}\r\ncontent-type: application/json\r\nauthorization: ${TOKEN}\r\n`
    socket.end(`${head}content-length: ${body.length}\r\n\r\n${body}`, () => socket.destroy())
    await once(socket, 'close')
    await expect.poll(total).toBe(11)
  })

  it('opens the database anew where its engine can not be trusted any more', async () => {
    const id = 'damaged'
    const mark = 'a text that stands in the files of one table'
    const first = await start()
    const made = { resource_id: id, records: [{ note: mark }], force: true }
    expect((await post(first.address, 'datastore_create', made, write)).status).toBe(200)
    await end(first.child, 'SIGTERM')
    const second = await start()
    await makeTable(second.address, 'beside')
    const whole = await filesWith(join(scratch, 'data', 'pglite', 'base'), mark)
    expect(whole.size).toBeGreaterThan(0)
    for (const [file, bytes] of whole) await writeFile(file, Buffer.alloc(bytes.length, 0xff))
    const failed = await post(second.address, 'datastore_search', { resource_id: id })
    expect(failed.status).toBe(500)
    expect(JSON.parse(failed.text)).toMatchObject({ success: false, error: { message: 'Internal Server Error' } })
    for (const [file, bytes] of whole) await writeFile(file, bytes)
    expect(await records(second.address, id)).toContain(mark)
    expect(await nextId(second.address, 'beside')).toBe(OPENED_ANEW)
  })

  it('takes the tokens of its command, tells what became of one, and is private where it is told so', async () => {
    const folder = join(scratch, 'private')
    const token = (...words: string[]) => tokenCommand({ ROWAN_DATA: folder }, words)
    const reader = await token('add', 'a', 'reader', '--read')
    const { address } = await start({ ROWAN_PRIVATE: '1', ROWAN_CORS: '*', ROWAN_DATA: folder, ROWAN_ROWS_MAX: '2' })
    const list = (authorization?: string) =>
      post(
        address,
        'datastore_search',
        { resource_id: '_table_metadata', limit: 9 },
        authorization ? { authorization } : {},
      )
    expect((await list()).status).toBe(403)
    const wrong = await list('wrong')
    expect([wrong.status, wrong.headers.get('x-rowan-token')]).toEqual([403, 'refused'])
    const read = await list(reader)
    expect([read.status, read.headers.get('x-rowan-token')]).toEqual([200, 'read'])
    expect(read.headers.get('access-control-expose-headers')).toBe('X-Rowan-Token')
    expect(JSON.parse(read.text).result.limit).toBe(2)
    const refused = await post(address, 'datastore_create', { resource_id: TABLE }, { authorization: reader })
    expect(refused.status).toBe(403)

    const writer = await token('add', 'loader')
    const { said } = await tokenWords({ ROWAN_DATA: folder }, ['list'])
    expect(said).toMatch(/read {3}a reader\n.*write {2}loader/)
    await expect.poll(async () => (await list(writer)).status).toBe(200)
    await token('revoke', 'loader')
    await expect.poll(async () => (await list(writer)).status, { timeout: 5000 }).toBe(403)
  })

  it('answers a preflight, and refuses much from those who may not write', async () => {
    const { address } = await start({ ROWAN_CORS: '*' })
    const url = `${address}/sr@latin/api/3/action/datastore_upsert`
    const preflight = await fetch(url, { method: 'OPTIONS', headers: { origin: 'https://page.example' } })
    expect([preflight.status, preflight.headers.get('access-control-allow-origin')]).toEqual([200, '*'])
    const body = { resource_id: crypto.randomUUID(), records: [{ a: 'x'.repeat(3_000_000) }] }
    const large = await post(address, 'datastore_upsert', body, { origin: 'https://page.example' })
    expect([large.status, large.headers.get('access-control-allow-origin')]).toEqual([413, '*'])
    expect(JSON.parse(large.text)).toMatchObject({
      success: false,
      error: { message: 'A request may hold at most 2 MB without a token that may write' },
    })
    const known = await post(address, 'datastore_upsert', body, write)
    expect(known.status).toBe(404)
  })

  it('does not open the data of another PostgreSQL', async () => {
    const old = join(scratch, 'old')
    await mkdir(join(old, 'pglite'), { recursive: true })
    await writeFile(join(old, 'pglite', 'PG_VERSION'), '17\n')
    expect(await start({ ROWAN_DATA: old }).catch(String)).toContain('PostgreSQL 17')
    expect(await readFile(join(old, 'pglite', 'PG_VERSION'), 'utf8')).toBe('17\n')
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

      // A start that was killed while it loaded: some of the records, and the mark of it.
      const cut = [
        'delete from datastore."0b1d5712-1c05-4a57-9d2e-6f1a3c8e5b01" where _id > 2500',
        "insert into rowan.marks values ('sample is loading')",
      ]
      for (const text of cut) await database.database.query({ text, values: [] })
      const second = await start({ DATABASE_URL: url.href, ROWAN_SAMPLE: '' })
      const again = await post(second.address, 'datastore_search', { resource_id: 'bird_strikes', limit: 0 })
      expect(JSON.parse(again.text)).toMatchObject({ result: { total: 10_000 } })
      expect(await end(second.child, 'SIGTERM')).toBe(0)
    } finally {
      await database.drop()
    }
  })

  it('says which right is missing, and starts where it was given or is not needed any more', async () => {
    const database = await openPostgres(postgresUrl ?? '')
    const query = (text: string) => database.database.query({ text, values: [] })
    const users = ['one', 'other'].map((word) => `rowan_test_${word}_${crypto.randomUUID().slice(0, 8)}`)
    try {
      const [one, other] = users.map((user) => {
        const url = new URL(database.url)
        Object.assign(url, { username: user, password: 'secret' })
        return url.href
      })
      if (!one || !other) throw new Error('Two users were to be there')
      for (const user of users) {
        // oxlint-disable-next-line no-await-in-loop -- one after the other
        await query(`create role ${user} login password 'secret'`)
      }
      const grantIn = (words: string) => /change that: (.*);/.exec(words)?.[1] ?? words
      const refusal = (url: string) =>
        start({ DATABASE_URL: url }).then(
          ({ said }) => `It started: ${said}`,
          (error: unknown) => String(error),
        )

      const refused = await refusal(one)
      expect(refused).toContain(
        `database ${new URL(one).pathname.slice(1)}: The schemas "rowan" and "datastore" are missing`,
      )
      expect(refused).toContain(`GRANT CREATE ON DATABASE ${new URL(one).pathname.slice(1)} TO ${users[0]};`)
      await query(grantIn(refused))
      const first = await start({ DATABASE_URL: one })
      expect(first.said).toContain('its user may make no role that only reads')
      await makeTable(first.address)
      await end(first.child, 'SIGTERM')

      await query(`revoke create on database ${new URL(one).pathname.slice(1)} from ${users[0]}`)
      const second = await start({ DATABASE_URL: one })
      await makeTable(second.address, 'next')
      await end(second.child, 'SIGTERM')

      const foreign = await refusal(other)
      expect(foreign).toContain(`GRANT ${users[0]} TO ${users[1]};`)
      await query(grantIn(foreign))
      const third = await start({ DATABASE_URL: other })
      expect(await records(third.address)).toContain('9007199254740993')
      await makeTable(third.address)
      await end(third.child, 'SIGTERM')
    } finally {
      await query(`drop owned by ${users.join(', ')} cascade`)
      await query(`drop role ${users.join(', ')}`)
      await database.drop()
    }
  })

  it("runs as two processes on one database, which see each other's changes at once", async () => {
    const database = await openPostgres(postgresUrl ?? '')
    try {
      const [one, other] = await Promise.all(
        [1, 2].map((number) => start({ DATABASE_URL: database.url, ROWAN_DATA: join(scratch, `process-${number}`) })),
      )
      if (!one || !other) throw new Error('Two servers were to start')
      await makeTable(one.address)
      expect(await records(other.address)).toContain('9007199254740993')
      // A field more: the other process has to forget what it knew of the table.
      const fields = [
        { id: 'n', type: 'int8' },
        { id: 'word', type: 'text' },
      ]
      const wider = await post(one.address, 'datastore_create', { resource_id: TABLE, fields, force: true }, write)
      expect(wider.status, wider.text).toBe(200)
      const batch = (from: number) =>
        Array.from({ length: 50 }, (_, place) => ({ n: String(from + place), word: `word ${from + place}` }))
      const writes = Array.from({ length: 20 }, (_, number) =>
        post(
          (number % 2 === 0 ? one : other).address,
          'datastore_upsert',
          { resource_id: TABLE, records: batch(number * 50), method: 'insert', force: true },
          write,
        ),
      )
      for (const answer of await Promise.all(writes)) expect(answer.status, answer.text).toBe(200)
      for (const { address } of [one, other]) {
        const found = await post(address, 'datastore_search', { resource_id: TABLE, filters: { word: 'word 999' } })
        expect(JSON.parse(found.text)).toMatchObject({ result: { total: 1 } })
        const all = await post(address, 'datastore_search', { resource_id: TABLE, limit: 0 })
        expect(JSON.parse(all.text)).toMatchObject({ result: { total: 1001 } })
      }
      expect((await post(other.address, 'datastore_delete', { resource_id: TABLE, force: true }, write)).status).toBe(
        200,
      )
      expect((await post(one.address, 'datastore_search', { resource_id: TABLE })).status).toBe(404)
      await Promise.all([one, other].map(({ child }) => end(child, 'SIGTERM')))
    } finally {
      await database.drop()
    }
  })
})

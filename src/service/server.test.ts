import { once } from 'node:events'
import { chmod, cp, mkdir, readFile, rm, stat, writeFile, readdir } from 'node:fs/promises'
import { connect, createServer } from 'node:net'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import {
  end,
  filesWith,
  makeTable,
  post,
  records,
  scratch,
  start,
  TABLE,
  TOKEN,
  tokenCommand,
  tokenWords,
  prepareServers,
  write,
} from '../../e2e/support/serverProcess.ts'
import { smallDisk } from '../../e2e/support/smallDisk.mjs'
import { openToOthers } from '../../e2e/support/openToOthers.ts'

prepareServers()

const ENDLESS = 'SELECT count(*) FROM generate_series(1, 100000000) a, generate_series(1, 100000000) b'

/** Adds a record to a table that `makeTable` has made, and gives its `_id`. */
async function nextId(address: string, id: string): Promise<unknown> {
  const asked = { resource_id: id, records: [{ n: '2' }], method: 'insert', force: true, include_records: true }
  const made = await post(address, 'datastore_upsert', asked, write)
  return JSON.parse(made.text).result.records[0]['_id']
}

/** What `nextId` gives. PostgreSQL writes a counter 32 ahead in its log: after a crash it would be 34. */
const AS_IT_WAS = 2

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

  it.skipIf(process.platform === 'win32')('keeps its data folder and its tokens for its owner alone', async () => {
    const folder = join(scratch, 'data')
    const tokens = join(scratch, 'tokens elsewhere.json')
    await writeFile(tokens, '{"version": 1, "tokens": []}')
    await chmod(tokens, 0o644)
    const first = await start()
    await end(first.child, 'SIGTERM')
    const wide = ['', 'pglite', 'pglite/base', 'pglite/base/5', 'pglite/postgresql.conf', 'pglite/global/pg_control']
    for (const name of wide) await chmod(join(folder, name), 0o777)
    const second = await start({ ROWAN_TOKENS: tokens })
    await makeTable(second.address, 'mine')
    expect(await openToOthers(folder)).toEqual([])
    expect((await stat(tokens)).mode & 0o777).toBe(0o600)
    await end(second.child, 'SIGTERM')
  })

  it('reads on with a full disk, also after a restart, refuses writes, and takes them again once there is room', async ({
    skip,
  }) => {
    const folder = join(scratch, 'small')
    await mkdir(folder)
    const disk = await smallDisk(folder, 100)
    if (!disk) return skip('This machine lets its users mount no disk.')
    try {
      await cp(join(scratch, 'data'), join(disk.path, 'data'), { recursive: true })
      const environment = { ROWAN_DATA: join(folder, 'data') }
      const add = async ({ address }: { readonly address: string }) =>
        post(
          address,
          'datastore_upsert',
          { resource_id: TABLE, records: [{ n: '7' }], method: 'insert', force: true },
          write,
        )
      const first = await start(environment, disk.prefix)
      disk.fill()
      const refused = await add(first)
      expect(refused.status, refused.text).toBe(507)
      expect(JSON.parse(refused.text)).toMatchObject({ success: false, error: { __type: 'Insufficient Storage' } })
      expect(refused.text).toContain('The administrator has to make room')
      expect(await records(first.address)).toContain('9007199254740993')
      await end(first.child, 'SIGKILL')

      const second = await start(environment, disk.prefix)
      expect(await records(second.address)).toContain('9007199254740993')
      expect((await add(second)).status).toBe(507)
      disk.empty()
      await expect.poll(async () => (await add(second)).status, { timeout: 5000 }).toBe(200)

      // Without its reserve it opens only if PostgreSQL has a segment of its log left to use again; else it says why not.
      await end(second.child, 'SIGKILL')
      await rm(join(disk.path, 'data', 'reserve'))
      disk.fill()
      const third = await start(environment, disk.prefix).then(({ address }) => records(address), String)
      expect(third).toMatch(/9007199254740993|the disk is full/)
    } finally {
      await disk.remove()
    }
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

  it('answers the first request as soon as it listens: its own work never ends that of others', async () => {
    const port = await freePort()
    const starting = start({ PORT: `${port}`, ROWAN_DATA: join(scratch, 'first request') })
    const url = `http://127.0.0.1:${port}/api/3/action/datastore_search?resource_id=_table_metadata`
    const first = async (): Promise<Response> =>
      fetch(url, { headers: write }).catch(() => new Promise((resolve) => setTimeout(() => resolve(first()), 2)))
    const answer = await first()
    expect(answer.status, await answer.text()).toBe(200)
    await starting
  })

  it('ends a statement whose time is up, keeps answering meanwhile, and carries on', async () => {
    const { address } = await start({
      ROWAN_TIMEOUT_MS: '1500',
      ROWAN_CORS: 'https://page.example',
    })
    await makeTable(address, 'late')
    let hasEnded = false
    const headers = { ...write, origin: 'https://page.example' }
    const endless = post(address, 'datastore_search_sql', { sql: ENDLESS }, headers).finally(() => (hasEnded = true))
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

  it('ends a statement while pages wait, of its own client too, and says when to come back', async () => {
    const { address } = await start()
    await makeTable(address, 'shared')
    const endless = post(address, 'datastore_search_sql', { sql: ENDLESS })
    await fetch(address)
    expect(await records(address, 'shared')).toContain('9007199254740993')
    const ended = await endless
    expect([ended.status, ended.headers.get('retry-after')]).toEqual([503, '30'])
    expect(JSON.parse(ended.text)).toMatchObject({
      success: false,
      error: { __type: 'Service Unavailable', message: expect.stringContaining('others were waiting') },
    })
    expect(await nextId(address, 'shared')).toBe(AS_IT_WAS)
  })

  it('bounds what a statement takes, says so, and removes what a killed process left', async () => {
    const ROWAN_DATA = join(scratch, 'bounded')
    const first = await start({ ROWAN_DATA })
    await end(first.child, 'SIGKILL')
    const temporary = join(ROWAN_DATA, 'pglite', 'base', 'pgsql_tmp')
    await mkdir(temporary, { recursive: true })
    await writeFile(join(temporary, 'pgsql_tmp42.0'), 'left over')
    const { address } = await start({ ROWAN_DATA, ROWAN_TEMP_MB: '1', ROWAN_READER_MEMORY_MB: '256' })
    const refusal = async (sql: string) => {
      const { status, text } = await post(address, 'datastore_search_sql', { sql })
      return [status, text]
    }
    expect(
      await refusal("select i from generate_series(1, 100000) i order by md5(i::text || repeat('x', 99))"),
    ).toEqual([409, expect.stringContaining('temp_file_limit')])
    expect(await refusal("select repeat('x', 200000000) as x")).toEqual([409, expect.stringContaining('out of memory')])
    expect(await readdir(temporary).catch(() => [])).toEqual([])
    const status = await post(address, 'status_show', {})
    expect(JSON.parse(status.text).result.rowan_limits).toEqual({
      rows_default: 100,
      rows_max: 32_000,
      timeout_s: 60,
      reader_timeout_s: 20,
      temp_file_mb: 1,
      reader_memory_mb: 256,
    })
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

  it('goes on with the same engine after statements that fail inside, or would overflow its stack', async () => {
    const { address } = await start()
    await makeTable(address, 'attacked')
    for (const sql of [
      `select (repeat('[', 200000) || repeat(']', 200000))::json`,
      `select 'a' ~ (repeat('(', 90000) || 'a' || repeat(')', 90000))`,
    ]) {
      expect((await post(address, 'datastore_search_sql', { sql })).status).toBe(409)
    }
    const language = { resource_id: 'attacked', q: 'a', language: '99999' }
    expect((await post(address, 'datastore_search', language)).status).toBe(409)
    expect(await nextId(address, 'attacked')).toBe(AS_IT_WAS)
  })

  it('goes on with the same engine if the files of one table are damaged', async () => {
    const id = 'damaged'
    const mark = 'a text in the files of one table'
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
    expect(await nextId(second.address, 'beside')).toBe(AS_IT_WAS)
  })

  it('takes the tokens of its command, reports what became of one, and is private if set so', async () => {
    const folder = join(scratch, 'data')
    const token = (...words: string[]) => tokenCommand({ ROWAN_DATA: folder }, words)
    const reader = await token('add', 'a', 'reader', '--read')
    const { address } = await start({ ROWAN_PRIVATE: '1', ROWAN_CORS: '*', ROWAN_ROWS_MAX: '2' })
    const list = (authorization?: string) =>
      post(
        address,
        'datastore_search',
        { resource_id: '_table_metadata', limit: 9 },
        authorization ? { authorization } : {},
      )
    expect((await list()).status).toBe(403)
    const health = await fetch(`${address}/healthz`)
    expect([health.status, await health.text()]).toEqual([200, 'ok\n'])
    const wrong = await list('wrong')
    expect([wrong.status, wrong.headers.get('x-rowan-token')]).toEqual([403, 'refused'])
    const read = await list(reader)
    expect([read.status, read.headers.get('x-rowan-token')]).toEqual([200, 'read'])
    expect(read.headers.get('access-control-expose-headers')).toBe('x-rowan-token')
    expect(JSON.parse(read.text).result.limit).toBe(2)
    const refused = await post(address, 'datastore_create', { resource_id: TABLE }, { authorization: reader })
    expect(refused.status).toBe(403)

    const writer = await token('add', 'loader')
    const { said } = await tokenWords({ ROWAN_DATA: folder }, ['list'])
    expect(said).toMatch(/read {3}a reader\n.*write {2}loader/)
    await expect.poll(async () => (await list(writer)).status).toBe(200)
    await token('revoke', 'loader')
    await expect.poll(async () => (await list(writer)).status).toBe(403)
  })

  it('answers a preflight, and refuses much from those who may not write', async () => {
    const { address } = await start({ ROWAN_CORS: '*' })
    const url = `${address}/sr@latin/api/3/action/datastore_upsert`
    const preflight = await fetch(url, { method: 'OPTIONS', headers: { origin: 'https://page.example' } })
    expect([preflight.status, preflight.headers.get('access-control-allow-origin')]).toEqual([200, '*'])
    expect(preflight.headers.get('access-control-max-age')).toBe('7200')
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
    expect(await start({ PORT: 'x' }).catch(String)).toContain('PORT must be a whole number')
    expect(await start({ ROWAN_CORS: 'example.org' }).catch(String)).toContain('ROWAN_CORS takes')
    expect(await start({ ROWAN_PRVATE: '1' }).catch(String)).toContain('Did you mean ROWAN_PRIVATE?')
    expect(await start({ DATABASE_URL: 'mysql://x' }).catch(String)).toContain('DATABASE_URL must begin')
    const port = await freePort()
    const nobody = await start({ DATABASE_URL: `postgres://me:secret@127.0.0.1:${port}/db` }).catch(String)
    expect(nobody).toContain(`127.0.0.1:${port}, database db`)
    expect(nobody).not.toContain('secret')
  })
})

/** A port that nobody listens on. */
async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const bound = probe.address()
  await new Promise((resolve) => probe.close(resolve))
  return typeof bound === 'object' && bound ? bound.port : 0
}

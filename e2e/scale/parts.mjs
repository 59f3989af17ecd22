// The parts of a large installation, each a process on this machine: PostgreSQL's primary and replicas, PgBouncer,
// HAProxy, and Rowan. All they write is in one folder.
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { chmod, mkdir, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { delimiter, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { end, finished, postgresPrograms, userOf } from '../chaosVictims.mjs'
import { freePort } from '../server.mjs'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const START_MS = 60_000
export const TOKEN = 'scale'

/** Finds the programs, or says which packages are missing. */
export function programs() {
  const bin = postgresPrograms()
  const found = {
    postgres: bin && join(bin, 'postgres'),
    initdb: bin && join(bin, 'initdb'),
    pg_basebackup: bin && join(bin, 'pg_basebackup'),
    pgbouncer: inPath('pgbouncer'),
    haproxy: inPath('haproxy'),
  }
  const packages = { postgres: 'postgresql', pgbouncer: 'pgbouncer', haproxy: 'haproxy' }
  const missing = Object.entries(packages).filter(([program]) => !found[program])
  if (missing.length > 0) {
    throw new Error(
      `${missing.map(([program]) => program).join(' and ')} not found. On Debian: apt-get install ${missing.map(([, name]) => name).join(' ')}`,
    )
  }
  return found
}

function inPath(program) {
  const folders = [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin', '/usr/local/sbin']
  return folders.map((folder) => join(folder, program)).find((path) => existsSync(path)) ?? null
}

/** Where the parts are made; PostgreSQL and PgBouncer refuse to run as root. */
export async function workshop(folder) {
  await chmod(folder, 0o755)
  const asUser = process.getuid?.() === 0 ? await userOf(folder) : {}
  return { folder, asUser, ...programs() }
}

/** A part that can be ended by a signal and started again. */
async function part(name, start) {
  let child = await start()
  return {
    name,
    end: (signal = 'SIGKILL') => end(child, signal),
    isRunning: () => child.exitCode === null && child.signalCode === null,
    async start() {
      child = await start()
    },
  }
}

/** An empty cluster. `url` leads to its database `rowan`. */
export async function makePrimary({ folder, asUser, initdb, postgres, ...rest }) {
  const data = join(folder, 'primary')
  const port = await freePort()
  const options = ['-D', data, '-U', 'postgres', '-A', 'trust', '--no-sync', '--locale=C', '--encoding=UTF8']
  await finished(spawn(initdb, options, { ...asUser, stdio: ['ignore', 'ignore', 'pipe'] }))
  return cluster('the primary', { folder, asUser, postgres, ...rest }, data, port)
}

/** A copy of the primary that follows it. */
export async function makeReplica(name, shop, primary) {
  const data = join(shop.folder, name.replaceAll(' ', '-'))
  const from = ['-h', '127.0.0.1', '-p', String(primary.port), '-U', 'postgres']
  const copy = [...from, '-D', data, '--write-recovery-conf', '--wal-method=stream', '--checkpoint=fast', '--no-sync']
  await finished(spawn(shop.pg_basebackup, copy, { ...shop.asUser, stdio: ['ignore', 'ignore', 'pipe'] }))
  return cluster(name, shop, data, await freePort())
}

async function cluster(name, { folder, asUser, postgres }, data, port) {
  const settings = {
    max_connections: 200,
    shared_buffers: '512MB',
    max_wal_size: '4GB',
    // What a replica that was away needs.
    wal_keep_size: '2GB',
    hot_standby_feedback: 'on',
    // How soon a replica looks for a primary that was away.
    wal_retrieve_retry_interval: '500ms',
    restart_after_crash: 'off',
  }
  const parameters = ['-D', data, '-p', String(port), '-k', folder, '-h', '127.0.0.1']
  for (const [setting, value] of Object.entries(settings)) parameters.push('-c', `${setting}=${value}`)
  const start = async () => {
    const begun = Date.now()
    // The children of a killed postmaster live on for a moment, and until they are gone it can't start again.
    while (Date.now() - begun < START_MS) {
      const child = spawn(postgres, parameters, { ...asUser, stdio: ['ignore', 'ignore', 'pipe'] })
      let said = ''
      child.stderr.on('data', (words) => (said = (said + String(words)).slice(-5000)))
      while (!/ready to accept( read-only)? connections/.test(said) && child.exitCode === null) await sleep(20)
      if (child.exitCode === null) return child
      await sleep(100)
    }
    throw new Error(`${name} did not start`)
  }
  const url = (user) => `postgres://${user}@127.0.0.1:${port}/rowan`
  return { ...(await part(name, start)), port, url: url('postgres'), readerUrl: url('reader') }
}

/** PgBouncer in front of the primary, pooling transactions. */
export async function makePgBouncer({ folder, asUser, pgbouncer }, primary) {
  const port = await freePort()
  const settings = join(folder, 'pgbouncer.ini')
  await writeFile(
    settings,
    `[databases]
rowan = host=127.0.0.1 port=${primary.port} user=postgres

[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = any
pool_mode = transaction
default_pool_size = 30
max_client_conn = 500
server_login_retry = 1
`,
  )
  const start = () =>
    listening('PgBouncer', port, () => spawn(pgbouncer, ['-q', settings], { ...asUser, stdio: 'ignore' }))
  return { ...(await part('PgBouncer', start)), url: `postgres://postgres@127.0.0.1:${port}/rowan` }
}

/** HAProxy in front of the Rowan processes. A read whose process dies is sent to another; a change never is. */
export async function makeHaproxy({ folder, asUser, haproxy }, processes) {
  const port = await freePort()
  const settings = join(folder, 'haproxy.cfg')
  await writeFile(
    settings,
    `defaults
  mode http
  timeout connect 2s
  timeout client 65s
  timeout server 65s
  retries 3
  option redispatch 1
  option forwardfor
  retry-on conn-failure empty-response
frontend rowan
  bind 127.0.0.1:${port}
  default_backend processes
backend processes
  balance roundrobin
  option httpchk
  http-check send meth GET uri /api/3/action/status_show hdr host 127.0.0.1
  http-request disable-l7-retry unless METH_GET
  default-server check inter 500ms fall 2 rise 1
${processes.map((one, number) => `  server rowan${number} 127.0.0.1:${one.port}`).join('\n')}
`,
  )
  const start = () => listening('HAProxy', port, () => spawn(haproxy, ['-f', settings], { ...asUser, stdio: 'ignore' }))
  return { ...(await part('HAProxy', start)), origin: `http://127.0.0.1:${port}` }
}

/** A Rowan process. `configure` changes its environment for its next start. */
export async function makeRowan(name, { folder }, environment) {
  const port = await freePort()
  const data = join(folder, name.replaceAll(' ', '-'))
  await mkdir(data)
  let settings = environment
  let said = ''
  const start = async () => {
    const child = spawn(process.execPath, [join(ROOT, '.build', 'server', 'server.mjs')], {
      cwd: ROOT,
      env: {
        ...process.env,
        HOST: '127.0.0.1',
        PORT: String(port),
        ROWAN_DATA: data,
        ROWAN_PAGE: 'none',
        ROWAN_SAMPLE: 'none',
        ROWAN_TOKEN: TOKEN,
        ROWAN_SQL: 'public',
        DATABASE_SQL_URL: '',
        ...settings,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    said = ''
    child.stdout.on('data', (words) => (said = (said + String(words)).slice(-5000)))
    child.stderr.on('data', (words) => (said = (said + String(words)).slice(-5000)))
    const begun = Date.now()
    while (!said.includes('Rowan is ready')) {
      if (child.exitCode !== null || Date.now() - begun > START_MS) throw new Error(`${name} did not start:\n${said}`)
      await sleep(20)
    }
    return child
  }
  const made = await part(name, start)
  return {
    ...made,
    port,
    origin: `http://127.0.0.1:${port}`,
    said: () => said,
    async restart(changed) {
      settings = { ...settings, ...changed }
      await made.end('SIGTERM')
      await made.start()
    },
  }
}

async function listening(name, port, launch) {
  const begun = Date.now()
  const child = launch()
  while (!(await accepts(port))) {
    if (child.exitCode !== null || Date.now() - begun > START_MS) throw new Error(`${name} did not start`)
    await sleep(20)
  }
  return child
}

function accepts(port) {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false))
    socket.once('connect', () => socket.destroy())
  })
}

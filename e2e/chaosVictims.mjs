// What chaos is made with: a server on PGlite, and one on a PostgreSQL that was made for it.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync } from 'node:fs'
import { chmod, chown } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { TOKEN } from './chaosLoad.mjs'
import { freePort } from './server.mjs'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const START_MS = 300_000

/** Where the programs of a PostgreSQL server lie; null if there is none on this machine. */
export function postgresPrograms() {
  const places = ['/usr/lib/postgresql', '/usr/pgsql', '/opt/homebrew/opt', '/usr/local/opt']
  const found = places.flatMap((place) => {
    try {
      return readdirSync(place).map((name) => join(place, name, 'bin'))
    } catch {
      return []
    }
  })
  return (
    [...found.toSorted((a, b) => b.localeCompare(a)), '/usr/local/bin', '/usr/bin'].find((bin) =>
      existsSync(join(bin, 'initdb')),
    ) ?? null
  )
}

/**
 * A server on PGlite in that folder, or on that disk; its process is what is killed. `start` gives null if it did, and else
 * its words.
 */
export async function pgliteServer(folder, disk = null) {
  const port = await freePort()
  const origin = `http://127.0.0.1:${port}`
  const environment = { ROWAN_DATA: join(folder, 'data'), DATABASE_URL: undefined }
  let child = null
  let started = null
  const victim = {
    origin,
    log: () => started.log(),
    kill: (signal) => end(child, signal),
    hasEnded: () => Promise.resolve(child.exitCode !== null),
    async start() {
      started = await startServer(port, environment, disk?.prefix)
      child = started.server
      return child === null ? started.said : null
    },
    stop: () => end(child, 'SIGKILL'),
  }
  await mustStart(victim)
  return victim
}

/**
 * A server on a cluster in that folder, or on that disk; the postmaster is killed, the server stays and has to find its way
 * back. `start` gives null if the cluster did, and else its words.
 */
export async function postgresServer(folder, disk = null) {
  const bin = postgresPrograms()
  if (bin === null) throw new Error('There is no PostgreSQL server on this machine (initdb was not found).')
  const asUser = process.getuid?.() === 0 ? await userOf(folder) : null
  if (asUser && disk) await chown(disk.path, asUser.uid, asUser.gid)
  const data = join(disk?.folder ?? folder, 'cluster')
  const port = await freePort()
  const run = (program, parameters) => {
    const ids = asUser && disk ? ['setpriv', `--reuid=${asUser.uid}`, `--regid=${asUser.gid}`, '--clear-groups'] : []
    const [first, ...rest] = [...(disk?.prefix ?? []), ...ids, join(bin, program), ...parameters]
    return spawn(first, rest, {
      ...(asUser && !disk ? asUser : {}),
      cwd: folder,
      stdio: ['ignore', 'ignore', 'pipe'],
    })
  }
  // Not the locale of the environment, which need not be installed.
  const options = ['-D', data, '-U', 'postgres', '-A', 'trust', '--no-sync', '--locale=C', '--encoding=UTF8']
  await finished(run('initdb', [...options, '--wal-segsize=1']))
  const parameters = ['-D', data, '-p', String(port), '-k', folder, '-h', '127.0.0.1']
  const settings = ['restart_after_crash=off', 'max_wal_size=32MB', 'min_wal_size=2MB']
  const startCluster = async () => {
    const child = run('postgres', [...parameters, ...settings.flatMap((setting) => ['-c', setting])])
    let said = ''
    child.stderr.on('data', (words) => (said += String(words)))
    const ready = () => said.includes('database system is ready to accept connections')
    while (!ready() && child.exitCode === null) await sleep(20)
    return { child: ready() ? child : null, said }
  }
  let cluster = null
  const startAgain = async () => {
    const begun = Date.now()
    for (;;) {
      const { child, said } = await startCluster()
      cluster = child
      if (child !== null) return null
      if (saysDiskIsFull(said)) return said
      // The children of a killed postmaster live on for a moment, and until they are gone it can't start again.
      if (Date.now() - begun > START_MS) throw new Error(`The cluster did not start again: ${said}`)
      await sleep(100)
    }
  }
  await mustStart({ start: startAgain })
  const serverPort = await freePort()
  const origin = `http://127.0.0.1:${serverPort}`
  const { server, said, log } = await startServer(serverPort, {
    ROWAN_DATA: join(folder, 'server'),
    DATABASE_URL: `postgres://postgres@127.0.0.1:${port}/postgres`,
  })
  if (server === null) throw new Error(said)
  return {
    origin,
    /** The last words of the server. */
    log,
    /** Whether PostgreSQL has ended, as it does when it can't write its log; that takes it a moment. */
    async hasEnded() {
      if (cluster === null || cluster.exitCode !== null) return true
      return Promise.race([once(cluster, 'exit').then(() => true), sleep(5000, false)])
    },
    kill: (signal) => end(cluster, signal === 'SIGTERM' ? 'SIGINT' : signal),
    start: startAgain,
    stop: async () => {
      await end(server, 'SIGKILL')
      await end(cluster, 'SIGINT')
    },
  }
}

/** Whether a start failed for lack of space, and says so. PostgreSQL that could write half a page only gives the hint. */
export function saysDiskIsFull(said) {
  return /disk is full|No space left|Check free disk space/.test(said)
}

/** Starts what has every reason to start. */
export async function mustStart(victim) {
  const said = await victim.start()
  if (said !== null) throw new Error(`The server did not start:\n${said}`)
}

/** PostgreSQL refuses to run as root: then as the user that its package has made. */
export async function userOf(folder) {
  const ids = await Promise.all(
    ['-u', '-g'].map(async (option) => {
      const child = spawn('id', [option, 'postgres'], { stdio: ['ignore', 'pipe', 'ignore'] })
      let said = ''
      child.stdout.on('data', (words) => (said += String(words)))
      await once(child, 'close')
      return Number(said)
    }),
  )
  const [uid, gid] = ids
  if (!uid || !gid) throw new Error('PostgreSQL does not run as root, and there is no user named postgres.')
  await chown(folder, uid, gid)
  await chmod(folder, 0o755)
  return { uid, gid, cwd: folder }
}

/** Starts a server, and gives it, or null and its words if it ended instead. */
export async function startServer(port, environment, prefix = []) {
  const [program, ...parameters] = [...prefix, process.execPath, join(ROOT, '.build', 'server', 'server.mjs')]
  const child = spawn(program, parameters, {
    cwd: ROOT,
    env: {
      ...process.env,
      HOST: '127.0.0.1',
      PORT: String(port),
      ROWAN_PAGE: 'none',
      ROWAN_SAMPLE: 'none',
      ROWAN_TOKEN: TOKEN,
      ROWAN_SQL: 'public',
      ...environment,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let said = ''
  // Failures are to be expected here: their words are kept for the case that the server does not start.
  child.stderr.on('data', (words) => (said = (said + String(words)).slice(-5000)))
  child.stdout.on('data', (words) => (said = (said + String(words)).slice(-5000)))
  const begun = Date.now()
  const closed = once(child, 'close')
  while (!said.includes('Rowan is ready')) {
    if (Date.now() - begun > START_MS) throw new Error(`The server neither started nor ended:\n${said}`)
    if (child.exitCode !== null) {
      await closed
      return { server: null, said, log: () => said }
    }
    await sleep(10)
  }
  return { server: child, said, log: () => said }
}

/** Ends a process, unless it has ended or was never started. */
export async function end(child, signal) {
  if (child === null || child.exitCode !== null || child.signalCode !== null) return
  const gone = once(child, 'exit')
  child.kill(signal)
  await gone
}

export async function finished(child) {
  let said = ''
  child.stderr.on('data', (words) => (said += String(words)))
  const [code] = await once(child, 'close')
  if (code !== 0) throw new Error(`${child.spawnfile} ended with ${code}: ${said}`)
}

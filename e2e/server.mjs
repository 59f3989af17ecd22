import { spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const ROOT = fileURLToPath(new URL('..', import.meta.url))

/** How long a start may take on a slow machine: the first one makes a data folder from the sample. */
const START_MS = 240_000

/**
 * Starts the built server on a free port with a data folder of its own, and waits until it says where it answers.
 * The server is `ROWAN_E2E_SERVER`, the page `ROWAN_E2E_PAGE`, else each is the built one of this tree.
 */
export async function startServer(options) {
  const data = options.data ?? (await mkdtemp(join(tmpdir(), 'rowan-e2e-')))
  const port = options.port ?? (await freePort())
  const env = {
    ...process.env,
    HOST: '127.0.0.1',
    PORT: String(port),
    ROWAN_DATA: data,
    ROWAN_TOKEN: options.token,
    ROWAN_SQL: 'public',
    ROWAN_PAGE: options.page ?? process.env.ROWAN_E2E_PAGE ?? join(ROOT, 'dist'),
    ROWAN_CORS: options.cors ?? '',
    ROWAN_FRAMES: options.frames ?? '',
  }
  // Without it: two servers would share one database.
  if (options.databaseUrl) env.DATABASE_URL = options.databaseUrl
  else delete env.DATABASE_URL
  const entry = process.env.ROWAN_E2E_SERVER ?? join(ROOT, '.build', 'server', 'server.mjs')
  // Compiled once, PostgreSQL starts in two thirds of the time; a bench measures it as it is.
  const flags = process.env.TEST_WORKER_INDEX === undefined ? [] : ['--liftoff-only']
  const child = spawn(process.execPath, [...flags, entry], { cwd: ROOT, env, stdio: ['ignore', 'pipe', 'pipe'] })
  const exited = new Promise((resolve) => child.once('exit', resolve))
  const stop = async () => {
    child.kill('SIGINT')
    const hard = setTimeout(() => child.kill('SIGKILL'), 10_000)
    await exited
    clearTimeout(hard)
    await rm(data, { recursive: true, force: true })
  }
  let said = ''
  const hear = (chunk) => {
    said += String(chunk)
  }
  child.stdout.on('data', hear)
  child.stderr.on('data', hear)
  try {
    await answers(child, port, () => said)
  } catch (error) {
    await stop()
    throw error
  }
  return {
    origin: `http://127.0.0.1:${port}`,
    port,
    pid: child.pid,
    data,
    token: options.token,
    said: () => said,
    stop,
    /** Ends it at once, as a machine does that dies; the data stay. */
    async kill() {
      child.kill('SIGKILL')
      await exited
    },
  }
}

function answers(child, port, said) {
  return new Promise((resolve, reject) => {
    const late = setTimeout(() => reject(new Error(`No address after ${START_MS} ms:\n${said()}`)), START_MS)
    child.stdout.on('data', () => {
      if (!said().includes(`:${port}`)) return
      clearTimeout(late)
      resolve()
    })
    child.once('close', (code) => {
      clearTimeout(late)
      reject(new Error(`The server ended with code ${code}:\n${said()}`))
    })
  })
}

/**
 * A port of this machine that is free at the moment. It is not one of those that systems give to outgoing
 * connections (from 32768), which could have it before the server has.
 */
export async function freePort() {
  for (;;) {
    const port = 20_000 + Math.floor(Math.random() * 12_000)
    const probe = createServer()
    const isFree = await new Promise((resolve) => {
      probe.once('error', () => resolve(false))
      probe.listen(port, '127.0.0.1', () => resolve(true))
    })
    if (!isFree) continue
    await new Promise((resolve) => probe.close(resolve))
    return port
  }
}

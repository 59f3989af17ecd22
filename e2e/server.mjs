import { spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const ROOT = fileURLToPath(new URL('..', import.meta.url))

/** How long a start may take on a slow machine: the first one makes a data folder from the sample. */
const START_MS = 60_000

/**
 * Starts the built server on a free port with a data folder of its own, and waits until it says where it answers.
 * The server is `ROWAN_E2E_SERVER` or the built one of this tree; the page is the built one of this tree.
 */
export async function startServer(options) {
  const data = await mkdtemp(join(tmpdir(), 'rowan-e2e-'))
  const port = await freePort()
  const env = {
    ...process.env,
    HOST: '127.0.0.1',
    PORT: String(port),
    ROWAN_DATA: data,
    ROWAN_TOKEN: options.token,
    ROWAN_PAGE: options.page ?? join(ROOT, 'dist'),
    ROWAN_CORS: options.cors ?? '',
  }
  delete env.DATABASE_URL // two servers would share one database; PostgreSQL has tests of its own
  const entry = process.env.ROWAN_E2E_SERVER ?? join(ROOT, '.build', 'server', 'server.mjs')
  const child = spawn(process.execPath, [entry], { cwd: ROOT, env, stdio: ['ignore', 'pipe', 'pipe'] })
  const exited = new Promise((resolve) => child.once('exit', resolve))
  const stop = async () => {
    child.kill('SIGINT')
    const hard = setTimeout(() => child.kill('SIGKILL'), 10_000)
    await exited
    clearTimeout(hard)
    await rm(data, { recursive: true, force: true })
  }
  try {
    await answers(child, port)
  } catch (error) {
    await stop()
    throw error
  }
  return { origin: `http://127.0.0.1:${port}`, port, data, token: options.token, stop }
}

function answers(child, port) {
  return new Promise((resolve, reject) => {
    let said = ''
    const late = setTimeout(() => reject(new Error(`No address after ${START_MS} ms:\n${said}`)), START_MS)
    const hear = (chunk) => {
      said += String(chunk)
      if (!said.includes(`:${port}`)) return
      clearTimeout(late)
      resolve(said)
    }
    child.stdout.on('data', hear)
    child.stderr.on('data', (chunk) => {
      said += String(chunk)
    })
    child.once('exit', (code) => {
      clearTimeout(late)
      reject(new Error(`The server ended with code ${code}:\n${said}`))
    })
  })
}

function freePort() {
  return new Promise((resolve, reject) => {
    const probe = createServer()
    probe.once('error', reject)
    probe.listen(0, '127.0.0.1', () => {
      const { port } = probe.address()
      probe.close(() => resolve(port))
    })
  })
}

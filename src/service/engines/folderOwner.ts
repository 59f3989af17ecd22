import { createHash } from 'node:crypto'
import { constants } from 'node:fs'
import { mkdir, open, readFile, realpath, rm, stat, writeFile } from 'node:fs/promises'
import { connect, createServer, type Server } from 'node:net'
import { join } from 'node:path'

/** The one process that may open a data folder. */
export interface FolderOwner {
  /** Writes down the owner's address, for the message to others. */
  tell(address: string): Promise<void>
  release(): Promise<void>
}

/** Another process owns the folder. The message names it and says what to do. */
export class FolderTaken extends Error {
  override readonly name = 'FolderTaken'
}

/**
 * Makes this process the owner of a data folder (created if missing), or throws `FolderTaken`: two processes on one PGlite
 * folder silently corrupt it.
 *
 * The lock is something that the operating system gives to one process only and takes back however the process ends: a
 * socket in Linux's abstract namespace, a named pipe on Windows, a locked file on macOS and BSD. So there are no stale
 * locks, no races to clean them up, and no pids to compare. A socket inside the folder also covers containers that share
 * the folder but not the namespace. `owner.json` is only for the message.
 */
export async function ownFolder(folder: string): Promise<FolderOwner> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const real = await realpath(folder)
  const held: (() => Promise<void>)[] = []
  const release = async (): Promise<void> => {
    for (const give of held.splice(0).toReversed()) await give()
  }
  const taken = async (): Promise<FolderTaken> => {
    await release()
    return new FolderTaken(await refusal(folder, join(real, 'owner.json')))
  }

  const name = await lockName(real)
  if (name !== null) {
    const server = await listen(name)
    if (!server) throw await taken()
    held.push(() => closed(server))
  }
  if (O_EXLOCK !== null) {
    try {
      const flags = constants.O_RDWR | constants.O_CREAT | constants.O_NONBLOCK | O_EXLOCK
      const file = await open(join(real, 'owner.lock'), flags)
      held.push(() => file.close())
    } catch (error) {
      if (codeOf(error) === 'EAGAIN') throw await taken()
      throw error
    }
  }
  const socket = join(real, 'owner.sock')
  if (process.platform !== 'win32' && Buffer.byteLength(socket) < LONGEST_SOCKET_PATH) {
    if (await answers(socket)) throw await taken()
    await rm(socket, { force: true })
    // Not every file system can hold a socket. Then there is only the lock above.
    const server = await listen(socket).catch(() => null)
    if (server) held.push(() => closed(server))
  }

  const card = join(real, 'owner.json')
  const tell = (address: string | null): Promise<void> =>
    writeFile(card, `${JSON.stringify({ pid: process.pid, address })}\n`).catch((error: unknown) => {
      // Reading goes on with a full disk. The lock holds without this file.
      if (codeOf(error) !== 'ENOSPC' && codeOf(error) !== 'EDQUOT') throw error
    })
  await tell(null)
  held.push(() => rm(card, { force: true }))
  return { tell, release }
}

/** macOS and BSD can lock a file while opening it. Node passes the flag on but has no name for it. */
const O_EXLOCK = ['darwin', 'freebsd', 'openbsd'].includes(process.platform) ? 0x20 : null

/** `sun_path` has 104 bytes on macOS and 108 on Linux; Node truncates longer paths. */
const LONGEST_SOCKET_PATH = 100

async function lockName(real: string): Promise<string | null> {
  if (process.platform === 'win32') return `\\\\.\\pipe\\rowan-${hash(real.toLowerCase())}`
  if (process.platform !== 'linux') return null
  // Device and inode instead of the path: a folder may be mounted in several places.
  const { dev, ino } = await stat(real, { bigint: true })
  return `\0rowan-${hash(`${dev}:${ino}`)}`
}

function hash(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 32)
}

/** A server on this local socket that hangs up on every client; null if the name is taken. */
function listen(path: string): Promise<Server | null> {
  return new Promise((resolve, reject) => {
    const server = createServer((connection) => connection.destroy())
    server.once('error', (error) => (codeOf(error) === 'EADDRINUSE' ? resolve(null) : reject(error)))
    server.listen(path, () => {
      server.unref()
      resolve(server)
    })
  })
}

function answers(path: string): Promise<boolean> {
  return new Promise((resolve) => {
    const connection = connect(path)
    connection.once('connect', () => {
      connection.destroy()
      resolve(true)
    })
    connection.once('error', () => resolve(false))
  })
}

function closed(server: Server): Promise<void> {
  return new Promise((resolve) => server.close(() => resolve()))
}

async function refusal(folder: string, card: string): Promise<string> {
  let who = 'another process'
  try {
    const owner: unknown = JSON.parse(await readFile(card, 'utf8'))
    if (typeof owner === 'object' && owner !== null && 'pid' in owner && 'address' in owner) {
      const where = typeof owner.address === 'string' ? `, at ${owner.address}` : ', still starting'
      who = `another Rowan (process ${String(owner.pid)}${where})`
    }
  } catch {
    // The owner hasn't written its file yet, or it can't be read: the message stays general.
  }
  return `The data folder ${folder} is in use by ${who}. Use that one, stop it, or give this one its own folder with ROWAN_DATA.`
}

function codeOf(error: unknown): string | null {
  return error instanceof Error && 'code' in error ? String(error.code) : null
}

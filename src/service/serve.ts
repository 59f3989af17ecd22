import { createServer, type AddressInfo, type Server as NetServer } from 'node:net'
import type { Server } from 'node:http'
import { actions, DEFAULT_PREFIX } from '../protocol/actions.ts'
import type { AskedRequest } from '../protocol/handler.ts'
import { openPgliteEngine, openPostgresEngine, type Engine, type LateAnswers } from './engines/engine.ts'
import { hexDigestOf } from './auth/tokenFile.ts'
import { isNearlyFull } from './engines/diskRoom.ts'
import { FolderTaken, ownFolder, type FolderOwner } from './engines/folderOwner.ts'
import { folderProblem } from './engines/folderProblem.ts'
import { makeDataFolderOwnerOnly, makeOwnerOnly } from './engines/ownerOnly.ts'
import { hostNames } from './http/hostNames.ts'
import { createHttpServer } from './http/httpServer.ts'
import { createPeers, type Client } from './http/peers.ts'
import { allowOrigin } from './http/origins.ts'
import { pageAndApi } from './http/page.ts'
import type { BodyProblem } from './http/requestBody.ts'
import type { ServerSettings } from './serverSettings.ts'
import { serviceOptions, serviceSettings } from './serviceOptions.ts'

/** A running server. `close` stops it and closes its database. */
export interface Served {
  /** As `http://127.0.0.1:4173`, with the actual port. */
  readonly address: string
  readonly prefix: string
  /** Where the data is, for people, without a password. */
  readonly place: string
  close(): Promise<void>
}

/**
 * Serves the page and the action API over HTTP, on PGlite or PostgreSQL; listens once both can answer. Rejects with an `Error`
 * that tells people what to do (port in use, folder in use, database unreachable) and leaves nothing open.
 */
export async function serve(settings: ServerSettings): Promise<Served> {
  const opened: (() => Promise<void>)[] = []
  const close = async (): Promise<void> => {
    for (const end of opened.splice(0).toReversed()) await end()
  }
  try {
    const owner = settings.databaseUrl === null ? await owned(settings.dataFolder) : null
    if (owner) {
      opened.push(() => owner.release())
      makeDataFolderOwnerOnly(settings.dataFolder)
    }
    makeOwnerOnly(settings.tokenFile)
    // Before anything is created: what would listen there all the same finds out here.
    await findPortFree(settings)
    const { access } = serviceOptions(serviceSettings(settings))
    const peers = createPeers(settings.proxies)
    /** A valid token is a client, wherever it comes from; all others are known by their address. */
    const clientOf = (request: AskedRequest): Client => {
      const sent = request.headers.get('authorization')
      const { token } = access(sent)
      const isKnown = sent !== null && (token === 'read' || token === 'write')
      return { name: isKnown ? `token ${hexDigestOf(sent)}` : peers.of(request), isKnown }
    }
    const engine = await openEngine(settings, clientOf)
    opened.push(() => engine.close())
    await engine.ready().catch((error: unknown) => {
      throw settings.databaseUrl === null ? withRoom(settings.dataFolder, error) : error
    })
    let isListening = false
    const site = pageAndApi((request) => (isListening ? engine.handler : engine.ownWork)(request), settings.page)
    // Finds the table that the page opens first, and gets the first, slowest query over with.
    await site(new Request('http://localhost/settings.json'))
    const server = createHttpServer({
      handler: site,
      onFailure: (request) => failure(settings, request, 500, 'Internal Server Error', 'Internal Server Error'),
      answersTo: hostNames(settings.host, settings.hosts),
      isProxy: (address) => peers.isProxy(address),
      // Readers have no reason to send much, and every body is held in memory as a whole.
      maxBodyBytes: (token) => (access(token).write ? MAX_BODY_BYTES : MAX_READER_BODY_BYTES),
      onRefusedBody: (request, why, most) => {
        const [status, type, words] = REFUSED_BODY[why](most)
        const response = failure(settings, request, status, type, words)
        if (status === 503) response.headers.set('retry-after', '1')
        return response
      },
      openToAll: settings.cors === '*',
      frames: settings.frames,
    })
    const address = await listen(server, settings)
    isListening = true
    // After the engine in this list, so it closes before it: running requests still need the database.
    opened.push(() => closed(server))
    await owner?.tell(address)
    return { address, prefix: DEFAULT_PREFIX, place: engine.place, close }
  } catch (error) {
    await close()
    throw error
  }
}

/** Makes this process the owner of the folder; what prevents that is explained in plain words. */
async function owned(dataFolder: string): Promise<FolderOwner> {
  try {
    return await ownFolder(dataFolder)
  } catch (error) {
    throw error instanceof FolderTaken ? error : new Error(folderProblem(dataFolder, [], error), { cause: error })
  }
}

/** Why PGlite didn't open. The program may have ended without a word because the disk is full. */
function withRoom(dataFolder: string, error: unknown): unknown {
  const words = error instanceof Error ? error.message : String(error)
  if (words.startsWith(dataFolder) || !isNearlyFull(dataFolder)) return error
  return new Error(folderProblem(dataFolder, [], new Error(`No space left on device (${words})`)), { cause: error })
}

function openEngine(settings: ServerSettings, clientOf: (request: AskedRequest) => Client): Promise<Engine> {
  const late = lateAnswers(settings)
  return settings.databaseUrl === null
    ? openPgliteEngine(settings, late, clientOf)
    : openPostgresEngine(settings, settings.databaseUrl, late, clientOf)
}

const MAX_BODY_BYTES = 256 * 1024 * 1024

/** Enough for statements and filters, and the limit of CKAN's usual web server. */
const MAX_READER_BODY_BYTES = 2 * 1024 * 1024

/** What is said of a body that is not read to its end, by the most bytes that it may have. */
const REFUSED_BODY: Readonly<Record<BodyProblem, (most: number) => readonly [number, string, string]>> = {
  'too large': (most) => [
    413,
    'Request Entity Too Large',
    `A request may hold at most ${Math.round(most / 1024 / 1024)} MB${most < MAX_BODY_BYTES ? ' without a token that may write' : '. Send the records in several requests'}`,
  ],
  'too slow': () => [
    408,
    'Request Timeout',
    'The request came too slowly, under 1 kB a second, and was not read to its end. Send it again over a faster line, or in several requests',
  ],
  'too many': () => [
    503,
    'Service Unavailable',
    'Too many large requests are being sent at once. Send it again in a moment',
  ],
}

/** Answers, in the service's envelope, for requests it can no longer answer itself (with CKAN's words for a timeout). */
function lateAnswers(settings: ServerSettings): LateAnswers {
  return {
    timeout(request) {
      const search = actionOf(request) === 'datastore_search'
      return failure(settings, request, 409, 'Validation Error', {
        query: [search ? 'Search took too long' : 'Query took too long'],
      })
    },
    crash(request, problem) {
      const isFull = isNearlyFull(settings.dataFolder)
      serviceOptions(serviceSettings(settings)).onFailure(request, problem, isFull ? 507 : 500)
      if (isFull) return failure(settings, request, 507, 'Insufficient Storage', CUT_BY_FULL_DISK)
      return failure(settings, request, 500, 'Internal Server Error', 'Internal Server Error')
    },
    crowded(request, status, words, retryAfterS) {
      const type = status === 429 ? 'Too Many Requests' : 'Service Unavailable'
      const response = failure(settings, request, status, type, words)
      response.headers.set('retry-after', String(retryAfterS))
      return response
    },
  }
}

/** PostgreSQL ends when it can't write its log, and then it isn't known how far it came. */
const CUT_BY_FULL_DISK =
  'The disk that holds the data is full, and the database had to be opened again. Look whether what was sent has been stored before it is sent again. Tables can still be read. The administrator has to make room on that disk; the service need not be restarted.'

function failure(
  settings: ServerSettings,
  request: AskedRequest,
  status: number,
  type: string,
  what: string | Readonly<Record<string, unknown>>,
): Response {
  const action = actionOf(request)
  const headers = { 'content-type': 'application/json;charset=utf-8', 'cache-control': 'no-store' }
  const body = JSON.stringify({
    help: new URL(`/api/3/action/help_show?name=${action}`, request.url).href,
    success: false,
    error: { ...(typeof what === 'string' ? { message: what } : what), __type: type },
  })
  return allowOrigin(request, new Response(body, { status, headers }), settings.cors)
}

function actionOf(request: AskedRequest): string {
  const name = new URL(request.url).pathname.split('/').at(-1) ?? ''
  return Object.hasOwn(actions, name) ? name : ''
}

function listen(server: NetServer, { host, port }: ServerSettings): Promise<string> {
  return new Promise((resolve, reject) => {
    server.once('error', (error) => reject(new Error(listenProblem(error, host, port), { cause: error })))
    server.listen(port, host, () => resolve(addressOf(host, server.address())))
  })
}

/** Rejects as `listen` would. */
async function findPortFree(settings: ServerSettings): Promise<void> {
  if (settings.port === 0) return
  const probe = createServer((connection) => connection.destroy())
  await listen(probe, settings)
  await new Promise((resolve) => probe.close(resolve))
}

function addressOf(host: string, bound: AddressInfo | string | null): string {
  const port = typeof bound === 'object' && bound ? bound.port : 0
  const name = host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host.includes(':') ? `[${host}]` : host
  return `http://${name}:${port}`
}

function listenProblem(error: Error, host: string, port: number): string {
  const code = 'code' in error ? error.code : ''
  if (code === 'EADDRINUSE') {
    const other = port === 65_535 ? 4173 : port + 1
    const windows = process.platform === 'win32'
    const who = windows ? `netstat -ano | findstr :${port}` : `lsof -i :${port}`
    const way = windows ? `set PORT=${other}, then npm start` : `PORT=${other} npm start`
    return `Port ${port} is in use by another program. Take another: ${way}. Which program it is: ${who}`
  }
  if (code === 'EACCES') return `Port ${port} may not be used by this user. Take one above 1023, as PORT=4173.`
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND') {
    return `HOST=${host} is no address of this machine. 127.0.0.1 serves this machine alone, 0.0.0.0 its network too.`
  }
  return error.message
}

async function closed(server: Server): Promise<void> {
  const done = new Promise<void>((resolve) => server.close(() => resolve()))
  server.closeIdleConnections()
  const cut = setTimeout(() => server.closeAllConnections(), CLOSE_GRACE_MS)
  await done
  clearTimeout(cut)
}

/** How long answers that are under way may take to get out when the server ends. */
const CLOSE_GRACE_MS = 2000

import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { DEFAULT_PREFIX } from '../../protocol/actions.ts'
import { byAddress } from '../../protocol/addressOf.ts'
import type { AskedRequest, ServerHandler } from '../../protocol/handler.ts'
import { staticFiles } from './staticFiles.ts'

/** The table that the page opens first, if it exists. */
const DEFAULT_TABLE = 'field_programmes'

/** One handler for everything: the action API, `settings.json` with this server first, and the page's files. */
export function pageAndApi(api: ServerHandler, page: string | null): ServerHandler {
  const files: ServerHandler = page === null ? () => Promise.resolve(noPage()) : staticFiles(page)
  let table: string | undefined
  let known: Promise<void> | null = null

  /** Asks on behalf of whoever asked for the settings: a client of its own would have others' reads ended. */
  async function findTable({ headers, from }: AskedRequest): Promise<void> {
    const url = `http://localhost${DEFAULT_PREFIX}/datastore_search?resource_id=${DEFAULT_TABLE}&limit=0`
    const { signal } = new AbortController()
    const response = await api({ method: 'GET', url, headers, from, signal, arrayBuffer: noBody }).catch(() => null)
    table = response?.status === 200 ? DEFAULT_TABLE : undefined
  }

  async function settings(request: AskedRequest): Promise<Response> {
    if (request.method !== 'GET' && request.method !== 'HEAD') return files(request)
    // The check may have to wait for a long query, and the page must not. Then the last known table is used.
    if (known === null) await (known = findTable(request))
    else await Promise.race([findTable(request), setTimeout(LONGEST_WAIT_MS)])
    const own = {
      title: 'This server',
      url: '',
      prefix: DEFAULT_PREFIX,
      ...(table === undefined ? {} : { resource: table }),
    }
    const more = page === null ? [] : await instancesIn(join(page, 'settings.json'))
    return Response.json({ version: 1, instances: [own, ...more] }, { headers: { 'cache-control': 'no-cache' } })
  }

  return (request) => {
    const part = partOf(request)
    return part === 'api' ? api(request) : part === 'settings' ? settings(request) : files(request)
  }
}

/** `/api/…` and `/<locale>/api/…`, and the dump beside it. */
const API = /^(\/[A-Za-z]{2,3}([_-]\w+)?(@\w+)?)?\/(api|datastore\/dump)(\/|$)/

const partOf = byAddress(({ pathname }) =>
  API.test(pathname) ? 'api' : pathname === '/settings.json' ? 'settings' : 'files',
)

const LONGEST_WAIT_MS = 250

const noBody = (): Promise<ArrayBuffer> => Promise.resolve(new ArrayBuffer(0))

/** The instances in the host's own settings file, listed after this server; none if the file is damaged. */
async function instancesIn(file: string): Promise<readonly unknown[]> {
  try {
    const settings: unknown = JSON.parse(await readFile(file, 'utf8'))
    return typeof settings === 'object' &&
      settings !== null &&
      'instances' in settings &&
      Array.isArray(settings.instances)
      ? settings.instances
      : []
  } catch {
    return []
  }
}

function noPage(): Response {
  return new Response('This server has only the action API, not the page.\n', {
    status: 404,
    headers: { 'content-type': 'text/plain; charset=utf-8' },
  })
}

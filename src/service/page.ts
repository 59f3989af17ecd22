import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { DEFAULT_PREFIX } from '../protocol/actions.ts'
import type { Handler } from '../protocol/handler.ts'
import { staticFiles } from './staticFiles.ts'

/** The table that the page opens first, where it is there. */
const DEFAULT_TABLE = 'field_programmes'

/** One handler for all that the server answers: the action API, `settings.json` with this server first, the page's files. */
export function pageAndApi(api: Handler, page: string | null): Handler {
  const files: Handler = page === null ? () => Promise.resolve(noPage()) : staticFiles(page)
  let table: string | undefined
  let known: Promise<void> | null = null

  async function findTable(): Promise<void> {
    const url = `http://localhost${DEFAULT_PREFIX}/datastore_search?resource_id=${DEFAULT_TABLE}&limit=0`
    const response = await api(new Request(url)).catch(() => null)
    table = response?.status === 200 ? DEFAULT_TABLE : undefined
  }

  async function settings(request: Request): Promise<Response> {
    if (request.method !== 'GET' && request.method !== 'HEAD') return files(request)
    // Behind a long query the check waits, and the page must not: then the table known from before is told.
    if (known === null) await (known = findTable())
    else await Promise.race([findTable(), setTimeout(LONGEST_WAIT_MS)])
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
    const { pathname } = new URL(request.url)
    if (API.test(pathname)) return api(request)
    return pathname === '/settings.json' ? settings(request) : files(request)
  }
}

/** `/api/…` and `/<locale>/api/…`, and the dump beside it. */
const API = /^(\/[A-Za-z]{2,3}([_-]\w+)?(@\w+)?)?\/(api|datastore\/dump)(\/|$)/

const LONGEST_WAIT_MS = 250

/** The instances in the host's own settings file, which follow this server; what is damaged there is left out. */
async function instancesIn(file: string): Promise<readonly unknown[]> {
  try {
    const told: unknown = JSON.parse(await readFile(file, 'utf8'))
    return typeof told === 'object' && told !== null && 'instances' in told && Array.isArray(told.instances)
      ? told.instances
      : []
  } catch {
    return []
  }
}

function noPage(): Response {
  return new Response('This is the action API alone; the page is not served here.\n', {
    status: 404,
    headers: { 'content-type': 'text/plain; charset=utf-8' },
  })
}

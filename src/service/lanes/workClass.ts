import { addressOf } from '../../protocol/addressOf.ts'
import type { AskedRequest } from '../../protocol/handler.ts'
import { isWrite } from '../../protocol/isWrite.ts'
import { DUMP_PATH } from '../http/origins.ts'
import type { WorkClass } from './lanes.ts'

/** The class of a request, by what it asks for: nobody's earlier requests count, nor how long they took. */
export function workClass(request: Pick<AskedRequest, 'method' | 'url'>, body: ArrayBuffer | null): WorkClass {
  if (isWrite(request)) return 'write'
  const { pathname, search, searchParams } = addressOf(request)
  if (DUMP_PATH.test(pathname)) return 'dump'
  if (pathname.endsWith('/datastore_search_sql')) return 'sql'
  if ((body?.byteLength ?? search.length) > LONGEST_SHORT) return 'dump'
  if (!pathname.endsWith('/datastore_search')) return 'page'
  const params = body === null ? Object.fromEntries(searchParams) : membersOf(new TextDecoder().decode(body))
  if (Number(params['limit'] ?? 0) > MOST_ROWS_OF_A_PAGE) return 'dump'
  const finding = Object.keys(membersOf(params['filters'] ?? '{}'))
  return SEARCHING.some((name) => name in params) || finding.some((field) => field !== '_id') ? 'search' : 'page'
}

/** The members of an object, or of a form; none of what is neither. */
function membersOf(held: unknown): Readonly<Record<string, unknown>> {
  if (typeof held !== 'string') return typeof held === 'object' && held !== null ? { ...held } : {}
  if (!held.trimStart().startsWith('{')) return Object.fromEntries(new URLSearchParams(held))
  try {
    return membersOf(JSON.parse(held))
  } catch {
    return {}
  }
}

/** With one of these a search may have to read the whole table. */
const SEARCHING = ['q', 'distinct', 'sort']

const LONGEST_SHORT = 16 * 1024
const MOST_ROWS_OF_A_PAGE = 1000

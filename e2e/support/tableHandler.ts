import type { Handler } from '../../src/protocol/handler.ts'

/** How the server of a test behaves; by default as CKAN does. */
export interface TableBehaviour {
  /** Records of the table, numbered from 1 by `_id`. Read at each request, so a test may change it in between. */
  rows: number
  /** The most that one answer holds. */
  cap?: number | undefined
  /** Leaves these members out of its answers. */
  omits?: readonly ('total' | 'limit' | 'fields')[] | undefined
  ignoresOffset?: boolean | undefined
  /** Takes `{"_id": {"gt": 7}}` as a filter (CKAN 2.12). */
  takesRanges?: boolean | undefined
  /** Answers a statement as CKAN does where SQL is off. */
  hasNoSql?: boolean | undefined
  /** Marks its totals as estimates. */
  estimates?: boolean | undefined
  /** Answers in place of the table if it returns something. */
  instead?(params: Record<string, unknown>): Response | Promise<Response> | undefined
}

export interface TableHandler {
  readonly handler: Handler
  readonly behaviour: TableBehaviour
  /** The parameters of every request, in order. */
  readonly asked: Record<string, unknown>[]
  /** Requests that were given up by their caller. */
  readonly aborted: Record<string, unknown>[]
}

/** For tests: a server of one table with the fields `_id` and `name`, with the bare answers of the interface (protocol/README.md P2) or CKAN's envelope. */
export function tableHandler(behaviour: TableBehaviour): TableHandler {
  const asked: Record<string, unknown>[] = []
  const aborted: Record<string, unknown>[] = []
  const answer = async (request: Request): Promise<Response> => {
    const params = await paramsOf(request)
    asked.push(params)
    request.signal.addEventListener('abort', () => aborted.push(params))
    const other = behaviour.instead?.(params)
    if (other !== undefined) return Promise.race([other, rejectedByAbort(request.signal)])
    if (behaviour.hasNoSql === true && request.url.includes('/datastore_search_sql'))
      return Response.json('Bad request - Action name not known: datastore_search_sql', { status: 400 })
    const after = rangeOf(params)
    if (after !== null && behaviour.takesRanges !== true)
      return refusal(409, { __type: 'Validation Error', filters: ['invalid'] })
    return Response.json({ success: true, result: resultOf(behaviour, params, after ?? 0) })
  }
  return { handler: answer, behaviour, asked, aborted }
}

/** The envelope of a refusal. */
export function refusal(status: number, error: Record<string, unknown>): Response {
  return Response.json({ success: false, error }, { status })
}

/** An answer that never comes. */
export const never = new Promise<never>(() => undefined)

async function paramsOf(request: Request): Promise<Record<string, unknown>> {
  if (request.headers.get('content-type') === 'application/x-www-form-urlencoded') {
    return Object.fromEntries(new URLSearchParams(await request.text()))
  }
  if (request.method === 'POST') {
    const body: unknown = await request.json()
    return typeof body === 'object' && body !== null ? { ...body } : {}
  }
  return Object.fromEntries(new URL(request.url).searchParams)
}

/** The `_id` after which records are asked for. */
function rangeOf({ filters }: Record<string, unknown>): number | null {
  const gt = /"_id":\{"gt":(\d+)\}/.exec(JSON.stringify(filters ?? {}))?.[1]
  return gt === undefined ? null : Number(gt)
}

function resultOf(
  { rows, cap = 32_000, omits = [], ignoresOffset, estimates }: TableBehaviour,
  params: Record<string, unknown>,
  after: number,
) {
  const limit = Math.min(Number(params['limit'] ?? 100), cap)
  const offset = ignoresOffset === true ? after : Number(params['offset'] ?? 0) + after
  const descending = Array.isArray(params['sort']) && String(params['sort'][0]).includes(' desc')
  const records = Array.from({ length: Math.max(0, Math.min(limit, rows - offset)) }, (_, place) => {
    const id = descending ? rows - offset - place : offset + place + 1
    return { _id: id, name: `record ${id}` }
  })
  const all = {
    fields: [
      { id: '_id', type: 'int' },
      { id: 'name', type: 'text' },
    ],
    records,
    limit,
    ...(omits.includes('fields') ? {} : { records_format: 'objects' }),
    ...(String(params['include_total']) === 'false' ? {} : { total: rows - after }),
    ...(estimates === true && Number(params['limit']) !== 0 ? { total_was_estimated: true } : {}),
  }
  return Object.fromEntries(Object.entries(all).filter(([name]) => !omits.some((omitted) => omitted === name)))
}

function rejectedByAbort(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    const stop = () => reject(new DOMException('This operation was aborted', 'AbortError'))
    if (signal.aborted) stop()
    else signal.addEventListener('abort', stop)
  })
}

import * as fc from 'fast-check'
import type { Handler } from '../../src/protocol/handler.ts'

/** How a server of one table answers; every combination of these occurs somewhere, or could. */
export interface GeneratedServer {
  /** Records that match. */
  readonly rows: number
  readonly hasIds: boolean
  /** The most records of one answer to a search. */
  readonly cap: number
  /** Answers tell the limit that was used, the one that was asked for, or none. */
  readonly tellsLimit: 'used' | 'asked' | 'no'
  /** `length`: the records of the answer, as if they were all. `wrong`: another number, always the same. */
  readonly total: 'right' | 'wrong' | 'length' | 'estimated' | 'none'
  readonly wrongBy: number
  readonly offset: 'honoured' | 'ignored' | 'overlapping' | 'refused'
  readonly ignoresLimit: boolean
  /** Records come in another order at every request. */
  readonly order: 'kept' | 'changing'
  /** The most rows of one answer to a statement; null where there is no SQL. */
  readonly sqlCap: number | null
  readonly tellsSqlCap: boolean
  /** Where the changing order begins. */
  readonly seed: number
}

/** Servers of every kind, right and wrong, for properties. */
export const generatedServers: fc.Arbitrary<GeneratedServer> = fc.record({
  rows: fc.oneof(fc.constantFrom(0, 1, 40, 50), fc.integer({ min: 0, max: 90 })),
  hasIds: fc.boolean(),
  cap: fc.oneof(fc.constantFrom(10, 40, 50, 100_000), fc.integer({ min: 1, max: 100 })),
  tellsLimit: fc.constantFrom('used', 'asked', 'no'),
  total: fc.constantFrom('right', 'wrong', 'length', 'estimated', 'none'),
  wrongBy: fc.integer({ min: -20, max: 20 }),
  offset: fc.constantFrom('honoured', 'ignored', 'overlapping', 'refused'),
  ignoresLimit: fc.boolean(),
  order: fc.constantFrom('kept', 'changing'),
  sqlCap: fc.option(fc.constantFrom(5, 30, 100_000)),
  tellsSqlCap: fc.boolean(),
  seed: fc.integer(),
})

/** For tests: a handler that answers so; `asked` counts the requests. */
export function generatedServer(server: GeneratedServer): { readonly handler: Handler; readonly asked: () => number } {
  const random = randomOf(server.seed)
  const table = Array.from({ length: server.rows }, (_, at) =>
    server.hasIds ? { _id: at + 1, name: `record ${at + 1}` } : { name: `record ${at + 1}` },
  )
  let asked = 0
  const handler: Handler = async (request) => {
    asked += 1
    const params = await paramsOf(request)
    if ('sql' in params) return bySql(server, table, String(params['sql']))
    const offset = Number(params['offset'] ?? 0)
    if (offset > 0 && server.offset === 'refused') return refused('offset')
    const { filters } = params
    if (JSON.stringify(filters ?? null).includes('"gt"')) return refused('filters')
    const all = server.order === 'changing' ? shuffled(table, random) : table
    const limit = server.ignoresLimit ? server.cap : Math.min(Number(params['limit'] ?? 100), server.cap)
    const start = { honoured: offset, ignored: 0, overlapping: Math.max(0, offset - 1), refused: 0 }[server.offset]
    const records = all.slice(start, start + limit)
    const total = {
      right: table.length,
      wrong: Math.max(0, table.length + server.wrongBy),
      length: records.length,
      estimated: Math.max(0, table.length + server.wrongBy),
      none: null,
    }[server.total]
    return Response.json({
      success: true,
      result: {
        records,
        ...(total === null ? {} : { total }),
        ...(server.total === 'estimated' ? { total_was_estimated: true } : {}),
        ...(server.tellsLimit === 'no'
          ? {}
          : { limit: server.tellsLimit === 'used' ? limit : Number(params['limit']) }),
      },
    })
  }
  return { handler, asked: () => asked }
}

/** The few statements that the page itself makes of a search, and that search as it is. */
function bySql({ sqlCap, tellsSqlCap }: GeneratedServer, table: readonly object[], sql: string): Response {
  if (sqlCap === null) return Response.json('Bad request - Action name not known', { status: 400 })
  const counted = /^SELECT count\(\*\) AS total(, count\(DISTINCT "_id"\) AS ids)?/.exec(sql)
  if (counted !== null) {
    const ids = counted[1] === undefined ? {} : { ids: table.length }
    return Response.json({ success: true, result: { records: [{ total: table.length, ...ids }] } })
  }
  const after = Number(/ WHERE "_id" > (\d+) /.exec(sql)?.[1] ?? 0)
  const limit = Number(/ LIMIT (\d+)/.exec(sql)?.[1] ?? Infinity)
  const skipped = Number(/ OFFSET (\d+)$/.exec(sql)?.[1] ?? 0) + after
  const given = table.slice(skipped, skipped + limit)
  const records = given.slice(0, sqlCap).map((record, at) => {
    // The place in the answer is asked for where the statement has an order of its own.
    return sql.includes('row_number()') ? { ...record, 'place in the answer': skipped + at + 1 } : record
  })
  const isCut = given.length > sqlCap && tellsSqlCap
  return Response.json({ success: true, result: { records, ...(isCut ? { records_truncated: true } : {}) } })
}

async function paramsOf(request: Request): Promise<Record<string, unknown>> {
  if (request.method === 'GET') return Object.fromEntries(new URL(request.url).searchParams)
  const body = await request.text()
  const isForm = request.headers.get('content-type') === 'application/x-www-form-urlencoded'
  return isForm ? Object.fromEntries(new URLSearchParams(body)) : JSON.parse(body)
}

function refused(name: string): Response {
  return Response.json(
    { success: false, error: { __type: 'Validation Error', [name]: ['not known'] } },
    { status: 409 },
  )
}

function shuffled<T>(list: readonly T[], random: () => number): readonly T[] {
  return list
    .map((each) => ({ each, key: random() }))
    .toSorted((a, b) => a.key - b.key)
    .map(({ each }) => each)
}

/** Numbers from 0 to 1 that depend on the seed only. */
function randomOf(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}

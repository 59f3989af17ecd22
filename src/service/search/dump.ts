import { dumped, pickShown } from './answer.ts'
import { readTable } from '../catalog/catalog.ts'
import { FORMATS } from './dumpFormats.ts'
import { beginsWithId, dumpReader, type DumpPlan } from './dumpRows.ts'
import { flag, names, natural, plainText, resourceId, type Params } from '../http/params.ts'
import { invalid } from '../refusal.ts'
import { planSearch, readSearchQuery } from './searchQuery.ts'
import { bytesOfRows, type CopiedRows } from '../sql/copiedRows.ts'
import type { Sql } from '../sql/sql.ts'
import { joinedBytes } from '../../protocol/joinedBytes.ts'

/**
 * Gives `/datastore/dump/{id}` (protocol/README.md P34): streams all records of a search as a file. Waits for the first of
 * them before it responds, so that a refusal still gets its own status. `asksRegistry`: whether tables lie beside it.
 */
export function createDump(asksRegistry: boolean): (database: Sql, params: Params) => Promise<Response> {
  const read = dumpReader()
  return async (database, params) => {
    const format = FORMATS[readFormat(params)]
    const query = readSearchQuery(params)
    const distinct = flag(params, 'distinct', false)
    const limit = natural(params, 'limit', () => ['Must be a natural number'])
    const offset = natural(params, 'offset', (digits) => [`invalid value "${digits}"`])
    const table = await readTable(database, resourceId(params))
    const search = planSearch({ ...query, sort: query.sort.length === 0 && !distinct ? ['_id'] : query.sort }, table)
    const picked = pickShown(table, search, names(params, 'fields'))
    const plan: DumpPlan = {
      table,
      search,
      items: dumped(picked, flag(params, 'guard_formulas', false)),
      distinct,
      asksRegistry,
      format,
      limit: limit === null || Number(limit) > Number.MAX_SAFE_INTEGER ? Infinity : Number(limit),
      offset: Number(offset ?? 0),
    }
    const bom = flag(params, 'bom', false) ? '\uFEFF' : ''
    const body = await streamed(read(database, plan), plan, bom, database.copiesAsItRuns)
    const fileName = `${table.id.replaceAll(/[^\w.-]/g, '_')}.${format.extension}`
    return new Response(body, {
      headers: {
        'content-type': format.contentType,
        'content-disposition': `attachment; filename="${fileName}"`,
        'cache-control': 'no-cache',
        'x-content-type-options': 'nosniff',
      },
    })
  }
}

function readFormat(params: Params): keyof typeof FORMATS {
  const asked = plainText(params, 'format') || 'csv'
  if (asked === 'csv' || asked === 'tsv' || asked === 'json' || asked === 'xml') return asked
  throw invalid({ format: ["Value must be one of ['csv', 'tsv', 'json', 'xml']"] })
}

async function streamed(
  batches: ReturnType<ReturnType<typeof dumpReader>>,
  plan: DumpPlan,
  bom: string,
  isMadeAhead: boolean,
): Promise<ReadableStream<Uint8Array>> {
  const encoder = new TextEncoder()
  const isAsItIs = beginsWithId(plan)
  const first = await batches.next()
  let lines: CopiedRows = first.done ? NO_ROWS : first.value
  let isLast = first.done === true
  /** Of these lines, and of all. */
  let sent = 0
  let done = 0
  /** Made while what comes before is on its way, unless that would keep others from the engine. */
  let ahead: ReturnType<typeof batches.next> | null = null
  const source: UnderlyingDefaultSource<Uint8Array> = {
    start(controller) {
      controller.enqueue(encoder.encode(bom + plan.format.opening(plan.items)))
    },
    async pull(controller) {
      while (sent === lines.ends.length && !isLast) {
        const batch = await (ahead ?? batches.next())
        ahead = null
        if (batch.done) isLast = true
        else [lines, sent] = [batch.value, 0]
      }
      if (isLast) {
        if (plan.format.closing !== '') controller.enqueue(encoder.encode(plan.format.closing))
        controller.close()
        return
      }
      const until = Math.min(isAsItIs ? Infinity : sent + LINES_AT_ONCE, lines.ends.length)
      controller.enqueue(isAsItIs ? bytesOfRows(lines, sent, until) : textOf(lines, sent, until, done, plan))
      done += until - sent
      sent = until
      if (sent < lines.ends.length || !isMadeAhead) return
      ahead = batches.next()
      // Whoever reads on hears of it.
      ahead.catch(() => undefined)
    },
    async cancel() {
      await batches.return()
    },
  }
  return new ReadableStream(source, { highWaterMark: 0 })
}

const NO_ROWS: CopiedRows = { bytes: new Uint8Array(), ends: [] }

/** To take more apart would keep the thread from others. */
const LINES_AT_ONCE = 500

/** The records' part of the file, from some lines of a batch; `at` is the number of the first record, from 0. */
function textOf(lines: CopiedRows, from: number, to: number, at: number, { format, items }: DumpPlan): Uint8Array {
  const parts: Uint8Array[] = []
  for (let place = from; place < to; place += 1) {
    const whole = bytesOfRows(lines, place, place + 1)
    const line = whole.subarray(whole.indexOf(format.delimiter) + 1)
    if (format.written === null) parts.push(line)
    else parts.push(...format.written(line, at + place - from, items))
  }
  return joinedBytes(parts)
}

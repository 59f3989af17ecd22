import { guarded, pickShown } from './answer.ts'
import { readTable } from '../catalog/catalog.ts'
import { FORMATS } from './dumpFormats.ts'
import { dumpReader, type DumpPlan } from './dumpRows.ts'
import { flag, names, natural, plainText, resourceId, type Params } from '../http/params.ts'
import { invalid } from '../refusal.ts'
import { planSearch, readSearchQuery } from './searchQuery.ts'
import type { Sql } from '../sql/sql.ts'
import { joinedBytes } from '../http/joinedBytes.ts'

/**
 * Gives `/datastore/dump/{id}` (protocol/README.md P34): streams all records of a search as a file. Waits for the first of
 * them before it responds, so that a refusal still gets its own status.
 */
export function createDump(): (database: Sql, params: Params) => Promise<Response> {
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
      items: flag(params, 'guard_formulas', false) ? guarded(picked) : picked,
      distinct,
      format,
      limit: limit === null || Number(limit) > Number.MAX_SAFE_INTEGER ? Infinity : Number(limit),
      offset: Number(offset ?? 0),
    }
    const bom = flag(params, 'bom', false) ? '\uFEFF' : ''
    const body = await streamed(read(database, plan), plan, bom)
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
): Promise<ReadableStream<Uint8Array>> {
  const encoder = new TextEncoder()
  let waiting: IteratorResult<readonly Uint8Array[], void> | null = await batches.next()
  let done = 0
  return new ReadableStream<Uint8Array>({
    start(controller) {
      controller.enqueue(encoder.encode(bom + plan.format.opening(plan.items)))
    },
    async pull(controller) {
      const batch = waiting ?? (await batches.next())
      waiting = null
      if (batch.done) {
        if (plan.format.closing !== '') controller.enqueue(encoder.encode(plan.format.closing))
        controller.close()
        return
      }
      controller.enqueue(textOf(batch.value, done, plan))
      done += batch.value.length
    },
    async cancel() {
      await batches.return()
    },
  })
}

/** The records' part of the file, from the lines of a batch; `at` is the number of the first, from 0. */
function textOf(lines: readonly Uint8Array[], at: number, { format, items }: DumpPlan): Uint8Array {
  const parts = lines.flatMap((line, place) =>
    format.written(line.subarray(line.indexOf(format.delimiter) + 1), at + place, items),
  )
  return joinedBytes(parts)
}

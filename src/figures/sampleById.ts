import type { ActionClient, CallOptions } from '../instances/client/actionClient.ts'
import { isCkan } from '../instances/client/refusal.ts'
import { inTurn } from '../instances/client/turns.ts'
import { rowsIn, type SearchPage } from '../protocol/answers.ts'
import { ActionError } from '../protocol/envelope.ts'
import { jsonToPlain } from '../protocol/jsonText.ts'
import type { Query } from '../query/query.ts'
import { planOf, surePlan } from '../results/plan/plan.ts'
import { together, type AskedTable } from './askSql.ts'
import type { RowsAtHand } from './rowsAtHand.ts'
import { spreadIds, withIds } from './spreadIds.ts'

/** The most `_id`s that one search asks for: a body of some 60 KB. */
const IDS_MOST = 4000

/** So far the number of records may be from what their share among all `_id`s lets expect. */
const TOLERANCE = 0.2

/**
 * About `count` of the `total` records of a query by `_id`s from all over it, which a server finds by their index: two
 * searches for the ends and one for the records. Null where few of the `_id`s would be the query's, and where the answer
 * doesn't show that it is what was asked for.
 */
export async function sampleById(
  table: AskedTable,
  names: readonly string[],
  total: number,
  count: number,
  options: CallOptions,
): Promise<RowsAtHand | null> {
  const { client, query, fields } = table
  const profile = client.profile.get()
  const isKnown = isCkan(profile) && !profile.refuses.has('sort') && !profile.refuses.has('filters')
  const route = planOf(client, withIds(query, ['_id'], ['1']))?.route
  const isSearch = route === 'filters' || route === 'ranges'
  if (!isKnown || !isSearch || !fields.some(({ id }) => id === '_id')) return null
  try {
    const ends = [false, true].map((descending) => async (own: CallOptions) => {
      const sorted = { ...query, columns: ['_id'], sort: [{ field: '_id', descending }], limit: null }
      return idsIn(await asked(client, sorted, 1, own))[0]
    })
    const [first = Number.NaN, last = Number.NaN] = await together(ends, options)
    const share = total / (last - first + 1)
    if (!(share <= 1) || count / share > IDS_MOST) return null
    const ids = spreadIds(first, last, Math.ceil(count / share))
    const columns = names.includes('_id') ? names : ['_id', ...names]
    const page = await asked(client, withIds(query, columns, ids), ids.length, options)
    const found = new Set(idsIn(page).map(String))
    const isAsked = found.size === rowsIn(page) && ids.filter((id) => found.has(id)).length === found.size
    const isAllOver = Math.abs(found.size / (ids.length * share) - 1) <= TOLERANCE
    return isAsked && isAllOver ? { fields: page.fields, rows: page.rows, total } : null
  } catch (error) {
    if (error instanceof ActionError) return null
    throw error
  }
}

async function asked(client: ActionClient, query: Query, limit: number, options: CallOptions): Promise<SearchPage> {
  const question = surePlan(client, query).page({ offset: 0, limit }, false)
  return (await inTurn(client.identity, () => question.ask(options), options)).answer
}

function idsIn({ fields, rows }: SearchPage): readonly number[] {
  const place = fields.findIndex(({ id }) => id === '_id')
  return rows.map((row) => Number(jsonToPlain(row[place] ?? 'null')))
}

import type { CallOptions } from '../instances/client/actionClient.ts'
import { inTurn } from '../instances/client/turns.ts'
import { rowsIn } from '../protocol/answers.ts'
import { ActionError } from '../protocol/envelope.ts'
import { fieldKind, type Field } from '../protocol/field.ts'
import { jsonToPlain, type JsonText } from '../protocol/jsonText.ts'
import { countsAlikeOnce, type Query } from '../query/query.ts'
import { searchParams } from '../query/toSearch.ts'
import { filterKindOf } from '../query/route.ts'
import { askSearch, believedTotal, evidenceOf } from '../results/walk/evidence.ts'
import { planOf, type Plan } from '../results/plan/plan.ts'
import type { CountedValue } from '../summary/figures.ts'
import { isFloat } from '../summary/groupingSql.ts'
import { together, type AskedTable } from './askSql.ts'

/** All values of a field, each with its count. */
export interface AllCounted {
  /** The most frequent first, null not among them. */
  readonly values: readonly CountedValue[]
  readonly nulls: number
  readonly records: number
}

/** The most values that are counted one by one. */
export const COUNTED_MOST = 20

/**
 * Asks for the different values of a field and how many records have each, by searches that give no records. Null where
 * that is not cheap, or where something doesn't show that the list is whole and the counts are right.
 */
export async function countedBySearch(
  table: AskedTable,
  field: Field,
  options: CallOptions,
): Promise<AllCounted | null> {
  const { client, query } = table
  if (!isCountable(field) || countsAlikeOnce(query)) return null
  try {
    const given = await differentValues(table, field, options)
    if (given === null) return null
    const values = given.filter((value) => value !== 'null')
    const plans = [query, ...values.map((value) => withValue(query, field, value))].map((each) => planOf(client, each))
    const searches = plans.filter((plan) => isSearch(plan))
    if (searches.length < plans.length) return null
    const counts = await together(
      searches.map((plan) => async (own) => {
        const page = await inTurn(client.identity, () => plan.count(own), own)
        return believedTotal(page, evidenceOf(client))
      }),
      options,
    )
    return allCounted(given, values, counts)
  } catch (error) {
    if (error instanceof ActionError) return null
    throw error
  }
}

/** Whether a server compares the values as they are shown: a search cuts times, and shows floats about. */
function isCountable({ type }: Field): boolean {
  const kind = fieldKind(type)
  return (
    kind === 'text' ||
    kind === 'integer' ||
    kind === 'boolean' ||
    kind === 'date' ||
    (kind === 'numeric' && !isFloat(type))
  )
}

function isSearch(plan: Plan | null): plan is Plan {
  return plan !== null && plan.route !== 'sql'
}

function withValue(query: Query, { id }: Field, value: JsonText): Query {
  return {
    ...query,
    sort: [],
    where: { all: [query.where, { id: '', field: id, op: 'is', values: [jsonToPlain(value)] }] },
  }
}

/** The different values, null among them; null if the server may have others. */
async function differentValues(
  { client, query }: AskedTable,
  { id }: Field,
  options: CallOptions,
): Promise<readonly JsonText[] | null> {
  if (!isSearch(planOf(client, query))) return null
  const asked: Query = { ...query, columns: [id], distinct: true, sort: [{ field: id, descending: false }] }
  const window = { offset: 0, limit: COUNTED_MOST + 2 }
  const params = searchParams(asked, window, true, filterKindOf(client.profile.get()))
  const { answer, leftOut } = await inTurn(client.identity, () => askSearch(client, params, options), options)
  if (leftOut.includes('distinct') || answer.fields.length !== 1) return null
  const values = answer.rows.map(([value]) => value ?? 'null')
  const total = believedTotal(answer, evidenceOf(client))
  const isWhole = total !== null && rowsIn(answer) >= total && new Set(values).size === values.length
  return isWhole && values.length <= COUNTED_MOST + 1 ? values : null
}

function allCounted(
  given: readonly JsonText[],
  values: readonly JsonText[],
  [records = null, ...counts]: readonly (number | null)[],
): AllCounted | null {
  const counted = values.map((value, place) => ({ value, count: counts[place] ?? Number.NaN }))
  const nulls = (records ?? Number.NaN) - counted.reduce((sum, { count }) => sum + count, 0)
  // Records without a value are what is left; where none was among the values, nothing may be left.
  const isRight = given.length === values.length ? nulls === 0 : nulls > 0
  if (records === null || !isRight) return null
  return { values: counted.toSorted((a, b) => b.count - a.count), nulls, records }
}

import { columnsOfRows } from '../columnar/columnsOfRows.ts'
import { profileOf } from '../columnar/profile.ts'
import type { CallOptions } from '../instances/client/actionClient.ts'
import { inTurn } from '../instances/client/turns.ts'
import { ActionError } from '../protocol/envelope.ts'
import type { Field } from '../protocol/field.ts'
import { jsonToPlain, type JsonText } from '../protocol/jsonText.ts'
import { countsAlikeOnce } from '../query/query.ts'
import { planOf } from '../results/plan/plan.ts'
import type { ColumnProfile } from '../summary/figures.ts'
import { hasQuartiles } from '../summary/profileSql.ts'
import { together, type AskedTable } from './askSql.ts'

/** The ends of a field, as figures of all records; nothing where they can't be had. */
type Extent = Partial<Pick<ColumnProfile, 'min' | 'max' | 'isExtentOfAll'>>

/**
 * The least and the greatest value of a field of numbers, dates or times, by the first records of two sorted searches.
 * Texts are left to who has them all: each server sorts them by rules of its own. `sampled` are the ends of some records,
 * which show whether the server has sorted at all.
 */
export async function extentBySort(
  table: AskedTable,
  field: Field,
  sampled: Pick<ColumnProfile, 'min' | 'max'>,
  options: CallOptions,
): Promise<Extent> {
  const { client, query } = table
  if (!hasQuartiles(field) || countsAlikeOnce(query) || client.profile.get().refuses.has('sort')) return {}
  const plan = planOf(client, query)
  if (plan === null || plan.route === 'sql') return {}
  const end = (descending: boolean) => async (own: CallOptions) => {
    const sort = [{ field: field.id, descending }]
    const question = plan.as({ columns: [field.id], sort, limit: null }).page({ offset: 0, limit: 1 }, false)
    const { answer, leftOut } = await inTurn(client.identity, () => question.ask(own), own)
    const place = answer.fields.findIndex(({ id }) => id === field.id)
    return leftOut.includes('sort') ? undefined : answer.rows[0]?.[place]
  }
  try {
    const [least, greatest] = await together([end(false), end(true)], options)
    // NaN sorts as the greatest and is no value; nulls come first where a server takes no word on their place.
    const ends = [least, greatest]
    if (ends.some((value) => value === undefined || ['null', 'NaN'].includes(jsonToPlain(value)))) return {}
    const { min, max } = extentOf(field, ends)
    const beside = [...ends, sampled.min ?? undefined, sampled.max ?? undefined]
    const all = extentOf(field, beside)
    return all.min === min && all.max === max ? { min, max, isExtentOfAll: true } : {}
  } catch (error) {
    if (error instanceof ActionError) return {}
    throw error
  }
}

function extentOf(field: Field, values: readonly (JsonText | undefined)[]): Pick<ColumnProfile, 'min' | 'max'> {
  const columns = columnsOfRows(
    [field],
    values.map((value) => [value]),
  )
  return profileOf(columns, null, field.id, { kind: 'all' })
}

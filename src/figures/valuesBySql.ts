import type { CallOptions } from '../instances/client/actionClient.ts'
import type { Row } from '../protocol/answers.ts'
import type { Field } from '../protocol/field.ts'
import {
  distinctStatement,
  peekStatement,
  valuesOfSeveralStatement,
  valuesStatement,
} from '../summary/distributionSql.ts'
import type { CountedValue, Distribution } from '../summary/figures.ts'
import { isNearlyDistinct } from '../summary/nearlyDistinct.ts'
import { askSql, givenCount, givenJson, keptTable, type AskedTable } from './askSql.ts'
import { gather } from './gather.ts'

/** The most values that a distribution names. */
const VALUES_MOST = 10

/** So many fields are counted by one statement, which takes two thirds of the time of three. */
const FIELDS_TOGETHER = 3

/** What the first records show of a field. */
interface Peek {
  readonly given: number
  readonly distinct: number
}

/** Asks for the most frequent values of fields. */
export function valuesBySql(table: AskedTable): (field: Field, options: CallOptions) => Promise<Distribution> {
  const peeks = gather<Field, Peek>(async (fields, options) => {
    const kept = await keptTable(table, options)
    const { rows } = await askSql(kept, peekStatement(kept.query, kept.fields, fields), options)
    const counts = (rows[0] ?? []).map((cell) => givenCount(cell))
    return fields.map((_, place) => ({ given: counts[2 * place] ?? 0, distinct: counts[2 * place + 1] ?? 0 }))
  })
  const several = gather<Field, Distribution>(async (fields, options) => {
    const kept = await keptTable(table, options)
    const [first] = fields
    if (first !== undefined && fields.length === 1) return [await valuesOfOne(kept, first, options)]
    return valuesOfSeveral(kept, fields, options)
  }, FIELDS_TOGETHER)
  return async (field, options) => {
    const { given, distinct } = await peeks(field, options)
    // Of many values each field needs all the room that the server has for counting.
    if (2 * distinct <= given) return several(field, options)
    const kept = await keptTable(table, options)
    return isNearlyDistinct(distinct, given) ? distinctOf(kept, field, options) : valuesOfOne(kept, field, options)
  }
}

/** A field of which hardly any value was seen twice: its different values are counted, which takes a third of the time. */
async function distinctOf(table: AskedTable, field: Field, options: CallOptions): Promise<Distribution> {
  const { rows } = await askSql(table, distinctStatement(table.query, table.fields, field), options)
  const [records = 0, given = 0, distinct = 0] = (rows[0] ?? []).map((cell) => givenCount(cell))
  if (!isNearlyDistinct(distinct, given)) return valuesOfOne(table, field, options)
  return valuesDistribution([], { distinct, nulls: records - given, records })
}

async function valuesOfOne(table: AskedTable, field: Field, options: CallOptions): Promise<Distribution> {
  const asked = { field, by: 'value', contains: '', most: VALUES_MOST } as const
  const { rows } = await askSql(table, valuesStatement(table.query, table.fields, asked), options)
  const [, , distinct, nulls, records] = (rows[0] ?? []).map((cell) => givenCount(cell))
  return valuesDistribution(countedValues(rows), { distinct: distinct ?? 0, nulls: nulls ?? 0, records: records ?? 0 })
}

async function valuesOfSeveral(
  table: AskedTable,
  asked: readonly Field[],
  options: CallOptions,
): Promise<readonly Distribution[]> {
  const { rows } = await askSql(table, valuesOfSeveralStatement(table.query, table.fields, asked, VALUES_MOST), options)
  const rowsOf = (place: number) => rows.filter(([of]) => givenCount(of) === place).map(([, ...row]) => row)
  const [[, all] = []] = rowsOf(asked.length)
  const records = givenCount(all)
  return asked.map((_, place) => {
    const own = rowsOf(place)
    const [[, , distinct, given] = []] = own
    return valuesDistribution(countedValues(own), {
      distinct: givenCount(distinct),
      nulls: records - givenCount(given),
      records,
    })
  })
}

/** The values of an answer to a `valuesStatement`, null aside. */
export function countedValues(rows: readonly Row[]): readonly CountedValue[] {
  return rows
    .filter(([value]) => value !== undefined && value !== 'null')
    .map(([value, count]) => ({ value: givenJson(value), count: givenCount(count) }))
}

/** How values are spread of which the most frequent ones were counted. */
export function valuesDistribution(
  values: readonly CountedValue[],
  { distinct, nulls, records }: { readonly distinct: number; readonly nulls: number; readonly records: number },
): Distribution {
  const given = records - nulls
  const told = { records, nulls, coverage: { kind: 'all' } } as const
  if (given === 0) return { ...told, shape: { kind: 'nothing' } }
  if (distinct === given && distinct > values.length) return { ...told, shape: { kind: 'allDistinct', distinct } }
  const named = isNearlyDistinct(distinct, given) ? [] : values
  const others = given - named.reduce((sum, { count }) => sum + count, 0)
  return { ...told, shape: { kind: 'values', values: named, others, distinct } }
}

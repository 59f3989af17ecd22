import { scaleOfBars } from '../columnar/likeScale.ts'
import type { CallOptions } from '../instances/client/actionClient.ts'
import type { Row } from '../protocol/answers.ts'
import { fieldKind, type Field } from '../protocol/field.ts'
import { jsonMembers, type JsonText } from '../protocol/jsonText.ts'
import { numberScale, type BarScale } from '../summary/barScale.ts'
import {
  countsStatement,
  distinctStatement,
  hasBars,
  isZoned,
  peekStatement,
  spreadStatement,
  SPREAD_FIGURES,
  valuesStatement,
} from '../summary/distributionSql.ts'
import type { Distribution, DistributionOptions } from '../summary/figures.ts'
import { isNearlyDistinct } from '../summary/nearlyDistinct.ts'
import { timeScale } from '../summary/timeScale.ts'
import { barsBySql } from './barsBySql.ts'
import { gather } from './gather.ts'
import { askSql, givenCount, givenJson, givenText, keptTable, type AskedTable } from './askSql.ts'

/** The most values that a distribution names. */
const VALUES_MOST = 10

const ALL = { kind: 'all' } as const

/** What is known of a field before its bars are counted. Texts are as the database writes them. */
interface Spread {
  readonly records: number
  readonly given: number
  readonly min: string | null
  readonly max: string | null
  readonly mean: number
}

/** How the values of fields are spread. */
export type AskDistribution = (field: Field, options: DistributionOptions) => Promise<Distribution>

/**
 * Asks how the values of fields are spread. What has to be known before is asked for all fields of one moment at once, then
 * fields are counted in pairs or, of values, each by itself: measured on PostgreSQL and PGlite, that is quickest.
 */
export function distributionsBySql(table: AskedTable): AskDistribution {
  const spreads = gather<Field, Spread>(async (fields, options) => {
    const kept = await keptTable(table, options)
    const { rows } = await askSql(kept, spreadStatement(kept.query, kept.fields, fields), options)
    return fields.map((_, place) => spreadOf(rows[0] ?? [], place))
  })
  const peeks = gather<Field, { readonly repeats: boolean }>(async (fields, options) => {
    const kept = await keptTable(table, options)
    const { rows } = await askSql(kept, peekStatement(kept.query, kept.fields, fields), options)
    const counts = (rows[0] ?? []).map((cell) => givenCount(cell))
    return fields.map((_, place) => ({
      repeats: !isNearlyDistinct(counts[2 * place + 1] ?? 0, counts[2 * place] ?? 0),
    }))
  })
  const bars = barsBySql(table)
  return async (field, options) => {
    const { like } = options
    const alike = like === undefined ? null : await likeBySql(table, bars, field, like, options)
    if (alike !== null) return alike
    const known = hasBars(field) ? await spreads(field, options) : await peeks(field, options)
    const kept = await keptTable(table, options)
    if ('records' in known) {
      const { records, given } = known
      if (given === 0) return { records, nulls: records, shape: { kind: 'nothing' }, coverage: ALL }
      const scale = scaleOf(field, known)
      return scale === null ? valuesBySql(kept, field, options) : bars({ field, scale }, options)
    }
    return known.repeats ? valuesBySql(kept, field, options) : distinctBySql(kept, field, options)
  }
}

/** The distribution in the steps, or of the values, of another one; null if that has none. */
async function likeBySql(
  table: AskedTable,
  bars: ReturnType<typeof barsBySql>,
  field: Field,
  { shape }: Distribution,
  options: CallOptions,
): Promise<Distribution | null> {
  const { query, fields } = await keptTable(table, options)
  if (shape.kind === 'bars' && hasBars(field)) {
    const scale = scaleOfBars(field, shape.bars)
    return scale === null ? null : bars({ field, scale }, options)
  }
  if (shape.kind !== 'values' || shape.values.length === 0) return null
  const statement = countsStatement(
    query,
    fields,
    field,
    shape.values.map(({ value }) => value),
  )
  const { rows } = await askSql(table, statement, options)
  const [records = 0, given = 0, ...counts] = (rows[0] ?? []).map((cell) => givenCount(cell))
  const values = shape.values.map(({ value }, place) => ({ value, count: counts[place] ?? 0 }))
  const others = given - counts.reduce((sum, count) => sum + count, 0)
  return { records, nulls: records - given, shape: { kind: 'values', values, others, distinct: null }, coverage: ALL }
}

/** The figures of the field at that place in the answer to a `spreadStatement`. */
function spreadOf(row: Row, place: number): Spread {
  const at = 1 + place * SPREAD_FIGURES
  const [given, min, max, mean] = row.slice(at, at + SPREAD_FIGURES)
  return {
    records: givenCount(row[0]),
    given: givenCount(given),
    min: givenText(min),
    max: givenText(max),
    mean: Number(givenText(mean) ?? Number.NaN),
  }
}

function scaleOf({ type }: Field, { min, max, mean }: Spread): BarScale | null {
  if (min === null || max === null) return null
  const kind = fieldKind(type)
  if (kind === 'integer' || kind === 'numeric') return numberScale({ min, max, mean, isWhole: kind === 'integer' })
  return timeScale(kind, isZoned(type), Number(min), Number(max))
}

/** A field of which hardly any value was seen twice: its different values are counted, which takes a third of the time. */
async function distinctBySql(table: AskedTable, field: Field, options: CallOptions): Promise<Distribution> {
  const { rows } = await askSql(table, distinctStatement(table.query, table.fields, field), options)
  const [records = 0, given = 0, distinct = 0] = (rows[0] ?? []).map((cell) => givenCount(cell))
  if (!isNearlyDistinct(distinct, given)) return valuesBySql(table, field, options)
  return valuesDistribution([], { distinct, nulls: records - given, records })
}

async function valuesBySql(table: AskedTable, field: Field, options: CallOptions): Promise<Distribution> {
  const asked = { field, by: 'value', contains: '', most: VALUES_MOST } as const
  const { rows } = await askSql(table, valuesStatement(table.query, table.fields, asked), options)
  const [, , distinct, nulls, records] = (rows[0] ?? []).map((cell) => givenCount(cell))
  const counted = countedValues(rows)
  return valuesDistribution(counted, { distinct: distinct ?? 0, nulls: nulls ?? 0, records: records ?? 0 })
}

/** The values of an answer to a `valuesStatement`, null aside. */
export function countedValues(rows: readonly Row[]): readonly { readonly value: JsonText; readonly count: number }[] {
  return rows
    .filter(([value]) => value !== undefined && value !== 'null')
    .map(([value, count]) => ({ value: withoutPair(givenJson(value)), count: givenCount(count) }))
}

function valuesDistribution(
  values: readonly { readonly value: JsonText; readonly count: number }[],
  { distinct, nulls, records }: { readonly distinct: number; readonly nulls: number; readonly records: number },
): Distribution {
  const given = records - nulls
  const told = { records, nulls, coverage: ALL }
  if (given === 0) return { ...told, shape: { kind: 'nothing' } }
  if (distinct === given && distinct > values.length) return { ...told, shape: { kind: 'allDistinct', distinct } }
  const named = isNearlyDistinct(distinct, given) ? [] : values
  const others = given - named.reduce((sum, { count }) => sum + count, 0)
  return { ...told, shape: { kind: 'values', values: named, others, distinct } }
}

/** JSON as it was stored: CKAN keeps it as a pair with its text, which a statement gives as an object of both. */
function withoutPair(value: JsonText): JsonText {
  if (!value.startsWith('{"json":')) return value
  const members = jsonMembers(value)
  const [[, stored] = ['', value], [second] = ['']] = members
  return members.length === 2 && second === 'extra' ? stored : value
}

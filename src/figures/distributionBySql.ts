import { scaleOfBars } from '../columnar/likeScale.ts'
import type { CallOptions } from '../instances/client/actionClient.ts'
import { fieldKind, type Field } from '../protocol/field.ts'
import { distributionOfIds } from '../summary/barsDistribution.ts'
import { evenScale, logScale, NUMBER_MAX, showsLittle } from '../summary/barScale.ts'
import {
  countsStatement,
  givenStatement,
  hasBars,
  isZoned,
  leastPositiveStatement,
  spreadStatement,
  SPREAD_FIGURES,
} from '../summary/distributionSql.ts'
import type { Distribution, DistributionOptions } from '../summary/figures.ts'
import { isFloat } from '../summary/groupingSql.ts'
import { timeScale } from '../summary/timeScale.ts'
import { barsBySql } from './barsBySql.ts'
import { gather } from './gather.ts'
import { askSql, givenCount, givenText, keptTable, type AskedTable } from './askSql.ts'
import { valuesBySql, valuesDistribution } from './valuesBySql.ts'

const ALL = { kind: 'all' } as const

/** What is known of a field before its bars are counted: for booleans how many are false and true. */
interface Spread {
  readonly records: number
  /** As the database writes them; null if there is none. */
  readonly least: string | null
  readonly greatest: string | null
}

/** How the values of fields are spread. */
export type AskDistribution = (field: Field, options: DistributionOptions) => Promise<Distribution>

/**
 * Asks how the values of fields are spread. What has to be known before is asked for all fields of one moment at once, then
 * several fields are counted by one statement: measured on PostgreSQL and PGlite, that is quickest.
 */
export function distributionsBySql(table: AskedTable): AskDistribution {
  const spreads = gather(spreadsBySql(table, 'all'))
  const drawable = gather(spreadsBySql(table, 'drawable'))
  const given = gather<Field, { readonly count: number }>(async (fields, options) => {
    const kept = await keptTable(table, options)
    const { rows } = await askSql(kept, givenStatement(kept.query, kept.fields, fields), options)
    return fields.map((_, place) => ({ count: givenCount(rows[0]?.[place + 1]) }))
  })
  const leastPositive = gather<Field, { readonly least: string | null }>(async (fields, options) => {
    const kept = await keptTable(table, options)
    const { rows } = await askSql(kept, leastPositiveStatement(kept.query, kept.fields, fields), options)
    return fields.map((_, place) => ({ least: givenText(rows[0]?.[place]) }))
  })
  const bars = barsBySql(table)
  const values = valuesBySql(table)

  const byNumbers = async (field: Field, { records, least, greatest }: Spread, options: CallOptions) => {
    const ofIds = field.id === '_id' ? distributionOfIds(records, least, greatest) : null
    if (ofIds !== null) return ofIds
    const ends = { min: least ?? '', max: greatest ?? '', isWhole: fieldKind(field.type) === 'integer' }
    const even = evenScale(ends)
    if (even === null) return null
    const counted = await bars({ field, scale: even }, options)
    if (!showsLittle(ends, counted.shape.bars.counts)) return counted
    const positive = Number(ends.min) > 0 ? ends.min : (await leastPositive(field, options)).least
    const scale = logScale(ends, positive, even)
    return scale === null ? counted : bars({ field, scale }, options)
  }
  const byBars = async (field: Field, options: CallOptions): Promise<Distribution | null> => {
    const found = await spreads(field, options)
    const { records, least } = found
    if (least === null) {
      // Of floats only what can be drawn was asked for: there may be nothing but NaN.
      if (isFloat(field.type) && (await given(field, options)).count > 0) return null
      return { records, nulls: records, shape: { kind: 'nothing' }, coverage: ALL }
    }
    const isDrawn = [found.least, found.greatest].every((end) => Math.abs(Number(end)) < Number(NUMBER_MAX))
    const spread = isDrawn ? found : await drawable(field, options)
    if (spread.least === null || spread.greatest === null) return null
    const kind = fieldKind(field.type)
    if (kind === 'integer' || kind === 'numeric') return byNumbers(field, spread, options)
    const scale = timeScale(kind, isZoned(field.type), Number(spread.least), Number(spread.greatest))
    return scale && bars({ field, scale }, options)
  }
  return async (field, options) => {
    const { like } = options
    const alike = like === undefined ? null : await likeBySql(table, bars, field, like, options)
    if (alike !== null) return alike
    if (fieldKind(field.type) === 'boolean') return distributionOfBooleans(await spreads(field, options))
    return (hasBars(field) ? await byBars(field, options) : null) ?? values(field, options)
  }
}

/** What is known of fields before their bars are counted, of all their values or of those that can be drawn. */
function spreadsBySql(table: AskedTable, which: 'all' | 'drawable') {
  return async (fields: readonly Field[], options: CallOptions): Promise<readonly Spread[]> => {
    const kept = await keptTable(table, options)
    const { rows } = await askSql(kept, spreadStatement(kept.query, kept.fields, fields, which), options)
    const [[records, ...ends] = []] = rows
    return fields.map((_, place) => {
      const [least, greatest] = ends.slice(place * SPREAD_FIGURES, (place + 1) * SPREAD_FIGURES)
      return { records: givenCount(records), least: givenText(least), greatest: givenText(greatest) }
    })
  }
}

function distributionOfBooleans({ records, least, greatest }: Spread): Distribution {
  const counted = [
    { value: 'false', count: Number(least) },
    { value: 'true', count: Number(greatest) },
  ]
  const values = counted.filter(({ count }) => count > 0).toSorted((a, b) => b.count - a.count)
  const given = values.reduce((sum, { count }) => sum + count, 0)
  return valuesDistribution(values, { distinct: values.length, nulls: records - given, records })
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

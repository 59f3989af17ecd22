import type { CallOptions } from '../instances/client/actionClient.ts'
import type { Row } from '../protocol/answers.ts'
import { ActionError } from '../protocol/envelope.ts'
import { fieldKind, type Field } from '../protocol/field.ts'
import { jsonKind, jsonToPlain, type JsonText } from '../protocol/jsonText.ts'
import { isZoned, valuesStatement } from '../summary/distributionSql.ts'
import { farOutBounds, NONE_FAR_OUT } from '../summary/farOut.ts'
import type { ColumnProfile, Distribution, ProfilePart } from '../summary/figures.ts'
import { timeOfSeconds } from '../summary/timeScale.ts'
import { isFloat, mayBeInfinite } from '../summary/groupingSql.ts'
import { isNearlyDistinct } from '../summary/nearlyDistinct.ts'
import { withoutEndingZeros } from '../summary/plainNumber.ts'
import {
  differentStatement,
  extentStatement,
  farOutStatement,
  hasQuartiles,
  isNumber,
  meanStatement,
  patternsStatement,
  periodsStatement,
  quartilesStatement,
  type ProfileAsked,
} from '../summary/profileSql.ts'
import { askSql, givenCount, givenText, keptTable, type AskedTable } from './askSql.ts'
import type { AskDistribution } from './distributionBySql.ts'
import { countedValues } from './valuesBySql.ts'

/** The most values and patterns that a profile names. */
const NAMED_MOST = 10

/** The figures of a profile that one or another statement gives. */
type Figures = Partial<Omit<ColumnProfile, 'distribution' | 'missing' | 'coverage'>>

/** All there is to know about a field, each part by a statement of its own: what is refused is missing alone. */
export async function profileBySql(
  table: AskedTable,
  distributions: AskDistribution,
  field: Field,
  options: CallOptions,
): Promise<ColumnProfile> {
  const { query, fields } = await keptTable(table, options)
  const asked: ProfileAsked = { query, fields, field }
  const rowsOf = async (sql: string) => (await askSql(table, sql, options)).rows
  const missing: { what: ProfilePart; error: Error }[] = []
  const part = async (what: ProfilePart, find: () => Promise<Figures>): Promise<Figures> => {
    try {
      return await find()
    } catch (error) {
      if (!(error instanceof ActionError)) throw error
      missing.push({ what, error })
      return {}
    }
  }
  const distribution = await distributions(field, options)
  if (distribution.shape.kind === 'nothing') return { ...NOTHING, distribution, ...emptyFigures(field), missing }
  const parts: (readonly [ProfilePart, () => Promise<Figures>])[] = [
    ['extent', async () => extentOf(await rowsOf(extentStatement(asked)))],
    ['distinct', () => differentOf(rowsOf, asked, distribution, part)],
  ]
  if (isNumber(field)) parts.push(['mean', async () => meanOf(await rowsOf(meanStatement(asked)))])
  const kind = fieldKind(field.type)
  if (kind === 'text') {
    const sql = patternsStatement(asked, NAMED_MOST)
    parts.push(['patterns', async () => ({ patterns: patternsOf(await rowsOf(sql)) })])
  }
  if (kind === 'date' || kind === 'timestamp')
    parts.push(['periods', async () => ({ periods: periodsOf(await rowsOf(periodsStatement(asked))) })])
  if (hasQuartiles(field)) parts.push(['quartiles', () => quartilesOf(rowsOf, asked, distribution, part)])
  const found = await Promise.all(parts.map(([what, find]) => part(what, find)))
  return { ...NOTHING, ...Object.assign({}, ...found), distribution, missing }
}

type RowsOf = (sql: string) => Promise<readonly Row[]>

const NOTHING: Omit<ColumnProfile, 'distribution' | 'missing'> = {
  distinct: null,
  min: null,
  max: null,
  mean: null,
  median: null,
  lowerQuartile: null,
  upperQuartile: null,
  negative: null,
  zero: null,
  empty: null,
  longest: null,
  nan: null,
  infinite: null,
  infiniteBelow: null,
  top: [],
  patterns: [],
  farOut: null,
  periods: [],
  coverage: { kind: 'all' },
}

/** The counts of a field in which nothing is. */
function emptyFigures(field: Field): Figures {
  const kind = fieldKind(field.type)
  const none = isNumber(field) ? { negative: 0, zero: 0 } : {}
  return {
    distinct: 0,
    ...none,
    ...(kind === 'text' ? { empty: 0 } : {}),
    ...(kind === 'numeric' ? { nan: 0 } : {}),
    ...(mayBeInfinite(field) ? { infinite: 0, infiniteBelow: 0 } : {}),
  }
}

function extentOf([row = []]: readonly Row[]): Figures {
  const [min, max, negative, zero, empty, longest, nan, infinite, infiniteBelow] = row
  return {
    min: givenText(min),
    max: givenText(max),
    negative: countOrNull(negative),
    zero: countOrNull(zero),
    empty: countOrNull(empty),
    longest: countOrNull(longest),
    nan: countOrNull(nan),
    infinite: countOrNull(infinite),
    infiniteBelow: countOrNull(infiniteBelow),
  }
}

function meanOf([row = []]: readonly Row[]): Figures {
  return { mean: quotientOrNull(row[0]) }
}

/** How many different values there are, and then the most frequent ones: those of the distribution, if it names any. */
async function differentOf(
  rowsOf: RowsOf,
  asked: ProfileAsked,
  distribution: Distribution,
  part: (what: ProfilePart, find: () => Promise<Figures>) => Promise<Figures>,
): Promise<Figures> {
  const { shape, records, nulls } = distribution
  if (shape.kind === 'values' && shape.distinct !== null) return { distinct: shape.distinct, top: shape.values }
  if (shape.kind === 'allDistinct') return { distinct: shape.distinct }
  const [row = []] = await rowsOf(differentStatement(asked))
  const distinct = givenCount(row[0])
  if (isNearlyDistinct(distinct, records - nulls)) return { distinct }
  const top = await part('top', async () => {
    const { query, fields, field } = asked
    const statement = valuesStatement(query, fields, { field, by: 'value', contains: '', most: NAMED_MOST + 1 })
    return { top: countedValues(await rowsOf(statement)).slice(0, NAMED_MOST) }
  })
  return { distinct, ...top }
}

/** The quartiles, and then what is far from them. */
async function quartilesOf(
  rowsOf: RowsOf,
  asked: ProfileAsked,
  { shape }: Distribution,
  part: (what: ProfilePart, find: () => Promise<Figures>) => Promise<Figures>,
): Promise<Figures> {
  const isLog = shape.kind === 'bars' && shape.bars.isLog
  // Then 0 has a place of its own, and what is extreme is so among the others.
  const isZeroInside = shape.kind === 'bars' && shape.bars.afterZero !== undefined
  const [[lower, median, upper, lowerTold, upperTold] = []] = await rowsOf(quartilesStatement(asked, isZeroInside))
  const quartiles = {
    lowerQuartile: quotientOrNull(lower),
    median: quotientOrNull(median),
    upperQuartile: quotientOrNull(upper),
  }
  const ends = isNumber(asked.field) && !isZeroInside ? [lower, upper] : [lowerTold, upperTold]
  const [low, high] = ends.map((end) => jsonToPlain(givenText(end) ?? '""'))
  const drawn = { isLog, isTime: !isNumber(asked.field), isFloat: isFloat(asked.field.type) }
  const bounds = farOutBounds(low ?? '', high ?? '', drawn)
  if (bounds === null) return quartiles
  const far = await part('farOut', async () => {
    const [[below, above, mean] = []] = await rowsOf(farOutStatement(asked, bounds, isZeroInside))
    const [before, after] = [givenCount(below), givenCount(above)]
    if (before + after === 0) return { farOut: NONE_FAR_OUT }
    return {
      farOut: {
        below: before === 0 ? null : boundJson(asked.field, bounds.below),
        above: after === 0 ? null : boundJson(asked.field, bounds.above),
        count: before + after,
        countBelow: before,
        meanWithout: quotientOrNull(mean),
        ...(isZeroInside ? { isZeroInside } : {}),
      },
    }
  })
  return { ...quartiles, ...far }
}

/** A bound as a value of the field; null if the field can't hold it, so that nothing can be beyond it. */
function boundJson({ type }: Field, bound: string): JsonText | null {
  return isNumber({ type }) ? bound : timeOfSeconds(fieldKind(type), isZoned(type), Number(bound))
}

function patternsOf(rows: readonly Row[]): ColumnProfile['patterns'] {
  return rows.map(([pattern, count]) => ({ pattern: givenText(pattern) ?? '', count: givenCount(count) }))
}

const UNITS = ['year', 'month', 'day', 'weekday'] as const

/** Those units by which there is more than one group. */
function periodsOf(rows: readonly Row[]): ColumnProfile['periods'] {
  return UNITS.flatMap((unit, place) => {
    const groups = rows.flatMap((row) => {
      const value = givenText(row[place])
      return value === null ? [] : [{ value, count: givenCount(row[UNITS.length]) }]
    })
    return groups.length < 2 ? [] : [{ unit, groups: groups.toSorted((a, b) => periodOrder(a.value, b.value)) }]
  })
}

/** Years before Christ come first, the latest of them last. */
function periodOrder(a: JsonText, b: JsonText): number {
  return numberOf(a) - numberOf(b)
}

function numberOf(period: JsonText): number {
  const year = Number(/\d+/.exec(period)?.[0] ?? 0)
  return period.includes('BC') ? -year : year
}

function countOrNull(cell: JsonText | undefined): number | null {
  const text = givenText(cell)
  return text === null ? null : Number(text)
}

function quotientOrNull(cell: JsonText | undefined): JsonText | null {
  const value = givenText(cell)
  return value !== null && jsonKind(value) === 'number' ? withoutEndingZeros(value) : value
}

import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openEveryType, type EveryType } from '../../e2e/support/everyType.ts'
import { isLong } from '../../e2e/support/longForm.ts'
import { openPglite } from '../../e2e/support/testDatabases.ts'
import type { Columns } from '../columnar/columns.ts'
import { columnsOfRows } from '../columnar/columnsOfRows.ts'
import { distributionOf } from '../columnar/distribution.ts'
import { facetOf } from '../columnar/facet.ts'
import { profileOf } from '../columnar/profile.ts'
import { summaryOf } from '../columnar/summaryOf.ts'
import { fieldKind, type Field } from '../protocol/field.ts'
import type { JsonText } from '../protocol/jsonText.ts'
import { wholeTable } from '../query/query.ts'
import { readDecimal } from '../summary/decimal.ts'
import type { Figures } from '../summary/figures.ts'
import { withoutEndingZeros } from '../summary/plainNumber.ts'
import type { DateUnit, Figure, GroupBy, Grouping, Summary } from '../summary/summary.ts'
import { figuresOf } from './figuresOf.ts'
import { hasYears } from './yearFacet.ts'

const ALL = { kind: 'all' } as const

let table: EveryType
let fields: readonly Field[]
let columns: Columns
let bySql: Figures

beforeAll(async () => {
  table = await openEveryType(openPglite)
  const client = table.client('sql')
  const { answer } = await client.sql(`SELECT * FROM "${table.resource}" ORDER BY _id`)
  fields = answer.fields
  columns = columnsOfRows(fields, answer.rows)
  bySql = figuresOf({ client, query: wholeTable(table.resource), fields, answer: null })
})
afterAll(() => table.drop())

/** Every so many-th summary: all in `npm run long`. Five are made of each grouping, so that each of their kinds has its turn. */
const STEP = isLong ? 1 : 3

/** Types whose equality is not that of their texts, so that a copy asks them by SQL. */
const isOdd = ({ type }: Field) => ['interval', 'json', 'jsonb', 'bpchar'].includes(type)

describe('columns in memory say what PostgreSQL says', () => {
  test('distributions', async () => {
    for (const field of fields) {
      if (isOdd(field)) continue
      expect(distributionOf(columns, null, field.id, ALL), field.id).toEqual(await bySql.distribution(field))
    }
  })

  test('profiles', async () => {
    for (const field of fields) {
      if (isOdd(field)) continue
      const profile = profileOf(columns, null, field.id, ALL)
      expect(alike(profile), field.id).toEqual(alike(await bySql.profile(field)))
    }
  })

  test('facets', async () => {
    for (const field of fields) {
      // Those by year are read from summaries.
      if (isOdd(field) || hasYears(field)) continue
      for (const contains of ['', 'a', 'É', '2']) {
        const asked = { contains, most: 5 }
        expect(facetOf(columns, null, field.id, asked, ALL), `${field.id} ${contains}`).toEqual(
          await bySql.facet(field, asked),
        )
      }
    }
  })

  test('summaries', { timeout: 120_000 }, async () => {
    for (const [at, summary] of [...summaries()].entries()) {
      if (at % STEP !== 0) continue
      const said = await bySql.summary(summary).catch((error: unknown) => String(error))
      const ours = summaryOf(columns, null, summary, ALL)
      const compared = summary.figures.some(isOfFloats) ? aboutAlike : answerOf
      expect(compared(ours), JSON.stringify(summary)).toEqual(typeof said === 'string' ? said : compared(said))
    }
  })
})

/** Sums of doubles depend on the order of adding, so their last digits are left out; equal decimals are written alike. */
function alike(value: unknown): unknown {
  const text = JSON.stringify(value, (_, each: unknown) => (typeof each === 'string' ? alikeNumber(each) : each))
  return JSON.parse(text)
}

function alikeNumber(text: JsonText): JsonText {
  if (readDecimal(text) === null) return text
  return /e/.test(text) || withoutEndingZeros(text).length > 24
    ? Number(text).toPrecision(14)
    : withoutEndingZeros(text)
}

function answerOf(answer: { readonly milliseconds: number }): unknown {
  return alike({ ...answer, milliseconds: 0 })
}

const isOfFloats = (figure: Figure) => 'field' in figure && /^f[48]$/.test(figure.field)

/** The same where doubles were added up, in whatever order. */
function aboutAlike(answer: { readonly milliseconds: number }): unknown {
  const about = (text: JsonText) => (readDecimal(text)?.scale ? String(Number(Number(text).toPrecision(14))) : text)
  const text = JSON.stringify(answerOf(answer), (_, each: unknown) => (typeof each === 'string' ? about(each) : each))
  return JSON.parse(text)
}

const UNITS: readonly DateUnit[] = [
  'year',
  'quarter',
  'month',
  'week',
  'day',
  'weekday',
  'hour',
  'monthOfYear',
  'hourOfDay',
]

function groupingsOf({ type }: Field): readonly GroupBy[] {
  const kind = fieldKind(type)
  if (kind === 'array') return ['value', 'element']
  if (kind === 'integer' || kind === 'numeric') return ['value', { step: '10' }, { step: '0.25' }]
  if (kind === 'time') return type === 'timetz' ? ['value'] : ['value', 'hour', 'hourOfDay']
  return kind === 'date' || kind === 'timestamp' ? ['value', ...UNITS] : ['value']
}

function figuresFor({ id, type }: Field): readonly Figure[] {
  const kind = fieldKind(type)
  const of = (...kinds: readonly ('distinct' | 'sum' | 'mean' | 'median' | 'min' | 'max')[]) =>
    kinds.map((each): Figure => ({ kind: each, field: id }))
  if (kind === 'integer' || kind === 'numeric') return of('distinct', 'sum', 'mean', 'median', 'min', 'max')
  if (kind === 'array' || kind === 'other') return of('distinct')
  return kind === 'boolean' ? of('distinct', 'min', 'max') : of('distinct', 'median', 'min', 'max')
}

function* summaries(): Generator<Summary> {
  const plain = { across: null, sort: null, keep: [], most: null } as const
  const usable = fields.filter((field) => !isOdd(field))
  const all: readonly Grouping[] = usable.flatMap((field) => groupingsOf(field).map((by) => ({ field: field.id, by })))
  for (const field of usable) yield { ...plain, by: [], figures: [{ kind: 'count' }, ...figuresFor(field)] }
  for (const [at, grouping] of all.entries()) {
    const field = usable[at % usable.length]
    const other = all[(at * 7 + 3) % all.length]
    if (field === undefined || other === undefined) continue
    const figures: readonly Figure[] = [{ kind: 'count' }, { kind: 'share' }, ...figuresFor(field)]
    yield { ...plain, by: [grouping], figures }
    yield { ...plain, by: [grouping], figures, sort: { by: at % 2 === 0 ? 0 : 'group', descending: true }, most: 3 }
    yield { ...plain, by: [grouping], figures, keep: [{ figure: 0, sign: '>', value: '4' }], most: 2 }
    if (grouping.field !== other.field && grouping.field !== 'num') {
      yield { ...plain, by: [grouping, other], figures }
      yield { ...plain, by: [grouping], across: other, figures, most: 2, sort: { by: 0, descending: true } }
    }
  }
}

import * as fc from 'fast-check'
import type { Field } from '../../src/protocol/field.ts'
import { decodeSearch, type SearchPage } from '../../src/protocol/answers.ts'
import type { Condition, Query } from '../../src/query/query.ts'
import { conditionsOf } from '../../src/query/where.ts'
import { columnsOfRows } from '../../src/columnar/columnsOfRows.ts'
import { distributionOf } from '../../src/columnar/distribution.ts'
import { facetOf } from '../../src/columnar/facet.ts'
import { profileOf } from '../../src/columnar/profile.ts'
import type { ColumnProfile, Distribution, Facet, FacetAsked } from '../../src/summary/figures.ts'

/** A record of the model's table. */
export interface ModelRecord {
  readonly id: number
  readonly kind: string | null
  readonly n: number
}

export const MODEL_FIELDS: readonly Field[] = [
  { id: '_id', type: 'int4' },
  { id: 'kind', type: 'text' },
  { id: 'n', type: 'int4' },
]

/** The table after so many changes: more records than come at once, whose first ones are not like the others. */
export function modelTable(changes: number): readonly ModelRecord[] {
  const all = Array.from({ length: 260 }, (_, at) => ({ id: at + 1, kind: kindOf(at), n: (at * 37) % 101 }))
  return all.slice(changes * 7)
}

function kindOf(at: number): string | null {
  if (at % 10 === 9) return null
  if (at >= 200) return 'late'
  return at % 3 === 0 ? 'early' : at % 16 === 1 ? 'rare' : 'common'
}

/** What can be asked of the records: each alone finds from 3 to 140 of them. */
export const MODEL_CONDITIONS: readonly Condition[] = [
  { id: 'k0', field: 'kind', op: 'is', values: ['common'] },
  { id: 'k1', field: 'kind', op: 'is', values: ['rare'] },
  { id: 'k2', field: 'kind', op: 'is', values: ['late'] },
  { id: 'n0', field: 'n', op: 'is', values: ['37'] },
]

/** The records that match, in the order of the table. */
export function matching(table: readonly ModelRecord[], query: Pick<Query, 'where'>): readonly ModelRecord[] {
  const conditions = conditionsOf(query.where)
  return table.filter((record) => conditions.every((condition) => holds(record, condition)))
}

function holds(record: ModelRecord, { field, values }: Condition): boolean {
  return values.includes(String(field === 'kind' ? record.kind : record.n))
}

/** The records in the order of a query, no more than its limit. */
export function shownRecords(table: readonly ModelRecord[], query: Query): readonly ModelRecord[] {
  const [key] = query.sort
  const found = matching(table, query)
  const turn = key?.descending === true ? -1 : 1
  const sorted =
    key === undefined
      ? found
      : found.toSorted(
          (a, b) => (key.field === 'n' ? turn * (a.n - b.n) : 0) || (key.field === '_id' ? turn : 1) * (a.id - b.id),
        )
  return sorted.slice(0, query.limit ?? Infinity)
}

/** What a server of that table answers to a search. */
export function modelAnswer(
  table: readonly ModelRecord[],
  query: Query,
  params: Readonly<Record<string, unknown>>,
): SearchPage {
  const { offset, limit } = params
  const start = Number(offset ?? 0)
  const records = shownRecords(table, { ...query, limit: null }).slice(start, start + Number(limit))
  const wanted = params['fields']
  const fields = Array.isArray(wanted) ? MODEL_FIELDS.filter(({ id }) => wanted.includes(id)) : MODEL_FIELDS
  const total = params['include_total'] === false ? {} : { total: matching(table, query).length }
  const given = records.map((record) => Object.fromEntries(fields.map(({ id }) => [id, valueOf(record, id)])))
  return decodeSearch(JSON.stringify({ fields, records: given, limit, ...total }))
}

/** What a server with SQL says of a field of these records, worked out from their columns. */
export function modelFigures(records: readonly ModelRecord[], field: string) {
  const columns = columnsOfRows(
    MODEL_FIELDS,
    records.map((record) => MODEL_FIELDS.map(({ id }) => JSON.stringify(valueOf(record, id)))),
  )
  const all = { kind: 'all' } as const
  return {
    distribution: (like?: Distribution): Distribution => distributionOf(columns, null, field, all, like),
    profile: (): ColumnProfile => profileOf(columns, null, field, all),
    facet: (asked: FacetAsked): Facet => facetOf(columns, null, field, asked, all),
  }
}

/** The value of a record in a field. */
export function valueOf(record: ModelRecord, field: string): string | number | null {
  return field === 'kind' ? record.kind : field === 'n' ? record.n : record.id
}

/** What is wrong with a distribution of these records' field, by a count of its own; null if nothing is. */
export function wrongIn(told: Distribution, records: readonly ModelRecord[], field: string): string | null {
  const values = records.map((record) => valueOf(record, field))
  const given = values.filter((value) => value !== null)
  const count = (value: unknown) => values.filter((each) => each === value).length
  const { coverage, shape } = told
  if (coverage.kind === 'sample') {
    if (coverage.of !== told.records || told.records > records.length) return `a sample of ${told.records}`
    if (coverage.total !== null && coverage.total !== records.length) return `a sample of ${coverage.total} in all`
    const isTooMany = shape.kind === 'values' && shape.values.some((each) => each.count > count(JSON.parse(each.value)))
    return isTooMany ? 'more of a value than there are' : null
  }
  if (told.records !== records.length) return `${told.records} records, not ${records.length}`
  if (told.nulls !== records.length - given.length) return `${told.nulls} nulls`
  switch (shape.kind) {
    case 'nothing':
      return given.length === 0 ? null : 'nothing'
    case 'allDistinct':
      return new Set(given).size === given.length ? null : 'all distinct'
    case 'values': {
      const wrong = shape.values.find((each) => each.count !== count(JSON.parse(each.value)))
      if (wrong !== undefined) return `${wrong.value} ${wrong.count} times`
      const named = shape.values.reduce((sum, each) => sum + each.count, 0)
      return named + shape.others === given.length ? null : `${shape.others} others`
    }
    case 'bars': {
      const { from, to, isLog, counts, beside } = shape.bars
      if (isLog) return 'a logarithmic scale'
      const [first, last] = [Number(from), Number(to)]
      const width = (last - first) / counts.length
      const placeOf = (value: number) => (width === 0 ? 0 : Math.floor((value - first) / width + 1e-9))
      const own = counts.map((_, place) => given.filter((value) => placeOf(Number(value)) === place).length)
      const isSame = own.every((each, place) => each === counts[place])
      return isSame && beside === 0 ? null : `${counts.join()} in place of ${own.join()}`
    }
  }
}

/** What a person, or the network, does next. */
export type ModelStep =
  | { readonly kind: 'filter'; readonly condition: number }
  | { readonly kind: 'typed'; readonly conditions: readonly number[] }
  | { readonly kind: 'clear' | 'undo' | 'sort' | 'limit' | 'group' | 'profile' | 'change' | 'answerAll' | 'fail' }
  /** An answer arrives; `which` is its place among those that are awaited, from the oldest (0) to the newest (1). */
  | { readonly kind: 'answer'; readonly which: number }
  | { readonly kind: 'wait'; readonly ms: number }

const condition = fc.nat({ max: MODEL_CONDITIONS.length - 1 })

/** Sequences of steps, in which answers come late, overtake each other or fail. */
export const modelSteps: fc.Arbitrary<readonly ModelStep[]> = fc.array(
  fc.oneof(
    { weight: 5, arbitrary: fc.record({ kind: fc.constant('filter' as const), condition }) },
    {
      weight: 2,
      arbitrary: fc.record({
        kind: fc.constant('typed' as const),
        conditions: fc.array(condition, { minLength: 2, maxLength: 3 }),
      }),
    },
    { weight: 4, arbitrary: fc.constant({ kind: 'clear' as const }) },
    { weight: 2, arbitrary: fc.constant({ kind: 'undo' as const }) },
    {
      weight: 4,
      arbitrary: fc.record({ kind: fc.constantFrom('sort', 'limit', 'group', 'profile', 'change', 'fail') }),
    },
    {
      weight: 6,
      arbitrary: fc.record({ kind: fc.constant('answer' as const), which: fc.double({ min: 0, max: 1, noNaN: true }) }),
    },
    { weight: 4, arbitrary: fc.constant({ kind: 'answerAll' as const }) },
    {
      weight: 5,
      arbitrary: fc.record({ kind: fc.constant('wait' as const), ms: fc.constantFrom(0, 130, 1000, 40_000) }),
    },
  ),
  { minLength: 4, maxLength: 24 },
)

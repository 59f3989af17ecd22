import * as fc from 'fast-check'
import type { Field } from '../../src/protocol/field.ts'
import { datedQuery } from '../../src/query/datedQuery.ts'
import { operatorOf } from '../../src/query/operators/registry.ts'
import type { Condition, Query } from '../../src/query/query.ts'
import { conditionsOf, mapConditions } from '../../src/query/where.ts'
import { queryBodies } from './generatedQueries.ts'

/** A query that SQL can say, of a table that has its fields, each of a type that its operators suit. */
export interface Sayable {
  readonly query: Query
  readonly fields: readonly Field[]
}

/** A day on which relative dates are asked. */
export const DAY = new Date('2026-11-23T09:00:00Z')

/** The generated queries with names and values that are possible: PostgreSQL has no empty name, no NUL, no half characters. */
export const sayableQueries: fc.Arbitrary<Sayable> = fc
  .tuple(queryBodies, fc.infiniteStream(fc.constantFrom(...PERIODS())))
  .map(([body, periods]) => {
    const period = () => String(periods.next().value)
    const where =
      mapConditions(body.where, (condition) =>
        withPossibleValues({ ...condition, field: nameOf(condition.field) }, period),
      ) ?? body.where
    const columns = body.columns === null ? null : [...new Set(body.columns.map((name) => nameOf(name)))]
    const query: Query = {
      ...body,
      resource: 'f1e1d9a0-5c7e',
      where,
      columns: columns?.length === 0 ? null : columns,
      search: textOf(body.search),
      sort: body.sort.map((key) => ({ ...key, field: nameOf(key.field) })),
    }
    const fields = fieldsOf(query)
    return { query: datedQuery(query, fields, DAY), fields }
  })
  .filter(({ query, fields }) =>
    conditionsOf(query.where).every(({ field, op }) => {
      const { kinds } = operatorOf(op)
      const type = fields.find(({ id }) => id === field)?.type ?? ''
      return kinds === 'every' || TYPES.some(([kind, name]) => name === type && kinds.includes(kind))
    }),
  )

const TYPES = [
  ['text', 'text'],
  ['integer', 'int4'],
  ['timestamp', 'timestamp'],
  ['json', 'jsonb'],
  ['array', '_text'],
] as const

function PERIODS() {
  return ['2019', '2021-Q3', '2020-02', '2024-02-29', '2019-03-05/2019-04-10'] as const
}

function fieldsOf({ where, columns, sort }: Query): readonly Field[] {
  const types = new Map([['_id', 'int4']])
  for (const { field, op } of conditionsOf(where)) {
    const { kinds } = operatorOf(op)
    const type = kinds === 'every' ? 'text' : TYPES.find(([kind]) => kinds.includes(kind))?.[1]
    if (!types.has(field) || (kinds !== 'every' && types.get(field) === 'text')) types.set(field, type ?? 'text')
  }
  for (const name of [...(columns ?? []), ...sort.map(({ field }) => field)])
    if (!types.has(name)) types.set(name, 'text')
  return [...types].map(([id, type]) => ({ id, type }))
}

function withPossibleValues(condition: Condition, period: () => string): Condition {
  const { takes } = operatorOf(condition.op)
  const texts = condition.values.map((value) => textOf(value))
  const [first = '', second = ''] = texts
  if (takes === 'periods') return { ...condition, values: texts.map(() => period()) }
  if (takes === 'lately') return { ...condition, values: ['30', 'days', 'Europe/Berlin'] }
  if (takes === 'named') return { ...condition, values: ['last quarter', 'Pacific/Kiritimati'] }
  if (takes === 'members') return { ...condition, values: ['1', '7'].slice(0, first.length % 2 === 0 ? 1 : 2) }
  // Empty keys are no path.
  if (takes === 'path') return { ...condition, values: [first.split('.').filter(Boolean).join('.') || 'a', second] }
  return { ...condition, values: texts }
}

function textOf(text: string): string {
  return text.replaceAll(/\0|\p{Surrogate}/gu, '')
}

/** PostgreSQL cuts a name after 63 bytes. */
function nameOf(name: string): string {
  return Array.from(textOf(name)).slice(0, 12).join('') || 'x'
}

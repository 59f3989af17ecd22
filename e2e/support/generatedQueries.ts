import * as fc from 'fast-check'
import { all as operators } from '../../src/query/operators/all.ts'
import type { Condition, GroupFlags, QueryBody, Sort, Where } from '../../src/query/query.ts'
import { mapConditions } from '../../src/query/where.ts'

const SIGNS = [
  'a',
  ' ',
  '%',
  '%2',
  '%41',
  '+',
  '&',
  '=',
  '#',
  '?',
  '"',
  "'",
  '\\',
  '\n',
  '-',
  ',',
  '[',
  '🐦',
  'é',
  '\uFEFF',
  '\0',
]

/** Texts as people and data have them, with signs that mean something in a URL. */
export const texts = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.string({ unit: 'grapheme' }),
  fc.array(fc.constantFrom(...SIGNS)).map((list) => list.join('')),
)

/** A condition that is applied; its number of values fits its operator, as in links. */
const equality = fc
  .record({ field: texts, values: fc.array(texts) })
  .map(({ field, values }) => ({ id: '', field, op: values.length <= 1 ? 'is' : 'isAnyOf', values }))

const COUNTS = { nothing: 0, one: 1, bounds: 2, many: 3, periods: 2, lately: 3, named: 2, path: 2, members: 2 }

/** A condition with any operator, with and without null where that makes a difference. */
const applied: fc.Arbitrary<Condition> = fc
  .record({
    field: texts,
    operator: fc.constantFrom(...operators),
    values: fc.array(texts, { minLength: 3, maxLength: 3 }),
    known: fc.boolean(),
  })
  .map(({ field, operator: { id, takes, keepsNull }, values, known }) => {
    const condition = { id: '', field, op: id, values: values.slice(0, COUNTS[takes]) }
    return known && keepsNull === true ? { ...condition, withoutNull: true } : condition
  })

const conditions: fc.Arbitrary<Where> = fc.oneof(
  applied,
  applied.map((condition) => ({ ...condition, off: true as const })),
)

const flags = fc.constantFrom<GroupFlags>({}, {}, {}, { off: true }, { not: true }, { off: true, not: true })

/** Conditions that are joined by all, as the page makes them. */
export const flatWheres: fc.Arbitrary<Where> = fc.array(equality).map((all) => ({ all }))

/** Trees of conditions; on top is an `all`, as in every link. */
export const wheres: fc.Arbitrary<Where> = fc
  .array(
    fc.letrec<{ tree: Where; condition: Where }>((tie) => ({
      tree: fc.oneof(
        { maxDepth: 4 },
        tie('condition'),
        fc.tuple(fc.array(tie('tree'), { maxLength: 3 }), flags).map(([all, more]) => ({ all, ...more })),
        fc.tuple(fc.array(tie('tree'), { maxLength: 3 }), flags).map(([any, more]) => ({ any, ...more })),
      ),
      condition: conditions,
    })).tree,
    { maxLength: 4 },
  )
  .map((all) => ({ all }))

const sorts: fc.Arbitrary<Sort> = fc
  .record({ field: texts, descending: fc.boolean() })
  .chain((sort) => fc.constantFrom(sort, { ...sort, nullsFirst: true as const }))

export const queryBodies: fc.Arbitrary<QueryBody> = fc
  .record({
    columns: fc.option(fc.array(texts)),
    where: wheres,
    search: texts,
    sort: fc.uniqueArray(sorts, { selector: ({ field }) => field }),
    limit: fc.option(fc.nat()),
  })
  .chain((body) => fc.constantFrom(body, { ...body, distinct: true as const }))

/** The same with empty ids: links have none. */
export function withoutIds<T extends { readonly where: Where }>(query: T): T {
  return { ...query, where: mapConditions(query.where, (each) => ({ ...each, id: '' })) ?? query.where }
}

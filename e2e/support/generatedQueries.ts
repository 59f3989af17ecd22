import * as fc from 'fast-check'
import type { QueryBody, Where } from '../../src/query/query.ts'
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
const applied = fc
  .record({ field: texts, values: fc.array(texts) })
  .map(({ field, values }) => ({ id: '', field, op: values.length <= 1 ? 'is' : 'isAnyOf', values }))

const conditions: fc.Arbitrary<Where> = fc.oneof(
  applied,
  applied.map((condition) => ({ ...condition, off: true as const })),
)

/** Conditions that are joined by all, as the page makes them. */
export const flatWheres: fc.Arbitrary<Where> = fc.array(applied).map((all) => ({ all }))

/** Trees of conditions; on top is an `all`, as in every link. */
export const wheres: fc.Arbitrary<Where> = fc
  .array(
    fc.letrec<{ tree: Where; condition: Where }>((tie) => ({
      tree: fc.oneof(
        { maxDepth: 4 },
        tie('condition'),
        fc.record({ all: fc.array(tie('tree'), { maxLength: 3 }) }),
        fc.record({ any: fc.array(tie('tree'), { maxLength: 3 }) }),
      ),
      condition: conditions,
    })).tree,
    { maxLength: 4 },
  )
  .map((all) => ({ all }))

export const queryBodies: fc.Arbitrary<QueryBody> = fc.record({
  columns: fc.option(fc.array(texts)),
  where: wheres,
  search: texts,
  sort: fc.array(fc.record({ field: texts, descending: fc.boolean() })),
  limit: fc.option(fc.nat()),
})

/** The same with empty ids: links have none. */
export function withoutIds<T extends { readonly where: Where }>(query: T): T {
  return { ...query, where: mapConditions(query.where, (each) => ({ ...each, id: '' })) ?? query.where }
}

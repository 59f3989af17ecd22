import { expect, test } from 'vitest'
import './operators/all.ts'
import { knownQueries, knownQuery } from '../../e2e/support/knownQueries.ts'
import { wholeTable, type Condition } from './query.ts'
import { selectOf } from './toSql.ts'

const fields = ['_id', 'a "b"'].map((id) => ({ id, type: 'text' }))
const is = (field: string): Condition => ({ id: '', field, op: 'is', values: ['1'] })

test.each(knownQueries)('$link as a statement', (known) => {
  expect(selectOf({ ...knownQuery(known), search: '' }, fields)).toBe(known.sql)
})

test('only the columns that are asked for', () => {
  expect(selectOf({ ...wholeTable('r'), columns: ['b'] }, [])).toBe('SELECT "b" FROM "r"')
})

test('a search for words, best matches first; beside an `any` that has brackets', () => {
  expect(selectOf({ ...wholeTable('r'), search: 'x', columns: ['b'] }, fields)).toBe(
    `SELECT "b" FROM "r" WHERE "_full_text" @@ plainto_tsquery('english', 'x') ORDER BY ts_rank("_full_text", plainto_tsquery('english', 'x'), 32) DESC, "_id"`,
  )
  const sort = [{ field: 'b', descending: false, nullsFirst: true as const }]
  const where = { any: [is('a'), is('b')] }
  expect(selectOf({ ...wholeTable('r'), search: 'x*', columns: ['b'], where, sort }, [])).toBe(
    String.raw`SELECT "b" FROM "r" WHERE "_full_text" @@ to_tsquery('english', E'x\x3a*') AND ("a" = '1' OR "b" = '1') ORDER BY "b" NULLS FIRST`,
  )
})

test('alike records once, in an order of what is shown', () => {
  const sort = [
    { field: 'hidden', descending: false },
    { field: 'b', descending: true },
  ]
  expect(selectOf({ ...wholeTable('r'), distinct: true, columns: ['a', 'b'], sort }, fields)).toBe(
    'SELECT DISTINCT "a", "b" FROM "r" ORDER BY "b" DESC NULLS LAST, "a"',
  )
})

test('a tree of conditions', () => {
  const [a, b, c, d] = [is('a'), is('b'), is('c'), { ...is('d'), off: true as const }]
  const where = (tree: Parameters<typeof selectOf>[0]['where']) =>
    /WHERE (.*)/.exec(selectOf({ ...wholeTable('r'), where: tree }, []))?.[1]
  expect(where({ any: [a, { all: [b, c] }] })).toBe(`"a" = '1' OR "b" = '1' AND "c" = '1'`)
  expect(where({ all: [a, { any: [b, { all: [c, { any: [a, b] }] }] }] })).toBe(
    `"a" = '1' AND ("b" = '1' OR "c" = '1' AND ("a" = '1' OR "b" = '1'))`,
  )
  expect(where({ any: [a, { any: [b, c] }] })).toBe(`"a" = '1' OR "b" = '1' OR "c" = '1'`)
  expect(where({ all: [{ any: [a, d] }, { any: [] }, d] })).toBe(`"a" = '1'`)
  expect(where({ all: [d] })).toBeUndefined()
  expect(where({ all: [a, { any: [b, c], not: true }] })).toBe(`"a" = '1' AND ("b" = '1' OR "c" = '1') IS NOT TRUE`)
  expect(where({ any: [a, { all: [b, c], not: true }] })).toBe(`"a" = '1' OR ("b" = '1' AND "c" = '1') IS NOT TRUE`)
  expect(where({ all: [a, { any: [b, c], off: true }] })).toBe(`"a" = '1'`)
})

test('a part of a time, in UTC where it has a zone', () => {
  const where = { id: '', field: 'at', op: 'onWeekday', values: ['6', '07', '6'] }
  const statement = (type: string) => selectOf({ ...wholeTable('r'), columns: ['b'], where }, [{ id: 'at', type }])
  expect(statement('timestamp')).toBe(`SELECT "b" FROM "r" WHERE date_part('isodow', "at") IN (6, 7)`)
  expect(statement('timestamptz')).toBe(
    `SELECT "b" FROM "r" WHERE date_part('isodow', ("at" AT TIME ZONE 'UTC')) IN (6, 7)`,
  )
})

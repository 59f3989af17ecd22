import { expect, test } from 'vitest'
import { selectOf, sqlLiteral } from './sqlText.ts'

test('a literal holds neither a colon nor a backslash', () => {
  expect(sqlLiteral(`it's`)).toBe(`'it''s'`)
  expect(sqlLiteral(String.raw`10:30 \'`)).toBe(String.raw`E'10\x3a30 \x5c'''`)
})

test('a table with filters and a sort as a statement, words to search for as none', () => {
  const fields = ['_id', 'a "b"'].map((id) => ({ id, type: 'text' }))
  const filters = [
    { field: 'a "b"', values: ['x', ''] },
    { field: 'n', values: ['7'] },
  ]
  const spec = { resource: 'r', search: '', filters, sort: [{ field: 'n', descending: true }], limit: 5 }
  expect(selectOf(spec, fields)).toBe(
    `SELECT "_id", "a ""b""" FROM "r" WHERE "a ""b""" IN ('x', '') AND "n" = '7' ORDER BY "n" DESC NULLS LAST, "_id"`,
  )
  expect(selectOf({ ...spec, search: 'x' }, fields)).toBeNull()
})

import { describe, expect, test } from 'vitest'
import { wholeTable, type Query, type Where } from '../../query/query.ts'
import { statementOf } from './statement.ts'

const fields = [
  { id: '_id', type: 'int' },
  { id: 'stage', type: 'text' },
  { id: 'area_km2', type: 'numeric' },
  { id: 'lead', type: 'text' },
  { id: 'Started on', type: 'timestamp' },
  { id: 'user', type: 'bool' },
  { id: 'tags', type: '_text' },
  { id: 'depth', type: 'float4' },
]

const condition = (field: string, op: string, ...values: readonly string[]): Where => ({ id: '', field, op, values })
const asking = (where: Where, more: Partial<Query> = {}) =>
  statementOf({ ...wholeTable('f1e1d9a0-5c7e'), columns: ['stage'], where, ...more }, fields)

describe('the statement of a query', () => {
  test('has a line for each clause and each condition', () => {
    const where = {
      all: [
        condition('stage', 'isAnyOf', 'active', "it's"),
        condition('area_km2', 'between', '100', '1000.50'),
        { any: [condition('area_km2', 'greaterThan', '-7'), condition('lead', 'isNull')] },
        condition('Started on', 'atLeast', '2019-01-01T10:30'),
        condition('user', 'is', 'true'),
      ],
    }
    const sort = [{ field: 'area_km2', descending: true }]
    expect(asking(where, { sort, limit: 10 })).toBe(
      `SELECT stage
FROM "f1e1d9a0-5c7e"
WHERE stage IN ('active', 'it''s')
  AND area_km2 BETWEEN 100 AND 1000.50
  AND (area_km2 > -7 OR lead IS NULL)
  AND "Started on" >= '2019-01-01T10:30'
  AND "user" = true
ORDER BY area_km2 DESC NULLS LAST, _id
LIMIT 10`,
    )
  })

  test('names all columns but the index of words, in lines', () => {
    expect(statementOf(wholeTable('r'), fields)).toBe(
      `SELECT _id, stage, area_km2, lead, "Started on", "user", tags, depth\nFROM r\nORDER BY _id`,
    )
    const many = Array.from({ length: 20 }, (_, at) => ({ id: `column_${at}`, type: 'text' }))
    const lines = statementOf(wholeTable('r'), many).split('\n')
    expect(lines).toHaveLength(4)
    expect(lines[1]).toMatch(/^ {7}column_/)
  })

  test('breaks at OR where conditions are joined by any', () => {
    const any = [
      condition('stage', 'is', '1'),
      { all: [condition('lead', 'isNot', 'x'), condition('area_km2', 'isNot', '5')] },
    ]
    expect(asking({ any })).toContain(
      `WHERE stage = '1'\n   OR lead IS DISTINCT FROM 'x' AND area_km2 IS DISTINCT FROM 5\n`,
    )
  })

  test('leaves quotes where a number would compare otherwise', () => {
    const values = ['007', '1e3', '-0', '', ' 1', '1.5', '3000000000'].map((value) => condition('_id', 'is', value))
    expect(asking({ all: values })).not.toMatch(/_id = [^']/)
    expect(asking(condition('depth', 'is', '0.1'))).toContain(`depth = '0.1'`)
    expect(asking(condition('tags', 'arrayContains', '1'))).toContain(`'1' = ANY (tags)`)
    expect(asking(condition('area_km2', 'contains', '1'))).toContain(`ILIKE '%1%'`)
  })

  test('escapes only what CKAN would misread', () => {
    expect(asking(condition('stage', 'is', 'a:b'))).toContain(`stage = 'a:b'`)
    expect(asking(condition('stage', 'is', 'a :b'))).toContain(String.raw`stage = E'a \x3ab'`)
    expect(asking(condition('stage', 'is', 'c:\\d'))).toContain(String.raw`stage = 'c:\d'`)
    expect(asking(condition('stage', 'is', "\\'"))).toContain(String.raw`stage = E'\x5c'''`)
  })
})

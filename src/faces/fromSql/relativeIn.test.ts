import { expect, test } from 'vitest'
import '../../query/operators/all.ts'
import { NAMED_PERIODS } from '../../query/dates/relative.ts'
import { wholeTable } from '../../query/query.ts'
import { linkOfQuery } from '../../query/queryLink.ts'
import { statementOf } from '../statement/statement.ts'
import { queryOfSql } from './queryOfSql.ts'

const FIELDS = [
  { id: '_id', type: 'int4' },
  { id: 'seen', type: 'timestamp' },
  { id: 'day', type: 'date' },
  { id: 'sent', type: 'timestamptz' },
]

const CONDITIONS = FIELDS.slice(1).flatMap(({ id: field }) => [
  ...NAMED_PERIODS.map((name) => ({ id: '', field, op: 'isDuring', values: [name, 'Europe/London'] })),
  { id: '', field, op: 'isNotDuring', values: ['this quarter', 'UTC'] },
  { id: '', field, op: 'inLast', values: ['30', 'days', 'UTC'] },
  { id: '', field, op: 'inLast', values: ['10', 'years', "Mars/O'Base"] },
  { id: '', field, op: 'notInLast', values: ['2', 'weeks', 'UTC'] },
])

test.each(CONDITIONS.map((where) => [where.field, where.op, where.values.join(' '), where] as const))(
  'the statement of %s %s %s stays relative, and reads back as that',
  async (_field, _op, _values, where) => {
    const query = { ...wholeTable('r'), where: { all: [where, { ...where, op: 'isNotNull', values: [] }] } }
    const sql = statementOf(query, FIELDS)
    expect(sql).toContain('now()')
    expect(sql).not.toMatch(/\d{4}-\d\d/)
    const found = await queryOfSql(sql, () => Promise.resolve(FIELDS))
    if (!found.fits) throw new Error(`${sql}: ${JSON.stringify(found.misfit)}`)
    expect(linkOfQuery({ ...found.query, columns: null, sort: [] })).toEqual(linkOfQuery(query))
  },
)

test('the statement of the last 30 days', () => {
  const where = { id: '', field: 'seen', op: 'inLast', values: ['30', 'days', 'UTC'] }
  expect(statementOf({ ...wholeTable('r'), where }, FIELDS.slice(1, 2))).toBe(
    `SELECT seen
FROM r
WHERE (seen >= date_trunc('day', now() AT TIME ZONE 'UTC') - interval '30 days' + interval '1 day' AND seen < date_trunc('day', now() AT TIME ZONE 'UTC') + interval '1 day')`,
  )
})

import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openEveryType, type EveryType } from '../../e2e/support/everyType.ts'
import { HAND_WRITTEN } from '../../e2e/support/handWritten.ts'
import { openPglite } from '../../e2e/support/testDatabases.ts'
import type { Field } from '../protocol/field.ts'
import type { Columns } from './columns.ts'
import { columnsOfRows } from './columnsOfRows.ts'
import { canTell, maskOf } from './mask.ts'

describe('columns know the records that the SQL written by hand finds', () => {
  let table: EveryType
  let columns: Columns
  let fields: readonly Field[]

  beforeAll(async () => {
    table = await openEveryType(openPglite)
    const { answer } = await table.client('sql').sql(`SELECT * FROM "${table.resource}" ORDER BY _id`)
    fields = answer.fields
    columns = columnsOfRows(fields, answer.rows)
  })
  afterAll(() => table.drop())

  test('for each condition that they can tell, and most can be told', async () => {
    const told = HAND_WRITTEN.filter(({ condition }) => canTell(condition, fields))
    const lists = told.map(({ sql }, at) => `array_agg(_id order by _id) filter (where ${sql}) as c${at}`)
    const [ids = []] = await table.rowsOf(`select ${lists.join()} from TABLE`)
    const asked: string[] = []
    for (const [at, { condition, sql }] of told.entries()) {
      const mask = maskOf(columns, condition)
      const found =
        mask && [...mask.flags.keys()].filter((record) => mask.flags[record] === 1).map((record) => record + 1)
      if (found === null) asked.push(sql)
      else expect(found.join(), sql).toBe(ids[at]?.slice(1, -1) ?? '')
    }
    expect(told.length - asked.length).toBeGreaterThan(HAND_WRITTEN.length * 0.8)
    expect(asked.length, asked.join('\n')).toBeLessThan(8)
  })

  test('in groups, inverted ones too', async () => {
    const [a, b, c] = ['t', 'i4', 'd'].map((field) =>
      HAND_WRITTEN.find(({ condition: { field: of, op } }) => of === field && op !== 'is'),
    )
    if (a === undefined || b === undefined || c === undefined) throw new Error('There are no such conditions')
    const where = { any: [{ all: [a.condition, b.condition], not: true as const }, c.condition] }
    const sql = `not coalesce((${a.sql}) and (${b.sql}), false) or (${c.sql})`
    const [[count] = []] = await table.rowsOf(`select count(*) from TABLE where ${sql}`)
    expect(String(maskOf(columns, where)?.count)).toBe(count)
  })
})

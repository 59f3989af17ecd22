import { describe, expect, it } from 'vitest'
import { chosenFields, withId, withoutColumns } from './columns.ts'
import { wholeTable } from './query.ts'

const fields = ['_id', 'a', 'b'].map((id) => ({ id, type: 'text' }))
const query = { ...wholeTable('t'), columns: ['b'] }

describe('the columns that are asked for', () => {
  it('have _id among them, unless the table has none or alike records count as one', () => {
    expect(withId(query, fields).columns).toEqual(['_id', 'b'])
    expect(withId(query, null).columns).toEqual(['_id', 'b'])
    expect(withId(query, fields.slice(1))).toBe(query)
    expect(withId(wholeTable('t'), fields).columns).toBe(null)
    const own = { ...query, columns: ['b', '_id'] }
    expect(withId(own, fields)).toBe(own)
    const distinct = { ...query, distinct: true } as const
    expect(withId(distinct, fields)).toBe(distinct)
  })

  it('make no other result, unless alike records count as one', () => {
    expect(withoutColumns(query)).toEqual(wholeTable('t'))
    expect(withoutColumns({ ...query, distinct: true }).columns).toEqual(['b'])
  })
})

it('the fields of an answer that were chosen come in the order in which they were', () => {
  expect(chosenFields(null, fields)).toBe(fields)
  expect(chosenFields(['b', 'gone', '_id'], fields).map(({ id }) => id)).toEqual(['b', '_id'])
})

import { expect, test } from 'vitest'
import { comparedFields, comparedNames, withChosen, type ChosenRecord } from './comparedRecords.ts'

const FIELDS = ['_id', 'code', 'n'].map((id) => ({ id, type: id === 'code' ? 'text' : 'numeric' }))
const record = (place: number, ...row: string[]): ChosenRecord => ({ place, fields: FIELDS, row })

test('records side by side: each field once, and which of them differ, digit by digit', () => {
  const compared = comparedFields([record(0, '1', '"A"', '1.50'), record(4, '2', '"A"', '1.5')])
  expect(compared.map(({ field, values, differs }) => [field.id, values, differs])).toEqual([
    ['_id', ['1', '2'], true],
    ['code', ['"A"', '"A"'], false],
    ['n', ['1.50', '1.5'], true],
  ])
  expect(comparedNames([record(0, '1', '"A"'), record(4, '2', '"A"'), record(5, '3', '"B"')])).toEqual([
    'A (1)',
    'A (5)',
    'B',
  ])
})

test('a record is chosen and let go again, and no more than twenty are', () => {
  const one = withChosen([], record(3, '1'))
  expect(withChosen(one, record(3, '1'))).toEqual([])
  const many = Array.from({ length: 25 }, (_, place) => record(place)).reduce(withChosen, one.slice(1))
  expect(many).toHaveLength(20)
})

import { expect, test } from 'vitest'
import type { Distribution } from '../../../summary/figures.ts'
import { captionOf, saidOf } from './headerWords.ts'

const flags: Distribution = {
  records: 100,
  nulls: 10,
  shape: {
    kind: 'values',
    values: [
      { value: 'false', count: 58 },
      { value: 'true', count: 32 },
    ],
    others: 0,
    distinct: 2,
  },
  coverage: { kind: 'all' },
}

test('the share of a value is of all records, as that of null beside it', () => {
  expect(captionOf(flags, 'boolean')).toEqual(['false', '58%'])
  expect(saidOf(flags, 'boolean')).toEqual({
    name: '10% null',
    description: 'Most frequent: false, 58%. 2 different values.',
  })
})

test('so is that of the tallest bar', () => {
  const bars = { from: '0', to: '2500', isLog: false, counts: [10, 60, 10, 5, 5], beside: 0 }
  expect(saidOf({ ...flags, shape: { kind: 'bars', bars } }, 'integer').description).toBe(
    'Bars from 0 to 2,500. The tallest, 500 to 999, holds 60%.',
  )
})

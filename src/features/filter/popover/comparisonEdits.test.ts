import { expect, it } from 'vitest'
import { carriedOver } from './comparisonEdits.ts'

it('takes no bound that is not given yet over as a value', () => {
  expect(carriedOver(['', ''], 'bounds', 'one', 'UTC')).toEqual([])
  expect(carriedOver(['', '20'], 'bounds', 'one', 'UTC')).toEqual(['20'])
  expect(carriedOver(['', 'active'], 'many', 'one', 'UTC')).toEqual([''])
  expect(carriedOver(['100'], 'one', 'bounds', 'UTC')).toEqual(['100', ''])
})

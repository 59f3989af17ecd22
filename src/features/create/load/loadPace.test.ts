import { expect, test } from 'vitest'
import { paceWords } from './loadPace.ts'

test.each([
  [0, 100, 5000, []],
  [50, 100, 400, []],
  [2000, 10_000, 2000, ['1,000 rows/s', '8 s left']],
  [415_000, 1_204_886, 351_695, ['1,180 rows/s', 'about 11 min left']],
  [100, 100, 2000, ['50 rows/s']],
])('after %d of %d rows in %d ms it says %j', (done, total, milliseconds, words) => {
  expect(paceWords(done, total, milliseconds)).toEqual(words)
})

import { expect, test } from 'vitest'
import { holdsSame } from './holdsSame.ts'

test.each([
  ['numeric', '1.50', '"1.5"', true],
  ['numeric', '1e3', '1000', true],
  ['numeric', '12345678901234567890.1', '12345678901234567890.2', false],
  ['int', '10', '1', false],
  ['int', '-1', '1', false],
  ['numeric', '-0', '0.00', true],
  ['numeric', '"NaN"', '"NaN"', true],
  ['numeric', '0', 'null', false],
  ['text', '"1.50"', '"1.5"', false],
  ['text', '""', 'null', false],
  ['text', String.raw`"\u00c6"`, '"Æ"', true],
  ['timestamp', '"2019-03-01T00:37:02"', '"2019-03-01 00:37:02.000"', true],
  ['timestamp', '"2019-03-01T00:37:02"', '"2019-03-01T00:37:02.25"', false],
  ['timestamp', '"2019-03-01T00:37:20"', '"2019-03-01T00:37:02"', false],
  ['timestamptz', '"2019-03-01T00:37:02Z"', '"2019-03-01T00:37:02+00:00"', true],
  ['jsonb', '{"a": [1, 2]}', '{"a":[1,2]}', true],
  ['jsonb', '{"a": "b c"}', '{"a": "bc"}', false],
  ['_text', '["a", "b"]', '["a","b"]', true],
])('a %s holds the same as %s and %s: %s', (type, a, b, isSame) => {
  expect(holdsSame(a, b, { type })).toBe(isSame)
  expect(holdsSame(b, a, { type })).toBe(isSame)
})

import { expect, test } from 'vitest'
import { emptyProfile } from '../../../instances/profile/profile.ts'
import { losesDigits, sentValue, sentValues } from './sentValue.ts'

const on = (service: string | null) => {
  const profile = emptyProfile({ service })
  return { profile: { get: () => profile, subscribe: () => () => undefined, learn: () => {}, forget: () => {} } }
}
const ckan = on('CKAN 2.11.6')
const LONG = `[${Array.from({ length: 400 }, () => '1.0000000000000000001').join(',')}]`

test.each([
  ['_numeric', '[1.0000000000000000001,null]', '"{1.0000000000000000001,NULL}"'],
  ['_numeric', LONG, `"{${LONG.slice(1, -1)}}"`],
  ['_text', '["a, b","say \\"no\\"",null,"null"]', String.raw`"{\"a, b\",\"say \\\"no\\\"\",NULL,\"null\"}"`],
  ['_bool', '[]', '"{}"'],
  ['_int8', '[[1],[2]]', '"{{1},{2}}"'],
  ['jsonb', '{"a": 1.0000000000000000001}', String.raw`"{\"a\": 1.0000000000000000001}"`],
  ['jsonb', 'null', 'null'],
  ['json', '{"a": 1.5}', '{"a": 1.5}'],
  ['numeric', '1.0000000000000000001', '"1.0000000000000000001"'],
  ['bool', 'true', 'true'],
  ['_numeric', 'null', 'null'],
])('a %s with %s is sent to CKAN so that it makes no float of a number', (type, value, sent) => {
  expect(sentValue(ckan, { id: 'x', type }, value)).toBe(sent)
})

test('other servers are sent JSON', () => {
  expect(
    sentValues(
      on(null),
      [{ id: 'list', type: '_numeric' }],
      [
        ['list', '[1.50]'],
        ['other', '1'],
      ],
    ),
  ).toEqual([
    ['list', '[1.50]'],
    ['other', '1'],
  ])
})

test('only inside json a CKAN loses digits, and only of fractions', () => {
  const loses = (type: string, value: string) => losesDigits(ckan, { id: 'x', type }, value)
  expect(loses('json', '{"a":1.0000000000000000001}')).toBe(true)
  expect(loses('json', '{"a":1.5,"b":12345678901234567890,"c":"1.0000000000000000001"}')).toBe(false)
  expect(loses('jsonb', '{"a":1.0000000000000000001}')).toBe(false)
  expect(loses('_numeric', '[1.0000000000000000001]')).toBe(false)
  expect(losesDigits(on('Rowan 0.1.0'), { id: 'x', type: 'json' }, '[1.0000000000000000001]')).toBe(false)
})

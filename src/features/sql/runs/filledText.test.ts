import { expect, test } from 'vitest'
import { filledText } from './filledText.ts'

const typeOf = (column: string) => (column === 'n' ? 'int4' : null)

test('each statement of a text is sent with its values, and knows where it stands', () => {
  const text = '-- both\nSELECT {{a}};\nSELECT * FROM t WHERE n = {{b}} AND wrong'
  const filled = filledText(text, { a: "it's", b: '7', other: 'x' }, typeOf)
  expect(filled.statements?.map(({ sql }) => sql)).toEqual(["SELECT 'it''s'", 'SELECT * FROM t WHERE n = 7 AND wrong'])
  // No more than the text has a place for goes into the link.
  expect('used' in filled && filled.used).toEqual({ a: "it's", b: '7' })
  const second = filled.statements?.[1]
  const place = (second?.start ?? 0) + (second?.placeIn?.(second.sql.indexOf('wrong')) ?? 0)
  expect(text.slice(place)).toBe('wrong')
})

test('a text with a value missing in any of its statements is not sent', () => {
  const filled = filledText('SELECT 1; SELECT {{a}}', {}, typeOf)
  expect(filled).toEqual({ statements: null, problems: [{ name: 'a', code: 'missing' }] })
})

test('one statement is sent as it is written', () => {
  expect(filledText('-- why\nSELECT 1;', {}, typeOf).statements?.[0]?.sql).toBe('-- why\nSELECT 1;')
})

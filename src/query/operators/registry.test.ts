import { expect, test } from 'vitest'
import { QUERY_NAMES } from '../linkNames.ts'
import type { Operator } from '../operator.ts'
import { all as operators } from './all.ts'
import { operatorOf, operatorOfLink, operatorsFor } from './registry.ts'

/** The other parameters of a link. */
const TAKEN = new Set<string>([
  'v',
  'where',
  'embed',
  'base',
  'prefix',
  'table',
  'mode',
  'sql',
  'parameters',
  'summary',
  'chart',
  'layout',
  ...Object.values(QUERY_NAMES).flat(),
])

test('every operator can be found by its id and its link, and has an opposite that leads back', () => {
  expect(operators.map(({ id }) => id).slice(0, 2)).toEqual(['is', 'isNot'])
  for (const operator of operators) {
    expect(operatorOf(operator.id)).toBe(operator)
    expect(TAKEN).not.toContain(operator.link)
    expect(operatorOfLink(operator.link, COUNT[operator.takes])).toBe(operator)
    const opposite = operatorOf(operator.opposite)
    expect(opposite.opposite, operator.id).toBe(operator.id)
    expect(opposite.takes).toBe(operator.takes)
    expect(opposite.kinds).toEqual(operator.kinds)
  }
  expect(new Set(operators.map(({ rank }) => rank)).size).toBe(operators.length)
})

const COUNT = { nothing: 0, one: 1, bounds: 2, many: 2, periods: 1, lately: 3, named: 2, path: 2, members: 2 }

test('operators are listed for the kinds they suit', () => {
  for (const kind of ['text', 'json'] as const) {
    const suits = ({ kinds }: Operator) => kinds === 'every' || kinds.includes(kind)
    expect(operatorsFor(kind)).toEqual(operators.filter(suits))
  }
  expect(operatorsFor('array').map(({ id }) => id)).toContain('isAnyOf')
  expect(operatorsFor('json').map(({ id }) => id)).toEqual(['pathIs', 'pathIsNot', 'isNull', 'isNotNull'])
})

test('an unknown operator is refused in code and ignored in a link', () => {
  expect(() => operatorOf('sounds like')).toThrow('sounds like')
  expect(operatorOfLink('soundsLike', 1)).toBeNull()
  expect(operatorOfLink('between', 1)).toBeNull()
})

import { expect, test } from 'vitest'
import type { Operator } from '../operator.ts'
import { operatorOf, operatorOfLink, operators, operatorsFor } from './registry.ts'

/** The other parameters of a link. */
const TAKEN = new Set(['v', 'base', 'prefix', 'table', 'mode', 'q', 'where', 'sort', 'limit', 'columns', 'sql'])

test('every operator can be found by its id, and no two of them by the same link', () => {
  expect(operators.map(({ id }) => id).slice(0, 2)).toEqual(['is', 'isAnyOf'])
  for (const operator of operators) {
    expect(operatorOf(operator.id)).toBe(operator)
    expect(TAKEN).not.toContain(operator.link)
    expect(operatorOfLink(operator.link, operator.takes === 'one' ? 1 : 2)).toBe(operator)
  }
  expect(new Set(operators.map(({ rank }) => rank)).size).toBe(operators.length)
})

test('operators are listed for the kinds they suit', () => {
  for (const kind of ['text', 'json'] as const) {
    const suits = ({ kinds }: Operator) => kinds === 'every' || kinds.includes(kind)
    expect(operatorsFor(kind)).toEqual(operators.filter(suits))
  }
  expect(operatorsFor('json').map(({ id }) => id)).toContain('isAnyOf')
})

test('an unknown operator is refused in code and ignored in a link', () => {
  expect(() => operatorOf('sounds like')).toThrow('sounds like')
  expect(operatorOfLink('soundsLike', 1)).toBeNull()
})

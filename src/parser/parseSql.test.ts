import { expect, test } from 'vitest'
import { parseSql } from './parseSql.ts'

const chain = `select 1${' + 1'.repeat(30_000)}`

test('The parser lives on after every overflow of its stack', async () => {
  const before = JSON.stringify(await parseSql("select a, 'x' from b where c = 1"))
  // Without a fresh instance the thirtieth overflow breaks every statement after it.
  for (let round = 0; round < 32; round += 1) {
    expect(await parseSql(chain)).toEqual({ outcome: 'too deep' })
    expect(JSON.stringify(await parseSql("select a, 'x' from b where c = 1"))).toBe(before)
  }
})

test('Overflows at the same time do not disturb others', async () => {
  const outcomes = await Promise.all([chain, 'select 1', chain, 'select 2', chain].map(parseSql))
  expect(outcomes.map(({ outcome }) => outcome)).toEqual(['too deep', 'tree', 'too deep', 'tree', 'too deep'])
})

test.each([
  ['brackets', `select ${'('.repeat(100_000)}1${')'.repeat(100_000)}`],
  ['unclosed brackets', `select ${'('.repeat(100_000)}`],
  ['subqueries', 'select * from ('.repeat(50_000)],
  ['calls', `select ${'abs('.repeat(50_000)}1${')'.repeat(50_000)}`],
  ['unions', `select 1${' union select 1'.repeat(15_000)}`],
])('A tower of %s is too deep', async (_, sql) => {
  expect(await parseSql(sql)).toEqual({ outcome: 'too deep' })
})

test('The place of an error counts characters, not bytes or UTF-16 units', async () => {
  for (const text of ['e', 'é', '鳥', '🐦']) {
    expect(await parseSql(`SELECT '${text}', ** FROM t`)).toEqual({
      outcome: 'syntax error',
      message: 'syntax error at or near "FROM"',
      position: 15,
    })
  }
  expect(await parseSql('SELECT é FROM')).toMatchObject({ message: 'syntax error at end of input', position: 13 })
})

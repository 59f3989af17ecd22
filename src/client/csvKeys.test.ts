import { describe, expect, test } from 'vitest'
import { keyText } from './csvKeys.ts'
import { checkKey, examineTable, type NewColumn } from './csvTable.ts'

const { signal } = new AbortController()

async function check(text: string, columns: readonly NewColumn[], key: readonly number[]) {
  const file = new Blob([text])
  const { reading } = await examineTable(file, { signal, onProgress: () => undefined })
  return checkKey(file, reading, columns, { key, signal })
}

const COLUMNS: readonly NewColumn[] = [
  { name: 'site', type: 'text' },
  { name: 'n', type: 'numeric' },
]

describe('a key', () => {
  test('names the rows whose key an earlier one has, those that fit no type left out', async () => {
    const found = await check('site,n\na,1\nb,1\na,1.0\na,x\na,10e-1\n', COLUMNS, [0, 1])
    expect(found.doubled).toBe(2)
    expect(found.first.map(({ line, column, reason }) => [line, column, reason])).toEqual([
      [4, 'site, n', 'Its key exists already, in line 2.'],
      [6, 'site, n', 'Its key exists already, in line 2.'],
    ])
  })

  test('that is null in part is equal to no other, and rows without any are counted', async () => {
    expect(await check('site,n\n,1\n,1\n,\n', COLUMNS, [0, 1])).toEqual({ rows: 3, doubled: 0, first: [], empty: 1 })
  })

  test('of two texts is not that of their seam', async () => {
    const texts = COLUMNS.map(({ name }) => ({ name, type: 'text' as const }))
    expect((await check('site,n\n"a,","b"\na,",b"\n', texts, [0, 1])).doubled).toBe(0)
  })
})

test.each([
  ['numeric', '1.50', '15e-1', true],
  ['numeric', '-0.0', '0', true],
  ['numeric', '100', '1e2', true],
  ['numeric', '100', '10', false],
  ['numeric_comma', '1,50', '1,5', true],
  ['text', '1.50', '1.5', false],
  ['text', '', ' ', false],
  ['bool', 'yes', 'TRUE', true],
  ['bool', 'off', 'on', false],
  ['timestamp', '2025-01-31 12:00', '2025-01-31T12:00:00.000', true],
  ['timestamp', '2025-01-31T12:00:00.10', '2025-01-31T12:00:00.01', false],
] as const)('as %s, %s and %s are the same key: %s', (type, a, b, same) => {
  expect(keyText(type, a) === keyText(type, b)).toBe(same)
})

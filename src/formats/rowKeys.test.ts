import { describe, expect, test } from 'vitest'
import { checkKey } from './tableRecords.ts'
import { examineTable } from './csv/csvTable.ts'
import type { NewColumn } from './newTable.ts'

const { signal } = new AbortController()

async function check(text: string, columns: readonly NewColumn[], key: readonly number[]) {
  const file = new Blob([text])
  const table = await examineTable(file, { signal, onProgress: () => undefined })
  return checkKey(table, columns, { key, signal })
}

const COLUMNS: readonly NewColumn[] = [
  { name: 'site', type: 'text' },
  { name: 'n', type: 'numeric' },
]

describe('a key', () => {
  test('names the rows whose key an earlier row has, and ignores rows that do not fit their types', async () => {
    const found = await check('site,n\na,1\nb,1\na,1.0\na,x\na,10e-1\n', COLUMNS, [0, 1])
    expect(found.duplicates).toBe(2)
    expect(found.first.map(({ line, column, problem }) => [line, column, problem])).toEqual([
      [4, 'site, n', { kind: 'sameKey', firstLine: 2 }],
      [6, 'site, n', { kind: 'sameKey', firstLine: 2 }],
    ])
  })

  test('with a null in it equals no other, and rows without any key are counted', async () => {
    expect(await check('site,n\n,1\n,1\n,\n', COLUMNS, [0, 1])).toEqual({ rows: 3, duplicates: 0, first: [], empty: 1 })
  })

  test('of two texts depends on where one ends and the other begins', async () => {
    const texts = COLUMNS.map(({ name }) => ({ name, type: 'text' as const }))
    expect((await check('site,n\n"a,","b"\na,",b"\n', texts, [0, 1])).duplicates).toBe(0)
  })
})

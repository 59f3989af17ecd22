import { expect, test } from 'vitest'
import { RowKeys } from './rowKeys.ts'
import { setAsideOf } from './tableRecords.ts'
import { examineTable } from './csv/csvTable.ts'

test('of the first rows those are set aside that do not fit, or whose key an earlier one has', async () => {
  const file = new Blob(['site,level\na,1\nb,2,3\nc\nd,x\na,4\n'])
  const table = await examineTable(file, { signal: new AbortController().signal, onProgress: () => undefined })
  const columns = [
    { name: 'site', type: 'text' },
    { name: 'level', type: 'int4' },
  ] as const
  const lines = (key: RowKeys | null, fillsShort = false) =>
    [...setAsideOf(table.preview, { fillsShort }, columns, key)].map(({ line }) => line)
  expect(lines(null)).toEqual([3, 4, 5])
  expect(lines(null, true)).toEqual([3, 5])
  expect(lines(new RowKeys(columns, [0]))).toEqual([3, 4, 5, 6])
})

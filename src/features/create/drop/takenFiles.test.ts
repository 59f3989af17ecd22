import { expect, test } from 'vitest'
import { refusedKind } from './takenFiles.ts'

test.each([
  ['levels.csv', 'text/csv', null],
  ['levels.tsv', '', null],
  ['levels.dat', '', null],
  ['levels', 'text/plain', null],
  ['Levels.XLSX', '', 'workbook'],
  ['levels.csv.json', 'application/json', 'json'],
  ['levels.parquet', '', 'parquet'],
  ['map.png', 'image/png', 'image'],
  ['clipboard', 'image/png', 'image'],
  ['levels.csv.gz', '', 'archive'],
])('%s of type %j: %j', (name, type, kind) => {
  expect(refusedKind({ name, type })).toBe(kind)
})

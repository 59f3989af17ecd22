import { expect, test } from 'vitest'
import { refusedKind } from './takenFiles.ts'

test.each([
  ['levels.csv', 'text/csv', null],
  ['levels.tsv', '', null],
  ['levels.dat', '', null],
  ['levels', 'text/plain', null],
  ['Levels.XLS', '', 'workbook'],
  ['Levels.xlsx', '', null],
  ['levels.csv.json', 'application/json', null],
  ['levels.parquet', '', null],
  ['levels.avro', '', 'binary'],
  ['map.png', 'image/png', 'image'],
  ['clipboard', 'image/png', 'image'],
  ['levels.csv.gz', '', null],
  ['levels.tar', '', 'archive'],
])('%s of type %j: %j', (name, type, kind) => {
  expect(refusedKind({ name, type })).toBe(kind)
})

import { expect, test } from 'vitest'
import { examineTable } from '../../formats/csv/csvTable.ts'
import { forbiddenType } from './forbiddenType.ts'

const { signal } = new AbortController()

test.each([
  ['codes', ['417', '00417', 'x'], 'numeric', 3, '00417'],
  ['numbers', ['1', '2', '0.842'], 'int8', 4, '0.842'],
  ['long numbers', ['1', '3000000000'], 'int4', 3, '3000000000'],
  ['dates of which one is none', ['2024-01-31', '2024-02-30'], 'date', 3, '2024-02-30'],
  ['times', ['2024-01-31 12:00:00'], 'date', 2, '2024-01-31 12:00:00'],
])('of %s the first value is told that forbids a narrower type', async (_, values, type, line, value) => {
  const [column] = (await read(values)).columns
  expect(column && forbiddenType(column)).toEqual({ type, by: { line, value } })
})

test.each([
  ['words', ['Nord', 'Sued']],
  ['whole numbers', ['1', '2']],
  ['nothing', ['""']],
])('of %s nothing else was to be expected', async (_, values) => {
  const [column] = (await read(values)).columns
  expect(column && forbiddenType(column)).toBe(null)
})

function read(values: readonly string[]) {
  return examineTable(new Blob([`a\n${values.join('\n')}\n`]), { signal, onProgress: () => undefined })
}

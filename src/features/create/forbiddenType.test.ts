import { expect, test } from 'vitest'
import { examineTable } from '../../formats/csv/csvTable.ts'
import { forbiddenType } from './forbiddenType.ts'

const { signal } = new AbortController()

test.each([
  ['codes', ['417', '00417', 'x'], 'numeric', 3, '00417', 'leadingZeros'],
  ['numbered words', ['417', '00417b', 'x'], 'numeric', 3, '00417b', 'notNumber'],
  ['numbers and signs', ['417', '4-17', 'x'], 'numeric', 3, '4-17', 'notNumber'],
  ['numbers', ['1', '2', '0.842'], 'int8', 4, '0.842', 'decimals'],
  ['long numbers', ['1', '3000000000'], 'int4', 3, '3000000000', 'tooLarge'],
  ['dates of which one is none', ['2024-01-31', '2024-02-30'], 'date', 3, '2024-02-30', 'notDate'],
  ['times', ['2024-01-31 12:00:00'], 'date', 2, '2024-01-31 12:00:00', 'hasTime'],
])('of %s the first value is told that forbids a narrower type', async (_, values, type, line, value, because) => {
  const [column] = (await read(values)).columns
  expect(column && forbiddenType(column)).toEqual({ type, by: { line, value }, because })
})

test.each([
  ['words', ['Nord', 'Sued']],
  ['whole numbers', ['1', '2']],
  ['nothing', ['""']],
  ['days that can be read in two ways', ['05/02/2025', '06/02/2025']],
])('of %s nothing else was to be expected', async (_, values) => {
  const [column] = (await read(values)).columns
  expect(column && forbiddenType(column)).toBe(null)
})

function read(values: readonly string[]) {
  return examineTable(new Blob([`a\n${values.join('\n')}\n`]), { signal, onProgress: () => undefined })
}

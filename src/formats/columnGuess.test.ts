import { expect, test } from 'vitest'
import { ColumnGuess } from './columnGuess.ts'
import { fits } from './columnTypes.ts'

function guessed(cells: readonly string[], hasDecimalComma = false) {
  const found = new ColumnGuess(hasDecimalComma)
  for (const cell of cells) found.add(cell)
  return [
    found.type(),
    ...found
      .offers((type) => cells.every((cell) => fits(type, cell)))
      .map(({ type, from, to }) => `${type}: ${from} → ${to}`),
  ]
}

test.each([
  ['.097 and .5', ['.097', '.5', '-1'], ['text', 'numeric: .097 → 0.097']],
  ['1e6', ['1e6', '2e3'], ['text', 'numeric: 1e6 → 1000000']],
  ['1,234.5', ['12', '1,234.5', '0.5'], ['text', 'numeric_grouped: 1,234.5 → 1234.5']],
  ['1.234,56', ['1.234,56', '7,5'], ['text', 'numeric_comma: 1.234,56 → 1234.56']],
  ['12 %', ['12 %', '7%'], ['text', 'percent: 12 % → 12']],
  ['12,5 %', ['12,5 %', '7 %'], ['text', 'percent_comma: 12,5 % → 12.5']],
  ['d/m/y', ['03/04/2024', '31/01/2024'], ['text', 'date_dmy: 03/04/2024 → 2024-04-03']],
  ['m/d/y', ['03/04/2024', '01/31/2024'], ['text', 'date_mdy: 03/04/2024 → 2024-03-04']],
  [
    'either',
    ['02/02/2024', '03/04/2024'],
    ['text', 'date_dmy: 03/04/2024 → 2024-04-03', 'date_mdy: 03/04/2024 → 2024-03-04'],
  ],
  ['y/m/d', ['2024/01/31'], ['text', 'date: 2024/01/31 → 2024-01-31']],
  ['d.m.y with a time', ['31.01.2024 14:05'], ['text', 'timestamp_dmy: 31.01.2024 14:05 → 2024-01-31 14:05:00']],
  [
    'thousands or thousandths',
    ['1,234', '12'],
    ['text', 'numeric_grouped: 1,234 → 1234', 'numeric_comma: 1,234 → 1.234'],
  ],
  ['leading zeros', ['007', '12'], ['text']],
  ['codes longer than any integer', ['12345678901234567890'], ['text']],
  ['words among numbers', ['.5', 'n/a'], ['text']],
  ['usual numbers', ['1.5', '1.234'], ['numeric']],
  ['whole numbers', ['1', '2', ' 3'], ['int4']],
] as const)('%s', (_, cells, expected) => {
  expect(guessed(cells)).toEqual(expected)
})

test.each([
  ['commas that can only be decimal', ['1,75', '1,234'], ['numeric_comma']],
  [
    'commas that may separate thousands',
    ['1,234', '12,500'],
    ['text', 'numeric_grouped: 1,234 → 1234', 'numeric_comma: 1,234 → 1.234'],
  ],
  ['points that may separate thousands', ['1.234', '7'], ['numeric', 'numeric_comma: 1.234 → 1234']],
] as const)('where commas separate no cells, %s', (_, cells, expected) => {
  expect(guessed(cells, true)).toEqual(expected)
})

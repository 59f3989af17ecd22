import { expect, test } from 'vitest'
import { readTable } from '../../../formats/readTable.ts'
import { readingOf } from './readAs.ts'

async function column(...values: string[]) {
  const file = new File([`v;x\n${values.map((value) => `${value};1`).join('\n')}\n`], 'v.csv')
  const { columns } = await readTable(file, { signal: new AbortController().signal, onProgress: () => undefined })
  const [first] = columns
  if (first === undefined) throw new Error('No column')
  return first
}

test.each([
  ['numeric', ['1,5', '2'], 'numeric_comma', false],
  ['numeric', ['1.5', '2'], 'numeric', false],
  ['float8', ['5', '7'], 'numeric', false],
  ['int4', ['5', '7'], 'int4', false],
  ['bigint', ['5'], 'int8', false],
  ['text', ['5', '7'], 'text', false],
  ['date', ['2025-01-31'], 'date', false],
  ['date', ['31/01/2025'], 'date_dmy', false],
  ['date', ['01/31/2025'], 'date_mdy', false],
  ['date', ['03/04/2025', '01/02/2025'], 'date_dmy', true],
  ['timestamp', ['2025-01-31'], 'date', false],
  ['_text', ['["a"]'], 'json', false],
  ['_text', ['{a}'], 'text', false],
  ['interval', ['3 days'], 'text', false],
])('for a column of type %s, %j is read as %s (in doubt: %s)', async (type, values, reading, isAmbiguous) => {
  expect(readingOf(await column(...values), type)).toEqual({ type: reading, isAmbiguous })
})

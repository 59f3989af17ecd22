import { expect, test } from 'vitest'
import { examineTable } from '../../formats/csv/csvTable.ts'
import { carriedChoices, firstBadName, guessedChoices, isChanged } from './columnChoices.ts'

const { signal } = new AbortController()
const read = (text: string, separator: ',' | ';') =>
  examineTable(new Blob([text]), { signal, chosen: { separator }, onProgress: () => undefined })

test('what was chosen for a column stays when the file is read in another way, as long as the column is there', async () => {
  const before = await read('a;b,c\n1;2,5\n', ';')
  const guessed = guessedChoices(before)
  expect([isChanged(guessed, before), guessed.columns.map(({ type }) => type)]).toEqual([
    false,
    ['int4', 'numeric_comma'],
  ])
  const chosen = {
    columns: [
      { name: 'a', type: 'text' as const },
      { name: 'level', type: 'text' as const },
    ],
    keys: [0, 1],
  }
  expect(isChanged(chosen, before)).toBe(true)
  const other = await read('a;b,c\n1;2,5\n', ',')
  expect(carriedChoices(chosen, before, other)).toEqual({
    columns: [
      { name: 'a;b', type: 'text' },
      { name: 'c', type: 'int4' },
    ],
    keys: [],
  })
  const same = await read('a;b,c\nx;2,5\n', ';')
  expect(carriedChoices(chosen, before, same)).toEqual(chosen)
  // A guess that nobody changed follows the file.
  expect(carriedChoices(guessed, before, same).columns[0]).toEqual({ name: 'a', type: 'text' })
})

test('a name that is empty, doubled or kept by PostgreSQL is found', () => {
  const named = (...names: string[]) => firstBadName(names.map((name) => ({ name, type: 'text' })))
  expect([named('a', 'b'), named('a', ''), named('b', 'a', 'a'), named('xmin')]).toEqual([-1, 1, 1, 0])
})

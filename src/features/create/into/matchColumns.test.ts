import { describe, expect, test } from 'vitest'
import { matchColumns, withMatch } from './matchColumns.ts'

const file = (...names: string[]) => names.map((written) => ({ written, name: written.replace(/^_/, '') }))
const found = (names: string[], table: string[]) =>
  matchColumns(file(...names), table).map(({ place, by }) => (place === null ? null : `${names[place]} ${by}`))

describe('columns of a file', () => {
  test.each([
    ['the same names in another order', ['b', 'a'], ['a', 'b'], ['a name', 'b name']],
    [
      'case, blanks, accents and signs',
      ['ÁREA (km2)', 'Name '],
      ['area_km2', 'name'],
      ['ÁREA (km2) alike', 'Name  alike'],
    ],
    ['the exact name first', ['Name', 'name'], ['name', 'NAME'], ['name name', 'Name alike']],
    ['no guess where two are alike', ['Name', 'NAME'], ['name'], [null]],
    ['no guess for two columns that are alike', ['name'], ['Name', 'NAME'], [null, null]],
    ['one column of the file twice: the first', ['a', 'a'], ['a'], ['a name']],
    ['names of signs only', ['%'], ['#'], [null]],
    ['what the file lacks, and what it has besides', ['a', 'x'], ['a', 'b'], ['a name', null]],
    ['the number of a record is no column', ['_id'], ['id'], [null]],
  ])('%s', (_, names, table, matches) => {
    expect(found(names, table)).toEqual(matches)
  })

  test('goes where it is chosen, and is missed where it was', () => {
    const matches = matchColumns(file('a', 'b'), ['a', 'b'])
    expect(withMatch(matches, 1, 0)).toEqual([
      { place: null, by: null },
      { place: 0, by: 'choice' },
    ])
  })
})

import { describe, expect, test } from 'vitest'
import { readTable } from '../../../formats/readTable.ts'
import { checkKey } from '../../../formats/tableRecords.ts'
import { foundColumns, keyPlaces, loadedColumns, rowsToSend, whatIsMissing, whyNotWay } from './intoPlan.ts'
import type { IntoTable } from './intoTable.ts'

const { signal } = new AbortController()
const read = (text: string) => readTable(new File([text], 'a.csv'), { signal, onProgress: () => undefined })

const table = (known: Partial<IntoTable> = {}): IntoTable => ({
  id: 't',
  columns: [
    { name: 'code', type: 'text', isKey: true },
    { name: 'n', type: 'int4', isKey: false },
    { name: 'day', type: 'date', isKey: false },
  ],
  key: ['code'],
  records: 5,
  canTry: true,
  deletes: 'ranges',
  ...known,
})

describe('the rows that would be sent', () => {
  test.each([
    ['all', 'code,n\na,1\nb,2\n', 2],
    ['without those of one column that do not fit', 'code,n\na,1\nb,x\n', 1],
    ['not counted, if two columns have some', 'code,n,day\na,1,x\nb,x,2025-01-31\nc,1,2025-01-31\n', null],
    ['without those that are too long', 'code,n\na,1\nb,2,3\n', 1],
    ['those that are short are filled', 'code,n\na,1\nb\n', 2],
  ])('are %s', async (_, text, rows) => {
    const file = await read(text)
    const columns = loadedColumns(file, table(), foundColumns(file, table()))
    expect(rowsToSend('add', file, columns, null)).toBe(rows)
  })

  test('are those of each key once, but all where later ones change the earlier', async () => {
    const file = await read('code,n\na,1\na,2\nb,x\n')
    const found = foundColumns(file, table())
    const columns = loadedColumns(file, table(), found)
    const check = await checkKey(file, columns, { key: keyPlaces(table(), found) ?? [], signal })
    expect(rowsToSend('add', file, columns, check)).toBe(1)
    expect(rowsToSend('update', file, columns, check)).toBe(2)
    expect(rowsToSend('add', file, columns, 'checking')).toBe(null)
  })
})

describe('what can be done', () => {
  test.each([
    ['update', table(), 'code,n\na,1\n', null],
    ['update', table(), 'n\n1\n', 'keyNotInFile'],
    ['update', table({ key: [] }), 'code\na\n', 'noKey'],
    ['update', table({ key: null }), 'code\na\n', 'keyNotTold'],
    ['replace', table(), 'code\na\n', 'replaceKeyed'],
    ['replace', table({ key: null }), 'code\na\n', 'keyNotTold'],
    ['replace', table({ key: [] }), 'code\na\n', null],
    ['replace', table({ key: [], records: null }), 'code\na\n', 'noCount'],
    ['replace', table({ key: [], deletes: null }), 'code\na\n', 'noFilters'],
    ['add', table({ key: null, records: null, deletes: null }), 'code\na\n', null],
  ] as const)('%s is refused only for a reason', async (way, into, text, why) => {
    expect(whyNotWay(way, into, foundColumns(await read(text), into))).toBe(why)
  })

  test.each([
    ['x\n1\n', 'noColumns'],
    ['code;day\na;03/04/2025\n', 'reading'],
    ['code\na\n', null],
  ])('of %j nothing is sent before %s', async (text, missing) => {
    expect(whatIsMissing(foundColumns(await read(text), table()), null)).toBe(missing)
  })
})

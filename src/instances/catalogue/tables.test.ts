import { expect, test } from 'vitest'
import { decodeSearch } from '../../protocol/answers.ts'
import { tablesOf } from './tables.ts'

const page = (...rows: readonly (readonly [string, string | null])[]) =>
  decodeSearch(
    JSON.stringify({
      fields: ['_id', 'name', 'oid', 'alias_of'].map((id) => ({ id, type: 'text' })),
      records: rows.map(([name, alias_of]) => ({ _id: name, name, oid: 1, alias_of })),
    }),
  )

test('tables with their aliases over several pages; named ones first, by name', () => {
  const id = (n: number) => `0b1d5712-1c05-4a57-9d2e-6f1a3c8e5b0${n}`
  const pages = [
    page([id(1), null], ['zebra', id(2)], ['_table_metadata', null]),
    page([id(2), null], ['Äpfel', id(3)], ['apples', id(3)], ['apples', id(3)], [id(3), null], ['plain', null]),
  ]
  expect(tablesOf(pages)).toEqual(
    [
      { id: id(3), title: 'Äpfel', aliases: ['Äpfel', 'apples'] },
      { id: id(2), title: 'zebra', aliases: ['zebra'] },
      { id: id(1), title: '0b1d5712…', aliases: [] },
      { id: 'plain', title: 'plain', aliases: [] },
    ].map((table) => ({ ...table, isNamed: table.aliases.length > 0, dataset: '', description: '' })),
  )
})

test('an answer without these fields lists no tables', () => {
  expect(tablesOf([decodeSearch('{"records": [{"a": 1}]}')])).toEqual([])
})

import { describe, expect, test } from 'vitest'
import { decodeSearch, decodeSql, withoutRank } from './answers.ts'

describe('decodeSearch', () => {
  test('keeps every digit and distinguishes null, empty and missing', () => {
    const page = decodeSearch(`{
      "fields": [{"id": "_id", "type": "int"}, {"id": "big", "type": "int8"}, {"id": "n", "type": "numeric", "info": {"label": "N"}}, {"id": "t", "type": "text"}],
      "records": [
        {"_id": 1, "big": 9007199254740993, "n": 1.50, "t": null},
        {"_id": 2, "n": -0, "t": "", "big": null},
        {"_id": 3, "t": "a\\u0062"}
      ],
      "total": 3, "limit": 100
    }`)
    expect(page.fields).toEqual([
      { id: '_id', type: 'int' },
      { id: 'big', type: 'int8' },
      { id: 'n', type: 'numeric', info: { label: 'N' } },
      { id: 't', type: 'text' },
    ])
    expect(page.rows).toEqual([
      ['1', '9007199254740993', '1.50', 'null'],
      ['2', 'null', '-0', '""'],
      ['3', undefined, undefined, '"a\\u0062"'],
    ])
    expect(page).toMatchObject({ total: 3, totalIsEstimate: false, limit: 100 })
  })

  test('takes an answer that holds records and nothing else', () => {
    const page = decodeSearch('{"records": [{"a": null, "b": 1}, {"a": "x", "c": true}]}')
    expect(page.fields).toEqual([
      { id: 'a', type: 'text' },
      { id: 'b', type: 'numeric' },
      { id: 'c', type: 'bool' },
    ])
    expect(page.rows).toEqual([
      ['null', '1', undefined],
      ['"x"', undefined, 'true'],
    ])
    expect(page).toMatchObject({ total: null, totalIsEstimate: false, limit: null })
  })

  test('an empty list of fields beside records is not believed; an empty table has its fields', () => {
    expect(decodeSearch('{"fields": [], "records": [{"a": 1}]}').rows).toEqual([['1']])
    expect(decodeSearch('{"fields": null, "records": [{"a": 1}]}').rows).toEqual([['1']])
    expect(decodeSearch('{"fields": [{"id": "a", "type": "int4"}], "records": []}')).toMatchObject({
      fields: [{ id: 'a', type: 'int4' }],
      rows: [],
    })
  })

  test('an estimated total is marked; numbers as text are numbers', () => {
    expect(decodeSearch('{"records": [], "total": 50000, "total_was_estimated": true}').totalIsEstimate).toBe(true)
    expect(decodeSearch('{"records": [], "total": "12", "limit": "10"}')).toMatchObject({ total: 12, limit: 10 })
    expect(decodeSearch('{"records": [], "total": null, "limit": -1}')).toMatchObject({ total: null, limit: null })
  })

  test.each([
    '{}',
    '{"records": null}',
    '{"records": "a,b"}',
    '{"records": [1]}',
    '{"records": [], "fields": [{}]}',
    '[]',
    '"x"',
  ])('%s is no answer', (text) => {
    expect(() => decodeSearch(text)).toThrow(SyntaxError)
  })
})

test('far more fields than PostgreSQL can have are refused, named or not', () => {
  const names = Array.from({ length: 5001 }, (_, place) => `c${place}`)
  const fields = names.map((id) => `{"id": "${id}", "type": "text"}`)
  expect(() => decodeSearch(`{"fields": [${fields.join()}], "records": []}`)).toThrow('tooManyFields')
  expect(() => decodeSql(`{"records": [{${names.map((id) => `"${id}": 1`).join()}}]}`)).toThrow('tooManyFields')
})

describe('decodeSql', () => {
  test('hides _full_text and says when rows were left out', () => {
    const answer = decodeSql(
      '{"sql": "x", "fields": [{"id": "a", "type": "text"}, {"id": "_full_text", "type": "tsvector"}], "records": [{"a": "x", "_full_text": "y"}], "records_truncated": true}',
    )
    expect(answer).toEqual({ fields: [{ id: 'a', type: 'text' }], rows: [['"x"']], truncated: true, lost: [] })
  })

  test('two columns of one name: both values if both came, else the last', () => {
    const fields = '"fields": [{"id": "a", "type": "text"}, {"id": "b", "type": "text"}, {"id": "a", "type": "text"}]'
    expect(decodeSql(`{${fields}, "records": [{"a": 1, "b": 2, "a": 3}]}`).rows).toEqual([['1', '2', '3']])
    expect(decodeSql(`{${fields}, "records": [{"a": 3, "b": 2}]}`).rows).toEqual([[undefined, '2', '3']])
    expect(decodeSql(`{${fields}, "records": [{"a": 1, "b": 2, "a": 3}]}`).lost).toEqual([])
    expect(decodeSql(`{${fields}, "records": [{"a": 3, "b": 2}]}`).lost).toEqual(['a'])
    expect(decodeSql(`{${fields}, "records": []}`).lost).toEqual([])
  })
})

describe('withoutRank', () => {
  const page = (fields: string, records: string) =>
    withoutRank(decodeSearch(`{"fields": [{"id": "a", "type": "text"}, ${fields}], "records": [${records}]}`))

  test("takes off the rank of a search, and never a table's own column", () => {
    const rank = '{"id": "rank", "type": "float"}'
    const own = '{"id": "rank", "type": "float8"}'
    expect(page(rank, '{"a": "x", "rank": 0.1}')).toMatchObject({ fields: [{ id: 'a' }], rows: [['"x"']] })
    expect(page(own, '{"a": "x", "rank": 7}').rows).toEqual([['"x"', '7']])
    const both = page(`${own}, ${rank}`, '{"a": "x", "rank": 7, "rank": 0.1}')
    expect(both.fields.map(({ type }) => type)).toEqual(['text', 'float8'])
    expect(both.rows).toEqual([['"x"', '7']])
  })
})

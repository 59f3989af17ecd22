import { expect, test } from 'vitest'
import { recordsOf } from '../tableRecords.ts'
import { readNdjson } from '../ndjson/readNdjson.ts'
import { readJson, type JsonChoice } from './readJson.ts'
import type { JsonTable } from './jsonTable.ts'

const { signal } = new AbortController()
const options = { signal, onProgress: () => undefined }
const read = (text: string | Uint8Array<ArrayBuffer>, chosen: JsonChoice = {}) =>
  readJson(new Blob([text]), { ...options, chosen })

async function sent(table: JsonTable): Promise<string[]> {
  const columns = table.columns.map(({ name, guess }) => ({ name, type: guess }))
  const all: string[] = []
  for await (const each of recordsOf(table, columns, { key: null, signal }))
    all.push('json' in each ? each.json : `set aside ${JSON.stringify(each)}`)
  return all
}

const types = (table: JsonTable) => table.columns.map(({ name, guess }) => `${name}: ${guess}`)

test('numbers keep their text, texts of digits stay texts, and members may differ from record to record', async () => {
  const table = await read(`[
    {"id": 12345678901234567890, "price": 1.50, "code": "00123", "plain": "12", "ok": true, "on": "2024-01-31"},
    {"id": 7, "price": 2e3, "code": "4", "plain": "13", "ok": null, "note": "a ] } \\" , [\\u00fc\\n"},
    {"tags": ["x", 1.0], "id": -0}
  ]`)
  expect(types(table)).toEqual([
    'id: numeric',
    'price: numeric',
    'code: text',
    'plain: text',
    'ok: bool',
    'on: date',
    'note: text',
    'tags: json',
  ])
  expect(await sent(table)).toEqual([
    '{"id":"12345678901234567890","price":"1.50","code":"00123","plain":"12","ok":true,"on":"2024-01-31","note":null,"tags":null}',
    '{"id":"7","price":"2000","code":"4","plain":"13","ok":null,"on":null,"note":"a ] } \\" , [ü\\n","tags":null}',
    '{"id":"-0","price":null,"code":null,"plain":null,"ok":null,"on":null,"note":null,"tags":["x", 1.0]}',
  ])
  expect([table.rows, table.columns[7]?.empty, table.findings.short.count]).toEqual([3, 2, 0])
})

test("the records of a CKAN's answer are found beside its fields, and the other list can be chosen", async () => {
  const answer = '{"success": true, "result": {"fields": [{"id": "a"}, {"id": "b"}], "records": [{"a": 1, "b": []}]}}'
  const table = await read(answer)
  expect([table.reading.list, table.reading.lists.map(({ path }) => path), types(table)]).toEqual([
    'result.records',
    ['result.fields', 'result.records'],
    ['a: int4', 'b: json'],
  ])
  expect((await read(answer, { list: 'result.fields' })).rows).toBe(2)
})

test('of GeoJSON come the properties and the geometry, also where a property has that name', async () => {
  const table = await read(
    '{"type":"FeatureCollection","features":[{"type":"Feature","id":4,"properties":{"n":1,"geometry":"x"},"geometry":{"type":"Point","coordinates":[1.10,2]}},{"type":"Feature","properties":null,"geometry":null}]}',
  )
  expect(await sent(table)).toEqual([
    '{"id":4,"n":1,"geometry":"x","geometry_2":{"type":"Point","coordinates":[1.10,2]}}',
    '{"id":null,"n":null,"geometry":null,"geometry_2":null}',
  ])
})

test('JSON by lines is read as such, whatever the name of its file', async () => {
  const text = '{"a": 1}\n\n{"a": 2.0, "b": "x"}\r\n'
  const tables = [await read(text), await readNdjson(new Blob([text]), options)]
  for (const table of tables)
    expect([table.numbering, table.preview.map(({ line }) => line), types(table)]).toEqual([
      'lines',
      [1, 3],
      ['a: numeric', 'b: text'],
    ])
})

test('a list of lists, of plain values, with a byte order mark or in UTF-16', async () => {
  expect(types(await read('\ufeff[[1, "a"], [2, "b"]]'))).toEqual(['column_1: int4', 'column_2: text'])
  expect(types(await read('[1, 2, "NaN"]'))).toEqual(['value: text'])
  const wide = new Uint8Array(Buffer.from('\ufeff[{"ä":1}]', 'utf16le'))
  expect(types(await read(wide))).toEqual(['ä: int4'])
})

test('a long list, cut anywhere, is read whole', async () => {
  const records = Array.from({ length: 9000 }, (_, n) => ({ n, text: `"${'é,]}"\\'.repeat(n % 7)}` }))
  const table = await read(JSON.stringify({ meta: { of: [1] }, records }))
  expect(await sent(table)).toEqual(records.map((each) => JSON.stringify(each)))
})

test.each([
  ['[{"a":1},{"a":}]', { code: 'recordNotJson', record: 2 }],
  ['[{"a":1},', { code: 'notJson', fault: { kind: 'endsEarly' } }],
  ['[{"a":1}}', { code: 'notJson', fault: { kind: 'unexpectedCharacter' } }],
  ['{"a":1}', { code: 'noRecordsInJson' }],
  ['  ', { code: 'fileEmpty' }],
  ['[]', { code: 'fileEmpty' }],
])('%s is refused with what is wrong', async (text, problem) => {
  await expect(read(text)).rejects.toMatchObject({ problem })
})

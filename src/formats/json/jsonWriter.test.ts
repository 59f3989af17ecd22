import { expect, test } from 'vitest'
import { jsonElements, jsonMembers } from '../../protocol/jsonText.ts'
import { TRAP_FIELDS, TRAP_ROWS, writtenTraps } from '../../../e2e/support/exportTraps.ts'
import { format as ndjson } from '../ndjson/ndjsonWriter.ts'
import { format as json } from './jsonWriter.ts'

const NAMES = TRAP_FIELDS.map(({ id }) => id)

test('a JSON file is a list of records, every value as the server sent it', async () => {
  const text = await (await writtenTraps(json)).blob.text()
  const records = jsonElements(text.trim()).map((record) => jsonMembers(record))
  expect(records.map((members) => members.map(([name]) => name))).toEqual(TRAP_ROWS.map(() => NAMES))
  expect(records.map((members) => members.map(([, value]) => value))).toEqual(TRAP_ROWS)
  expect(JSON.parse(text)).toHaveLength(TRAP_ROWS.length)
})

test('a JSON lines file has a record on each line, whatever its JSON', async () => {
  const rows = [['{"a":\n 1.0}'], ['"x\\ny"'], [undefined]]
  const { blob } = await writtenTraps(ndjson, { fields: [{ id: 'j', type: 'json' }], rows })
  expect(await blob.text()).toBe('{"j": {"a":  1.0}}\n{"j": "x\\ny"}\n{}\n')
  const lines = (await (await writtenTraps(ndjson)).blob.text()).trimEnd().split('\n')
  expect(lines.map((line) => jsonMembers(line).map(([, value]) => value))).toEqual(TRAP_ROWS)
})

test('columns of one name get a number, which is said; an empty table is an empty list', async () => {
  const fields = ['a', 'a', 'a_2'].map((id) => ({ id, type: 'int4' }))
  const { blob, guarded } = await writtenTraps(json, { fields, rows: [['1', '2', '3']] })
  expect(JSON.parse(await blob.text())).toEqual([{ a: 1, a_3: 2, a_2: 3 }])
  expect(guarded).toEqual([{ kind: 'renamed', count: 1, columns: ['a_3'] }])
  expect(JSON.parse(await (await writtenTraps(json, { rows: [] })).blob.text())).toEqual([])
})

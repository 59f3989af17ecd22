import { afterAll, beforeAll, expect, test } from 'vitest'
import { everyRow, forcedClient, openServed, type Served } from '../../e2e/support/everyType.ts'
import { openPglite } from '../../e2e/support/testDatabases.ts'
import { columnsOfRows } from '../columnar/columnsOfRows.ts'
import { maskOf } from '../columnar/mask.ts'
import { wholeTable, type Where } from '../query/query.ts'

const RESOURCE = '7e57ab1e-0000-4000-8000-00000000f034'
const FIELDS = [
  { id: '_id', type: 'int4' },
  { id: 's', type: 'text' },
]
const COMPOSED = 'M\u00f6ller'
const DECOMPOSED = 'Mo\u0308ller'

let served: Served

beforeAll(async () => {
  served = await openServed(openPglite)
  const records = [{ s: COMPOSED }, { s: DECOMPOSED }, { s: 'Moller' }, { s: `Frau ${DECOMPOSED}, geb. Ada` }]
  await served.create({ resource_id: RESOURCE, fields: FIELDS.slice(1), records })
})
afterAll(() => served.drop())

const ids = async (way: 'ranges' | 'sql', asked: Partial<ReturnType<typeof wholeTable>>) => {
  const client = forcedClient(served.handler, `http://accents.${served.name}.${way}`, way, true)
  const sort = [{ field: '_id', descending: false }]
  const rows = await everyRow(client, { ...wholeTable(RESOURCE), ...asked, sort, columns: ['_id'] })
  return rows.map(([id]) => id)
}

test.each([COMPOSED, DECOMPOSED])('words with accents are found in either form: %s', async (search) => {
  expect(await ids('ranges', { search })).toEqual(['1', '2', '4'])
})

test.each([
  ['contains', COMPOSED, ['1', '2', '4']],
  ['contains', DECOMPOSED, ['1', '2', '4']],
  ['startsWith', COMPOSED, ['1', '2']],
  ['doesNotContain', COMPOSED, ['3']],
  ['contains', 'MO\u0308LLER', ['1', '2', '4']],
  // A value is what it is, to the character.
  ['is', COMPOSED, ['1']],
  ['is', DECOMPOSED, ['2']],
])('%s %s, by SQL and in the columns of a copy', async (op, value, expected) => {
  const where: Where = { id: '', field: 's', op, values: [value] }
  expect(await ids('sql', { where: { all: [where, { ...where, op: 'isNotNull', values: [] }] } })).toEqual(expected)
  const client = forcedClient(served.handler, `http://accents.${served.name}.sql`, 'sql', true)
  const { answer } = await client.sql(`SELECT _id, s FROM "${RESOURCE}" ORDER BY _id`)
  const mask = maskOf(columnsOfRows(FIELDS, answer.rows), where)
  const found = [...(mask?.flags.keys() ?? [])].filter((record) => mask?.flags[record] === 1)
  expect(found.map((record) => String(record + 1))).toEqual(expected)
})

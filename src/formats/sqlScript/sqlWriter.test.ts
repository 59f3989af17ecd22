import { PGlite } from '@electric-sql/pglite'
import { afterAll, expect, test } from 'vitest'
import { jsonKind, jsonToPlain } from '../../protocol/jsonText.ts'
import { fieldKind } from '../../protocol/field.ts'
import { TRAP_FIELDS, TRAP_ROWS, writtenTraps } from '../../../e2e/support/exportTraps.ts'
import { arrayText } from './sqlValues.ts'
import { format } from './sqlWriter.ts'

const database = await PGlite.create()
afterAll(() => database.close())

test('PostgreSQL makes the table and has every value again', async () => {
  const title = `Birds' "nests"; --`
  const { blob, guarded } = await writtenTraps(format, { options: { hasMark: false, guardsFormulas: false, title } })
  await database.exec(await blob.text())
  const types = await database.query(
    'SELECT udt_name FROM information_schema.columns WHERE table_name = $1 ORDER BY ordinal_position',
    [title],
  )
  expect(types.rows).toEqual(TRAP_FIELDS.map(({ type }) => ({ udt_name: type })))
  const texts = TRAP_FIELDS.map(({ id }) => `"${id}"::text AS "${id}"`).join(', ')
  const wanted = TRAP_ROWS.map((row) => row.map((value, at) => sqlText(value, TRAP_FIELDS[at]?.type ?? '')))
  const same = await database.query<Record<string, string | null>>(
    `SELECT ${texts} FROM "${title.replaceAll('"', '""')}"`,
  )
  for (const [at, row] of wanted.entries()) {
    const { rows } = await database.query(
      `SELECT ${TRAP_FIELDS.map(({ id, type }, place) => `$${place + 1}::text::${type}::text AS "${id}"`).join(', ')}`,
      row,
    )
    expect(same.rows[at]).toEqual(rows[0])
  }
  expect(same.rows.map(({ f }) => f).slice(0, 4)).toEqual(['0.1', '-0', 'NaN', 'Infinity'])
  expect(guarded).toEqual([])
})

test('types that PostgreSQL has not are text; names too long for it are cut, told apart and said', async () => {
  const long = 'é'.repeat(40)
  const fields = [`${long}1`, `${long}2`, ''].map((id) => ({ id, type: 'geometry(Point,4326)' }))
  const { blob, guarded } = await writtenTraps(format, { fields, rows: [['"a"', '{"b": 1}', 'null']] })
  await database.exec(await blob.text())
  const { rows } = await database.query('SELECT * FROM records')
  expect(rows).toEqual([{ ['é'.repeat(31)]: 'a', [`${'é'.repeat(30)}_2`]: '{"b": 1}', column: null }])
  expect(guarded).toMatchObject([{ kind: 'renamed', count: 3 }])
})

test('a script for no records makes the table', async () => {
  const options = { hasMark: false, guardsFormulas: false, title: 'none' }
  const { blob } = await writtenTraps(format, { rows: [], options })
  await database.exec(await blob.text())
  expect((await database.query('SELECT * FROM "none"')).rows).toEqual([])
})

function sqlText(value: string | undefined, type: string): string | null {
  if (value === undefined || jsonKind(value) === 'null') return null
  if (jsonKind(value) === 'array' && fieldKind(type) === 'array') return arrayText(value)
  return fieldKind(type) === 'json' ? value : jsonToPlain(value)
}

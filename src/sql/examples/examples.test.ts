import { PGlite } from '@electric-sql/pglite'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ckanFunctions } from '../../protocol/ckanFunctions.ts'
import { sqlName } from '../../query/sqlText.ts'
import { tokensOf } from '../tokens.ts'
import { examplesOf, type ExampleTable } from './examples.ts'

function table(name: string, columns: string): ExampleTable {
  const fields = columns.split(', ').map((each) => {
    const at = each.lastIndexOf(':')
    return { id: each.slice(0, at), type: each.slice(at + 1) }
  })
  return { name, title: name, fields }
}

const programmes = table(
  'f1e1d9a0-5c7e-4b1a-8d3f-2a6b9c0e7d02',
  '_id:int4, code:text, title:text, subject:text, stage:text, area_km2:numeric, started_on:date, updated_at:timestamptz, station:text, extent:json',
)
const stations = table('a92e6b03-1f4d-4f0b-8c7e-52d1b8e4c960', '_id:int4, station:text, river:text, title:text')
const odd: readonly ExampleTable[] = [
  programmes,
  stations,
  table('no date', '_id:int4, species:text, height:float8'),
  table(
    'quotes "in" names',
    '_id:int4, say "so":text, it\'s #1:numeric, :when:timestamp, order:int4, back\\slash:text',
  ),
  table('json only', '_id:int4, one:json'),
  table('jsonb and lists', 'one:jsonb, two:_text, three:_json, four:point'),
  table('one number', 'value:numeric'),
  table('one time', 'at:time'),
  table('one interval', 'every:interval'),
  table('ids only', '_id:int4, uuid:uuid, lat:float8, lon:float8'),
  table('flags', '_id:int4, is_public:bool, year:int4'),
  table('without fields of its own', '_id:int4'),
  table('clashes', 'count:text, sum:numeric, year:text, at:date'),
  table('sums', 'sum:text, value:numeric, at:date'),
  table('averages', 'average:text, value:numeric'),
  table('same names', 'place:int4, year:int4, month:text, count:numeric, ranked:date'),
]

let db: PGlite

beforeAll(async () => {
  db = await PGlite.create()
  for (const { name, fields } of odd) {
    await db.exec(
      `CREATE TABLE ${sqlName(name)} (${fields.map(({ id, type }) => `${sqlName(id)} ${type}`).join(', ')})`,
    )
  }
})

afterAll(() => db.close())

test.each(odd.map((each) => ({ name: each.name, each })))('every example of $name runs', async ({ each }) => {
  const examples = examplesOf(
    each,
    [stations].filter((other) => other !== each),
  )
  expect(examples.length).toBeGreaterThan(2)
  expect(examples.length).toBeLessThanOrEqual(6)
  for (const { sql } of examples) {
    const { fields } = await db.query(sql.replaceAll('{{since}}', "'2020-01-01'"))
    // Of two columns with one name servers send the last.
    expect(new Set(fields.map(({ name }) => name)).size).toBe(fields.length)
  }
})

test('only functions are called that CKAN allows', () => {
  for (const each of odd) {
    for (const { sql } of examplesOf(each, [stations])) {
      const tokens = tokensOf(sql)
      const called = tokens
        .filter(({ kind, end }, at) => kind === 'word' && sql.charAt(end) === '(' && tokens[at + 1]?.start === end)
        .map(({ start, end }) => sql.slice(start, end))
      expect(called.filter((name) => !ckanFunctions.has(name))).toEqual([])
    }
  }
})

test('the examples of a table with groups, numbers and dates', () => {
  expect(examplesOf(programmes, [stations])).toMatchObject([
    { kind: 'countBy', fields: ['subject'] },
    { kind: 'changedLast', fields: ['updated_at'] },
    { kind: 'sumByYear', fields: ['area_km2', 'subject'] },
    { kind: 'since', fields: ['started_on'] },
    { kind: 'repeated', fields: ['code'] },
    { kind: 'join', joins: stations.title },
  ])
})

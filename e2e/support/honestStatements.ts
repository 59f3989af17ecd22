import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** What analysts ask of the tables below, each a statement that a service should answer. */
export const honestStatements: readonly string[] = readFileSync(
  join(import.meta.dirname, 'honestStatements.sql'),
  'utf8',
)
  .split('\n')
  .filter((line) => line !== '' && !line.startsWith('--'))

function fieldsOf(fields: string): readonly { readonly id: string; readonly type: string }[] {
  return fields.split(', ').map((field) => {
    const [id = '', type = ''] = field.split(' ')
    return { id, type }
  })
}

const TABLES: readonly (readonly [id: string, fields: string, records: readonly object[]])[] = [
  [
    'airports',
    'code text, name text, opened date, lat float8, lon float8',
    [
      { code: 'VIE', name: 'Vienna International', opened: '1938-05-14', lat: 48.11, lon: 16.57 },
      { code: 'LHR', name: 'London Heathrow', opened: '1946-03-25', lat: 51.47, lon: -0.45 },
      { code: 'JFK', name: 'New York Kennedy', opened: '1948-07-01', lat: 40.64, lon: -73.78 },
    ],
  ],
  [
    'strikes',
    'species text, airport text, struck_on timestamp, at timestamptz, cost numeric, height float8, wild bool, tags _text, spec jsonb, note text, code int4',
    Array.from({ length: 40 }, (_, n) => ({
      species: ['Gull', 'Heron', 'Starling', 'Owl'][n % 4],
      airport: ['VIE', 'LHR', 'XXX'][n % 3],
      struck_on: `2021-${String((n % 12) + 1).padStart(2, '0')}-${String((n % 27) + 1).padStart(2, '0')}`,
      at: `2021-${String((n % 12) + 1).padStart(2, '0')}-11T08:${String(n % 60).padStart(2, '0')}:00Z`,
      cost: n % 7 === 0 ? null : (n + 1) * 25,
      height: n * 10.5 + 1,
      wild: n % 2 === 0,
      tags: n % 2 === 0 ? ['day', 'ground'] : ['night'],
      spec: { engine: n % 2 === 0 ? 'CFM56' : 'V2500', count: (n % 3) + 1, parts: ['wing', 'nose'] },
      note: n % 5 === 0 ? null : `strong north wind of ${n} knots`,
      code: n,
    })),
  ],
]

/** The tables of the statements, as `datastore_create` takes them. */
export const honestTables = TABLES.map(([id, fields, records]) => ({
  resource_id: id,
  force: true,
  fields: fieldsOf(fields),
  records,
}))

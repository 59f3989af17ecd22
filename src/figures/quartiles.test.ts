import { afterAll, beforeAll, expect, test } from 'vitest'
import { forcedClient, openServed, type Served } from '../../e2e/support/everyType.ts'
import { openPglite } from '../../e2e/support/testDatabases.ts'
import { wholeTable } from '../query/query.ts'
import { answerOfRows } from '../results/answer.ts'
import { figuresOf } from './figuresOf.ts'

let served: Served
beforeAll(async () => {
  served = await openServed(openPglite)
})
afterAll(() => served.drop())

const VALUES: readonly (readonly [type: string, values: readonly string[]])[] = [
  ['int4', ['-7', '3', '4', '10', '11', '25', '40', '100', '101']],
  ['numeric', ['-0.10', '1.50', '1.5', '2', '8.125', '9', '30', '77.7', '90']],
  ['float8', ['-0.1', '0.1', '0.3', '1.7', '2.9', '1e10', '3e10', '7e12', '1e13']],
]
/** Every remainder of the number of values by four. */
const CASES = VALUES.flatMap(([type, values]) =>
  [1, 2, 5, 6, 7, 8, 9].map((n) => [type, n, values.slice(0, n)] as const),
)

let tables = 0

test.each(CASES)('quartiles of %s, %i of them, are those of percentile_cont on every road', async (type, _, values) => {
  const expected = `select percentile_cont(array[0.25, 0.5, 0.75]) within group (order by x::float8) from t`
  const profiles = await profilesOf(type, values)
  const rows = await served.database.query({
    text: `with t as (select unnest($1::${type}[]) as x) select to_json(c)::text from (${expected}) q(c)`,
    values: [`{${values.join()}}`],
  })
  const quartiles = profiles.map(({ lowerQuartile, median, upperQuartile }) => [lowerQuartile, median, upperQuartile])
  expect(quartiles[0]).toEqual(quartiles[1])
  // A double has 15 digits for sure; ours are exact.
  const rounded = (value: unknown) => Number(Number(value).toPrecision(15))
  const [text] = rows.rows[0] ?? []
  expect(quartiles[0]?.map(rounded)).toEqual(JSON.parse(String(text)).map(rounded))
})

test('they have all digits, where a double has not', async () => {
  for (const profile of await profilesOf('numeric', ['12345678901234567.1', '12345678901234567.25']))
    expect(profile.lowerQuartile).toBe('12345678901234567.1375')
  for (const profile of await profilesOf('float4', ['0.1', '0.1', '0.1']))
    expect([profile.lowerQuartile, profile.median, profile.upperQuartile]).toEqual(['0.1', '0.1', '0.1'])
})

/** By SQL, and from the rows. */
async function profilesOf(type: string, values: readonly string[]) {
  tables += 1
  const resource = `9a27711e-0000-4000-8000-${String(tables).padStart(12, '0')}`
  await served.create({ resource_id: resource, fields: [{ id: 'x', type }], records: values.map((x) => ({ x })) })
  const client = forcedClient(served.handler, `http://quartiles.${served.name}.t${tables}`, 'sql', true)
  const { answer } = await client.search({ resource_id: resource, limit: 100 })
  const query = wholeTable(resource)
  const [bySql, fromRows] = [null, answerOfRows(query, answer, answer.total)].map((here) =>
    figuresOf({
      client: forcedClient(served.handler, `http://quartiles.${served.name}.t${tables}`, here ? 'ranges' : 'sql', true),
      query,
      fields: answer.fields,
      answer: here,
    }),
  )
  return Promise.all([bySql, fromRows].flatMap((each) => each?.profile({ id: 'x', type }) ?? []))
}

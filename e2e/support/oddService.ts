import * as fc from 'fast-check'
import { createActionClient } from '../../src/instances/client/createActionClient.ts'
import { DEFAULT_PREFIX } from '../../src/protocol/actions.ts'
import type { Field } from '../../src/protocol/field.ts'
import type { Condition, Query, Sort, Where } from '../../src/query/query.ts'
import { planOf, surePlan } from '../../src/results/plan/plan.ts'
import { createHttpServer } from '../../src/service/http/httpServer.ts'
import { createService } from '../../src/service/service.ts'
import { listening } from './listening.ts'
import { openPglite } from './testDatabases.ts'

/** The token without which nothing can be read from the service. */
export const ODD_TOKEN = 'the-token-of-odd-names'

/** Columns whose names need care in some language. */
export const ODD_FIELDS = [
  { id: '_id', type: 'int' },
  { id: "it's `odd` $x \\ 🐦", type: 'text' },
  { id: '#(lf) ${y} %s', type: 'numeric' },
  { id: 'stage', type: 'text' },
  { id: "')---' @@", type: 'timestamp' },
  { id: 'constructor', type: 'text' },
] as const satisfies readonly Field[]

const TEXTS = [
  'plain',
  "it's",
  'say "so"',
  'back\\slash\\',
  '$HOME `id` $(id) ${x}',
  'two\nlines\r\nand a tab\t',
  "'@\n'@",
  '"""',
  ')" )-" ]]',
  '#(cr) %d {0}',
  '‘curly’ “quotes”',
  'größe 🐦 \u2028',
  'a :b ?c',
  '',
  ' ',
]
const NUMBERS = ['0', '-7', '100', '2.5', '1e3']
const TIMES = ['2019-01-01T00:00:00', '2021-03-05T10:30:00']

/**
 * Our service on a port, with a table of odd names and values; it gives at most 4 records at once, so that programs have to
 * ask for several pages. `screen` is what the page shows of a query, asked for as the page does but at once.
 */
export async function startOddService() {
  const opened = await openPglite()
  const access = (token: string | null) => ({ read: token === ODD_TOKEN, write: token === ODD_TOKEN })
  const [capped, whole] = [
    await createService(opened.database, { access, rowsMax: 4 }),
    await createService(opened.database, { access }),
  ]
  const server = await listening(
    createHttpServer({
      handler: capped,
      onFailure: (_, error) => Response.json(String(error), { status: 500 }),
      answersTo: () => true,
      maxBodyBytes: () => 1_000_000,
      onRefusedBody: () => new Response(null, { status: 413 }),
    }),
  )
  const connection = { baseUrl: server.origin, prefix: DEFAULT_PREFIX, tokenHeader: 'Authorization', token: ODD_TOKEN }
  const client = createActionClient(whole, connection, { origin: server.origin })
  const resource = crypto.randomUUID()
  const records = TEXTS.map((text, at) => ({
    [ODD_FIELDS[1].id]: text,
    [ODD_FIELDS[2].id]: at === 3 ? null : Number(NUMBERS[at % NUMBERS.length]),
    stage: at % 3 === 0 ? null : (TEXTS[(at * 2) % TEXTS.length] ?? ''),
    [ODD_FIELDS[4].id]: at === 5 ? null : TIMES[at % TIMES.length],
    ['constructor']: text.toUpperCase(),
  }))
  const fields = ODD_FIELDS.slice(1)
  await client.write('datastore_create', JSON.stringify({ resource_id: resource, fields, records }))
  client.profile.learn('asked', { rangeFilters: 'yes', sql: 'on' })
  return {
    origin: server.origin,
    resource,
    wayFor: (query: Query) => planOf(client, query)?.route ?? null,
    screen: async (query: Query) => {
      const window = { offset: 0, limit: query.limit ?? 1000 }
      const { answer } = await surePlan(client, query).page(window).ask({})
      return answer.rows.map((row) => row.map((value) => JSON.parse(value ?? 'null')))
    },
    stop: async () => {
      await server.stop()
      await opened.drop()
    },
  }
}

const isText = (id: string) => ODD_FIELDS.some((field) => field.id === id && field.type === 'text')
const names = ODD_FIELDS.map(({ id }) => id)

const conditions: fc.Arbitrary<Condition> = fc
  .constantFrom(...names)
  .chain((field) =>
    fc.record({
      field: fc.constant(field),
      op: fc.constantFrom(
        ...(['is', 'isNot', 'isAnyOf', 'isNoneOf', 'isNull', 'isNotNull'] as const),
        ...(isText(field)
          ? (['contains', 'doesNotContain', 'startsWith', 'endsWith', 'isEmpty'] as const)
          : (['greaterThan', 'atMost', 'between', 'outside'] as const)),
      ),
      texts: fc.uniqueArray(
        fc.constantFrom(
          ...(isText(field)
            ? TEXTS
            : field === '_id'
              ? ['1', '7', '12']
              : field === ODD_FIELDS[4].id
                ? TIMES
                : NUMBERS),
        ),
        { minLength: 2, maxLength: 2 },
      ),
    }),
  )
  .map(({ field, op, texts }) => {
    const count = /Null$|Empty$/.test(op) ? 0 : /Of$|^between$|^outside$/.test(op) ? 2 : 1
    return { id: '', field, op, values: texts.slice(0, count) }
  })

const wheres: fc.Arbitrary<Where> = fc.oneof(
  fc.array(conditions, { maxLength: 2 }).map((all): Where => ({ all })),
  fc.array(conditions, { minLength: 2, maxLength: 3 }).map((any): Where => ({ all: [{ any }] })),
)

const sorts: fc.Arbitrary<readonly Sort[]> = fc.uniqueArray(
  fc.record({ field: fc.constantFrom(...names), descending: fc.boolean() }),
  { selector: ({ field }) => field, maxLength: 2 },
)

/** Queries of that table, most of which find something. */
export const oddQueries: fc.Arbitrary<Omit<Query, 'resource'>> = fc.record({
  columns: fc.option(fc.shuffledSubarray(names, { minLength: 1 })),
  where: wheres,
  search: fc.constantFrom('', '', '', 'quotes', 'pla*', '"two lines"'),
  sort: sorts,
  limit: fc.option(fc.constantFrom(0, 1, 4, 5, 9, 40_000)),
})

import { createActionClient } from '../../src/instances/client/createActionClient.ts'
import type { ActionClient } from '../../src/instances/client/actionClient.ts'
import type { Handler } from '../../src/protocol/handler.ts'
import { jsonToPlain } from '../../src/protocol/jsonText.ts'
import type { Query } from '../../src/query/query.ts'
import { surePlan } from '../../src/results/plan/plan.ts'
import { recordPages } from '../../src/results/walk/recordPages.ts'
import { ensureReaderRole } from '../../src/service/engines/readerRole.ts'
import { createService } from '../../src/service/service.ts'
import { everyTypeTable } from './everyTypeTable.ts'
import type { TestDatabase } from './testDatabases.ts'

const EVERY_TYPE_ID = '7e57ab1e-0000-4000-8000-00000000e7e1'

/** The most records of one answer of `pagingClient`. */
const ROWS_PER_ANSWER = 70

/** Rows as plain texts; undefined where there is null. */
export type Rows = readonly (readonly (string | undefined)[])[]

/** How a query is forced to be carried out. */
export const WAYS = ['filters', 'ranges', 'sql'] as const
export type ForcedWay = (typeof WAYS)[number]

/** The table on some server, as the page reads it and as the database holds it. */
export interface EveryType {
  readonly resource: string
  /** The ways that this server has. */
  readonly ways: readonly ForcedWay[]
  /** Columns that could not be made there. */
  readonly lacks: ReadonlySet<string>
  /** The rows of a statement written by hand, as PostgreSQL's texts. `TABLE` stands for the table. */
  rowsOf(statement: string): Promise<readonly (readonly (string | null)[])[]>
  /** A client of the server that may go that way at most. */
  client(way: ForcedWay): ActionClient
  /** The same of a server whose answers hold so few records that several are needed; null if there is none. */
  pagingClient(way: ForcedWay): ActionClient | null
  drop(): Promise<void>
}

/** The service on its own database. */
export interface Served {
  /** Another one for each. */
  readonly name: string
  readonly database: TestDatabase['database']
  readonly handler: Handler
  /** Makes a table. */
  create(table: object): Promise<void>
  /** The same service with no more records in one answer than these. */
  withMost(rowsMax: number): Promise<Handler>
  drop(): Promise<void>
}

/** Opens the service on that database. */
export async function openServed(open: () => Promise<TestDatabase>): Promise<Served> {
  const opened = await open()
  const { database, engine } = opened
  const readerRole = engine === 'PostgreSQL' ? ((await ensureReaderRole(database)) ?? undefined) : undefined
  const options = { access: () => ({ read: true, write: true }), readerRole }
  const handler = await createService(database, options)
  return {
    name: crypto.randomUUID(),
    database,
    handler,
    create: (table) => post(handler, table),
    withMost: (rowsMax) => createService(database, { ...options, rowsMax }),
    drop: () => opened.drop(),
  }
}

/** A table with a column of every type, with odd values and many nulls, served by the service on that database. */
export async function openEveryType(open: () => Promise<TestDatabase>): Promise<EveryType> {
  const served = await openServed(open)
  const { database, handler, name } = served
  const inPages = await served.withMost(ROWS_PER_ANSWER)
  await served.create({ resource_id: EVERY_TYPE_ID, ...everyTypeTable(new Set()) })
  return {
    resource: EVERY_TYPE_ID,
    ways: WAYS,
    lacks: new Set(),
    rowsOf: async (statement) =>
      (await database.query({ text: statement.replaceAll('TABLE', `datastore."${EVERY_TYPE_ID}"`), values: [] })).rows,
    client: (way) => forcedClient(handler, `http://${name}.${way}`, way, true),
    pagingClient: (way) => forcedClient(inPages, `http://pages.${name}.${way}`, way, true),
    drop: () => served.drop(),
  }
}

/** All rows of a query, as the page reads them. */
export async function everyRow(client: ActionClient, query: Query): Promise<Rows> {
  const rows: (string | undefined)[][] = []
  for await (const page of recordPages(surePlan(client, query), new AbortController().signal)) {
    for (const row of page.rows)
      rows.push(row.map((value) => (value === undefined || value === 'null' ? undefined : jsonToPlain(value))))
  }
  return rows
}

/**
 * A client that knows of its server only what makes it go that way. What is known belongs to an address, so each needs
 * its own; the handler may send the requests elsewhere.
 */
export function forcedClient(handler: Handler, baseUrl: string, way: ForcedWay, hasRanges: boolean): ActionClient {
  const connection = { baseUrl, prefix: '/api/3/action', tokenHeader: 'Authorization', token: null }
  const client = createActionClient(handler, connection, { origin: baseUrl })
  client.profile.learn('asked', {
    sql: way === 'sql' ? 'on' : 'off',
    rangeFilters: hasRanges && way !== 'sql' ? 'yes' : 'no',
  })
  return client
}

async function post(handler: Handler, params: object): Promise<void> {
  const response = await handler(
    new Request('http://every.type/api/3/action/datastore_create', {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: 'any' },
      body: JSON.stringify(params),
    }),
  )
  if (!response.ok) throw new Error(await response.text())
}

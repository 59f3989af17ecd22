import { describe, expect, test } from 'vitest'
import { testConformance } from '../../../../e2e/support/conformanceCases.ts'
import { postgresRelay, statementRecorder } from '../../../../e2e/support/postgresRelay.ts'
import { openPglite, openPostgres, postgresUrl, type TestDatabase } from '../../../../e2e/support/testDatabases.ts'
import { parseSql } from '../../../parser/parseSql.ts'
import { createService } from '../../service.ts'
import { SqlError, type Sql, type Statement } from '../../sql/sql.ts'
import { createPostgresSql } from '../postgres.ts'
import { checkCitus, citus, CITUS_BEGINNING } from './citus.ts'

/** What stands in for Citus's function: it notes what it is asked to place. */
const STAND_IN = `
  create table public.placed (relation text, colocate_with text);
  create function pg_catalog.create_distributed_table(relation regclass, field text, colocate_with text) returns void
  language sql as 'insert into public.placed values (relation::text, colocate_with)'`

type Node = Readonly<Record<string, unknown>>

/** All nodes below one, with their kinds. */
function* nodesIn(held: unknown): Generator<readonly [kind: string, members: Node]> {
  if (typeof held !== 'object' || held === null) return
  for (const [kind, member] of Object.entries(held)) {
    if (typeof member === 'object' && member !== null && !Array.isArray(member)) yield [kind, member]
    yield* nodesIn(member)
  }
}

interface Judged {
  readonly text: string
  readonly kind: string
  readonly tree: Node
}

/** The statements of a text, each by its tree. */
async function judged(text: string): Promise<readonly Judged[]> {
  const parsed = await parseSql(text)
  if (parsed.outcome !== 'tree') return []
  const [[, top] = ['', {}]] = nodesIn({ tree: parsed.tree })
  const statements: unknown = Reflect.get(top, 'stmts')
  return (Array.isArray(statements) ? statements : []).flatMap(({ stmt }: { stmt: Node }) =>
    Object.entries(stmt).map(([kind, tree]) => ({ text, kind, tree: { [kind]: tree } })),
  )
}

const relationsIn = (tree: Node): readonly string[] =>
  [...nodesIn(tree)].flatMap(([, { schemaname, relname }]) =>
    typeof relname === 'string' ? [`${typeof schemaname === 'string' ? schemaname : ''}.${relname}`] : [],
  )

const schemasIn = (tree: Node) => new Set(relationsIn(tree).map((relation) => relation.split('.')[0]))

const kindsIn = (tree: Node) => [...nodesIn(tree)].map(([kind]) => kind)

function called(tree: Node): readonly string[] {
  return [...nodesIn(tree)].flatMap(([kind, { funcname }]) =>
    kind === 'FuncCall' && Array.isArray(funcname) ? [String(funcname.at(-1)?.String?.sval)] : [],
  )
}

const INSIDE: ReadonlySet<string> = new Set(['InsertStmt', 'UpdateStmt', 'DeleteStmt', 'insertStmt'])

const failed = (code: string, message: string) => new SqlError({ code, message })

/** What Citus 13 said of a worker that was killed, and of tables on two of them. */
const DEAD = failed('08006', 'connection to the remote node postgres@10.0.0.3:5432 failed')
const DEAD_IN_CHANGE = failed('XX000', 'failure on connection marked as essential: 10.0.0.3:5432')
const APART = failed('XX000', 'the query contains a join that requires repartitioning')
const APART_INSIDE = failed('0A000', 'cannot push down this subquery')
const BROKEN = failed('08006', 'server closed the connection unexpectedly')

/** The answer of a service on which the first statement of each kind of action fails like this. */
async function answerOn(error: SqlError, action: string, params: Readonly<Record<string, unknown>>) {
  const opened = await openPglite()
  const { database } = opened
  const told: number[] = []
  let isReady = false
  const failing = async (on: Pick<Sql, 'query'>, asked: Statement) => {
    if (isReady && READS_TABLE.test(asked.text)) throw error
    return on.query(asked)
  }
  const away: Sql = {
    ...database,
    query: (asked) => failing(database, asked),
    transaction: (mode, work, settings) =>
      database.transaction(mode, (tx) => work({ query: (asked) => failing(tx, asked) }), settings),
  }
  const unplaced = { ...citus, place: () => ({ text: 'select 1', values: [] }) }
  const service = await createService(away, {
    access: () => ({ read: true, write: true }),
    placement: unplaced,
    onFailure: (_request, _error, status) => told.push(status),
  })
  const ask = async (name: string, body: unknown) => {
    const answer = await service(
      new Request(`http://rowan.test/api/3/action/${name}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      }),
    )
    return `${answer.status} ${JSON.stringify(JSON.parse(await answer.text()).error)}`
  }
  for (const id of ['a "table"', 'b']) {
    await ask('datastore_create', {
      resource_id: id.replaceAll('"', ''),
      fields: [{ id: 'n', type: 'int' }],
      records: [{ n: 1 }],
    })
  }
  isReady = true
  const answer = await ask(action, params)
  await opened.drop()
  return { answer, told }
}

const READS_TABLE = /(?:from|into|update) (?:datastore\.)?"(?:a table|b)"/i
const JOIN = { sql: 'SELECT a.n FROM "a table" a JOIN "b" ON b.n = a.n' }

test('a worker that is away is said to be, of reads and of changes, and the operator is told', async () => {
  for (const [error, action, params] of [
    [DEAD, 'datastore_search', { resource_id: 'b' }],
    [DEAD, 'datastore_search_sql', { sql: 'SELECT n FROM "b"' }],
    [DEAD_IN_CHANGE, 'datastore_upsert', { resource_id: 'b', method: 'insert', records: [{ n: 2 }] }],
  ] as const) {
    const { answer, told } = await answerOn(error, action, params)
    expect(answer).toMatch(
      /^503 .*The part of the database that this needs is out of reach\. .* Other tables can be read/,
    )
    expect(told).toEqual([503])
  }
  const { answer } = await answerOn(BROKEN, 'datastore_search', { resource_id: 'b' })
  expect(answer).toContain("can't reach its database")
})

test('tables that lie apart are refused with what to put in front of the statement, and one table is not', async () => {
  for (const error of [APART, APART_INSIDE]) {
    const { answer } = await answerOn(error, 'datastore_search_sql', JOIN)
    expect(answer).toMatch(/^409 /)
    expect(answer).toContain(JSON.stringify('WITH "b" AS MATERIALIZED (SELECT * FROM "b")').slice(1, -1))
    expect(answer).toContain(error.message)
  }
  const { answer } = await answerOn(APART_INSIDE, 'datastore_search_sql', { sql: 'SELECT n FROM "b"' })
  expect(answer).not.toContain('MATERIALIZED')
})

test('a database without Citus is refused at the start, in words that help', async () => {
  const opened = await openPglite()
  const { database } = opened
  await expect(checkCitus(database)).rejects.toThrow('CREATE EXTENSION citus; or unset ROWAN_PLACEMENT')
  await opened.drop()
})

if (postgresUrl === null) test.skip('PostgreSQL is not tested: DATABASE_URL is not set', () => {})
else
  describe('tables placed on PostgreSQL, with a stand-in for Citus', () => {
    const recorder = statementRecorder()
    let stored: { placed: readonly (readonly (string | null)[])[]; made: number } = { placed: [], made: 0 }

    async function open(): Promise<TestDatabase> {
      const opened = await openPostgres(postgresUrl ?? '')
      for (const text of STAND_IN.split(';')) await opened.database.query({ text, values: [] })
      const relay = await postgresRelay(opened.url, recorder)
      const database = await createPostgresSql(relay.url.href, {
        poolSize: 5,
        tempFileMb: 64,
        beginning: CITUS_BEGINNING,
      })
      return {
        ...opened,
        database,
        async drop() {
          const { rows } = await opened.database.query({ text: 'select * from public.placed', values: [] })
          stored = { ...stored, placed: rows }
          await database.close()
          relay.close()
          await opened.drop()
        },
      }
    }

    describe('conformance', () => testConformance(open, citus))

    describe('what was sent meanwhile', () => {
      const all = async () =>
        (
          await Promise.all(recorder.connections.map(async (said) => (await Promise.all(said.map(judged))).flat()))
        ).filter((each) => each.length > 0)

      test('no statement reads the registry and a table', async () => {
        const reads = (await all())
          .flat()
          .filter(({ kind, tree }) => kind === 'SelectStmt' && !kindsIn(tree).some((each) => INSIDE.has(each)))
        const ofTables = reads.filter(({ tree }) => schemasIn(tree).has('datastore'))
        expect(ofTables.length).toBeGreaterThan(100)
        expect(ofTables.filter(({ tree }) => schemasIn(tree).has('rowan')).map(({ text }) => text)).toEqual([])
      })

      test('no insert into a table looks for its rows in a subselect', async () => {
        const inserts = (await all())
          .flat()
          .flatMap(({ text, tree }) =>
            [...nodesIn(tree)]
              .filter(
                ([kind, insert]) => kind === 'InsertStmt' && schemasIn({ into: insert['relation'] }).has('datastore'),
              )
              .map(([, insert]) => ({ text, insert })),
          )
        expect(inserts.length).toBeGreaterThan(50)
        expect(inserts.filter(({ insert }) => kindsIn(insert).includes('SubLink')).map(({ text }) => text)).toEqual([])
      })

      test('each table was placed alone, once, in the transaction that made it', async () => {
        let made = 0
        for (const said of await all()) {
          let waits: string | null = null
          for (const { kind, tree, text } of said) {
            if (
              kind === 'CreateStmt' &&
              schemasIn({ of: Reflect.get(tree['CreateStmt'] ?? {}, 'relation') }).has('datastore')
            ) {
              waits = text
              made += 1
            }
            if (called(tree).includes('create_distributed_table')) waits = null
            const isCommit =
              kind === 'TransactionStmt' && Reflect.get(tree['TransactionStmt'] ?? {}, 'kind') === 'TRANS_STMT_COMMIT'
            if (isCommit) expect(waits, 'committed without a place').toBe(null)
            if (kind === 'TransactionStmt') waits = null
          }
        }
        expect(made).toBeGreaterThan(50)
        expect(stored.placed.length).toBeGreaterThan(50)
        expect(new Set(stored.placed.map(([, group]) => group))).toEqual(new Set(['none']))
      })

      test('settings are made by SET LOCAL alone, those of Citus before all others', async () => {
        const statements = (await all()).flat()
        const sets = statements.flatMap(({ kind, tree }) =>
          kind === 'VariableSetStmt' ? [tree['VariableSetStmt']] : [],
        )
        expect(sets.length).toBeGreaterThan(1000)
        expect(sets.filter((set) => Reflect.get(set ?? {}, 'is_local') !== true)).toEqual([])
        expect(statements.filter(({ tree }) => called(tree).includes('set_config'))).toEqual([])
        for (const said of await all()) {
          for (const [at, { kind, tree }] of said.entries()) {
            const before = said[at - 1]
            if (kind !== 'VariableSetStmt' || before?.kind !== 'TransactionStmt') continue
            if (Reflect.get(before.tree['TransactionStmt'] ?? {}, 'kind') !== 'TRANS_STMT_BEGIN') continue
            expect(Reflect.get(tree['VariableSetStmt'] ?? {}, 'name')).toBe('citus.propagate_set_commands')
          }
        }
      })
    })
  })

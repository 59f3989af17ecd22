import { describe, expect, it } from 'vitest'
import { openPostgres, postgresUrl } from '../../../e2e/support/testDatabases.ts'
import { runAll, type Sql, type Transaction } from '../sql/sql.ts'
import { createService } from '../service.ts'
import { createLikelyColumns } from './likelyColumns.ts'

const column = (name: string, type = 25) => ({ name, type, isStored: false, typeName: 'text' })

it('expects the columns of a statement that differs in numbers and texts alone', () => {
  const likely = createLikelyColumns()
  likely.note(`SELECT a FROM "t" WHERE b = 'it''s' AND c < 12`, [column('a')])
  expect(likely.of(`SELECT a FROM "t" WHERE b = '' AND c < 9`)).toEqual([column('a')])
  expect(likely.of(`SELECT b FROM "t" WHERE b = '' AND c < 9`)).toBeNull()
  likely.note('SELECT "2019", pm10 FROM "t"', [column('2019'), column('pm10')])
  expect(likely.of('SELECT "2020", pm10 FROM "t"')).toBeNull()
  expect(likely.of('SELECT "2019", pm25 FROM "t"')).toBeNull()
})

/** The database, and how often its transactions were sent something. */
function counted(database: Sql) {
  let trips = 0
  const noted = (tx: Transaction): Transaction => ({
    query(statement) {
      trips += 1
      return tx.query(statement)
    },
    queries(statements, isLast) {
      trips += 1
      return runAll(tx, statements, isLast)
    },
  })
  const sql: Sql = {
    query: (statement) => database.query(statement),
    copy: (text) => database.copy(text),
    copiesAsItRuns: database.copiesAsItRuns,
    close: () => database.close(),
    transaction: (mode, work, settings) => database.transaction(mode, (tx) => work(noted(tx)), settings),
  }
  return { sql, trips: () => trips }
}

describe.skipIf(postgresUrl === null)('statements on PostgreSQL', () => {
  it('go in one round trip from the second of a kind on, and are answered as the first one would be', async () => {
    const opened = await openPostgres(postgresUrl ?? '')
    try {
      const counter = counted(opened.database)
      const access = () => ({ read: true, write: true })
      const service = await createService(counter.sql, { access })
      const asked = async (handler: typeof service, action: string, body: object) => {
        const answer = await handler(
          new Request(`http://service.test/api/3/action/${action}`, {
            method: 'POST',
            headers: { 'content-type': 'application/json' },
            body: JSON.stringify(body),
          }),
        )
        return `${answer.status} ${await answer.text()}`
      }
      const make = (fields: object[]) => asked(service, 'datastore_create', { resource_id: 't', force: true, fields })
      /** The answer, which is to be that of a service that knows nothing yet; and the round trips that it took. */
      const trips = async (sql: string) => {
        const fresh = await createService(opened.database, { access })
        const right = await asked(fresh, 'datastore_search_sql', { sql })
        const before = counter.trips()
        expect(await asked(service, 'datastore_search_sql', { sql })).toBe(right)
        return counter.trips() - before
      }

      const fields = [
        { id: 'n', type: 'int' },
        { id: 'at', type: 'timestamp' },
      ]
      await make(fields)
      await asked(service, 'datastore_upsert', {
        resource_id: 't',
        force: true,
        method: 'insert',
        records: [{ n: 1, at: '2020-01-02T03:04:05' }],
      })
      await trips('SELECT * FROM "t" WHERE n < 5')
      expect(await trips('SELECT * FROM "t" WHERE n < 50')).toBe(1)
      // Another column; another type of a literal; a failure, which isn't tried again.
      await make([...fields, { id: 'more', type: 'text' }])
      expect(await trips('SELECT * FROM "t" WHERE n < 500')).toBe(3)
      expect(await trips('SELECT * FROM "t" WHERE n < 5000')).toBe(1)
      await trips('SELECT 7 AS x')
      expect(await trips('SELECT 7000000000 AS x')).toBe(3)
      expect(await trips('SELECT 8000000000 AS x')).toBe(1)
      await trips('SELECT n / 1 AS x FROM "t"')
      expect(await trips('SELECT n / 0 AS x FROM "t"')).toBe(2)
      expect(await trips('SELECT n / 3 AS x FROM "t"')).toBe(1)
    } finally {
      await opened.drop()
    }
  })
})

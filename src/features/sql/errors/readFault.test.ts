import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { errorCases, errorTables, type Refusal } from '../../../../e2e/support/sqlErrors.ts'
import { openErrorsService } from '../../../../e2e/support/sqlErrorsOnService.ts'
import { openErrorsOnCkan } from '../../../../e2e/support/sqlErrorsOnCkan.ts'
import { openPglite, openPostgres, postgresUrl } from '../../../../e2e/support/testDatabases.ts'
import { createActionClient } from '../../../instances/client/createActionClient.ts'
import { ActionError } from '../../../protocol/envelope.ts'
import { ckanFunctions } from '../../../protocol/ckanFunctions.ts'
import { sqlFunctions } from '../../../protocol/sqlFunctions.ts'
import type { Handler } from '../../../protocol/handler.ts'
import { applyEdits } from '../../../sql/textEdit.ts'
import { explainStatement } from './explainStatement.ts'

const tables = errorTables.map(({ resource_id: id, title, fields }) => ({
  id,
  title,
  aliases: [],
  columns: [{ id: '_id', type: 'int' }, ...fields],
}))

const cases = errorCases()

const servers = [
  ['our service on PGlite', 'ours', () => openErrorsService(openPglite)],
  ...(postgresUrl === null
    ? []
    : [
        [
          'our service on PostgreSQL',
          'ours',
          () => openErrorsService(() => openPostgres(postgresUrl ?? '', 500)),
        ] as const,
      ]),
  ['CKAN 2.11.6', 'ckan', openErrorsOnCkan],
] as const

describe.each(servers)('a statement that %s refuses', (name, side, open) => {
  let handler: Handler
  let done: () => Promise<void>
  beforeAll(async () => {
    ;({ handler, done } = await open())
  })
  afterAll(() => done(), 100_000)

  /** What is said of the statement; null if it runs. */
  async function refusalOf(sql: string): Promise<Refusal | null> {
    const connection = { baseUrl: 'http://service.test', prefix: '', tokenHeader: 'Authorization', token: null }
    const client = createActionClient(handler, connection, { origin: 'http://page.test' })
    const error = await client.sql(sql).then(
      () => null,
      (thrown: unknown) => thrown,
    )
    if (error === null) return null
    if (!(error instanceof ActionError)) throw error
    const asked = {
      instance: 'Rivers',
      table: null,
      hasToken: false,
      tables,
      isRowan: side === 'ours',
      allowed: side === 'ours' ? sqlFunctions : ckanFunctions,
    }
    const { failure, range, fix } = explainStatement(error, sql, asked)
    const marked =
      range === null ? sql : `${sql.slice(0, range.start)}⟦${sql.slice(range.start, range.end)}⟧${sql.slice(range.end)}`
    const says = failure.remedy === null ? failure.what : `${failure.what} ${failure.remedy}`
    return { marked, says, fixed: fix === null ? null : applyEdits(sql, fix.edits) }
  }

  test.each(cases)('$sql', async ({ sql, [side]: expected }) => {
    const refusal = await refusalOf(sql)
    // PostgreSQL before 16 refuses one of them, as CKAN's does.
    const isOld = name === 'our service on PostgreSQL' && refusal?.says.startsWith('On this server')
    if (!isOld) expect(refusal).toEqual(expected)
    if (expected?.fixed) expect(await refusalOf(expected.fixed)).toBeNull()
  })

  test.runIf(name !== 'our service on PGlite')(
    'a statement that takes too long has no place',
    { timeout: 100_000 },
    async () => {
      const sql = 'SELECT count(*) FROM generate_series(1, 100000000) a, generate_series(1, 1000) b'
      expect(await refusalOf(sql)).toEqual({
        marked: sql,
        says: 'The query took longer than this server allows. Ask for fewer records, or narrow it down.',
        fixed: null,
      })
    },
  )
})

test('the cases are of more than thirty kinds, each with its own words', () => {
  const kinds = new Set(
    cases
      .flatMap(({ ours, ckan }) => [ours, ckan])
      .flatMap((refusal) => (refusal === null ? [] : [refusal.says.replaceAll(/"[^"]*"|'[^']*'/g, '…')])),
  )
  expect(kinds.size).toBeGreaterThan(50)
})

import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openPglite, openPostgres, postgresUrl, type TestDatabase } from '../../../e2e/support/testDatabases.ts'
import { runAll, type Statement } from '../sql/sql.ts'

describe.each(['PGlite', 'PostgreSQL'])('on %s, a statement of which only the columns are asked for', (engine) => {
  const isAbsent = engine === 'PostgreSQL' && postgresUrl === null
  let opened: TestDatabase

  beforeAll(async () => {
    if (!isAbsent) opened = await (engine === 'PGlite' ? openPglite() : openPostgres(postgresUrl ?? ''))
  })
  afterAll(() => opened?.drop())

  const plain = (text: string): Statement => ({ text, values: [] })
  const described = (text: string): Statement => ({ text, values: [], onlyDescribed: true })
  const columns = [
    { name: 'a', type: 23, isStored: false },
    { name: 'b', type: 25, isStored: false },
  ]

  test.skipIf(isAbsent)('has columns and no rows, and is not run', async () => {
    const { database } = opened
    expect(await database.query(described("select 1/0 as a, 'x' as b"))).toMatchObject({
      columns,
      rows: [],
      changed: 0,
    })
    expect(await database.query(described('select'))).toMatchObject({ columns: [], rows: [] })
    await expect(database.query(described('select nothing_here'))).rejects.toMatchObject({ code: '42703', position: 8 })
    await database.query(plain('create table public.datastore_test (a int)'))
    await database.query(described('insert into public.datastore_test values (1) returning a'))
    expect((await database.query(plain('select count(*)::text from public.datastore_test'))).rows).toEqual([['0']])
  })

  test.skipIf(isAbsent)('is never run and never kept, also if its text comes again', async () => {
    const text = 'select 1/0 as a'
    const bothWays = async (): Promise<void> => {
      const result = await opened.database.query({ ...described(text), prepare: true })
      expect(result.columns.map(({ name }) => name)).toEqual(['a'])
      await expect(opened.database.query({ ...plain(text), prepare: true })).rejects.toMatchObject({ code: '22012' })
    }
    await bothWays()
    await bothWays()
    await bothWays()
  })

  test.skipIf(isAbsent)('stands anywhere among others in a round trip', async () => {
    for (const order of [
      [0, 1, 2],
      [1, 0, 2],
      [1, 2, 0],
    ]) {
      const statements = [described("select 1/0 as a, 'x' as b"), plain('select 2'), plain('select 3 where false')]
      const results = await opened.database.transaction('read only', (tx) =>
        runAll(
          tx,
          order.flatMap((at) => statements[at] ?? []),
          true,
        ),
      )
      expect(results.map(({ rows }) => rows)).toEqual(order.map((at) => (at === 1 ? [['2']] : [])))
      expect(results[order.indexOf(0)]?.columns).toEqual(columns)
    }
    const failing = (tx: Parameters<typeof runAll>[0]) =>
      runAll(tx, [plain('select 1'), described('select nothing_here'), plain('select 2')], true)
    await expect(opened.database.transaction('read only', failing)).rejects.toMatchObject({ code: '42703' })
    expect((await opened.database.query(plain('select 4'))).rows).toEqual([['4']])
  })
})

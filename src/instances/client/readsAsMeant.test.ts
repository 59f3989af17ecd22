import * as fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ckanRefusals } from '../../../e2e/support/ckanStatements.ts'
import { emptyPglite } from '../../../e2e/support/emptyPglite.ts'
import { readsAsMeant } from './readsAsMeant.ts'

describe('signs that CKAN misreads', () => {
  test.each([
    [`select "Case #" from t where a = 'x#1'`, String.raw`select U&"Case \0023" from t where a = E'x\x231'`],
    [`select 1 -- case #7\n, 2`, 'select 1  \n, 2'],
    [`select /* :noon */ 1`, 'select   1'],
    [String.raw`select 'a\', E'it\'s #\\'`, String.raw`select E'a\x5c', E'it''s \x23\x5c'`],
    ["select $$it's #1$$, $t$ :x$t$", String.raw`select E'it''s \x231', E' \x3ax'`],
    [String.raw`select U&'\0061 #', U&"b\\' :c"`, String.raw`select U&'\0061 \0023', U&"b\005c' \003ac"`],
  ])('%s', (sql, sent) => {
    expect(readsAsMeant(sql)).toBe(sent)
    expect(ckanRefusals(sent)).toEqual([])
  })

  test.each([`select a #>> '{b}' from t`, `select 'open #`, String.raw`select U&'!0023#' uescape '!'`])(
    'outside quotes they stay: %s',
    (sql) => {
      expect(readsAsMeant(sql)).toBe(sql)
    },
  )
})

describe('whatever stands in quotes', () => {
  let database: Awaited<ReturnType<typeof emptyPglite>>
  beforeAll(async () => {
    database = await emptyPglite()
  })
  afterAll(() => database.close())

  const answerTo = async (sql: string) =>
    database.query(sql, [], { rowMode: 'array' }).then(
      ({ fields, rows }) => [fields.map(({ name }) => name), rows],
      () => null,
    )

  test('PostgreSQL answers the same', async () => {
    const inside = fc
      .array(fc.constantFrom('#', ':a', ' ', '\\', '\\\\', "''", '""', "\\'", 'x', '1', '--', '/*', '*/', '\n', '$$'))
      .map((parts) => parts.join(''))
    const quoted = fc.oneof(
      inside.map((text) => `'${text}'`),
      inside.map((text) => `E'${text}'`),
      inside.map((text) => `$q$${text}$q$`),
      inside.map((text) => `1 as "${text}"`),
      inside.map((text) => `/* ${text} */ 2 -- ${text}\n`),
    )
    await fc.assert(
      fc.asyncProperty(fc.array(quoted, { minLength: 1, maxLength: 3 }), async (parts) => {
        const sql = `select ${parts.join(', ')}`
        const answer = await answerTo(sql)
        if (answer === null) return
        expect(await answerTo(readsAsMeant(sql))).toEqual(answer)
      }),
      { numRuns: 300 },
    )
  })
})

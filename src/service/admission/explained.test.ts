import { expect, test } from 'vitest'
import { sqlFunctions } from '../../protocol/sqlFunctions.ts'
import { admitSql } from './admitSql.ts'

const admit = (sql: string) => admitSql(sql, { functions: sqlFunctions, isTable: (name) => name === 'strikes' })

/** What stands before a statement, the statement, and the EXPLAIN that is run of it. */
const explains: readonly (readonly [string, string, string])[] = [
  ['explain (format json)', 'select 1', 'EXPLAIN (format json)'],
  ['EXPLAIN (ANALYZE, FORMAT JSON)', 'SELECT 1', 'EXPLAIN (analyze on, format json)'],
  ['Explain (Format Json, ANALYSE)', 'table strikes', 'EXPLAIN (format json, analyze on)'],
  [
    `explain(buffers 0,timing'off',"summary" TRUE,format'json')`,
    'select 1',
    'EXPLAIN (buffers off, timing off, summary on, format json)',
  ],
  [
    'explain (format json, verbose off, costs false, analyze 1)',
    'values (1)',
    'EXPLAIN (format json, verbose off, costs off, analyze on)',
  ],
  ['explain (analyze off, format json, analyze)', '(select 1)', 'EXPLAIN (analyze off, format json, analyze on)'],
  [
    '-- é )\n;; /* ü */ explain /* ( */ (\n\tformat json\n)',
    'with s as (table strikes) select * from s',
    'EXPLAIN (format json)',
  ],
]

test.each(explains)('%s %s', async (before, inside, opening) => {
  const { explain, statement, start } = await admit(`${before} ${inside}; -- end`)
  expect({ explain, statement: statement.trim() }).toEqual({ explain: opening, statement: inside })
  // The place of an error is counted from where the statement starts in the text as sent.
  expect(start + statement.indexOf(inside)).toBe(before.length + 1)
})

test('A statement is admitted as if it were sent alone', async () => {
  const alone = 'select s.species, count(*) from public.strikes s group by 1'
  const { explain, statement, tables } = await admit(`explain (format json) ${alone}`)
  expect({ explain, statement: statement.trim(), tables }).toEqual({
    explain: 'EXPLAIN (format json)',
    statement: (await admit(alone)).statement,
    tables: ['strikes'],
  })
  expect((await admit(alone)).explain).toBeNull()
})

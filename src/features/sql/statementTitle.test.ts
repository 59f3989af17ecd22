import { expect, test } from 'vitest'
import { statementTitle } from './statementTitle.ts'

const open = { id: '2ce6650d-4e9f', title: 'field_programmes' }

test.each<[string, string]>([
  ['SELECT * FROM "2ce6650d-4e9f" LIMIT 5', 'field_programmes query'],
  ['select a from Birds b\njoin "Other table" o on o.k = b.k', 'birds, Other table query'],
  ['SELECT * FROM rivers, (SELECT 1 FROM "2ce6650d-4e9f") AS q', 'rivers, field_programmes query'],
  ['WITH q AS (SELECT a FROM birds), r AS (SELECT 1) SELECT * FROM q, r JOIN r USING (a)', 'birds query'],
  [`SELECT "ID", val FROM (VALUES (1,'a'),(2,'b')) AS t("ID", val)`, 'query'],
  ['SELECT n FROM generate_series(1, 5) AS n', 'query'],
  [
    "SELECT extract(year FROM d), trim(BOTH FROM a) FROM t WHERE a IS DISTINCT FROM b AND c = 'from x' -- from y",
    't query',
  ],
  ['SELECT 1', 'query'],
])('the file of %s is named after what was asked', (sql, title) => {
  expect(statementTitle(sql, open)).toBe(title)
})

import { expect, test } from 'vitest'
import { codes } from '../../faces/code/codes.ts'
import { thisBrowser } from '../../instances/instance.ts'
import { wholeTable } from '../../query/query.ts'
import { faceText, type Copied } from './faces.ts'
import { steadyStatement } from './steadyStatement.ts'

const from = { instance: { ...thisBrowser, baseUrl: 'https://x.org' }, hasToken: true }
const fields = [{ id: '_id', type: 'int4' }]

test('a statement is asked for page by page as a table in an order that leaves no choice, if that is proved to be right', async () => {
  const sql = 'SELECT stage, count(*) AS n FROM r GROUP BY stage; -- of all'
  const copied: Copied = { kind: 'statement', sql: () => sql, columns: ['stage', 'n'] }
  const steady = await steadyStatement(sql, ['stage', 'n'])
  expect(faceText('sql', copied, [], from, steady)).toBe(sql)
  const plain = 'SELECT stage, count(*) AS n FROM r GROUP BY stage'
  expect(JSON.parse(faceText('json', copied, [], from, steady) ?? '')).toEqual({ sql: plain })
  expect(faceText('javascript', copied, [], from, steady)).toContain(
    `const sql = \`SELECT * FROM (\n${plain}\n) AS answer\nORDER BY "stage", (answer.*)::text\``,
  )
  expect(faceText('powerQuery', copied, [], from, steady)).toContain('Columns = {"stage", "n"}')
  const once = faceText('javascript', copied, [], from)
  expect(once).toContain(`body: JSON.stringify({ sql: \`${plain}\` })`)
  expect(once).not.toContain('OFFSET')
})

test('a query that the server cannot carry out is there as SQL only', () => {
  const copied: Copied = { kind: 'query', query: wholeTable('r'), written: wholeTable('r'), route: null }
  expect(faceText('sql', copied, fields, from)).toBe('SELECT _id\nFROM r\nORDER BY _id')
  expect(faceText('json', copied, fields, from)).toBeNull()
  for (const { id } of codes) expect(faceText(id, copied, fields, from)).toBeNull()
})

test('every program names the token and none holds it', () => {
  const copied: Copied = { kind: 'query', query: wholeTable('r'), written: wholeTable('r'), route: 'filters' }
  for (const { id } of codes) expect(faceText(id, copied, fields, from)).toMatch(/CKAN_TOKEN|YOUR_TOKEN/)
  for (const { id } of codes)
    expect(faceText(id, copied, fields, { ...from, hasToken: false })).not.toMatch(/TOKEN|Authorization/)
})

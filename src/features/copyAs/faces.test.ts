import { expect, test } from 'vitest'
import { codes } from '../../faces/code/codes.ts'
import { thisBrowser } from '../../instances/instance.ts'
import { wholeTable } from '../../query/query.ts'
import { faceText, type Copied } from './faces.ts'

const from = { instance: { ...thisBrowser, baseUrl: 'https://x.org' }, hasToken: true }
const fields = [{ id: '_id', type: 'int4' }]

test('a statement is asked for page by page as a table, without what may not stand inside brackets', () => {
  const sql = 'SELECT stage, count(*) AS n FROM r GROUP BY stage LIMIT 5; -- the largest'
  const copied: Copied = { kind: 'statement', sql: () => sql, columns: ['stage', 'n'] }
  expect(faceText('sql', copied, [], from)).toBe(sql)
  expect(JSON.parse(faceText('json', copied, [], from) ?? '')).toEqual({
    sql: 'SELECT stage, count(*) AS n FROM r GROUP BY stage LIMIT 5',
  })
  expect(faceText('javascript', copied, [], from)).toContain(
    'const sql = `SELECT * FROM (\nSELECT stage, count(*) AS n FROM r GROUP BY stage LIMIT 5\n) AS answer`',
  )
  expect(faceText('powerQuery', copied, [], from)).toContain('Columns = {"stage", "n"}')
})

test('a query that the server cannot carry out is there as SQL only', () => {
  const copied: Copied = { kind: 'query', query: wholeTable('r'), way: null }
  expect(faceText('sql', copied, fields, from)).toBe('SELECT _id\nFROM r\nORDER BY _id')
  expect(faceText('json', copied, fields, from)).toBeNull()
  for (const { id } of codes) expect(faceText(id, copied, fields, from)).toBeNull()
})

test('every program names the token and none holds it', () => {
  const copied: Copied = { kind: 'query', query: wholeTable('r'), way: 'filters' }
  for (const { id } of codes) expect(faceText(id, copied, fields, from)).toMatch(/CKAN_TOKEN|YOUR_TOKEN/)
  for (const { id } of codes)
    expect(faceText(id, copied, fields, { ...from, hasToken: false })).not.toMatch(/TOKEN|Authorization/)
})

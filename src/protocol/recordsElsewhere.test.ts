import { expect, test } from 'vitest'
import { recordsElsewhere } from './recordsElsewhere.ts'

test.each([
  ['{"data": {"records": [{"a": 1.50}], "total": 7}}', '{"records":[{"a": 1.50}],"total":7}'],
  ['{"total": 9, "page": {"rows": [{"a": 1}], "total": 7}}', '{"records":[{"a": 1}],"total":7}'],
  ['{"ok": true, "items": []}', '{"records":[]}'],
  [' [{"a": 1}] ', '{"records":[{"a": 1}]}'],
  ['{"links": [{"href": "x"}], "result": [{"a": 1}]}', '{"records":[{"a": 1}]}'],
  ['{"rows": [{"a": 1}], "deeper": {"records": [{"b": 2}]}}', '{"records":[{"b": 2}]}'],
])('the records in %s', (body, found) => {
  expect(recordsElsewhere(body)).toBe(found)
})

test.each([
  ['two lists that may be the records', '{"rows": [{"a": 1}], "others": [{"b": 2}]}'],
  ['a list of errors', '{"errors": [{"message": "no"}]}'],
  ['values that are no records', '{"rows": [[1, 2]]}'],
  ['nothing', '{"success": true}'],
  ['a text', '"records"'],
])('%s: none', (_title, body) => {
  expect(recordsElsewhere(body)).toBeNull()
})

import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { ActionClient } from '../../../instances/client/actionClient.ts'
import type { ParameterValues } from '../../../query/parameterValues.ts'
import { BUDGET_MS, createPreviews } from './previews.ts'

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }))
afterEach(() => void vi.useRealTimers())

/** An editor whose statements are answered when the test says so. */
function editing() {
  const asked: { readonly sql: string; readonly signal: AbortSignal | undefined; readonly answer: () => void }[] = []
  const sql: ActionClient['sql'] = (text, { signal } = {}) =>
    new Promise((resolve, reject) => {
      signal?.addEventListener('abort', () => reject(new Error('given up')))
      const answer = { fields: [{ id: 'one', type: 'int4' }], rows: [['1']], truncated: false, lost: [] }
      asked.push({ sql: text, signal, answer: () => resolve({ answer, milliseconds: 1 }) })
    })
  const previews = createPreviews()
  const at = { isWanted: true, isHere: true, ran: '' }
  const values: ParameterValues = { since: ['2020'] }
  /** Types a text with the cursor at its end, or behind that piece of it, and rests. */
  const type = async (text: string, behind = text) => {
    const end = text.indexOf(behind) + behind.length
    previews.type({
      text,
      selected: { start: end, end },
      values,
      typeOf: () => null,
      clientFor: () => (at.isHere ? { sql } : null),
      hasRun: (own) => own === at.ran,
      isWanted: () => at.isWanted,
    })
    await vi.advanceTimersByTimeAsync(200)
  }
  const answered = async (count: number) => {
    await vi.waitFor(() => expect(asked).toHaveLength(count))
    asked.at(-1)?.answer()
    await vi.advanceTimersByTimeAsync(0)
  }
  return { asked, previews, type, answered, at, shown: () => previews.get().shown }
}

test('a whole statement shows its first rows; while it is not whole they stay, and are called those of an earlier text', async () => {
  const { asked, type, answered, shown } = editing()
  await type('SELECT 1 AS one -- a comment;\n;')
  await answered(1)
  expect(asked[0]?.sql).toBe('SELECT * FROM (\nSELECT 1 AS one\n) AS answer LIMIT 100')
  expect(shown()).toMatchObject({ sql: 'SELECT 1 AS one', past: null })
  await type('SELECT 1 AS one,')
  await vi.waitFor(() => expect(shown()?.past).toBe('edited'))
  await type('SELECT 1 AS one')
  await vi.waitFor(() => expect(shown()?.past).toBeNull())
  expect(asked).toHaveLength(1)
  await type('')
  expect(shown()).toBeNull()
})

test('of several statements that at the cursor is shown, with the values of its parameters', async () => {
  const { asked, type, answered } = editing()
  await type('SELECT 1;\nSELECT {{since}};\nSELECT 3', '{{since}}')
  await answered(1)
  expect(asked[0]?.sql).toContain("(\nSELECT '2020'\n)")
})

test.each([
  'DELETE FROM t',
  'SELECT 1 INTO t',
  'SELECT 1 FOR UPDATE',
  'EXPLAIN SELECT 1',
  'SELECT {{unset}}',
  'SELECT 1 FROM',
])('%s is not asked', async (text) => {
  const { asked, type, answered } = editing()
  await type(text)
  await type('SELECT 2')
  await answered(1)
  expect(asked[0]?.sql).toContain('SELECT 2')
})

test('the next key gives up what is asked; so does the budget, and the rows before stay', async () => {
  const { asked, type, answered, shown } = editing()
  await type('SELECT 1')
  await answered(1)
  await type('SELECT 2')
  await vi.waitFor(() => expect(asked).toHaveLength(2))
  await type('SELECT 3')
  expect(asked[1]?.signal?.aborted).toBe(true)
  await vi.waitFor(() => expect(asked).toHaveLength(3))
  expect(shown()).toMatchObject({ sql: 'SELECT 1', past: null })
  await vi.advanceTimersByTimeAsync(BUDGET_MS)
  expect(asked[2]?.signal?.aborted).toBe(true)
  expect(shown()).toMatchObject({ sql: 'SELECT 1', past: 'late' })
})

test('nothing is asked of a server, nor of what has run; and nothing changes for who has left the editor', async () => {
  const { asked, type, answered, shown, at } = editing()
  at.isHere = false
  await type('SELECT 1')
  at.isHere = true
  at.ran = 'SELECT 2'
  await type('SELECT 2;')
  await type('SELECT 3')
  await answered(1)
  expect(shown()?.sql).toBe('SELECT 3')
  await type('SELECT 4')
  await vi.waitFor(() => expect(asked).toHaveLength(2))
  at.isWanted = false
  await answered(2)
  expect(shown()).toMatchObject({ sql: 'SELECT 3', past: 'edited' })
  at.isWanted = true
  await type('SELECT 2')
  expect(shown()).toBeNull()
})

import { expect, test } from 'vitest'
import type { Sheet } from '../../workspace/sheets/sheet.ts'
import { sheetFace } from './sheetTitle.ts'

const sheet: Sheet = { id: 's', instanceId: 'i', title: null, link: '', table: null, draft: null, layout: {} }

const written = (text: string, ran: string | null = null): Partial<Sheet> => ({
  link: 'v=1&table=t1&mode=sql',
  table: 'Wells',
  draft: { text, lastRun: ran === null ? null : { sql: ran, at: 1 } },
})

test.each<readonly [Partial<Sheet>, string]>([
  [{}, 'Table'],
  [{ link: 'v=1&table=t1' }, 't1'],
  [{ link: 'v=1&table=t1', table: 'Wells' }, 'Wells'],
  [{ link: 'v=1&table=t1&q=salt', table: 'Wells' }, 'salt'],
  [{ link: 'v=1&table=t1&q=salt', table: 'Wells', title: 'Salty' }, 'Salty'],
  [{ link: 'v=1&table=t1&mode=sql', table: 'Wells' }, 'New query'],
  [{ link: 'v=1&mode=sql&sql=SELECT%201' }, 'Query'],
  [written('  '), 'New query'],
  [written('SELECT * FROM "t1" JOIN other USING (id)'), 'Query on Wells, other'],
  [written('-- Dry wells by year \nSELECT 1'), 'Dry wells by year'],
  [written('/* Dry wells */ SELECT 1'), 'Dry wells'],
  [written('--\nSELECT 1'), 'Query'],
])('%o is called %s', (part, title) => expect(sheetFace({ ...sheet, ...part }).title).toBe(title))

test('only a text that was not run counts as edited', () => {
  const isEdited = (part: Partial<Sheet>) => sheetFace({ ...sheet, ...part }).isEdited
  expect(isEdited({})).toBe(false)
  expect(isEdited(written('SELECT 1'))).toBe(true)
  expect(isEdited(written('SELECT 1\n', 'SELECT 1'))).toBe(false)
  expect(isEdited({ ...written('SELECT 1'), link: 'v=1&mode=sql&sql=SELECT%201' })).toBe(false)
  expect(isEdited(written(' '))).toBe(false)
})

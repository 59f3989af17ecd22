import { beforeEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { runHistory } from '../../../workspace/history/history.ts'
import type { HistoryRun } from '../../../workspace/history/historyRun.ts'
import { HistoryPanel } from './HistoryPanel.tsx'

const NOW = new Date().setHours(12, 0, 0, 0)

const run = (id: string, minutes: number, more: Partial<HistoryRun> = {}): HistoryRun => ({
  id,
  sheetId: id,
  instanceId: 'a',
  text: `SELECT ${id}\n  FROM t`,
  index: 0,
  parameters: {},
  startedAt: NOW + minutes * 60_000,
  endedAt: NOW + minutes * 60_000 + 372,
  outcome: 'rows',
  rows: 11,
  message: null,
  firstRows: { fields: ['river'], rows: [['Tarrow'], [null]] },
  starred: false,
  ...more,
})

beforeEach(() => runHistory.clear('all'))

test('runs are listed by day, put into the editor, starred, removed and brought back', async () => {
  await runHistory.note(run('one', 1))
  await runHistory.note(run('two', 2, { outcome: 'failed', rows: null, message: 'no column "subjct"' }))
  const onOpen = vi.fn<(opened: HistoryRun) => void>()
  const onTab = vi.fn<(opened: HistoryRun) => void>()
  await render(
    <HistoryPanel
      instanceId="a"
      written={() => 'SELECT one\n  FROM other'}
      onOpen={onOpen}
      onTab={onTab}
      isRestored={false}
      onClose={() => undefined}
    />,
  )
  const today = page.getByRole('region', { name: 'Today' })
  await expect.element(today.getByText('no column "subjct"')).toBeVisible()
  await expect.element(today.getByText('11 rows')).toBeVisible()
  await userEvent.click(page.getByRole('button', { name: /^SELECT one FROM t/ }))
  expect(onOpen.mock.calls[0]?.[0].text).toBe('SELECT one\n  FROM t')
  await userEvent.keyboard('{Control>}{Enter}{/Control}')
  expect(onTab.mock.calls[0]?.[0].text).toBe('SELECT one\n  FROM t')

  const item = today.getByRole('listitem').filter({ hasText: 'SELECT one' })
  await userEvent.click(item.getByRole('button', { name: 'Star' }))
  const starred = page.getByRole('region', { name: 'Starred' })
  await expect.element(starred.getByText('SELECT one FROM t')).toBeVisible()
  await userEvent.click(starred.getByRole('button', { name: 'Details' }))
  await expect.element(starred.getByRole('cell', { name: 'Tarrow' })).toBeVisible()
  await userEvent.click(starred.getByRole('button', { name: 'Compare with the editor' }))
  const lines = page.getByRole('dialog').getByRole('listitem')
  await expect.element(lines.nth(1)).toHaveTextContent('only in the run: FROM t')
  await expect.element(lines.nth(2)).toHaveTextContent('only in the editor: FROM other')
  await userEvent.keyboard('{Escape}')
  await userEvent.click(starred.getByRole('button', { name: 'Remove from history' }))
  await expect.element(starred).not.toBeInTheDocument()
  await userEvent.click(page.getByRole('button', { name: 'Undo' }))
  await expect.element(starred.getByText('SELECT one FROM t')).toBeVisible()
})

test('words are looked for in results, too, and a filter leaves what failed', async () => {
  await runHistory.note(run('one', 1))
  await runHistory.note(run('two', 2, { outcome: 'failed', message: 'division by zero', firstRows: null }))
  await render(
    <HistoryPanel
      instanceId="a"
      written={() => 'SELECT one\n  FROM other'}
      onOpen={() => undefined}
      onTab={() => undefined}
      isRestored={false}
      onClose={() => undefined}
    />,
  )
  await userEvent.fill(page.getByRole('searchbox'), 'tarrow')
  await expect.element(page.getByText('SELECT two FROM t')).not.toBeInTheDocument()
  await expect.element(page.getByText('SELECT one FROM t')).toBeVisible()
  await userEvent.fill(page.getByRole('searchbox'), '')
  await userEvent.click(page.getByRole('tab', { name: 'Failed' }))
  await expect.element(page.getByText('SELECT one FROM t')).not.toBeInTheDocument()
  await expect.element(page.getByText('division by zero')).toBeVisible()
})

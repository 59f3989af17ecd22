import type { Page } from 'playwright/test'
import { expectAccessibleEverywhere } from './accessible.ts'
import { speakToEngine } from './embeddedEngine.mjs'
import { expectBestMatches, expectRecords, gotoKnown, grid } from './explorer.ts'
import type { Asked } from './faultProxy.ts'
import { gone } from './faults.ts'
import { expect, test } from './fixtures.ts'
import {
  expectCopied,
  insert,
  listed,
  makeOddTable,
  oddRecord,
  recordsAt,
  recordsCopied,
  startCopy,
} from './support/copiedTables.ts'

const TABLE = 'c0b1e500-0000-4000-8000-000000000001'
const bar = (page: Page) => page.getByRole('region', { name: /^Copy of/ })
const rail = (page: Page) => page.getByRole('navigation', { name: 'Tables and fields' })

// Others list the tables of this server, too.
test.afterEach(async ({ remote }) => {
  await remote.call('datastore_delete', { resource_id: TABLE, force: true }).catch(() => undefined)
})

test('a table is copied with every digit, refreshed, and removed', async ({ page, context, rowan, remote, guard }) => {
  guard.allow(remote.origin)
  await speakToEngine(context, 'rowan-copies-18')
  await makeOddTable(remote, TABLE, 3000)
  await gotoKnown(page, rowan.origin, { name: 'Remote', baseUrl: remote.origin }, `table=${TABLE}`)
  await expect(grid(page)).toBeVisible()
  await page.getByRole('button', { name: 'Copy to this browser' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText('3,000 records, 2 pages')
  await expect(dialog).toContainText(/[\d,]+ records a second, from \d pages?/)
  await expect(dialog).toContainText('free in this browser')
  await expectAccessibleEverywhere(page, 'the question')
  await page.keyboard.press('Escape')
  await startCopy(page)
  await expectCopied(page, TABLE, 3000)
  expect(await recordsCopied(page, TABLE)).toEqual(await recordsAt(remote, TABLE))

  const line = rail(page).getByRole('button', { name: /^Copy of .*3,000 · complete$/ })
  await line.click()
  const panel = page.getByRole('complementary', { name: /^Copy of/ })
  await expect(panel).toContainText('3,000 of 3,000, complete')
  await expect(panel).toContainText('8 of 8, with their types, values as the server sent them')
  await expectAccessibleEverywhere(page, 'the panel')
  // What others do meanwhile at the server.
  await remote.call('datastore_records_delete', { resource_id: TABLE, force: true, filters: { _id: 12 } })
  await remote.call('datastore_upsert', {
    resource_id: TABLE,
    force: true,
    method: 'update',
    records: [{ _id: 2000, note: 'another' }],
  })
  await insert(remote, TABLE, [oddRecord(3001), oddRecord(3002)])
  await panel.getByRole('button', { name: 'Refresh' }).click()
  await expectCopied(page, TABLE, 3001)
  expect(await recordsCopied(page, TABLE)).toEqual(await recordsAt(remote, TABLE))
  await expect(panel.getByRole('button', { name: 'Added' })).toContainText('2')
  await expect(panel.getByRole('button', { name: 'Removed' })).toContainText('1')
  await expect(panel).toContainText('2,998 are unchanged.')
  await panel.getByRole('button', { name: 'Changed' }).click()
  const changes = page.getByRole('dialog', { name: / since / })
  await expect(changes.getByRole('row').nth(1)).toContainText('another')
  await expect(changes.locator('del')).toHaveText(/^note|^""|^$/)
  await expectAccessibleEverywhere(page, 'the changes')
  await changes.getByRole('button', { name: 'Close' }).last().click()
  await panel.getByRole('button', { name: 'Delete' }).click()
  await panel.getByRole('button', { name: 'Delete' }).click()
  await expect(panel).toBeHidden()
  expect(await listed(page)).toEqual([])
})

test(
  'a copy goes on after a reload, a server that was gone, and in another tab; a replaced table is noticed',
  { tag: '@long' },
  async ({ page, context, rowan, remote, faulty, guard }) => {
    guard.expectConsole(/Failed to load resource|net::ERR/)
    await speakToEngine(context, 'rowan-copies-18')
    await makeOddTable(remote, TABLE, 30_000)
    const known = { name: 'Remote', baseUrl: faulty.origin }
    await gotoKnown(page, rowan.origin, known, `table=${TABLE}`)
    const fromAfter = (asked: Asked) =>
      Number(/"gt":(\d+)/.exec(JSON.stringify(asked.params).replaceAll('\\', ''))?.[1] ?? -1)
    const goneAfter = (id: number) => faulty.play(gone, { is: (asked) => fromAfter(asked) >= id })
    goneAfter(12_000)
    await startCopy(page)
    await expect(bar(page)).toContainText("The server can't be reached.")
    expect((await listed(page))[0]).toMatchObject({ records: 12_000, isComplete: false, halt: null })
    await expectAccessibleEverywhere(page, 'a copy that waits')
    await page.reload()
    faulty.heal()
    faulty.clear()
    await expectCopied(page, TABLE, 30_000)
    // It did not begin again.
    expect(Math.min(...faulty.requests.map(fromAfter).filter((after) => after >= 0))).toBe(12_000)
    expect(await recordsCopied(page, TABLE)).toEqual(await recordsAt(remote, TABLE))

    const second = await context.newPage()
    await gotoKnown(second, rowan.origin, known, `table=${TABLE}`)
    await expect(rail(second).getByRole('button', { name: /^Copy of .*30,000 · complete$/ })).toBeVisible()
    goneAfter(12_000)
    await startCopy(page)
    // Either tab may be the quicker one.
    const isAt = (tab: Page) => bar(tab).getByText("The server can't be reached.").isVisible()
    await expect.poll(async () => (await isAt(page)) || (await isAt(second))).toBe(true)
    const [doing, other] = (await isAt(page)) ? [page, second] : [second, page]
    await expect(bar(other)).toContainText('Another tab is copying it.')
    await doing.close()
    faulty.heal()
    await expectCopied(other, TABLE, 30_000)
    expect(await recordsCopied(other, TABLE)).toEqual(await recordsAt(remote, TABLE))

    goneAfter(12_000)
    await startCopy(other)
    await expect(bar(other)).toContainText("The server can't be reached.")
    await bar(other).getByRole('button', { name: 'Pause' }).click()
    await expect(bar(other)).toContainText('Paused.')
    faulty.heal()
    await makeOddTable(remote, TABLE, 20_000, 1)
    await bar(other).getByRole('button', { name: 'Resume' }).click()
    await expect(bar(other)).toContainText('has been replaced or changed')
    expect((await listed(other))[0]).toMatchObject({ isComplete: false, halt: { kind: 'replaced' } })
    await expectAccessibleEverywhere(other, 'a table that was replaced')
    await bar(other).getByRole('button', { name: 'Begin again' }).click()
    await expectCopied(other, TABLE, 20_000)
    expect(await recordsCopied(other, TABLE)).toEqual(await recordsAt(remote, TABLE))
  },
)

test(
  'damage to what is stored of copies blocks no visit, and what can be found is found',
  { tag: '@long' },
  async ({ page, context, rowan, remote, guard }) => {
    guard.allow(remote.origin)
    await speakToEngine(context, 'rowan-copies-18')
    await makeOddTable(remote, TABLE, 500)
    await gotoKnown(page, rowan.origin, { name: 'Remote', baseUrl: remote.origin }, `table=${TABLE}`)
    await startCopy(page)
    await expectCopied(page, TABLE, 500)
    for (const damage of ['{"', 'null', null]) {
      await page.evaluate((text) => {
        if (text === null) localStorage.removeItem('rowan.copies')
        else localStorage.setItem('rowan.copies', text)
      }, damage)
      await page.reload()
      await expect(rail(page).getByRole('button', { name: /^Copy of .*500 · complete$/ })).toBeVisible()
    }
    expect(await recordsCopied(page, TABLE)).toEqual(await recordsAt(remote, TABLE))
  },
)

test(
  'a copy too large to note its words still finds them offline, and says that this is slower; alike records count once',
  { tag: '@long' },
  async ({ page, context, rowan, remote, faulty, guard }) => {
    guard.expectConsole(/Failed to load resource|net::ERR/)
    await speakToEngine(context, 'rowan-copies-18')
    await makeOddTable(remote, TABLE, 60_000)
    await gotoKnown(page, rowan.origin, { name: 'Remote', baseUrl: faulty.origin }, `table=${TABLE}`)
    await startCopy(page)
    await expectCopied(page, TABLE, 60_000)
    const counted = async (q: string) =>
      (await remote.call('datastore_search', { resource_id: TABLE, q, limit: 0 })).total
    const [all, one] = [await counted('note'), await counted('12347')]
    expect([all > 30_000, one]).toEqual([true, 1])
    faulty.play(gone)
    await context.setOffline(true)
    const search = page.getByRole('searchbox', { name: 'Search records' })
    await search.fill('12347')
    await page.keyboard.press('Enter')
    await expectRecords(page, 1)
    await page.getByRole('button', { name: /^How this is run/ }).click()
    await expect(page.getByRole('note', { name: 'How this is run' })).toContainText('reads all of it and is slower')
    await page.keyboard.press('Escape')
    await search.fill('note')
    await page.keyboard.press('Enter')
    await expectBestMatches(page, all)
    await search.fill('')
    await page.keyboard.press('Enter')
    await expectRecords(page, 60_000)
    await page.getByRole('button', { name: 'Columns', exact: true }).click()
    const panel = page.getByRole('complementary', { name: 'Columns' })
    await panel.getByRole('searchbox', { name: 'Find a column' }).fill('is, ')
    await page.keyboard.press('Enter')
    await panel.getByRole('checkbox', { name: 'Distinct rows only' }).click()
    await expectRecords(page, 2)
    await context.setOffline(false)
  },
)

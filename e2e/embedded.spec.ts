import { writeFile } from 'node:fs/promises'
import { PGlite } from '@electric-sql/pglite'
import { expectAccessibleInBothThemes } from './accessible.ts'
import { speakToEngine } from './embeddedEngine.mjs'
import { chooseResource, expectRecords, firstCell, grid, openSql, resultStatus, runSql } from './explorer.ts'
import { expect, test } from './fixtures.ts'
import type { StaticServer } from './staticServer.mjs'
import { workerFinds } from './workerFinds.ts'
import type { Page } from 'playwright/test'

/** A worker that can't look whether it is to stop. */
const DEAF = 'delete self.XMLHttpRequest;'

test('where the host names another instance, nothing of PostgreSQL is loaded', async ({ page, rowan }) => {
  await page.goto(rowan.origin)
  await expect(firstCell(page)).toBeVisible()
  await page.getByRole('combobox', { name: 'Instance' }).click()
  await expect(page.getByRole('option', { name: /This browser.*in this browser/ })).toBeVisible()
  const urls = await page.evaluate(() => performance.getEntriesByType('resource').map((entry) => entry.name))
  expect(urls.filter((url) => /engine\/|\/worker-|offline/.test(url))).toEqual([])
  expect(await page.evaluate(() => navigator.serviceWorker.getRegistrations().then((all) => all.length))).toBe(0)
})

// In short, one kind of stop is enough: that of nearly every browser.
test(
  'where statements can not be interrupted, their worker is ended',
  { tag: '@long' },
  async ({ page, context, host }) => {
    await speakToEngine(context)
    await workerFinds(page, DEAF)
    await firstVisit(page, host)
    // Chromium lets go of the files of a worker in the midst of a statement two seconds after it was told to end it.
    await expectStopped(page)
  },
)

test('a statement that takes hours is stopped and the next one answers', async ({ page, context, host }) => {
  await speakToEngine(context)
  await firstVisit(page, host)
  await expectStopped(page)
})

// What is saved of damaged tables is restored by the same button, in each `npm test`.
test('a backup is restored, and another file is none', { tag: '@long' }, async ({ page, context, host }) => {
  await speakToEngine(context)
  await firstVisit(page, host)
  await page.evaluate(() =>
    engine('datastore_create', { resource_id: 'ab01', aliases: 'kept', records: [{ a: 1 }, { a: 2 }] }),
  )
  await page.getByRole('button', { name: 'Settings', exact: true }).click()
  const panel = page.getByRole('region', { name: 'This browser' })
  const saved = page.waitForEvent('download')
  await panel.getByRole('button', { name: 'Backup to a file' }).click()
  const file = test.info().outputPath('b.tar.gz')
  await (await saved).saveAs(file)
  await page.evaluate(() => engine('datastore_create', { resource_id: 'ab02', aliases: 'made later', records: [] }))

  await panel.getByLabel('Backup file').setInputFiles(`${import.meta.dirname}/../package.json`)
  await expect(panel.getByText(/not a backup/)).toBeVisible({ timeout: 60_000 })
  await panel.getByLabel('Backup file').setInputFiles(await otherDatabase(test.info().outputPath('other.tar.gz')))
  await expect(panel.getByText('This file is a database without a table of Rowan.')).toBeVisible({ timeout: 60_000 })
  expect(await tableNames(page)).toContain('field_programmes')
  await panel.getByLabel('Backup file').setInputFiles(file)
  await expect(panel.getByText(/^b\.tar\.gz has 3 tables: /)).toContainText(
    'bird_strikes (10,000 records), field_programmes (3,000 records) and kept (2 records). They take the place of all',
    { timeout: 60_000 },
  )
  await panel.getByRole('button', { name: 'Restore these tables' }).click()
  await expect(panel.getByText('Restored.')).toBeVisible({ timeout: 60_000 })
  await page.reload()
  await chooseResource(page, 'kept')
  await expectRecords(page, 2)
  expect(await tableNames(page)).not.toContain('made later')

  // By keyboard: what was there comes back, and what took its place is kept until it is deleted.
  await page.getByRole('button', { name: 'Settings', exact: true }).click()
  const before = panel.getByRole('listitem')
  await expect(before).toContainText('made later (0 records)')
  await expectAccessibleInBothThemes(page, 'replaced tables')
  await before.getByRole('button', { name: 'Bring them back' }).focus()
  await page.keyboard.press('Enter')
  await expect(panel.getByText(/The tables are back/)).toBeVisible({ timeout: 60_000 })
  expect(await tableNames(page)).toContain('made later')
  await expect(before).toHaveCount(1)
  await before.getByRole('button', { name: 'Delete them' }).focus()
  await page.keyboard.press('Enter')
  await expect(before.getByRole('button', { name: 'Keep' })).toBeFocused()
  await page.keyboard.press('Shift+Tab')
  await page.keyboard.press('Enter')
  await expect(before).toHaveCount(0)
  expect(await tableNames(page)).toContain('made later')
})

/** Writes a backup of a PostgreSQL that holds no table of Rowan; gives its path. */
async function otherDatabase(path: string): Promise<string> {
  const database = await PGlite.create('memory://')
  await database.exec('create table mine (a int)')
  const folder = await database.dumpDataDir('gzip')
  await database.close()
  await writeFile(path, Buffer.from(await folder.arrayBuffer()))
  return path
}

/** Would take hours. */
const LONG =
  'SELECT count(*) FROM generate_series(1, 200000) a CROSS JOIN generate_series(1, 20000) b CROSS JOIN generate_series(1, 100) c'

/** A limit for slow machines: stopping itself takes less than a second, ending a worker some two. */
const STOP_MS = 30_000

/** Runs a statement of hours, stops it, and gets an answer from the next one long before that would have ended. */
async function expectStopped(page: Page): Promise<void> {
  await openSql(page)
  await runSql(page, LONG)
  const stop = page.getByRole('button', { name: 'Stop' })
  // The seconds are counted on the button, so the statement is well under way.
  await expect(stop).toContainText(/[2-9]\.\d s/)
  const begun = Date.now()
  await stop.click()
  await expect(page.getByRole('button', { name: 'Run query' })).toBeVisible()
  const stopped = Date.now() - begun
  // The engine does one thing at a time, so the statement has really ended when this one is answered.
  await page.evaluate(() => engine('datastore_search_sql', { sql: 'SELECT 1 AS one' }))
  console.log(`stopped after ${stopped} ms, the next statement answered after ${Date.now() - begun} ms`)
  expect(Date.now() - begun).toBeLessThan(STOP_MS)
  await runSql(page, 'SELECT 41 + 1 AS answer')
  await expect(grid(page).getByRole('gridcell', { name: '42' })).toBeVisible()
  await expect(resultStatus(page)).toBeVisible()
  await page.getByRole('tab', { name: 'Filter' }).click()
}

declare function engine(action: string, params: object): Promise<{ records: readonly Record<string, unknown>[] }>

async function firstVisit(page: Page, host: StaticServer): Promise<void> {
  await page.goto(host.url)
  await expect(page.getByText(/Starting PostgreSQL in this browser/)).toBeVisible()
  await expect(firstCell(page)).toBeVisible({ timeout: 60_000 })
  await expectRecords(page, 3000)
}

async function tableNames(page: Page): Promise<readonly unknown[]> {
  const { records } = await page.evaluate(() => engine('datastore_search', { resource_id: '_table_metadata' }))
  return records.map((record) => record['name'])
}

import type { Locator, Page } from 'playwright/test'
import { expectAccessibleInBothThemes } from './accessible.ts'
import { deployPage } from './deployedPage.ts'
import { speakToEngine } from './embeddedEngine.mjs'
import { expectRecords, firstCell, tabTo } from './explorer.ts'
import { expect, test } from './fixtures.ts'
import { knowStore, type Damage, type KnownStore } from './support/storeDamage.ts'

// What happens around the page, as each of its screens looks: the pictures are beside the results of the tests.

test(
  'damage and no room are accessible in both themes and widths, and by keyboard',
  { tag: '@long' },
  async ({ page, context, host, guard }) => {
    guard.expectConsole(/./)
    await speakToEngine(context)
    await context.addInitScript(knowStore)
    const session = await context.newCDPSession(page)
    await session.send('Storage.overrideQuotaForOrigin', { origin: host.origin, quotaSize: 3_000_000 })
    await page.goto(host.url)
    await expect(page.getByRole('alert')).toContainText('no room left', { timeout: 180_000 })
    await look(page, 'no room', [page.getByRole('button', { name: 'Try again' })])
    await session.send('Storage.overrideQuotaForOrigin', { origin: host.origin })
    await page.getByRole('button', { name: 'Try again' }).click()
    await expectRecords(page, 3000)
    await page.evaluate(
      (records) => engine('datastore_create', { resource_id: 'ab01', aliases: 'hurt', records }),
      Array.from({ length: 2000 }, (_, a) => ({ a, b: 'x'.repeat(60) })),
    )
    await page.reload()
    await expectRecords(page, 3000)
    // Written down beside the store soon after it has opened.
    await expect
      .poll(() => page.evaluate(async () => (await indexedDB.databases()).map(({ name }) => name)))
      .toContain('rowan-tables')

    await hurt(page, host.url, { place: 'opfs', kind: 'cut', file: { holds: 'x'.repeat(60) } })
    const lost = page.getByRole('status', { name: 'Lost tables' })
    await expect(lost).toContainText(/hurt has \d+ of 2,000 records left/)
    await look(page, 'lost records', [lost.getByRole('button').first()])

    await hurt(page, host.url, { place: 'opfs', kind: 'missing', file: { holds: 'x'.repeat(60) } })
    await expect(page.getByRole('alert')).toContainText('files are missing')
    await look(page, 'damage', [
      page.getByRole('button', { name: 'Save the tables that can be read' }),
      page.getByRole('button', { name: 'Save the stored files' }),
      page.getByRole('button', { name: 'Remove it and begin with the sample' }),
    ])
    await page.getByRole('button', { name: 'Save the tables that can be read' }).click()
    await expect(page.getByText(/^Saved 2 of 3 tables/)).toBeVisible()
    await page.getByRole('button', { name: 'Remove it and begin with the sample' }).click()
    await look(page, 'damage, saved, and the question before it is removed', [
      page.getByRole('button', { name: 'Remove and begin again' }),
      page.getByRole('button', { name: 'Keep' }),
    ])
    await page.getByRole('button', { name: 'Remove and begin again' }).click()
    await expectRecords(page, 3000)

    await session.send('Storage.clearDataForOrigin', { origin: host.origin, storageTypes: 'all' })
    const removed = page.getByRole('status', { name: 'Removed data' })
    await expect(removed).toContainText('The browser has removed what it stored')
    await look(page, 'removed by the browser', [removed.getByRole('button', { name: 'Load again' })])
  },
)

test(
  'a new version, a wrong file and no network are accessible in both themes and widths, and by keyboard',
  {
    tag: '@long',
  },
  async ({ page, context, guard }) => {
    const site = await deployPage()
    guard.allow(site.origin)
    guard.expectConsole(/./)
    try {
      site.spoil((path) => (/\/pglite-data-/.test(path) ? { type: 'text/html', body: '<title>Log in</title>' } : null))
      await page.goto(site.url)
      await expect(page.getByRole('alert')).toContainText('is not the one that belongs to this version of the page')
      await look(page, 'a wrong file', [page.getByRole('button', { name: 'Try again' })])
      site.spoil()
      await page.getByRole('button', { name: 'Try again' }).click()
      await expectRecords(page, 3000)
      await expect
        .poll(() =>
          page.evaluate(async () => (await caches.keys()).filter((name) => name.startsWith('rowan http')).length),
        )
        .toBe(1)
      const other = await context.newPage()
      await site.deploy()
      await other.goto(site.url)
      await expect(firstCell(other)).toBeVisible()
      const note = page.getByRole('status', { name: 'Program' })
      await expect(note).toContainText('A new version is here.')
      await look(page, 'a new version', [
        note.getByRole('button', { name: 'Reload' }),
        note.getByRole('button', { name: 'Not now' }),
      ])
      await page.setViewportSize({ width: 390, height: 900 })
      const [over, tool] = await Promise.all([
        note.boundingBox(),
        page.getByRole('navigation', { name: 'Panels' }).boundingBox(),
      ])
      expect((over?.y ?? 0) + (over?.height ?? 0), 'it covers none of the tools').toBeLessThanOrEqual(tool?.y ?? 0)
      await note.getByRole('button', { name: 'Reload' }).click()
      await expectRecords(page, 3000)
      await context.setOffline(true)
      await page.reload()
      await expectRecords(page, 3000)
      await look(page, 'no network', [])
      await context.setOffline(false)
    } finally {
      await site.stop()
    }
  },
)

declare const store: KnownStore

declare function engine(action: string, params: object): Promise<unknown>

async function hurt(page: Page, url: string, damage: Damage): Promise<void> {
  // No page has the store then; the worker of the one that was left may hold its files a moment longer.
  await page.goto(`${url}settings.json`)
  await expect(() => page.evaluate((damage) => store.damage(damage), damage)).toPass()
  await page.goto(url)
}

/** Takes pictures of a state and has it looked through; these controls are reached by Tab. */
async function look(page: Page, state: string, controls: readonly Locator[]): Promise<void> {
  for (const width of [390, 1440]) {
    await page.setViewportSize({ width, height: 900 })
    await expectAccessibleInBothThemes(page, `${state}, ${width} px`)
    const over = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
    expect(over, `${state}, ${width} px: sideways`).toBe(0)
    for (const colorScheme of ['dark', 'light'] as const) {
      await page.emulateMedia({ colorScheme })
      await page.screenshot({ path: test.info().outputPath(`${state} ${width} ${colorScheme}.png`) })
    }
  }
  for (const control of controls) await tabTo(page, control)
}

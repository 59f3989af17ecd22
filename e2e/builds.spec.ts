import type { Page } from 'playwright/test'
import { deployPage, type DeployedPage } from './deployedPage.ts'
import { expectRecords, firstCell, grid, search } from './explorer.ts'
import { expect, FIELD_PROGRAMMES, PREFIX, test as base } from './fixtures.ts'

/** A page at a plain host, on a service elsewhere, so that nothing is kept for use without a network. */
const test = base.extend<{ site: DeployedPage }>({
  site: async ({ guard, remote }, run) => {
    const site = await deployPage([{ title: 'Remote', url: remote.origin, prefix: PREFIX, resource: FIELD_PROGRAMMES }])
    guard.allow(site.origin)
    guard.allow(remote.origin)
    // The browser's own lines about files that are not there or not what they should be.
    guard.expectConsole(/Failed to load|MIME type|integrity|was preloaded/)
    await run(site)
    await site.stop()
  },
})

const HTML = { type: 'text/html', body: '<!doctype html><title>Log in</title>' }

const note = (page: Page) => page.getByRole('status', { name: 'Program' })

/** Nothing but the program of the first rows arrives, so that parts of it are still to be loaded when the host changes. */
const onlyFirst = (path: string) => (/\/assets\/(?!index-)/.test(path) ? { ...HTML, status: 404 } : null)

test('a part that a new build took away: said in place, all else stays, and a reload brings the new build', async ({
  page,
  site,
}) => {
  site.spoil(onlyFirst)
  await page.goto(site.url)
  await search(page, 'sediment')
  await expect(grid(page)).not.toHaveAttribute('aria-rowcount', '3001')
  await expect(firstCell(page)).toBeVisible()
  await site.deploy()
  site.spoil()
  await grid(page).getByRole('rowheader').first().dblclick()
  await expect(note(page)).toContainText('A new version is here.')
  await expect(firstCell(page)).toBeVisible()
  await expect(page.getByRole('searchbox', { name: 'Search records' })).toHaveValue('sediment')
  await note(page).getByRole('button', { name: 'Reload' }).click()
  await expect(page.locator('html')).toHaveAttribute('data-build', await site.build())
  await expect(page.getByRole('searchbox', { name: 'Search records' })).toHaveValue('sediment')
  await grid(page).getByRole('rowheader').first().dblclick()
  await expect(page.getByRole('complementary', { name: /Record/ })).toBeVisible()
})

test('a file of another kind: it is named, and Try again heals once the host is well', async ({ page, site }) => {
  site.spoil((path) => (/\/assets\/connection-/.test(path) ? HTML : null))
  await page.goto(site.url)
  await expectRecords(page, 3000)
  await page.getByRole('button', { name: 'Settings' }).click()
  await expect(note(page)).toContainText(
    /the assets\/connection-[\w-]+\.js that this site sends is not the one that belongs to this version/,
  )
  await expect(firstCell(page)).toBeVisible()
  site.spoil()
  await note(page).getByRole('button', { name: 'Try again' }).click()
  await expect(
    page.getByRole('region', { name: /Theme|Appearance|Settings/ }).or(page.getByRole('dialog')),
  ).toBeVisible()
})

test(
  'files that arrived damaged once are fetched again, although the browser keeps them',
  { tag: '@long' },
  async ({ page, site }) => {
    const spoilt = new Set<string>()
    site.spoil((path) => {
      const part = /\/assets\/(connection|writing)-[^/]+\.js$/.exec(path)?.[1]
      if (part === undefined || spoilt.has(part)) return null
      spoilt.add(part)
      const headers = { 'cache-control': 'max-age=31536000, immutable' }
      return part === 'connection' ? { ...HTML, headers } : { type: 'text/javascript', body: '', headers }
    })
    await page.goto(site.url)
    await expectRecords(page, 3000)
    await expect.poll(() => spoilt.size).toBe(2)
    await page.getByRole('button', { name: 'Settings' }).click()
    await expect(page.getByText('Requests')).toBeVisible()
    await expect(note(page)).toBeEmpty()
    await page.keyboard.press('Escape')
    // What has run, if only as an empty file, runs no second time in the same page.
    await grid(page).getByRole('rowheader').first().dblclick()
    await expect(note(page)).toContainText('A part of this page arrived damaged and has been fetched again.')
    await note(page).getByRole('button', { name: 'Reload' }).click()
    await expect(firstCell(page)).toBeVisible()
    await grid(page).getByRole('rowheader').first().dblclick()
    await expect(page.getByRole('complementary', { name: /Record/ })).toBeVisible()
  },
)

test('a program that does not start is no blank page: what is wrong is said, and a reload heals', async ({
  page,
  site,
}) => {
  let sent = 0
  const headers = { 'cache-control': 'max-age=31536000, immutable' }
  site.spoil((path) => (/\/index-[^/]+\.js$/.test(path) && (sent += 1) === 1 ? { ...HTML, headers } : null))
  await page.addInitScript(() => localStorage.setItem('rowan.setting.theme', '"dark"'))
  await page.goto(site.url)
  const shell = page.locator('#shell')
  await expect(shell).toHaveText(/^\s*A file of this page arrived damaged and has been fetched again\.\s*Reload\s*$/, {
    useInnerText: true,
  })
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
  await page.getByRole('button', { name: 'Reload' }).click()
  await expect(firstCell(page)).toBeVisible()

  const empty = { type: 'text/javascript', body: '', headers: { 'cache-control': 'no-store' } }
  site.spoil((path) => (/\/index-[^/]+\.js$/.test(path) ? empty : null))
  const session = await page.context().newCDPSession(page)
  await session.send('Network.clearBrowserCache')
  await page.reload()
  await expect(shell).toContainText(/the assets\/index-[\w-]+\.js that this site sends is not the one/, {
    useInnerText: true,
  })
  site.spoil()
  await page.getByRole('button', { name: 'Reload' }).click()
  await expect(firstCell(page)).toBeVisible()
})

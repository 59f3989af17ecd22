import type { BrowserContext, Page } from 'playwright/test'
import { speakToEngine } from './embeddedEngine.mjs'
import { expectAccessibleInBothThemes } from './accessible.ts'
import { earlyGrid, expectRecords, firstCell, grid, search } from './explorer.ts'
import { expect, FIELD_PROGRAMMES, test } from './fixtures.ts'

declare function engine(action: string, params: object): Promise<unknown>

const PROGRAM = /\/pglite-wasm-[^/]+\.bin$/

/** PostgreSQL's program comes only when it is released, of whatever asks for it. */
async function holdProgram(context: BrowserContext): Promise<() => Promise<void>> {
  let release = () => undefined as void
  const released = new Promise<void>((resolve) => (release = resolve))
  await context.route(PROGRAM, async (route) => {
    await released
    await route.continue().catch(() => undefined)
  })
  return async () => {
    release()
    await context.unroute(PROGRAM)
  }
}

test.beforeEach(async ({ page, context }) => {
  await speakToEngine(context)
  // A route sees what a page asks for itself.
  await page.addInitScript(() => Reflect.deleteProperty(Navigator.prototype, 'serviceWorker'))
  // Nothing of what the browser keeps of files stands in for the host.
  await context.route(PROGRAM, (route) => route.continue())
})

const note = (page: Page) => page.getByText('Meanwhile, here are the first records.')
const cells = (page: Page) => earlyGrid(page).getByRole('gridcell')
const titles = (page: Page, row: number) => earlyGrid(page).locator(`[aria-rowindex="${row + 1}"] [role="gridcell"]`)
const rail = (page: Page) => page.getByRole('navigation')

test('a first visit shows the sample, and how far PostgreSQL is, before PostgreSQL is there', async ({
  page,
  context,
  host,
}) => {
  const release = await holdProgram(context)
  await page.goto(host.url)
  await expect(titles(page, 1).nth(1)).toHaveText('NR-25-0001')
  await expect(earlyGrid(page)).toHaveAttribute('aria-rowcount', '3001')
  await expect(
    rail(page).getByRole('link', { name: 'bird_strikes' }).or(rail(page).getByText('bird_strikes')),
  ).toBeVisible()
  await expect(note(page)).toBeVisible()
  await expect(page.getByRole('progressbar', { name: 'PostgreSQL' })).toBeVisible()
  await expectAccessibleInBothThemes(page, 'the first records while PostgreSQL starts')

  // What is asked for meanwhile is answered as soon as it can be.
  await search(page, 'sediment')
  await release()
  await expect(note(page)).toHaveCount(0)
  await expect(grid(page)).not.toHaveAttribute('aria-rowcount', '3001')
  await expect(firstCell(page)).toBeVisible()
})

test('a return shows what was shown last, as it is stored', async ({ page, context, host }) => {
  await page.goto(host.url)
  await expectRecords(page, 3000)
  await page.evaluate(
    (resource_id) =>
      engine('datastore_upsert', { resource_id, method: 'update', records: [{ _id: 1, title: 'Changed' }] }),
    FIELD_PROGRAMMES,
  )
  // Nothing of before may be kept, and nobody has asked for what there is now.
  expect(await keptAnswers(page)).toEqual([])
  await page.reload()
  await expect(titles(page, 1).nth(2)).toHaveText('Changed')
  await expect.poll(() => keptAnswers(page)).toContain('resource_id=field_programmes&limit=200')

  const release = await holdProgram(context)
  await page.reload()
  await expect(titles(page, 1).nth(2)).toHaveText('Changed')
  await expect(note(page)).toBeVisible()
  await release()
  await expect(firstCell(page)).toBeVisible()
  await expect(titles(page, 1).nth(2)).toHaveText('Changed')
})

test('what PostgreSQL answers otherwise takes the place of what was kept', async ({ page, context, host }) => {
  await page.goto(host.url)
  await expectRecords(page, 3000)
  await expect.poll(() => keptAnswers(page)).toContain('resource_id=field_programmes&limit=200')
  await page.evaluate(async () => {
    const cache = await caches.open('rowan-answers-18')
    for (const request of await cache.keys()) {
      const text = (await (await cache.match(request))?.text()) ?? ''
      await cache.put(request, new Response(text.replace('Weekly turbidity sampling, lower Dunnet', 'Not so any more')))
    }
  })
  const release = await holdProgram(context)
  await page.reload()
  await expect(titles(page, 1).nth(2)).toHaveText('Not so any more')
  await release()
  await expect(grid(page).locator('[aria-rowindex="2"]')).toContainText('Weekly turbidity sampling, lower Dunnet')
  await expect(cells(page).getByText('Not so any more')).toHaveCount(0)
})

test('where PostgreSQL does not start, that is said in the place of the records', async ({
  page,
  context,
  host,
  guard,
}) => {
  guard.expectConsole(/404/)
  await page.goto(host.url)
  await expectRecords(page, 3000)
  await expect.poll(() => keptAnswers(page)).toContain('resource_id=field_programmes&limit=200')
  await context.unroute(PROGRAM)
  await context.route(PROGRAM, (route) => route.fulfill({ status: 404 }))
  await page.reload()
  const alert = page.getByRole('alert')
  await expect(alert).toContainText('pglite-wasm')
  await expect(earlyGrid(page)).toHaveCount(0)
  await context.unroute(PROGRAM)
  await context.route(PROGRAM, (route) => route.continue())
  await alert.getByRole('button', { name: 'Try again' }).click()
  await expectRecords(page, 3000)
})

/** What is asked in the addresses of the answers that are kept. */
async function keptAnswers(page: Page): Promise<readonly string[]> {
  return page.evaluate(async () => {
    if (!(await caches.has('rowan-answers-18'))) return []
    const requests = await (await caches.open('rowan-answers-18')).keys()
    return requests.map(({ url }) => new URL(url).search.slice(1))
  })
}

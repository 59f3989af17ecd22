import type { BrowserContext, Page, Route } from 'playwright/test'
import { speakToEngine } from './embeddedEngine.mjs'
import { expectAccessibleInBothThemes } from './accessible.ts'
import { earlyGrid, expectRecords, firstCell, grid, search } from './explorer.ts'
import { expect, FIELD_PROGRAMMES, test } from './fixtures.ts'

declare function engine(action: string, params: object): Promise<unknown>

const PROGRAM = /\/pglite-wasm-[^/]+\.bin$/

/** PostgreSQL's program comes, or what is sent for it, only when it is released. */
async function holdProgram(
  context: BrowserContext,
  send = (route: Route): Promise<void> => route.continue(),
): Promise<() => void> {
  let release = () => undefined as void
  const released = new Promise<void>((resolve) => (release = resolve))
  await context.route(PROGRAM, async (route) => {
    await released
    await send(route).catch(() => undefined)
  })
  return release
}

test.beforeEach(async ({ page, context }) => {
  await speakToEngine(context)
  // A route sees what a page asks for itself.
  await page.addInitScript(() => Reflect.deleteProperty(Navigator.prototype, 'serviceWorker'))
  // A route turns the browser's HTTP cache off, so that the host is always asked for the program.
  await context.route(PROGRAM, (route) => route.continue())
})

const note = (page: Page) => page.getByText('Meanwhile, here are the first records.')
const cells = (page: Page) => earlyGrid(page).getByRole('gridcell')
const titles = (page: Page, row: number) => earlyGrid(page).locator(`[aria-rowindex="${row + 1}"] [role="gridcell"]`)

test('a first visit shows the sample, and how far PostgreSQL is, before PostgreSQL is there', async ({
  page,
  context,
  host,
}) => {
  const release = await holdProgram(context)
  await page.goto(host.url)
  await expect(titles(page, 1).nth(1)).toHaveText('NR-25-0001')
  await expect(earlyGrid(page)).toHaveAttribute('aria-rowcount', '3001')
  await expect(page.getByRole('navigation').getByRole('button', { name: 'bird_strikes' })).toBeVisible()
  await expect(note(page)).toBeVisible()
  await expect(page.getByRole('progressbar', { name: 'PostgreSQL' })).toBeVisible()
  await expectAccessibleInBothThemes(page, 'the first records while PostgreSQL starts')

  // What is asked for meanwhile is answered as soon as it can be.
  await search(page, 'sediment')
  release()
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
  release()
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
  release()
  await expect(grid(page).locator('[aria-rowindex="2"]')).toContainText('Weekly turbidity sampling, lower Dunnet')
  await expect(cells(page).getByText('Not so any more')).toHaveCount(0)
})

test('where PostgreSQL does not start, that is said in the place of the records, and what was typed is there again', async ({
  page,
  context,
  host,
  guard,
}) => {
  guard.expectConsole(/404/)
  await page.goto(host.url)
  await expectRecords(page, 3000)
  await expect.poll(() => keptAnswers(page)).toContain('resource_id=field_programmes&limit=200')
  const fail = await holdProgram(context, (route) => route.fulfill({ status: 404 }))
  await page.reload()
  await earlyGrid(page).getByRole('rowheader', { name: '1', exact: true }).dblclick()
  const panel = page.getByRole('complementary', { name: 'Record' })
  await panel.getByRole('button', { name: 'Edit' }).click()
  await panel.getByRole('textbox', { name: 'title' }).fill('A draft')
  fail()
  const alert = page.getByRole('alert')
  await expect(alert).toContainText('pglite-wasm')
  await expect(earlyGrid(page)).toBeHidden()
  await expect(panel).toBeHidden()
  await context.unroute(PROGRAM)
  // Nothing tries again by itself.
  await expect(page.getByRole('button', { name: 'Try again' })).toHaveCount(1)
  await alert.getByRole('button', { name: 'Try again' }).click()
  await expectRecords(page, 3000)
  await expect(panel.getByRole('textbox', { name: 'title' })).toHaveValue('A draft')
})

test('where nothing is known of the records that are asked for, the start is shown in their place', async ({
  page,
  context,
  host,
}) => {
  const release = await holdProgram(context)
  await page.goto(`${host.url}#v=1&table=bird_strikes`)
  await expect(page.getByText('The tables of this browser stay on this device.')).toBeVisible()
  release()
  await expectRecords(page, 10_000)
})

/** What is asked in the addresses of the answers that are kept. */
async function keptAnswers(page: Page): Promise<readonly string[]> {
  return page.evaluate(async () => {
    if (!(await caches.has('rowan-answers-18'))) return []
    const requests = await (await caches.open('rowan-answers-18')).keys()
    return requests.map(({ url }) => new URL(url).search.slice(1))
  })
}

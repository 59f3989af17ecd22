import type { Page } from 'playwright/test'
import { expectAccessibleInBothThemes } from './accessible.ts'
import { deployPage, type DeployedPage } from './deployedPage.ts'
import { columnHeader, expectRecords, firstCell, grid, runSql, search, sortBy, tabTo, visibleRows } from './explorer.ts'
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
const onlyFirst = (path: string) =>
  /\/assets\/(?!index-|rolldown-runtime-)/.test(path) ? { ...HTML, status: 404 } : null

/** The part that Settings need doesn't arrive, as it is loaded soon after the rows. */
const noConnection = (path: string) => (/\/assets\/connection-/.test(path) ? { ...HTML, status: 404 } : null)

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
  await expectAccessibleInBothThemes(page, 'a new version')
  await tabTo(page, note(page).getByRole('button', { name: 'Reload' }))
  await page.keyboard.press('Enter')
  await expect(page.locator('html')).toHaveAttribute('data-build', await site.build())
  await expect(page.getByRole('searchbox', { name: 'Search records' })).toHaveValue('sediment')
  await expect(firstCell(page)).toBeVisible()
  await grid(page).getByRole('rowheader').first().dblclick()
  await expect(page.getByRole('complementary', { name: /Record/ })).toBeVisible()
})

test('the reload that a new build asks for comes back to the same rows and cell, and to what was typed', async ({
  page,
  site,
  remote,
  guard,
}) => {
  site.spoil(noConnection)
  const secret = JSON.stringify({ version: 1, origin: remote.origin, header: 'authorization', token: remote.token })
  await page.addInitScript(([name, value]) => sessionStorage.setItem(name, value), [
    `rowan.token.settings:${remote.origin}`,
    secret,
  ] as const)
  guard.allow(remote.origin, remote.token)
  await page.setViewportSize({ width: 1100, height: 700 })
  await page.goto(`${site.url}#table=${FIELD_PROGRAMMES}&sort=title`)
  await expectRecords(page, 3000)
  // Records open once the table's id is known.
  await expect(page.getByRole('button', { name: 'Add record', exact: true })).toBeEnabled()
  await grid(page).evaluate((element) => element.scrollTo(330, 28 * 1500 + 9))
  const number = grid(page).getByRole('rowheader', { name: '1507', exact: true })
  await number.waitFor()
  await page.mouse.move(600, 400)
  const cell = grid(page).locator('[aria-rowindex="1508"] [role="gridcell"]').nth(2)
  await cell.click()
  const edge = await columnHeader(page, 'subject').boundingBox()
  if (edge === null) throw new Error('The column is in view')
  await page.mouse.move(edge.x + edge.width - 2, edge.y + edge.height / 2)
  await page.mouse.down()
  await page.mouse.move(edge.x + edge.width + 70, edge.y + edge.height / 2)
  await page.mouse.up()
  await number.dblclick()
  const panel = page.getByRole('complementary', { name: 'Record' })
  await panel.getByRole('button', { name: 'Edit' }).click()
  const lead = panel.getByRole('group', { name: 'lead', exact: true }).getByRole('textbox')
  await lead.fill('Typed before the reload')
  const looks = async () => ({
    scrolled: await grid(page).evaluate(({ scrollTop, scrollLeft }) => [scrollTop, scrollLeft]),
    rows: await visibleRows(page),
    active: await grid(page).locator('[role="gridcell"][tabindex="0"]').getAttribute('aria-colindex'),
    status: await page.getByText(/^Row 1,507, /).textContent(),
    title: await panel.getByRole('heading').textContent(),
    width: (await columnHeader(page, 'subject').boundingBox())?.width,
  })
  const before = await looks()
  expect(before.width).toBeGreaterThan(edge.width + 40)
  expect(before.scrolled[0]).toBe(28 * 1500 + 9)

  await site.deploy()
  site.spoil()
  const questions: string[] = []
  page.on('dialog', (dialog) => {
    questions.push(dialog.type())
    void dialog.accept()
  })
  await page.getByRole('button', { name: 'Settings', exact: true }).click()
  await note(page).getByRole('button', { name: 'Reload' }).click()
  await expect(page.locator('html')).toHaveAttribute('data-build', await site.build())
  await expect(lead).toHaveValue('Typed before the reload')
  await expect(lead).toBeInViewport()
  await expect(number).toBeVisible()
  await expect.poll(looks).toEqual(before)
  expect(questions, 'nothing is lost, so nothing is asked').toEqual([])

  await panel.getByRole('button', { name: 'Cancel' }).click()
  await page.reload()
  await expectRecords(page, 3000)
  await expect(firstCell(page)).toBeVisible()
  expect(await grid(page).evaluate(({ scrollTop }) => scrollTop)).toBe(0)
  await expect(panel).toBeHidden()
})

test(
  'the reload that a new build asks for shows the answer to a statement in the same order, and the cell',
  { tag: '@long' },
  async ({ page, site }) => {
    await page.goto(site.url)
    await expectRecords(page, 3000)
    // What is loaded beside the rows has all arrived; the editor is loaded when it is needed.
    await page.waitForLoadState('networkidle')
    await site.deploy()
    await page.getByRole('tab', { name: 'SQL' }).click()
    await expect(note(page)).toContainText('A new version is here.')
    await runSql(page, 'SELECT title, stage FROM {table} ORDER BY _id LIMIT 40')
    await expectRecords(page, 40)
    await sortBy(page, 'title', 'descending')
    await grid(page).locator('[aria-rowindex="6"] [role="gridcell"]').nth(1).click()
    const cell = grid(page).locator('[role="gridcell"][tabindex="0"]')
    const looks = async () => [
      await visibleRows(page),
      await cell.getAttribute('aria-colindex'),
      await cell.textContent(),
    ]
    const before = await looks()
    await note(page).getByRole('button', { name: 'Reload' }).click()
    await expect(page.locator('html')).toHaveAttribute('data-build', await site.build())
    await expectRecords(page, 40)
    await expect.poll(looks).toEqual(before)
    await expect(columnHeader(page, 'title')).toHaveAttribute('aria-sort', 'descending')
    // Run again it is a new answer.
    await page.getByRole('button', { name: 'Run query' }).click()
    await expect(columnHeader(page, 'title')).toHaveAttribute('aria-sort', 'none')
  },
)

test(
  'This browser, chosen when a new build has taken its program away: said, and a reload starts it',
  { tag: '@long' },
  async ({ page, site }) => {
    await page.goto(site.url)
    const instance = page.getByRole('combobox', { name: 'Instance' })
    await instance.click()
    const option = page.getByRole('option', { name: /This browser/ })
    await expect(option).toBeVisible()
    await page.keyboard.press('Escape')
    await expectRecords(page, 3000)
    await site.deploy()
    await instance.click()
    await option.click()
    await expect(note(page)).toContainText('A new version is here.')
    await note(page).getByRole('button', { name: 'Reload' }).click()
    await expect(page.locator('html')).toHaveAttribute('data-build', await site.build())
    await expectRecords(page, 3000)
    await expect(instance).toHaveValue('This browser')
    // What loads by itself later would find no host.
    await page.goto('about:blank')
  },
)

test('a file of another kind: it is named, and Try again heals once the host is well', async ({ page, site }) => {
  site.spoil((path) => (/\/assets\/connection-/.test(path) ? HTML : null))
  await page.goto(site.url)
  await expectRecords(page, 3000)
  await page.getByRole('button', { name: 'Settings', exact: true }).click()
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
      const part = /\/assets\/(connection|panels)-[^/]+\.js$/.exec(path)?.[1]
      if (part === undefined || spoilt.has(part)) return null
      spoilt.add(part)
      const headers = { 'cache-control': 'max-age=31536000, immutable' }
      return part === 'connection' ? { ...HTML, headers } : { type: 'text/javascript', body: '', headers }
    })
    await page.goto(site.url)
    await expectRecords(page, 3000)
    await expect.poll(() => spoilt.size).toBe(2)
    await page.getByRole('button', { name: 'Settings', exact: true }).click()
    await expect(page.getByText('Requests')).toBeVisible()
    await expect(note(page)).toBeEmpty()
    await page.keyboard.press('Escape')
    // What has run, if only as an empty file, runs no second time in the same page.
    const jump = page.getByRole('button', { name: 'Jump to' })
    await jump.click()
    await expect(note(page)).toContainText('A part of this page arrived damaged and has been fetched again.')
    await note(page).getByRole('button', { name: 'Reload' }).click()
    await expect(firstCell(page)).toBeVisible()
    await jump.click()
    await expect(page.getByRole('dialog', { name: 'Jump to' })).toBeVisible()
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
  await expect(shell).toHaveText(
    /^\s*Rowan\s*A file of this page arrived damaged and has been fetched again\.\s*Reload\s*$/,
    {
      useInnerText: true,
    },
  )
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

import { createServer } from 'node:http'
import type { FrameLocator, Page } from 'playwright/test'
import { expectAccessible } from './accessible.ts'
import { expectRecords, firstCell, grid } from './explorer.ts'
import { expect, FIELD_PROGRAMMES, PREFIX, test } from './fixtures.ts'
import { startServer } from './server.mjs'
import { listening } from './support/listening.ts'

/** What Share put into the clipboard. */
async function shared(page: Page): Promise<string> {
  await page.getByRole('button', { name: 'Share' }).click()
  await page.getByRole('dialog', { name: 'Share' }).getByRole('button', { name: 'Copy link' }).click()
  await expect(page.getByText('Link copied.')).toBeVisible()
  return page.evaluate(() => navigator.clipboard.readText())
}

test('a link opens the same view in another browser, short and readable, without the token', async ({
  page,
  browser,
  context,
  rowan,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const asked = `table=${FIELD_PROGRAMMES}&q=sediment&filter=%5B%22stage%22,%22active%22%5D&sort=-area_km2&limit=50`
  await page.goto(`${rowan.origin}/#v=1&${asked}`)
  await expect(firstCell(page)).toBeVisible()
  const link = await shared(page)
  expect(link.length).toBeLessThan(2000)
  expect(link).toContain('q=sediment')
  expect(link).not.toContain(rowan.token)
  const there = await browser.newPage()
  await there.goto(link)
  await expect(firstCell(there)).toBeVisible()
  expect(await grid(there).getAttribute('aria-rowcount')).toBe(await grid(page).getAttribute('aria-rowcount'))
  // What the headers draw comes when there is time.
  const rows = (at: Page) =>
    grid(at)
      .getByRole('row')
      .filter({ has: at.getByRole('gridcell') })
      .allInnerTexts()
  expect(await rows(there)).toEqual(await rows(page))
  await there.close()
})

test('a long statement is packed, opens as it was, and a damaged link says so', async ({ page, context, rowan }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const sql = `SELECT ${Array.from({ length: 80 }, (_, at) => `'${at} é "quoted"' AS column_${at}`).join(', ')}`
  await page.goto(`${rowan.origin}/#v=1&table=${FIELD_PROGRAMMES}&mode=sql&sql=${encodeURIComponent(sql)}`)
  await expect(page.getByRole('gridcell').first()).toBeVisible()
  const link = await shared(page)
  expect(link).toMatch(/#z=1\.[\w-]+\.\w+$/)
  expect(link.length).toBeLessThan(2000)
  const there = await context.newPage()
  await there.goto(link)
  await expect(there.getByRole('gridcell', { name: '0 é "quoted"' })).toBeVisible()
  expect(decodeURIComponent(new URL(there.url()).hash)).toContain(sql)
  // Pasted into a page that is open, it opens too.
  await there.goto(`${rowan.origin}/#v=1&table=${FIELD_PROGRAMMES}&limit=3`)
  await expectRecords(there, 3)
  await there.evaluate((hash) => window.location.assign(hash), new URL(link).hash)
  await expect(there.getByRole('gridcell', { name: '0 é "quoted"' })).toBeVisible()

  await there.goto('about:blank')
  await there.goto(link.slice(0, -40))
  await expect(there.getByText('This link is damaged')).toBeVisible()
  await expect(there.getByRole('tab', { name: 'Filter' })).toBeVisible()
  await there.goto('about:blank')
  await there.goto(`${rowan.origin}/#v=1&table=${FIELD_PROGRAMMES}&filter=%5B%22stage%22,%22act`)
  await expect(there.getByText('This page couldn’t read a part of this link')).toContainText('filter=["stage","act')
  await there.getByRole('button', { name: 'Close' }).click()
  await expect(there.getByText('A part of this link')).toHaveCount(0)
})

/** A portal at another site (by a name and a port of its own), whose page holds a frame between two links. */
async function startPortal() {
  let frame = ''
  const server = createServer((request, response) => {
    if (request.url !== '/') return response.writeHead(204).end()
    const links = [`<a href="#before">before</a>`, frame, `<a href="#after">after</a>`]
    const page = `<!doctype html><html lang="en"><title>Portal</title><h1>Portal</h1>${links.join('')}</html>`
    return response.writeHead(200, { 'content-type': 'text/html' }).end(page)
  })
  const held = await listening(server)
  return {
    origin: held.origin.replace('127.0.0.1', 'localhost'),
    place: (html: string) => void (frame = html),
    stop: () => held.stop(),
  }
}

test('a view stands in a portal’s page: what it shows, by keyboard, without token, change or storage', async ({
  page,
  context,
  guard,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const holder = await startPortal()
  const server = await startServer({ token: 'token-of-the-framed', frames: holder.origin })
  guard.allow(server.origin, server.token)
  guard.allow(holder.origin)
  await page.goto(`${server.origin}/#v=1&table=${FIELD_PROGRAMMES}&q=sediment&sort=-area_km2`)
  await expect(firstCell(page)).toBeVisible()
  const total = await grid(page).getAttribute('aria-rowcount')
  await page.keyboard.press('ControlOrMeta+k')
  await expect(page.getByRole('combobox', { name: /^Find a table, field/ })).toBeFocused()
  await page.keyboard.type('copy code')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Code copied.')).toBeVisible()
  const copied = await page.evaluate(() => navigator.clipboard.readText())
  await page.getByRole('button', { name: 'Share' }).click()
  await expectAccessible(page, 'what Share offers')
  await page.getByRole('dialog', { name: 'Share' }).getByRole('button', { name: 'Copy code' }).click()
  await expect(page.getByRole('dialog', { name: 'Share' })).toBeHidden()
  const code = await page.evaluate(() => navigator.clipboard.readText())
  expect(code).toBe(copied)
  holder.place(code)
  expect(code).toMatch(/^<iframe src="[^"]+\?embed=1#[^"]*" title="[^"]+"/)

  const asked: { url: string; token: string | undefined }[] = []
  const portal = await context.newPage()
  portal.on('request', (request) => asked.push({ url: request.url(), token: request.headers()['authorization'] }))
  await portal.goto(`${holder.origin}/`)
  const view: FrameLocator = portal.frameLocator('iframe')
  const records = view.getByRole('grid', { name: 'Records' })
  await expect(records.getByRole('gridcell').first()).toBeVisible()
  await expect(records).toHaveAttribute('aria-rowcount', total ?? '')
  await expect(view.getByRole('heading')).toContainText('matching “sediment”')
  await expect(view.getByRole('button', { name: /Share|Export|Keep|Settings|Add filter|Add record/ })).toHaveCount(0)
  await expect(view.getByRole('combobox')).toHaveCount(0)
  expect(asked.filter(({ url }) => url.includes(PREFIX)).every(({ token }) => token === undefined)).toBe(true)
  expect(await portal.evaluate(() => document.activeElement?.tagName)).toBe('BODY')

  // Tab leads in, through the grid in one stop, and out again.
  await portal.getByRole('link', { name: 'before' }).focus()
  await portal.keyboard.press('Tab')
  await expect(view.getByRole('link', { name: /^Open in Rowan/ })).toBeFocused()
  await portal.keyboard.press('Tab')
  await expect(records.locator(':focus')).toHaveCount(1)
  await portal.keyboard.press('ArrowDown')
  await expect(records.locator('[role="gridcell"]:focus')).toHaveCount(1)
  await portal.keyboard.press('Tab')
  await expect(portal.getByRole('link', { name: 'after' })).toBeFocused()

  const opened = context.waitForEvent('page')
  await view.getByRole('link', { name: /^Open in Rowan/ }).click()
  const whole = await opened
  await expect(firstCell(whole)).toBeVisible()
  expect(new URL(whole.url()).search).toBe('')
  await expect(grid(whole)).toHaveAttribute('aria-rowcount', total ?? '')
  // What they still load must not be asked of a server that has stopped.
  await whole.close()
  await portal.close()
  await page.close()
  await holder.stop()
  await server.stop()
})

test('only a view may be framed, and only by the origins that are named', async ({ rowan, guard }) => {
  const frames = 'http://portal.example'
  const server = await startServer({ token: 'token-of-the-framed', frames })
  guard.allow(server.origin)
  const policy = async (url: string) => (await fetch(url)).headers.get('content-security-policy') ?? ''
  expect(await policy(`${server.origin}/?embed=1`)).toMatch(/frame-ancestors 'self' http:\/\/portal\.example$/)
  expect(await policy(`${server.origin}/?x=1&embed=1`)).toContain(frames)
  for (const path of ['/', '/?embed=0', '/?embed=12', '/?noembed=1', '/settings.json?embed=1']) {
    expect(await policy(`${server.origin}${path}`), path).toMatch(/frame-ancestors 'self'$/)
  }
  expect(await policy(`${rowan.origin}/?embed=1`)).toMatch(/frame-ancestors 'self'$/)
  await server.stop()
})

test('alone on a screen: accessible in both themes and widths; what can’t be shown is said', async ({
  page,
  rowan,
}) => {
  const view = `${rowan.origin}/?embed=1#v=1&table=${FIELD_PROGRAMMES}&filter=%5B%22stage%22,%22active%22%5D`
  await page.goto(view)
  await expect(firstCell(page)).toBeVisible()
  for (const colorScheme of ['light', 'dark'] as const) {
    for (const width of [1440, 390]) {
      await page.emulateMedia({ colorScheme })
      await page.setViewportSize({ width, height: 480 })
      await expectAccessible(page, `a view in a frame, ${colorScheme}, ${width}`)
    }
  }
  await page.goto('about:blank')
  await page.goto(`${rowan.origin}/?embed=1#v=1&base=https://elsewhere.example&table=x`)
  await expect(page.getByText('This view is of https://elsewhere.example')).toBeVisible()
  await page.goto('about:blank')
  await page.goto(`${rowan.origin}/?embed=1#v=1&base=http://this-browser.invalid&table=x`)
  await expect(page.getByText('Nobody else has them')).toBeVisible()
  await page.goto('about:blank')
  await page.goto(`${rowan.origin}/?embed=1#v=1&mode=sql&sql=SELECT%2041%20%2B%201%20AS%20answer`)
  await expect(page.getByRole('gridcell', { name: '42' })).toBeVisible()
})

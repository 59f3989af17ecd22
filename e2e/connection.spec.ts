import { createServer } from 'node:http'
import type { Page } from 'playwright/test'
import { expectAccessibleEverywhere } from './accessible.ts'
import { connect, exportCsv, firstCell, grid, openConnection, testConnection, unfold } from './explorer.ts'
import { expect, PREFIX, test } from './fixtures.ts'

/** The browser's own lines about requests that these tests let fail. */
const FAILED_REQUEST = /CORS policy|Failed to load resource/

test(
  'a server that lets no other page read: the cause, and the lines for its administrator',
  { tag: '@long' },
  async ({ page, rowan, guard }) => {
    const closed = createServer((_, response) => response.end('{"success": true, "result": {"records": []}}'))
    await new Promise<void>((done) => closed.listen(0, '127.0.0.1', done))
    const address = closed.address()
    if (address === null || typeof address === 'string') throw new Error('The server has no port')
    const origin = `http://127.0.0.1:${address.port}`
    guard.allow(origin)
    guard.expectConsole(FAILED_REQUEST)
    await page.goto(rowan.origin)
    await expect(firstCell(page)).toBeVisible()
    const dialog = await openConnection(page)
    await page.getByRole('textbox', { name: 'Address of the portal' }).fill(origin)
    await testConnection(dialog)
    const diagnosis = page.getByRole('region', { name: 'Diagnosis' })
    await expect(diagnosis.getByText('The browser may not read the answer (CORS)')).toBeVisible()
    await expect(diagnosis.getByText('failed at step 3 of 6')).toBeVisible()
    const remedy = dialog.getByRole('group', { name: 'Remedy' })
    await expect(remedy.getByText(`ckan.cors.origin_whitelist = ${rowan.origin}`)).toBeVisible()
    await expect(remedy.getByText(`-H 'Origin: ${rowan.origin}'`)).toBeVisible()
    await expectAccessibleEverywhere(page, 'a server that lets no page read')
    await remedy.getByRole('button', { name: 'Copy' }).first().click()
    closed.close()
    await expect(remedy.getByText(/^Copied\.|does not let the page copy/)).toBeVisible()
  },
)

test('a prefix under which nothing answers is put right by a button', async ({ page, rowan, remote, guard }) => {
  guard.allow(remote.origin)
  guard.expectConsole(FAILED_REQUEST)
  await page.goto(rowan.origin)
  await expect(firstCell(page)).toBeVisible()
  const dialog = await openConnection(page)
  await page.getByRole('textbox', { name: 'Address of the portal' }).fill(remote.origin)
  await unfold(dialog, 'Advanced')
  await page.getByRole('textbox', { name: 'Path prefix' }).fill('/ckan/api')
  await dialog.getByRole('button', { name: 'Connect', exact: true }).click()
  await page.getByRole('button', { name: 'Use /en/api/3/action' }).click()
  await expect(page.getByRole('textbox', { name: 'Path prefix' })).toHaveValue('/en/api/3/action')
  await unfold(dialog, 'What was tried')
  const card = page.getByRole('region', { name: 'Capabilities' })
  await expect(card).toContainText('SQL and filters')
  await expect(card).toContainText('32,000')
})

test('a wrong token shows in the test, in the page and at the dot, and is corrected from there', async ({
  page,
  rowan,
  remote,
  guard,
}) => {
  guard.allow(remote.origin)
  await page.goto(rowan.origin)
  await expect(firstCell(page)).toBeVisible()
  const dialog = await openConnection(page)
  await page.getByRole('textbox', { name: 'Address of the portal' }).fill(remote.origin)
  await unfold(dialog, 'Advanced')
  await page.getByLabel('API token').fill('not-a-token')
  await testConnection(dialog)
  await expect(page.getByRole('region', { name: 'Diagnosis' }).getByText('The token was not accepted')).toBeVisible()
  await expect(page.getByRole('region', { name: 'Capabilities' })).toContainText('token not accepted')
  await expectAccessibleEverywhere(page, 'a token that is not accepted')
  await page.getByRole('button', { name: /^Open 127/ }).click()

  const instance = page.getByRole('combobox', { name: 'Instance' })
  await expect(instance).toHaveAccessibleDescription('token not accepted, read as anonymous')
  await expect(page.getByRole('note').getByRole('paragraph')).toHaveText(
    `The token was not accepted. Reading ${new URL(remote.origin).host} as anonymous; private tables look missing, and writing is refused.`,
  )
  await expectAccessibleEverywhere(page, 'the notice of a token that is not accepted')
  await expect(page.getByRole('button', { name: 'Add record', exact: true })).toHaveCount(0)
  expect(await stored(page)).not.toContain('not-a-token')

  await page.getByRole('button', { name: 'Open connection' }).click()
  await page.getByLabel('API token').fill(remote.token)
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(instance).toHaveAccessibleDescription('SQL and filters')
  await expect(page.getByRole('button', { name: 'Add record', exact: true })).toBeEnabled()
})

test(
  'what a minimal server refuses is said where the control would be',
  { tag: '@long' },
  async ({ page, rowan, guard }) => {
    const least = await startLeastServer()
    try {
      guard.allow(least.origin)
      guard.expectConsole(FAILED_REQUEST)
      await page.goto(rowan.origin)
      await expect(firstCell(page)).toBeVisible()
      await connect(page, { baseUrl: least.origin })
      const resource = page.getByRole('combobox', { name: 'Resource' })
      await resource.fill('rivers')
      await expect(page.getByText('This server has no list of tables.').first()).toBeVisible()
      await resource.press('Enter')
      const status = page.getByRole('status').filter({ hasText: 'records' })

      const level = grid(page).getByRole('columnheader', { name: /^level/ })
      await level.click()
      await expect(status).toContainText('not sorted')
      await expect(level).toHaveAttribute('aria-disabled', 'true')
      await expect(level).toHaveAccessibleDescription(/This server does not sort\./)
      await expect(level).not.toHaveAttribute('aria-sort')
      const filter = page.getByRole('group', { name: 'Filter' })
      await expect(filter.getByRole('note')).toHaveText('This server does not sort. The records are in its own order.')
      await expectAccessibleEverywhere(page, 'a server that does not sort')
      await page.getByRole('button', { name: 'Remove sort on level' }).click()

      await firstCell(page).click()
      await page.keyboard.press('ControlOrMeta+End')
      await expect(status).toContainText('cut at 200')
      await expect(status).toContainText('This server refuses further pages (offset).')
      const { name } = await exportCsv(page)
      expect(name).toBe('rivers-at-least-200.csv')
      await expect(
        page.getByText(
          /^Exported 200 records to rivers-at-least-200\.csv \([^)]+\)\. This server doesn't show whether there are more\.$/,
        ),
      ).toBeVisible()
      const sql = page.getByRole('tab', { name: 'SQL' })
      await expect(sql).toHaveAccessibleDescription('SQL is off on this server')
      await sql.click({ force: true })
      await expect(page.getByRole('status', { name: 'Notice' })).toHaveText('SQL is off on this server.')
      await expect(sql).toHaveAttribute('aria-selected', 'false')
    } finally {
      least.stop()
    }
  },
)

/** Knows the parameters of the interface and refuses all others; 200 records at most, and web pages for all else. */
async function startLeastServer() {
  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://least')
    response.setHeader('access-control-allow-origin', '*')
    if (pathname !== `${PREFIX}/datastore_search` || searchParams.get('resource_id') !== 'rivers') {
      response.writeHead(404, { 'content-type': 'text/html' }).end('<h1>Not found</h1>')
      return
    }
    const beyond = [...searchParams.keys()].some((name) => !['resource_id', 'limit', 'q', 'filters'].includes(name))
    const count = Math.min(200, Number(searchParams.get('limit') ?? 100))
    const records = Array.from({ length: count }, (_, place) => ({ _id: place + 1, level: (place * 37) % 100 }))
    response.writeHead(beyond ? 400 : 200, { 'content-type': 'application/json' })
    response.end(JSON.stringify(beyond ? { message: 'unknown parameter' } : { records }))
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The server has no port')
  return {
    origin: `http://127.0.0.1:${address.port}`,
    stop: () => {
      server.close()
      server.closeAllConnections()
    },
  }
}

/** What this device keeps for the page. */
function stored(page: Page): Promise<string> {
  return page.evaluate(() => JSON.stringify(localStorage))
}

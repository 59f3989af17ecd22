import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright/test'
import { expect, test, FIELD_PROGRAMMES } from './fixtures.ts'
import {
  askAgain,
  addFilter,
  chooseResource,
  columnHeader,
  connect,
  dropFile,
  expectRecords,
  exportCsv,
  firstCell,
  grid,
  openConnection,
  openFromSettings,
  openSql,
  runSql,
  search,
  setLimit,
  sortBy,
  testConnection,
  typeSql,
  unfold,
} from './explorer.ts'
import { startFaultProxy } from './faultProxy.ts'
import { brokenOff, notAllowed, repeatsToken, sentOnTo, takesAnything } from './faults.ts'
import { TOKEN_MARK } from './tokenWatch.ts'

test('without a token no view provokes a preflight', { tag: '@long' }, async ({ page, rowan, remote, guard }) => {
  guard.allow(remote.origin)
  await page.goto(rowan.origin)
  remote.clear()
  await connect(page, { name: 'Open service', baseUrl: remote.origin })
  await chooseResource(page, 'field_programmes')
  await search(page, 'river')
  await search(page, '')
  await addFilter(page, 'subject', ['watershed', 'survey'])
  await sortBy(page, '_id', 'descending')
  await setLimit(page, 40)
  await expectRecords(page, 40)
  await setLimit(page, null)
  await grid(page).getByRole('rowheader').first().dblclick()
  await expect(page.getByRole('complementary', { name: 'Record' })).toBeVisible()
  await page.keyboard.press('Escape')
  await firstCell(page).click()
  await page.keyboard.press('ControlOrMeta+End')
  await exportCsv(page)

  await openSql(page)
  await runSql(page, 'SELECT subject FROM {table} LIMIT 7')
  await expectRecords(page, 7)
  // Longer than an address should be.
  const long = 'watershed '.repeat(300)
  await page.goto(`${page.url().split('#')[0]}#${linkTo(remote.origin, `SELECT 1 AS one -- ${long}\n, 2 AS two`)}`)
  await expectRecords(page, 1)
  await expect(columnHeader(page, 'two')).toBeVisible()

  await page.getByRole('combobox', { name: 'Instance' }).click()
  await page.getByRole('option', { name: 'Edit connection' }).click()
  const dialog = page.getByRole('dialog', { name: 'Connection' })
  await testConnection(dialog)
  await dialog.getByRole('button', { name: 'Cancel' }).click()

  const log = await openFromSettings(page, 'Requests')
  await expect(log.getByRole('listitem').nth(5)).toBeVisible()
  await log.getByRole('button', { name: 'Close' }).click()
  // A new table needs a token: a file is answered with that, and nothing is asked.
  await dropFile(page, 'rivers.csv', 'name\nSilt')
  const dropped = page.getByRole('dialog', { name: 'A table from this file' })
  await expect(dropped).toContainText('needs an API token with write access in its connection.')

  const asked = remote.requests.map(({ method, path }) => `${method} ${path.slice(0, 100)}`)
  expect(asked.length).toBeGreaterThan(10)
  expect(asked.filter((line) => line.startsWith('OPTIONS'))).toEqual([])
  for (const { headers } of remote.requests) {
    expect(headers.filter(([name]) => /^(authorization|x-)/i.test(name))).toEqual([])
  }
})

test('a token goes to its own server and nowhere else', async ({ page, context, rowan, remote, faulty, guard }) => {
  guard.expectConsole(/Failed to load resource|blocked by CORS|redirect/i)
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const foreign = await startFaultProxy(rowan.origin)
  foreign.play(takesAnything)
  foreign.play(takesAnything, { method: 'OPTIONS' })
  guard.allow(foreign.origin)
  const alert = page.getByRole('main').getByRole('alert')
  try {
    await page.goto(rowan.origin)
    await expect(firstCell(page)).toBeVisible()
    await test.step('given as it is often pasted, looked at, tested', async () => {
      const dialog = await openConnection(page)
      await dialog.getByRole('textbox', { name: 'Address of the portal' }).fill(faulty.origin)
      await unfold(dialog, 'Advanced')
      await dialog.getByRole('textbox', { name: 'Name', exact: true }).fill('Guarded')
      await dialog.getByLabel('API token', { exact: true }).fill(`"Bearer ${remote.token}" `)
      await dialog.getByRole('button', { name: 'Show token' }).click()
      await testConnection(dialog)
      await dialog.getByRole('button', { name: 'Open Guarded' }).click()
      await expect(dialog).toBeHidden()
      expect(faulty.requests.some(({ headers }) => headers['authorization'] === remote.token)).toBe(true)
    })
    await test.step('what the server can do, kept and asked for again; the file of instances', async () => {
      await expect(page.getByRole('combobox', { name: 'Instance' })).toHaveAccessibleDescription('SQL and filters')
      const kept = () => page.evaluate(() => localStorage.getItem('rowan.capabilities') ?? '')
      await expect.poll(kept).toContain(faulty.origin)
      const before = await kept()
      await page.getByRole('combobox', { name: 'Instance' }).click()
      await page.getByRole('option', { name: 'Edit connection' }).click()
      const dialog = page.getByRole('dialog', { name: 'Connection' })
      await dialog.getByRole('button', { name: 'Check again' }).click()
      await expect.poll(kept).not.toBe(before)
      expect(await kept()).not.toContain(TOKEN_MARK)
      await dialog.getByRole('button', { name: 'Cancel' }).click()

      const instances = await openFromSettings(page, 'Instances')
      await expect(instances.getByText('token for this browser tab')).toBeVisible()
      const download = page.waitForEvent('download')
      await instances.getByRole('button', { name: 'Export' }).click()
      const text = await readFile(await (await download).path(), 'utf8')
      expect(text).toContain(faulty.origin)
      expect(text).not.toContain(TOKEN_MARK)
      await instances.getByRole('button', { name: 'Close' }).click()
    })
    await test.step('query, SQL, export, share', async () => {
      await chooseResource(page, 'field_programmes')
      await search(page, 'river')
      await search(page, '')
      await addFilter(page, 'stage', ['active'])
      await setLimit(page, 20)
      await expectRecords(page, 20)
      await exportCsv(page, 'Export these 20')
      await page.getByRole('button', { name: 'Share' }).click()
      await page.getByRole('button', { name: 'Copy link' }).click()
      await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toContain('#')
      expect(await page.evaluate(() => navigator.clipboard.readText())).not.toContain(TOKEN_MARK)
    })
    await test.step('kept for this tab, not on the device', async () => {
      expect(await stored(page, 'sessionStorage')).toContain(remote.token)
      expect(await stored(page, 'localStorage')).not.toContain(TOKEN_MARK)
    })
    await test.step('failures', async () => {
      faulty.play(notAllowed, { action: 'datastore_search' })
      await askAgain(page)
      await expect(alert).toContainText('this token')
      faulty.heal()
      faulty.play(brokenOff, { action: 'datastore_search' })
      await askAgain(page)
      await expect(alert).not.toContainText('this token')
      faulty.heal()
      await context.setOffline(true)
      await askAgain(page)
      await expect(alert).toBeVisible()
      await context.setOffline(false)
      await askAgain(page)
      await expect(alert).toHaveCount(0)
      await openSql(page)
      await runSql(page, 'SELECT subject FROM {table} LIMIT 2')
      await expectRecords(page, 2)
      await typeSql(page, 'SELECT nothing FROM {table}')
      await askAgain(page)
      await expect(alert).toBeVisible()
    })
    await test.step('a server that sends its requests on to another', async () => {
      await page.getByRole('tab', { name: 'Filter' }).click()
      await expectRecords(page, 20)
      faulty.play(sentOnTo(foreign.origin), { action: 'datastore_search' })
      await askAgain(page)
      await expect(alert).toContainText('The server redirects this request to another address')
      faulty.heal()
      await askAgain(page)
      await expect(alert).toHaveCount(0)
    })
    await test.step('the log of requests', async () => {
      const log = await openFromSettings(page, 'Requests')
      await expect(log.getByRole('listitem').nth(5)).toBeVisible()
      await expect(log).not.toContainText(TOKEN_MARK)
      await log
        .getByRole('button', { name: /^Copy as curl: datastore_search/ })
        .first()
        .click()
      await expect
        .poll(() => page.evaluate(() => navigator.clipboard.readText()))
        .toMatch(/^curl .* -H 'authorization: '"\$API_TOKEN"/)
      expect(await page.evaluate(() => navigator.clipboard.readText())).not.toContain(TOKEN_MARK)
      await page.keyboard.press('Escape')
    })
    await test.step('another instance, and a link to one that is not known', async () => {
      await page.goto(`${rowan.origin}/#${linkTo(foreign.origin, 'SELECT 1')}`)
      await expect(
        page.getByRole('heading', { name: 'This link leads to a service this page does not know' }),
      ).toBeVisible()
      expect(foreign.requests.filter(({ method }) => method !== 'OPTIONS')).toEqual([])
      const dialog = page.getByRole('dialog', { name: 'Connect to a portal' })
      await expect(dialog).toContainText('A link leads to this address.')
      await expect(dialog.getByLabel('API token', { exact: true })).toHaveValue('')
      await dialog.getByRole('button', { name: 'Connect', exact: true }).click()
      await dialog.getByRole('button', { name: /^(Open .*|Save anyway)$/ }).click()
      await expect.poll(() => foreign.requests.length).toBeGreaterThan(0)
    })
    await test.step('another header carries it, and is not sent on either', async () => {
      foreign.clear()
      const dialog = await openConnection(page)
      await dialog.getByRole('textbox', { name: 'Address of the portal' }).fill(`${faulty.origin}/`)
      await unfold(dialog, 'Advanced')
      await dialog.getByRole('textbox', { name: 'Token header' }).fill('X-CKAN-API-Key')
      await dialog.getByLabel('API token', { exact: true }).fill(remote.token)
      await dialog.getByRole('checkbox', { name: 'Remember on this device' }).check()
      faulty.play(takesAnything, { method: 'OPTIONS' })
      faulty.play(sentOnTo(foreign.origin))
      await dialog.getByRole('button', { name: 'Connect', exact: true }).click()
      await dialog.getByRole('button', { name: /^(Open .*|Save anyway)$/ }).click()
      await expect(dialog).toBeHidden()
      await page.goto(`${rowan.origin}/#${linkTo(faulty.origin, 'SELECT 1')}`)
      await expect(alert).toBeVisible()
      expect(await stored(page, 'localStorage')).toContain(remote.token)
      faulty.heal()
    })
    await test.step('a refusal that repeats it', async () => {
      faulty.play(repeatsToken, { action: 'datastore_search' })
      await page.getByRole('tab', { name: 'Filter' }).click()
      await expect(alert).toContainText('Bad token')
      await alert.getByRole('button', { name: 'Show server text' }).click()
      await expect(alert).not.toContainText(TOKEN_MARK)
      faulty.heal()
    })
    expect(JSON.stringify(foreign.requests)).not.toContain(TOKEN_MARK)
  } finally {
    await foreign.stop()
  }
})

/** The hash of a link to a statement on a service. */
function linkTo(base: string, sql: string): string {
  const pairs = Object.entries({ v: '1', base, table: FIELD_PROGRAMMES, mode: 'sql', sql })
  return pairs.map(([name, value]) => `${name}=${encodeURIComponent(value)}`).join('&')
}

function stored(page: Page, store: 'localStorage' | 'sessionStorage'): Promise<string> {
  return page.evaluate((name) => JSON.stringify(Object.entries(window[name])), store)
}

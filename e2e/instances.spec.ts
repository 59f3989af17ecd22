import { createServer } from 'node:http'
import { readFile } from 'node:fs/promises'
import { expectAccessibleInBothThemes } from './accessible.ts'
import { askAgain, connect, firstCell, gotoKnown, openFromSettings } from './explorer.ts'
import { BIRD_STRIKES, expect, putOnline, test } from './fixtures.ts'

const OFFLINE = 'This device is offline. What has been loaded stays. The rest comes once it is connected.'

test(
  'instances are written to a file without tokens, removed with theirs, and read again',
  { tag: '@long' },
  async ({ page, rowan, remote, guard }) => {
    guard.allow(remote.origin)
    await page.goto(rowan.origin)
    await connect(page, { name: 'Remote', baseUrl: remote.origin, token: remote.token, remember: true })
    await expect(firstCell(page)).toBeVisible()

    const dialog = await openFromSettings(page, 'Instances')
    await expect(dialog.getByText('token on this device')).toBeVisible()
    const download = page.waitForEvent('download')
    await dialog.getByRole('button', { name: 'Export' }).click()
    const file = await (await download).path()
    const text = await readFile(file, 'utf8')
    expect(text).toContain(remote.origin)
    expect(text).not.toContain(remote.token)

    await dialog.getByRole('button', { name: 'Duplicate Remote' }).click()
    const copy = page.getByRole('dialog', { name: 'Connect to a portal' })
    await expect(copy.getByLabel('API token', { exact: true })).toHaveValue('')
    await copy.getByRole('button', { name: 'Connect', exact: true }).click()
    await copy.getByRole('button', { name: /^Open / }).click()
    await expect(copy.getByText('This is the address of Remote. Change the address or the prefix.')).toBeVisible()
    await copy.getByRole('button', { name: 'Cancel' }).click()

    await dialog.getByRole('button', { name: 'Forget token for Remote' }).click()
    await expect(dialog.getByRole('group')).toHaveText(
      'Forget the token for Remote, and what was read with it?ForgetKeep',
    )
    await dialog.getByRole('button', { name: 'Remove Remote' }).click()
    await expect(dialog.getByRole('group')).toHaveText('Remove Remote and its token?RemoveKeep')
    await expectAccessibleInBothThemes(page, 'the question before an instance is removed')
    await dialog.getByRole('button', { name: 'Remove', exact: true }).click()
    await expect(dialog.getByText('Remote', { exact: true })).toHaveCount(0)
    const kept = () => page.evaluate(() => JSON.stringify([localStorage, sessionStorage]))
    expect(await kept()).not.toContain(remote.token)
    expect(await kept()).not.toContain(remote.origin)

    await dialog.getByLabel('File of instances').setInputFiles({
      name: 'list.json',
      mimeType: 'application/json',
      buffer: Buffer.from(text),
    })
    const found = dialog.getByRole('region', { name: 'Import' })
    await expect(found).toHaveText(
      `In list.jsonTo add, without a token: 1Remote ${remote.origin}Skipped: 1This server the host of this page sets this instanceAdd 1Cancel`,
    )
    await expectAccessibleInBothThemes(page, 'a list of instances before it is taken over')
    await found.getByRole('button', { name: 'Add 1' }).click()
    await expect(dialog.getByText('Remote', { exact: true })).toBeVisible()
    await expect(dialog.getByText('token on this device')).toHaveCount(0)
  },
)

test('the log of requests is live, copies a command without the token, and is cleared', async ({
  page,
  context,
  rowan,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.goto(rowan.origin)
  await connect(page, { baseUrl: rowan.origin, token: rowan.token })
  await expect(firstCell(page)).toBeVisible()
  const dialog = await openFromSettings(page, 'Requests')
  const entry = dialog.getByRole('listitem').filter({ hasText: 'datastore_search' }).first()
  await expect(entry).toContainText('200 answered')
  await entry.getByRole('button', { name: /^Copy as curl/ }).click()
  await expect(dialog.getByRole('status', { name: 'Notice' })).toHaveText(
    'Copied as a curl command. The token is not in it: set API_TOKEN.',
  )
  await expectAccessibleInBothThemes(page, 'a request that was copied')
  const command = await page.evaluate(() => navigator.clipboard.readText())
  expect(command).toMatch(/^curl .*datastore_search/)
  expect(command).toContain('$API_TOKEN')
  expect(command).not.toContain(rowan.token)
  expect(await page.content()).not.toContain(rowan.token)
  await dialog.getByRole('button', { name: 'Clear' }).click()
  await expect(dialog.getByRole('listitem')).toHaveCount(0)
  await expect(dialog.getByText('No requests since the list was cleared.')).toBeVisible()
})

test('tables go by the titles of a catalogue, and datasets are found', async ({ page, rowan, guard }) => {
  // A site with a catalogue and one table that has no alias: a page of the list, its records, its dataset.
  const answers: Record<string, (query: URLSearchParams) => unknown> = {
    package_search: () => ({
      count: 1,
      results: [
        {
          title: 'Bird safety',
          name: 'bird-safety',
          resources: [{ id: BIRD_STRIKES, name: 'Bird strikes by airport', description: 'Since 1990' }],
        },
      ],
    }),
    datastore_search: (query) =>
      query.get('resource_id') === '_table_metadata'
        ? { fields: [{ id: 'name', type: 'text' }], records: [{ name: BIRD_STRIKES }], total: 1 }
        : { fields: [{ id: 'a', type: 'text' }], records: [{ a: 'one' }], total: 1 },
  }
  const asked: string[] = []
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '', 'http://site')
    const action = url.pathname.split('/').at(-1) ?? ''
    asked.push(action)
    const result = answers[action]?.(url.searchParams)
    response.writeHead(200, { 'access-control-allow-origin': '*', 'content-type': 'application/json' })
    response.end(JSON.stringify({ success: result !== undefined, result }))
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The site has no port')
  const baseUrl = `http://127.0.0.1:${address.port}`
  guard.allow(baseUrl)
  try {
    await page.goto(rowan.origin)
    await connect(page, { baseUrl })
    const rail = page.getByRole('navigation', { name: 'Tables and fields' })
    const table = rail.getByRole('button', { name: 'Bird strikes by airport' })
    await expect(table).toContainText('Bird safety')
    await expect(table).toHaveAccessibleDescription(/Since 1990/)
    await rail.getByRole('searchbox', { name: 'Find a table or field' }).fill('since 1990')
    await expect(table).toBeVisible()
    await page.getByRole('combobox', { name: 'Resource' }).fill('bird safety')
    await expect(page.getByRole('option', { name: /Bird strikes by airport/ })).toBeVisible()
    expect(asked.filter((action) => action === 'package_search')).toHaveLength(1)
  } finally {
    server.closeAllConnections()
    server.close()
  }
})

test(
  'the page says that the device is offline, and goes on when it is back',
  { tag: '@long' },
  async ({ page, context, rowan, guard }) => {
    // What was still on its way, such as parts of the page that are fetched before they are needed.
    guard.expectConsole(/ERR_INTERNET_DISCONNECTED|Couldn't load preload assets/)
    await putOnline(page)
    await page.goto(rowan.origin)
    await expect(firstCell(page)).toBeVisible()
    const network = page.getByRole('status', { name: 'Network' })
    await expect(network).toBeAttached()
    await context.setOffline(true)
    await expect(network).toHaveText(OFFLINE)
    await expectAccessibleInBothThemes(page, 'a device that is offline')
    await context.setOffline(false)
    await putOnline(page)
    await expect(page.getByText('This device is online again.')).toBeVisible()
    await expect(network).toBeEmpty()
  },
)

test('a page that is opened offline says so once, above all panels, and loads all of it when it is back', async ({
  page,
  rowan,
  guard,
}) => {
  guard.expectConsole(/ERR_INTERNET_DISCONNECTED/)
  const portal = 'http://portal.example'
  guard.allow(portal)
  let isConnected = false
  await page.addInitScript(() => {
    Object.defineProperty(navigator, 'onLine', {
      configurable: true,
      get: () => sessionStorage.getItem('connected') !== null,
    })
  })
  await page.route(`${portal}/**`, async (route) => {
    if (!isConnected) return route.abort('internetdisconnected')
    const isList = route.request().url().includes('_table_metadata')
    const records = isList ? [{ name: 'gauges', alias_of: null }] : [{ _id: 1, site: 'weir' }]
    await route.fulfill({
      json: { success: true, result: { records } },
      headers: { 'access-control-allow-origin': '*' },
    })
  })
  await gotoKnown(page, rowan.origin, { name: 'Portal', baseUrl: portal }, 'table=gauges')
  await expect(page.getByRole('status', { name: 'Network' })).toHaveText(OFFLINE)
  await page.waitForLoadState('networkidle')
  await askAgain(page)
  await page.waitForLoadState('networkidle')
  await expect(page.getByText(/offline|No answer/i)).toHaveCount(1)
  await expect(page.getByRole('alert')).toHaveCount(0)
  isConnected = true
  await page.evaluate(() => {
    sessionStorage.setItem('connected', 'yes')
    window.dispatchEvent(new Event('online'))
  })
  await expect(firstCell(page)).toHaveText('1')
  await expect(page.getByRole('status', { name: 'Network' })).toBeEmpty()
})

import type { Page } from 'playwright/test'
import { expectAccessibleInBothThemes } from './accessible.ts'
import { columnHeader, connect, expectRecords, exportCsv, firstCell, grid, visibleRows } from './explorer.ts'
import { expect, test } from './fixtures.ts'

declare global {
  interface Window {
    /** Set by a script that must not run. */
    hacked?: boolean
  }
}

const SCRIPT = '<img src=x onerror="window.hacked=true"><script>window.hacked=true</script>'

/** Texts that have broken pages: markup, odd Unicode, nothing, far too much. */
const HOSTILE = [
  SCRIPT,
  'javascript:window.hacked=true',
  '%',
  '%ff%fe%00',
  '%E0%A4%A',
  '\u202E\u2066drowssap\u2069',
  '\u200B\uFEFF\u0000',
  '\uD800',
  '__proto__',
  'constructor',
  '{"a":',
  '[[[[[[[[',
  '-1e999',
  '../../..',
  '//evil.example',
  'a'.repeat(20_000),
]

const NAMES = ['base', 'prefix', 'table', 'mode', 'q', 'filter', 'sort', 'limit']

/** One after the other in each group; after each group the page is looked at. */
const HASHES = [
  ...HOSTILE.map((value) => NAMES.map((name) => `v=1&${name}=${value}`)),
  [
    'v=1&base=https://evil.example&table=x&q=y',
    'v=1&base=https://user:canary@evil.example',
    'v=1&base=http://evil.example%23@127.0.0.1',
  ],
  [`v=1&mode=sql&sql=${'select 1 '.repeat(3000)}`, `v=2&${'&='.repeat(500)}`, '#####'],
]

const STORED = [
  ...HOSTILE,
  '{"state":{"instances":{},"theme":"light","editorShare":0.4,"drafts":{}},"version":1}',
  '{"state":{"instances":[{"id":"a","title":"a","baseUrl":"https://evil.example@127.0.0.1","prefix":"","tokenHeader":"x","resource":null}],"theme":"light","editorShare":0.4,"drafts":{}},"version":1}',
  '{"state":null,"version":1}',
  '{"version":99}',
]

/** What stands on every screen of the page, whatever it shows in the middle. */
async function expectChrome(page: Page, said: string): Promise<void> {
  await expect(page.getByRole('combobox', { name: 'Instance' }), said).toBeVisible()
  await expect(page.getByRole('button', { name: 'Settings', exact: true }), said).toBeVisible()
  expect(await page.evaluate(() => window.hacked), said).toBeUndefined()
}

test(
  'damaged and hostile links give a page, run nothing and ask no stranger',
  { tag: '@long' },
  async ({ page, rowan, guard }) => {
    guard.expectConsole(/the server responded with a status of 4\d\d/)
    await page.goto(rowan.origin)
    await expectChrome(page, 'no hash')
    for (const hashes of HASHES) {
      // By hand, as into the address bar: the page stays and hears of it, and draws what it makes of each.
      await page.evaluate(async (texts) => {
        for (const text of texts) {
          window.location.hash = text
          await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))
        }
      }, hashes)
      await expectChrome(page, hashes.map((hash) => hash.slice(0, 80)).join('\n'))
    }
  },
)

test(
  'a page that is opened with a damaged link or store is there',
  { tag: '@long' },
  async ({ page, rowan, guard }) => {
    guard.expectConsole(/the server responded with a status of 4\d\d/)
    await page.goto(rowan.origin)
    for (const text of STORED) {
      await page.evaluate((damaged) => {
        localStorage.setItem('rowan.workspace', damaged)
        const names = [
          'token.settings:http://127.0.0.1',
          'instances',
          'setting.theme',
          'shownQueries',
          'unsavedQueries',
          'sheets',
          'unsavedSheets',
          'tableLayouts',
          'x',
        ]
        for (const name of names.map((each) => `rowan.${each}`)) {
          localStorage.setItem(name, damaged)
          sessionStorage.setItem(name, damaged)
        }
      }, text)
      await page.goto(
        `${rowan.origin}/?${STORED.indexOf(text)}#v=1&q=${encodeURIComponent(text.slice(0, 50).replace(/\p{Surrogate}/gu, ''))}`,
      )
      await expectChrome(page, text.slice(0, 80))
    }
  },
)

test('what could not be read is reported, and the page starts afresh', async ({ page, rowan }) => {
  await page.goto(rowan.origin)
  await page.evaluate(() => localStorage.setItem('rowan.workspace', '{"state":'))
  await page.reload()
  await expect(firstCell(page)).toBeVisible()
  const note = page.getByRole('region', { name: 'What could not be read' })
  await expect(note.getByRole('paragraph')).toHaveText(
    'What this device had saved for this page (instances, drafts, theme) could not be read, so it starts fresh.',
  )
  await expectAccessibleInBothThemes(page, 'a store that is damaged')
  expect(await page.evaluate(() => localStorage.getItem('rowan.workspace.damaged'))).toBe('{"state":')
  await note.getByRole('button', { name: 'Close' }).click()
  await expect(note).toHaveCount(0)
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
})

test('the list of the Instance picker outlives the arrival of the settings', async ({ page, rowan }) => {
  let goOn = () => {}
  const held = new Promise<void>((resolve) => (goOn = resolve))
  await page.route('**/settings.json', async (route) => {
    await held
    await route.continue()
  })
  await page.goto(rowan.origin)
  const instance = page.getByRole('combobox', { name: 'Instance' })
  await instance.click()
  await expect(page.getByRole('option', { name: 'New connection' })).toBeVisible()
  await expectAccessibleInBothThemes(page, 'the page while its settings are on their way')
  await page.keyboard.type('server')
  goOn()
  await expect(page.getByRole('option', { name: /This server/ })).toBeVisible()
  await expect(instance).toBeFocused()
  await expect(instance).toHaveValue('server')
  await page.keyboard.press('Escape')
  await expect(instance).toHaveValue('This server')
})

test('a link to an unknown service asks first, however one comes to it', async ({ page, rowan, guard, context }) => {
  const asked: string[] = []
  context.on('request', (request) => asked.push(new URL(request.url()).origin))
  await page.goto(rowan.origin)
  await connect(page, { baseUrl: rowan.origin, token: rowan.token })
  const link = 'v=1&base=http://stranger.example&table=x'
  await page.evaluate((hash) => void (window.location.hash = hash), link)
  await expect(page.getByRole('dialog', { name: 'Connect to a portal' })).toBeVisible()
  await expect(page.getByLabel('API token', { exact: true })).toHaveValue('')
  await expect(
    page.getByText('A link leads to this address. No request is sent there until you press Connect.'),
  ).toBeVisible()
  await expectAccessibleInBothThemes(page, 'a link to an unknown service')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('main')).toHaveText(
    'This link leads to a service this page does not knowIt points to http://stranger.example. No request has been sent there yet.Review the connectionSave it to open what the link shows, or choose another instance to leave the link.',
  )
  await expectAccessibleInBothThemes(page, 'what a link to an unknown service leaves')
  await page.goBack()
  await expect(grid(page)).toBeVisible()
  await page.goForward()
  await expect(page.getByRole('dialog', { name: 'Connect to a portal' })).toBeVisible()
  await page.reload()
  await expect(page.getByRole('dialog', { name: 'Connect to a portal' })).toBeVisible()
  expect(await page.locator('link[rel=preconnect], link[rel=dns-prefetch], img').count()).toBe(0)
  expect(new Set(asked)).toEqual(new Set([rowan.origin]))
  guard.allow(rowan.origin)
})

test('hostile words in a table are words', async ({ page, rowan, guard }) => {
  guard.expectConsole(/the server responded with a status of 4\d\d/)
  const { resource_id: id } = JSON.parse(
    await (
      await fetch(`${rowan.origin}/en/api/3/action/datastore_create`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: rowan.token },
        body: JSON.stringify({
          resource: { package_id: 'trust' },
          force: true,
          aliases: ['<b>alias</b>'],
          fields: [
            { id: 'text', type: 'text', info: { label: SCRIPT, notes: SCRIPT } },
            { id: '<i onclick=x>name', type: 'text' },
          ],
          records: HOSTILE.filter((value) => !/\0|\p{Surrogate}/u.test(value)).map((value) => ({
            text: value,
            '<i onclick=x>name': value.slice(0, 100),
          })),
        }),
      })
    ).text(),
  ).result
  await page.goto(`${rowan.origin}/#v=1&table=${id}`)
  await expectRecords(page, HOSTILE.length - 2)
  expect((await visibleRows(page)).get(1)?.['text']).toContain('<script>')
  await expect(columnHeader(page, 'text')).toHaveAccessibleDescription(/onerror/)
  await expect(page).toHaveTitle(/<b>alias<\/b>/)
  // The value in a dialog of its own, a filter on it, the export.
  await grid(page)
    .getByRole('gridcell', { name: /onerror/ })
    .first()
    .click()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog', { name: /^Value of text/ })).toBeVisible()
  await page.keyboard.press('Escape')
  await page.goto(`${rowan.origin}/#v=1&table=${id}&filter=${encodeURIComponent(JSON.stringify(['text', SCRIPT]))}`)
  await expectRecords(page, 1)
  await expect(page.getByRole('group', { name: /onerror/ })).toBeVisible()
  expect((await exportCsv(page)).text).toContain('<script>')
  // But for the one of the page itself, which the policy knows by its digest.
  await expect(page.locator('img, iframe, script:not([src], [data-worker])')).toHaveCount(0)
  await expect(page.locator('a[href^="javascript"]')).toHaveCount(0)
  expect(await page.evaluate(() => window.hacked)).toBeUndefined()
})

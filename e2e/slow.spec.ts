import { expectAccessible } from './accessible.ts'
import { firstCell } from './explorer.ts'
import { expect, test } from './fixtures.ts'

/** A slow 3G network: so many bytes in a second each way, and each answer so much later. */
const SLOW = { offline: false, latency: 400, downloadThroughput: 50_000, uploadThroughput: 50_000 }

/** On a machine that does something else as well. Without it, what is there to look at comes after one second. */
const SOON_MS = 1900

test('on a slow network there is something to look at after a second, in the chosen theme, and then the rows', async ({
  page,
  rowan,
}) => {
  await page.emulateMedia({ colorScheme: 'light' })
  await page.addInitScript(() => localStorage.setItem('rowan.setting.theme', '"dark"'))
  const session = await page.context().newCDPSession(page)
  await session.send('Network.enable')
  await session.send('Network.emulateNetworkConditions', SLOW)
  await page.goto(rowan.origin, { waitUntil: 'commit' })
  const shell = page.locator('#shell')
  await expect(shell.getByText('Loading …')).toBeVisible()
  await expect(shell).toHaveCSS('background-color', 'oklch(0.188 0.007 195)')
  await expectAccessible(page, 'a page that is loading')
  const painted = () => performance.getEntriesByName('first-contentful-paint')[0]?.startTime
  expect(await page.evaluate(painted)).toBeLessThan(SOON_MS)
  expect(await page.evaluate(() => document.querySelector('[role="grid"]'))).toBeNull()
  await expect(firstCell(page)).toBeVisible()
  await expect(shell).toHaveCount(0)
})

test('the first visit of This browser shows how much has come, how much there is, and how long it will take', async ({
  page,
  host,
}) => {
  const session = await page.context().newCDPSession(page)
  await session.send('Network.enable')
  await session.send('Network.emulateNetworkConditions', {
    ...SLOW,
    latency: 50,
    downloadThroughput: 700_000,
  })
  await page.goto(host.url, { waitUntil: 'commit' })
  const bar = page.getByRole('progressbar', { name: 'PostgreSQL' })
  const share = () => bar.evaluate((element) => (element instanceof HTMLProgressElement ? element.value : 0))
  await expect(page.getByText(/^ · \d+\.\d of 10\.\d\sMB · \d+\ss\sleft$/)).toBeVisible()
  const then = await share()
  expect(then).toBeGreaterThan(0)
  await expect.poll(share).toBeGreaterThan(then)
  await session.send('Network.emulateNetworkConditions', { ...SLOW, latency: 0, downloadThroughput: -1 })
  await expect(firstCell(page)).toBeVisible()
  await expect(bar).toHaveCount(0)
})

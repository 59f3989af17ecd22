import { createHash, X509Certificate } from 'node:crypto'
import type { Locator, Page } from 'playwright/test'
import { expectAccessibleInBothThemes } from './accessible.ts'
import { certificate } from './certificate.ts'
import { chromiumLaunch } from './chromium.mjs'
import { chooseResource, connect, diagnosisSteps, firstCell, resultStatus, unfold } from './explorer.ts'
import { expect, putOnline, test as base } from './fixtures.ts'
import { startStaticServer, type StaticServer } from './staticServer.mjs'

/** The built page on a host of the internet, by https and by http. Both names are reserved for examples (RFC 2606). */
interface Sites {
  readonly https: string
  readonly http: string
  readonly ports: readonly number[]
  /** The public key of the certificate, as Chromium is told to trust it. */
  readonly spki: string
}

const HOST = 'rowan.example'

/** In the browser of these tests every name of the internet leads to this machine, and the page counts as one of the internet. */
const test = base.extend<object, { sites: Sites }>({
  sites: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the names of needed fixtures from the pattern.
    async ({}, provide) => {
      const servers = await Promise.all([startStaticServer({ tls: certificate }), startStaticServer()])
      const [https, http] = servers.map(at)
      const spki = new X509Certificate(certificate.cert).publicKey.export({ type: 'spki', format: 'der' })
      await provide({
        https: https ?? '',
        http: http ?? '',
        ports: servers.map(({ origin }) => Number(new URL(origin).port)),
        spki: createHash('sha256').update(spki).digest('base64'),
      })
      await Promise.all(servers.map((server) => server.stop()))
    },
    { scope: 'worker' },
  ],
  launchOptions: [
    async ({ sites }, provide) => {
      const launch = chromiumLaunch()
      await provide({
        ...launch,
        args: [
          ...launch.args,
          '--host-resolver-rules=MAP *.example 127.0.0.1',
          `--ip-address-space-overrides=${sites.ports.map((port) => `127.0.0.1:${port}=public`).join()}`,
          `--ignore-certificate-errors-spki-list=${sites.spki}`,
        ],
      })
    },
    { scope: 'worker' },
  ],
})

function at({ url }: StaticServer): string {
  const address = new URL(url)
  address.hostname = HOST
  return address.href
}

test(
  'a page that came by https: why an address of http is blocked, and what is asked before one of this device is reached',
  { tag: '@long' },
  async ({ page, context, sites, faulty, guard }) => {
    const { host: near, port } = new URL(faulty.origin)
    const plain = `data.example:${port}`
    const { origin } = new URL(sites.https)
    guard.allow(origin)
    guard.allow(`http://${plain}`)
    guard.expectConsole(
      /^error: Mixed Content: .* This request has been blocked|blocked by CORS policy|Failed to load resource/,
    )
    await putOnline(page)
    await page.goto(sites.https)
    await expect(firstCell(page)).toBeVisible()
    const alert = page.getByRole('main').getByRole('alert')

    await test.step('an address of the internet that begins with http', async () => {
      await connect(page, { name: 'Plain', baseUrl: `http://${plain}` })
      await expect(alert.locator('b')).toHaveText(
        `The browser blocks ${plain}, because this page uses https and the address begins with http.`,
      )
      await expect(alert.locator('p')).toHaveText('Use its https address.')
      const dialog = await reasons(page)
      await expect(diagnosisSteps(dialog)).toHaveText([
        'Failed: The browser blocks this addressThis page was loaded over https and the address starts with http (mixed content). Use its https address, or open this page over http.',
        ...NOT_REACHED,
      ])
      await expect(dialog.getByRole('textbox', { name: 'Address of the portal' })).toHaveValue(`http://${plain}`)
      await dialog.getByRole('button', { name: 'Cancel' }).click()
      expect(faulty.requests).toEqual([])
    })

    await test.step('an address of this device, before it is allowed', async () => {
      await connect(page, { name: 'Near', baseUrl: faulty.origin })
      await expect(alert.locator('b')).toHaveText(`No answer from ${near} that this page may read.`)
      await expect(alert.locator('p')).toHaveText(
        `Either the address can't be reached (check it), the server needs an API token (enter it in the connection), or the server doesn't allow ${origin} to read it (CORS), which only its administrator can change. The address is on this device: the browser may be blocking it until you allow it in this site's settings, beside the address.`,
      )
      const dialog = await reasons(page)
      await expect(diagnosisSteps(dialog)).toHaveText([
        'The address is well formed',
        `Failed: The host does not answer, or the browser blocks itNothing came back from ${near}: the server is not running, or the browser blocks the request. Chromium asks before a page connects to this device: allow Local network access in the settings of this site, beside the address. Other browsers refuse http from a page that was loaded over https.`,
        ...NOT_REACHED.slice(1),
      ])
      await expectAccessibleInBothThemes(page, 'a way that the browser blocks')
      await dialog.getByRole('button', { name: 'Cancel' }).click()
      expect(faulty.requests).toEqual([])
    })

    await test.step('once it is allowed, it answers', async () => {
      await context.grantPermissions(['local-network-access'], { origin })
      await page.getByRole('button', { name: 'Try again' }).click()
      await chooseResource(page, 'field_programmes')
      await expect(resultStatus(page)).toHaveText(/complete$/)
    })
  },
)

test('a page that came by http may not even ask for an address of this device', async ({
  page,
  sites,
  faulty,
  guard,
}) => {
  guard.allow(new URL(sites.http).origin)
  guard.expectConsole(/blocked by CORS policy|Failed to load resource/)
  await putOnline(page)
  await page.goto(sites.http)
  await connect(page, { name: 'Near', baseUrl: faulty.origin })
  const dialog = await reasons(page)
  await expect(diagnosisSteps(dialog).nth(1)).toHaveText(
    `Failed: The host does not answer, or the browser blocks itNothing came back from ${new URL(faulty.origin).host}: the server is not running, or the browser blocks the request. Chromium lets only pages loaded over https connect to this device: open this page over https, or from there.`,
  )
  expect(faulty.requests).toEqual([])
})

const NOT_REACHED = [
  'The host answers',
  'The browser may read the answer',
  'Service and version',
  'Token accepted',
  'SQL, range filters, row cap',
].map((title) => `${title}not reached`)

/** The dialog of the connection, once its test has come to its end. */
async function reasons(page: Page): Promise<Locator> {
  await page.getByRole('main').getByRole('button', { name: 'Find out why' }).click()
  const dialog = page.getByRole('dialog', { name: 'Connection' })
  await expect(dialog.getByRole('button', { name: 'What was tried' })).toBeVisible({ timeout: 120_000 })
  await unfold(dialog, 'What was tried')
  return dialog
}

import { createServer, type IncomingMessage } from 'node:http'
import { expect, type Page } from 'playwright/test'
import * as runner from './conformance/run.mjs'
import { speakToEngine } from './embeddedEngine.mjs'
import { test } from './fixtures.ts'
import { expectAccessible, expectAccessibleEverywhere } from './accessible.ts'
import { expectRecords, expectTabStaysIn, firstCell, tabTo } from './explorer.ts'
import { honestStatements, honestTables } from './support/honestStatements.ts'
import { isLong } from './support/longForm.ts'
import { startStaticServer } from './staticServer.mjs'
import { workerFinds, DENIED } from './workerFinds.ts'

/** Colours differ by theme: `npm run long` looks in both, on both widths. */
const look = isLong ? expectAccessibleEverywhere : expectAccessible

const CASES = `${import.meta.dirname}/conformance/cases`

/** Every so many-th case: all pass on PGlite in Node with each `npm test`, so this is about the way through the page. */
const STEP = isLong ? 1 : 12

// In a browser that denies its stores, which is the quickest visit: the stores are not what the rest is about.
test("where nothing is kept: the start, the settings by keyboard, a reset, and conformance cases on the page's own PostgreSQL", async ({
  page,
  context,
  guard,
}) => {
  const host = await startStaticServer()
  guard.allow(host.origin)
  await speakToEngine(context)
  await workerFinds(page, DENIED)
  let goOn = () => {}
  const held = new Promise<void>((resolve) => (goOn = resolve))
  await page.route('**/engine/**', async (route) => {
    await held
    await route.continue()
  })
  await page.goto(host.url)
  await expect(page.getByRole('progressbar', { name: 'PostgreSQL' })).toBeVisible()
  await look(page, 'the start of PostgreSQL')
  goOn()
  await expect(firstCell(page)).toBeVisible({ timeout: 60_000 })
  await expectRecords(page, 3000)
  await expect(page.getByText(/This browser keeps nothing for the page/)).toBeVisible()
  await page.evaluate(() =>
    engine('datastore_create', { resource_id: 'ab07', aliases: 'for_now', records: [{ a: 1 }] }),
  )
  await settingsByKeyboard(page)
  expect(await page.evaluate(() => engine('datastore_search', { resource_id: '_table_metadata' }))).not.toMatchObject({
    records: expect.arrayContaining([expect.objectContaining({ name: 'for_now' })]),
  })
  const bridge = await startBridge(page)
  try {
    const settings = runner.parseArgs(['--base-url', bridge.url, '--token', 'any', '--lack', 'cors', CASES])
    const resources = runner.makeResources(settings)
    const capabilities = runner.capabilities(settings)
    const failed: string[] = []
    let passed = 0
    const cases = runner
      .loadCases([CASES])
      .filter((item) => runner.skipReason(item, settings, capabilities) === null && !hasStranger(item))
      .filter((_, at) => at % STEP === 0)
    // Each case has tables of its own, so several run beside each other; the engine takes their requests one by one.
    const run = async () => {
      for (let item = cases.shift(); item !== undefined; item = cases.shift()) {
        const failures = await runner.runCase(item, settings, resources)
        if (failures.length === 0) passed += 1
        else failed.push(`${item.id}: ${JSON.stringify(failures).slice(0, 500)}`)
      }
    }
    await Promise.all([run(), run(), run(), run(), run(), run()])
    console.log(`${passed} cases passed in the page`)
    expect(failed).toEqual([])
    expect(passed).toBeGreaterThan(400 / STEP)
    expect(await refusedInPage(page)).toEqual([])
  } finally {
    await bridge.stop()
    await host.stop()
  }
})

/** What the page's own PostgreSQL refuses of the statements that people write; they run through the same admission. */
async function refusedInPage(page: Page): Promise<readonly string[]> {
  const statements = honestStatements.filter((_, at) => at % STEP === 0)
  return page.evaluate(
    async ([tables, all]) => {
      for (const table of tables) await engine('datastore_create', table)
      const refused: string[] = []
      for (const sql of all) {
        try {
          await engine('datastore_search_sql', { sql })
        } catch (error) {
          refused.push(`${sql}: ${String(error)}`)
        }
      }
      return refused
    },
    [honestTables, statements] as const,
  )
}

/** What Settings say of This browser, a backup, and a reset that is first kept from and then done, by keyboard alone. */
async function settingsByKeyboard(page: Page): Promise<void> {
  const { keyboard } = page
  const settings = page.getByRole('button', { name: 'Settings', exact: true })
  await tabTo(page, settings)
  await keyboard.press('Enter')
  const menu = page.getByRole('dialog', { name: 'Settings' })
  const button = (name: string) => menu.getByRole('button', { name, exact: true })
  await expect(menu.getByRole('radio', { name: 'System' })).toBeFocused()
  await expectTabStaysIn(page, menu)
  await expect(menu.getByText(/Tables made here last until the tab closes/)).toBeVisible()
  await tabTo(page, button('Reset the sample'))
  await keyboard.press('Enter')
  await look(page, 'the question before a reset')
  await expect(button('Keep')).toBeFocused()
  await keyboard.press('Enter')
  await expect(button('Reset the sample')).toBeFocused()
  await tabTo(page, button('Backup to a file'))
  const saved = page.waitForEvent('download')
  await keyboard.press('Enter')
  await saved
  await expect(menu.getByText('Backup written.')).toBeVisible()
  await expect(button('Backup to a file')).toBeFocused()
  await tabTo(page, button('Reset the sample'))
  await keyboard.press('Enter')
  await tabTo(page, button('Remove and reset'))
  await keyboard.press('Enter')
  await expect(menu.getByText('Only the sample is here now.')).toBeVisible({ timeout: 60_000 })
  await keyboard.press('Escape')
  await expect(settings).toBeFocused()
}

declare function engine(action: string, params: object): Promise<unknown>

/** Nobody but the page's user reaches this database, so there is no one whose writing could be refused. */
function hasStranger(item: runner.Case): boolean {
  return item.steps.some((step) => (step.auth === 'none' || step.auth === 'bad') && step.expect?.status === 403)
}

declare function engineAsk(request: {
  path: string
  method: string
  headers: readonly (readonly [string, string])[]
  body: string | null
}): Promise<{ status: number; headers: [string, string][]; text: string }>

/** An HTTP server that passes each request on to the page, and the page's answer back. */
async function startBridge(page: Page): Promise<{ url: string; stop(): Promise<void> }> {
  const server = createServer((incoming, outgoing) => {
    void (async () => {
      const body = await textOf(incoming)
      const asked = {
        path: incoming.url ?? '/',
        method: incoming.method ?? 'GET',
        headers: Object.entries(incoming.headers).map(([name, value]): [string, string] => [name, String(value)]),
        body: body === '' ? null : body,
      }
      const { status, headers, text } = await page.evaluate((request) => engineAsk(request), asked)
      for (const [name, value] of headers) if (name !== 'content-length') outgoing.setHeader(name, value)
      outgoing.writeHead(status).end(text)
    })().catch((error: unknown) => outgoing.destroy(error instanceof Error ? error : undefined))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The bridge has no port')
  return {
    url: `http://127.0.0.1:${address.port}`,
    async stop() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

async function textOf(incoming: IncomingMessage): Promise<string> {
  const chunks: Uint8Array[] = []
  for await (const chunk of incoming) if (chunk instanceof Uint8Array) chunks.push(chunk)
  return Buffer.concat(chunks).toString('utf8')
}

import { deployPage } from './deployedPage.ts'
import { expectRecords, firstCell } from './explorer.ts'
import { expect, test } from './fixtures.ts'

declare global {
  interface Window {
    /** How many the page has started, and how many of them it has ended. */
    workers: { started: number; ended: number }
  }
}

test('the worker of PostgreSQL starts before the program where the page began with it before, and nowhere else', async ({
  page,
  remote,
  guard,
}) => {
  // Else the browser would take the list of instances from its own store.
  const host = await deployPage(undefined, { 'cache-control': 'no-cache' })
  guard.allow(host.origin)
  guard.allow(remote.origin)
  const workers = () => page.evaluate(() => window.workers)
  const noted = () => page.evaluate(() => localStorage.getItem('rowan.engine'))
  try {
    await page.addInitScript(countWorkers)
    await page.goto(host.url)
    await expect(firstCell(page)).toBeVisible({ timeout: 60_000 })
    expect(await noted()).toBe(`${host.url}engine/`)

    await test.step('the next visit', async () => {
      let release = () => undefined as void
      const released = new Promise<void>((resolve) => (release = resolve))
      await page.route(/\/assets\/index-[^/]+\.js$/, async (route) => {
        await released
        await route.continue()
      })
      await page.reload({ waitUntil: 'commit' })
      await expect.poll(workers).toEqual({ started: 1, ended: 0 })
      release()
      await expectRecords(page, 3000)
      expect(await workers()).toEqual({ started: 1, ended: 0 })
      await page.unroute(/\/assets\/index-[^/]+\.js$/)
    })

    await test.step('a link to another place', async () => {
      await page.goto('about:blank')
      await page.goto(`${host.url}#v=1&base=https://data.example.org`)
      await expect(page.getByRole('dialog')).toBeVisible()
      expect(await workers()).toEqual({ started: 0, ended: 0 })
    })

    await test.step('a host that names another instance by now', async () => {
      const settings = { version: 1, instances: [{ title: 'Other', url: remote.origin }] }
      host.spoil((path) =>
        path.endsWith('/settings.json') ? { type: 'application/json', body: JSON.stringify(settings) } : null,
      )
      await page.goto('about:blank')
      await page.goto(host.url)
      await expect(firstCell(page)).toBeVisible()
      expect(await workers()).toEqual({ started: 1, ended: 1 })
      expect(await noted()).toBeNull()
    })
  } finally {
    // What loads by itself later would find no host.
    await page.goto('about:blank')
    await host.stop()
  }
})

for (const { network, shift, early } of [
  { network: 'quick', shift: 0, early: 1 },
  { network: 'slow', shift: 5000, early: 0 },
]) {
  test(`on a ${network} network a first visit starts it ${early === 1 ? 'before' : 'with'} the program, if settings.json names no instance`, async ({
    page,
    guard,
  }) => {
    const host = await deployPage()
    guard.allow(host.origin)
    const asked: string[] = []
    page.on('request', (request) => asked.push(new URL(request.url()).pathname.split('/').at(-1) ?? ''))
    let release = () => undefined as void
    const released = new Promise<void>((resolve) => (release = resolve))
    try {
      await page.addInitScript(countWorkers)
      // How long the page has been loading, whatever this machine does.
      await page.addInitScript((ms) => {
        performance.now = () => ms + Performance.prototype.now.call(performance) / 1000
      }, shift)
      await page.route(/\/assets\/index-[^/]+\.js$/, async (route) => {
        await released
        await route.continue()
      })
      await page.goto(host.url, { waitUntil: 'commit' })
      await expect
        .poll(() => page.evaluate(() => window.rowanSettings?.then((answer) => answer.clone().json())))
        .toEqual({ version: 1, instances: [] })
      await expect.poll(() => page.evaluate(() => window.workers.started)).toBe(early)
      release()
      await expect(firstCell(page)).toBeVisible({ timeout: 60_000 })
      expect(await page.evaluate(() => window.workers)).toEqual({ started: 1, ended: 0 })
      expect(asked.filter((name) => name === 'settings.json')).toHaveLength(1)
    } finally {
      release()
      await page.goto('about:blank')
      await host.stop()
    }
  })
}

/** Runs in the page. A service worker's own fetches would go past a route. */
function countWorkers() {
  Reflect.deleteProperty(Navigator.prototype, 'serviceWorker')
  const counts = { started: 0, ended: 0 }
  window.workers = counts
  window.Worker = class extends Worker {
    constructor(url: string | URL, options?: WorkerOptions) {
      super(url, options)
      counts.started += 1
    }
    override terminate() {
      counts.ended += 1
      super.terminate()
    }
  }
}

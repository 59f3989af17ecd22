import type { Page } from 'playwright/test'
import { deployPage, type DeployedPage } from './deployedPage.ts'
import { expectRecords, firstCell } from './explorer.ts'
import { expect, test as base } from './fixtures.ts'

/** A page at a plain host, with its own PostgreSQL. */
const test = base.extend<{ site: DeployedPage }>({
  site: async ({ guard, page }, run) => {
    const site = await deployPage()
    guard.allow(site.origin)
    guard.expectConsole(/Failed to load|MIME type|integrity|fetching the script|ERR_INTERNET_DISCONNECTED/)
    await run(site)
    // What loads by itself later would find no host.
    await page.goto('about:blank')
    await site.stop()
  },
})

/** What a network that wants a sign-in sends for every address, to be kept for a year. */
const SIGN_IN = {
  type: 'text/html',
  body: '<!doctype html><title>Log in</title>',
  headers: { 'cache-control': 'max-age=31536000, immutable' },
}

test(
  'a wrong file of the engine is named, what is stored is not offered for removal, and trying again heals',
  { tag: '@long' },
  async ({ page, site }) => {
    let workers = 0
    site.spoil((path) => (/\/worker-[^/]+\.js$/.test(path) && (workers += 1) === 1 ? SIGN_IN : null))
    await page.goto(site.url)
    // The worker was fetched again, and nobody had to do anything.
    await expect(firstCell(page)).toBeVisible({ timeout: 60_000 })
    await forgetFiles(page)

    site.spoil((path) => (/\/pglite-data-/.test(path) ? SIGN_IN : null))
    await page.reload()
    const alert = page.getByRole('alert')
    await expect(alert).toContainText(
      /^The file \/some\/where\/engine\/pglite-data-\w+\.bin that 127\.0\.0\.1:\d+ sends is not the one that belongs to this version of the page\./,
      { timeout: 60_000 },
    )
    await expect(alert).toContainText('What this browser stores is untouched.')
    await expect(page.getByRole('button', { name: /Remove/ })).toHaveCount(0)
    site.spoil()
    await page.getByRole('button', { name: 'Try again' }).click()
    await expectRecords(page, 3000)
  },
)

// In short, `builds.spec.ts` has damaged files, of the page and of its copy.
test(
  'an offline copy that is poisoned is noticed and replaced at the next visit',
  { tag: '@long' },
  async ({ page, site, context }) => {
    await page.goto(site.url)
    await expect(firstCell(page)).toBeVisible({ timeout: 60_000 })
    await expect.poll(() => wrongEntries(page), { timeout: 60_000 }).toBe(0)
    await page.evaluate(poison)
    expect(await wrongEntries(page)).toBeGreaterThan(30)
    await page.reload()
    await expectRecords(page, 3000)
    await expect.poll(() => wrongEntries(page), { timeout: 60_000 }).toBe(0)
    await context.setOffline(true)
    await page.reload()
    await expectRecords(page, 3000)
    await context.setOffline(false)

    // A host that answers, but not with the page: what is kept stands in.
    for (const body of ['', '<!doctype html><html><head><title>Rowan</title>']) {
      site.spoil((path) => (path.endsWith('/where/') ? { type: 'text/html', body } : null))
      await page.reload()
      await expectRecords(page, 3000)
    }
  },
)

/** Removes the offline copy and what the browser itself keeps of files, but not the store. */
async function forgetFiles(page: Page): Promise<void> {
  await page.evaluate(async () => {
    for (const worker of await navigator.serviceWorker.getRegistrations()) await worker.unregister()
    for (const name of await caches.keys()) await caches.delete(name)
  })
  const session = await page.context().newCDPSession(page)
  await session.send('Network.clearBrowserCache')
}

/** How many files of the build are not kept, or not as the build says. */
async function wrongEntries(page: Page): Promise<number> {
  return page.evaluate(async () => {
    const list: { files: Record<string, string> } = await (await fetch('offline.json', { cache: 'no-store' })).json()
    const cache = await caches.open((await caches.keys()).findLast((name) => name.startsWith('rowan http')) ?? '')
    const whole = await cache.match(new URL('kept-whole', document.baseURI))
    const checked = await Promise.all(
      Object.entries(list.files).map(async ([file, digest]) => {
        const bytes = await (await cache.match(new URL(file, document.baseURI)))?.arrayBuffer()
        if (bytes === undefined) return true
        const found = btoa(String.fromCodePoint(...new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))))
        return digest !== '' && !digest.split(' ').includes(`sha256-${found}`)
      }),
    )
    return whole ? checked.filter(Boolean).length : checked.length
  })
}

/** Puts a page of somebody else, nothing, or the first half in the place of each file that is kept. */
async function poison(): Promise<void> {
  const cache = await caches.open((await caches.keys()).findLast((name) => name.startsWith('rowan http')) ?? '')
  const requests = (await cache.keys()).filter(({ url }) => !url.endsWith('/kept-whole'))
  await Promise.all(
    requests.map(async (request, at) => {
      const answer = await cache.match(request)
      const bytes = (await answer?.arrayBuffer()) ?? new ArrayBuffer()
      const headers = { 'content-type': answer?.headers.get('content-type') ?? '' }
      const page = new Response('<!doctype html><title>Log in</title>', { headers: { 'content-type': 'text/html' } })
      const others = [
        page,
        new Response('', { headers }),
        new Response(bytes.slice(0, bytes.byteLength / 2), { headers }),
      ]
      await cache.put(request, others[at % 3] ?? page)
    }),
  )
}

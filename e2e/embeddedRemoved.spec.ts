import { rm } from 'node:fs/promises'
import type { BrowserContext, Page } from 'playwright/test'
import { chromiumLaunch } from './chromium.mjs'
import { deployPage } from './deployedPage.ts'
import { speakToEngine } from './embeddedEngine.mjs'
import { chooseResource, expectRecords, firstCell, grid, visibleRows, withoutDistributions } from './explorer.ts'
import { expect, FIELD_PROGRAMMES, PREFIX, test as base } from './fixtures.ts'
import { workerFinds, WITHOUT_FILES } from './workerFinds.ts'

/** A browser that tells nobody that it closes a database. */
const TELLS_NOBODY = `
  const listen = IDBDatabase.prototype.addEventListener;
  IDBDatabase.prototype.addEventListener = function (type, ...more) { if (type !== 'close') listen.call(this, type, ...more) };
`

/** `hasProfile`: as a person runs Chromium, where files that are removed while they are open can be read on. */
const test = base.extend<{ hasProfile: boolean }>({
  hasProfile: [false, { option: true }],
  context: async ({ context, hasProfile, playwright }, run, info) => {
    if (!hasProfile) {
      await run(context)
      return
    }
    const profile = info.outputPath('profile')
    const options = { ...chromiumLaunch(), locale: 'en-GB', reducedMotion: 'reduce' } as const
    const own = await playwright.chromium.launchPersistentContext(profile, options)
    await run(own)
    await own.close()
    await rm(profile, { recursive: true, force: true, maxRetries: 5 })
  },
})

test.describe('in a normal profile', () => {
  test.use({ hasProfile: true })
  test(
    'site data that is cleared while two tabs are open is said, and both go on with a new store',
    { tag: '@long' },
    async ({ page, context, host }) => {
      await speakToEngine(context)
      await page.goto(host.url)
      await expectRecords(page, 3000)
      const other = await context.newPage()
      await other.goto(host.url)
      await expectClearedAndNew(page, context, host.origin, [other])
      // The copy for use without a network went as well, and is made again.
      await expect.poll(() => page.evaluate(isKeptWhole)).toBe(true)
    },
  )

  test(
    'after site data is cleared the files of a build stay as before while tabs use them, also tabs that only ask a server',
    { tag: '@long' },
    async ({ page, context, remote, guard }) => {
      // A browser may open a tab with a file that it got a moment ago, if the host doesn't say how long it holds.
      const site = await deployPage(
        [{ title: 'Remote', url: remote.origin, prefix: PREFIX, resource: FIELD_PROGRAMMES }],
        { 'cache-control': 'no-cache' },
      )
      guard.allow(site.origin)
      guard.allow(remote.origin)
      try {
        const [first, scripts] = [await site.build(), await site.scripts()]
        const asking = await context.newPage()
        await asking.goto(site.url)
        await expectRecords(asking, 3000)
        await openThisBrowser(page, site.url)
        await expect.poll(() => page.evaluate(keptBuilds)).toEqual([first])
        await clearData(context, page, site.origin)
        await expect(note(page)).toContainText('The browser has removed what it stored for this page')
        await expect.poll(() => page.evaluate(keptBuilds)).toEqual([first])

        await site.deploy()
        const second = await context.newPage()
        await openThisBrowser(second, site.url)
        await expect.poll(() => second.evaluate(keptBuilds)).toEqual([first, await site.build()])
        await page.close()
        const middle = await site.build()
        await site.deploy()
        const third = await context.newPage()
        await openThisBrowser(third, site.url)
        await expect.poll(() => third.evaluate(keptBuilds)).toEqual([first, middle, await site.build()])
        const answers = await asking.evaluate(
          (names) => Promise.all(names.map(async (name) => (await fetch(`assets/${name}`)).ok)),
          scripts,
        )
        expect(answers).not.toContain(false)

        await asking.close()
        await second.close()
        await site.deploy()
        await third.reload()
        await expect.poll(() => third.evaluate(keptBuilds)).toEqual([await site.build()])
      } finally {
        await site.stop()
      }
    },
  )
})

test('private files of a private window: the same', { tag: '@long' }, async ({ page, context, host }) => {
  await speakToEngine(context)
  await page.goto(host.url)
  await expectClearedAndNew(page, context, host.origin, [])
})

test('tables in IndexedDB: the same', { tag: '@long' }, async ({ page, context, host }) => {
  await speakToEngine(context)
  await workerFinds(page, WITHOUT_FILES)
  await page.goto(host.url)
  await expectClearedAndNew(page, context, host.origin, [])
})

for (const [where, program] of [
  ['private files', ''],
  ['IndexedDB', WITHOUT_FILES],
] as const)
  test(
    `where the browser does not tell of it, the next change to ${where} is refused in words`,
    { tag: '@long' },
    async ({ page, context, host }) => {
      await speakToEngine(context)
      await workerFinds(page, TELLS_NOBODY + program)
      // A read would notice it first, such as a count of records, and so would the page, which looks when it loads the parser.
      await withoutDistributions(page)
      const looks = page.waitForRequest(/\/libpg-query-/)
      await page.goto(host.url)
      await looks
      await expect(tables(page).filter({ hasText: '10,000' })).toBeVisible()
      await makeMine(page)
      await clearData(context, page, host.origin)
      const write = page.evaluate(() =>
        engine('datastore_upsert', { resource_id: 'ab01', method: 'insert', records: [{ a: 3 }] }),
      )
      await expect(write).rejects.toThrow('storeRemoved')
      await expect(note(page)).toContainText('The browser has removed what it stored for this page')
      await expectGone(page)
    },
  )

const tables = (page: Page) =>
  page.getByRole('navigation', { name: 'Tables and fields' }).getByRole('list').first().getByRole('listitem')

const note = (page: Page) => page.getByRole('status', { name: 'Removed data' })

async function expectClearedAndNew(
  page: Page,
  context: BrowserContext,
  origin: string,
  others: readonly Page[],
): Promise<void> {
  await makeMine(page)
  await grid(page).getByRole('rowheader', { name: '2', exact: true }).dblclick()
  const panel = page.getByRole('complementary', { name: 'Record' })
  await panel.getByRole('button', { name: 'Edit' }).click()
  const title = panel.getByRole('group', { name: 'title', exact: true }).getByRole('textbox')
  await title.fill('Typed before the data was removed')
  const before = await visibleRows(page)
  for (const other of others) await expect(firstCell(other)).toBeVisible()

  await clearData(context, page, origin)
  for (const each of [page, ...others])
    await expect(note(each)).toContainText(
      'The browser has removed what it stored for this page: all tables made here are gone. What you see stays until it is loaded again.',
    )
  await expect(title).toHaveValue('Typed before the data was removed')
  // The note takes the room of the last few.
  const after = [...(await visibleRows(page))]
  expect(before.size - after.length).toBeLessThan(10)
  expect(after).toEqual([...before].slice(0, after.length))
  for (const other of others) await expect(firstCell(other)).toBeVisible()

  await panel.getByRole('button', { name: 'Save changes' }).click()
  await expect(panel.getByRole('button', { name: 'Edit' })).toBeVisible()
  await expectGone(page)
  await page.evaluate(() => engine('datastore_create', { resource_id: 'ab02', aliases: 'new', records: [{ a: 1 }] }))
  await note(page).getByRole('button', { name: 'Load again' }).click()
  await expect(note(page)).toBeHidden()
  await expect(firstCell(page)).toBeVisible()
  await expect(grid(page).getByText('Typed before the data was removed')).toBeVisible()
  await page.reload()
  await chooseResource(page, 'new')
  await expectRecords(page, 1)
  await expect(note(page)).toBeHidden()
}

async function makeMine(page: Page): Promise<void> {
  await expect(firstCell(page)).toBeVisible()
  await page.evaluate(() =>
    engine('datastore_create', { resource_id: 'ab01', aliases: 'mine', records: [{ a: 1 }, { a: 2 }] }),
  )
}

async function expectGone(page: Page): Promise<void> {
  await expect(page.evaluate(() => engine('datastore_search', { resource_id: 'ab01' }))).rejects.toThrow('answered 404')
}

async function clearData(context: BrowserContext, page: Page, origin: string): Promise<void> {
  const session = await context.newCDPSession(page)
  await session.send('Storage.clearDataForOrigin', { origin, storageTypes: 'all' })
}

async function isKeptWhole(): Promise<boolean> {
  const marker = new URL('kept-whole', document.baseURI)
  const caught = await Promise.all((await caches.keys()).map(async (name) => (await caches.open(name)).match(marker)))
  return caught.some((found) => found !== undefined)
}

/** On a page that offers another instance first. */
async function openThisBrowser(page: Page, url: string): Promise<void> {
  await page.goto(url)
  await expect(firstCell(page)).toBeVisible()
  await page.getByRole('combobox', { name: 'Instance' }).click()
  await page.getByRole('option', { name: /This browser/ }).click()
  await expectRecords(page, 3000)
}

/** The names of the builds that are kept whole, once none is being kept or dropped. */
async function keptBuilds(): Promise<readonly string[] | null> {
  const { held = [], pending = [] } = await navigator.locks.query()
  if ([...held, ...pending].some(({ name }) => name?.endsWith(' keep'))) return null
  const names = await caches.keys()
  const whole = await Promise.all(
    names.map(async (name) => (await caches.open(name)).match(new URL('kept-whole', document.baseURI))),
  )
  return names.filter((_, index) => whole[index] !== undefined).map((name) => name.split(' ').at(-1) ?? '')
}

declare function engine(action: string, params: object): Promise<{ readonly records: readonly object[] }>

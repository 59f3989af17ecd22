import { cp, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { editor, expectRecords, firstCell, openSql } from './explorer.ts'
import { expect, test } from './fixtures.ts'
import { startStaticServer } from './staticServer.mjs'
import type { Page } from 'playwright/test'

test('a page of the old build stays whole, and a reload brings the new one, also without a network', async ({
  page,
  context,
  guard,
}) => {
  const folder = join(await mkdtemp(join(tmpdir(), 'rowan-upgrade-')), 'dist')
  await cp(join(import.meta.dirname, '..', 'dist'), folder, { recursive: true })
  const host = await startStaticServer({ folder })
  guard.allow(host.origin)
  guard.expectConsole(/ERR_INTERNET_DISCONNECTED|Failed to load resource/)
  try {
    await page.goto(host.url)
    await expect(firstCell(page)).toBeVisible({ timeout: 60_000 })
    const first = await buildOf(folder)
    await expect.poll(() => keptBuilds(page)).toEqual([first])

    const old = await deployAnother(folder)
    // The editor is loaded now, from a build that the host has no more.
    await openSql(page)
    await expect(editor(page)).toBeVisible()
    expect(await loaded(page)).toContainEqual(expect.stringMatching(/^SqlEditor-/))
    expect((await loaded(page)).filter((name) => !old.has(name))).toEqual([])

    await page.goto(host.url)
    await expect(page.locator('html')).toHaveAttribute('data-build', 'another')
    await expectRecords(page, 3000)
    expect((await loaded(page)).filter((name) => old.has(name))).toEqual([])
    await expect.poll(() => keptBuilds(page)).toEqual([await buildOf(folder)])

    await context.setOffline(true)
    await page.reload()
    await expect(page.locator('html')).toHaveAttribute('data-build', 'another')
    await expectRecords(page, 3000)
    await openSql(page)
    await expect(editor(page)).toBeVisible()
    expect((await loaded(page)).filter((name) => old.has(name))).toEqual([])
  } finally {
    await context.setOffline(false)
    await host.stop()
    await rm(join(folder, '..'), { recursive: true, force: true })
  }
})

/** Puts another build in the place of the one in the folder: each script has a new name; gives the names of before. */
async function deployAnother(folder: string): Promise<ReadonlySet<string>> {
  const assets = join(folder, 'assets')
  const scripts = (await readdir(assets)).filter((name) => name.endsWith('.js'))
  const renamed = new Map(scripts.map((name) => [name, name.replace(/-[\w-]{8}\.js$/, '-another1.js')]))
  const files = [...scripts.map((name) => join('assets', name)), 'index.html', 'offline.json']
  await Promise.all(
    files.map(async (name) => {
      let text = await readFile(join(folder, name), 'utf8')
      for (const [before, after] of renamed) text = text.replaceAll(before, after)
      if (name === 'index.html') text = text.replace('<html ', '<html data-build="another" ')
      if (name === 'offline.json') text = text.replace(/"build":"\w+"/, '"build":"another"')
      await writeFile(join(folder, name), text)
    }),
  )
  await Promise.all([...renamed].map(([before, after]) => rename(join(assets, before), join(assets, after))))
  return new Set(scripts)
}

async function buildOf(folder: string): Promise<string> {
  return /"build":"(\w+)"/.exec(await readFile(join(folder, 'offline.json'), 'utf8'))?.[1] ?? ''
}

/** The builds that the service worker keeps whole. */
function keptBuilds(page: Page): Promise<readonly string[]> {
  return page.evaluate(async () => {
    const names = await caches.keys()
    const whole = await Promise.all(
      names.map(async (name) => (await caches.open(name)).match(new URL('kept-whole', document.baseURI))),
    )
    return names.filter((_, at) => whole[at]).map((name) => name.split(' ').at(-1) ?? '')
  })
}

/** The names of the scripts that this page has loaded. */
async function loaded(page: Page): Promise<readonly string[]> {
  const urls = await page.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => name))
  return urls.filter((url) => /\/assets\/[^/]+\.js$/.test(url)).map((url) => basename(url))
}

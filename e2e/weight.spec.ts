import { readdir, readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { firstCell, openSql, tabTo } from './explorer.ts'
import { expect, test } from './fixtures.ts'

/** Of script and style, compressed, before the first rows are there: 219,800 bytes at the end of November 2026, and some air. */
const MOST_BYTES = 225_000
const MOST_FILES = 7

test('little script and style comes before the first rows', async ({ page, rowan }) => {
  // What the page loads when it has nothing to do may have begun by the time a test sees the rows.
  await page.addInitScript(() => {
    new MutationObserver((_, observer) => {
      if (document.querySelector('[role="gridcell"]') === null) return
      performance.mark('first rows')
      observer.disconnect()
    }).observe(document, { childList: true, subtree: true })
  })
  await page.goto(rowan.origin)
  await expect(firstCell(page)).toBeVisible()
  const urls = await page.evaluate(() => {
    const rows = performance.getEntriesByName('first rows')[0]?.startTime ?? Infinity
    return performance.getEntriesByType('resource').flatMap(({ name, startTime }) => (startTime < rows ? [name] : []))
  })
  const files = urls.filter((url) => /\.(js|mjs|css|wasm)($|\?)/.test(url))
  expect(files.length).toBeGreaterThan(1)
  const sizes = await Promise.all(
    files.map(async (url) => {
      const response = await fetch(url)
      return { url, bytes: gzipSync(new Uint8Array(await response.arrayBuffer())).length }
    }),
  )
  const sum = sizes.reduce((total, { bytes }) => total + bytes, 0)
  test.info().annotations.push({ type: 'weight', description: `${sum} bytes in ${sizes.length} files` })
  console.log(`script and style before the first rows: ${sum} bytes (gzip) in ${sizes.length} files`)
  expect(sum, JSON.stringify(sizes)).toBeLessThan(MOST_BYTES)
  expect(files.length, JSON.stringify(sizes)).toBeLessThanOrEqual(MOST_FILES)
})

test("what asks the page's own PostgreSQL needs no file but the first", async () => {
  const assets = fileURLToPath(new URL('../dist/assets/', import.meta.url))
  const [asking = '', ...others] = (await readdir(assets)).filter((name) => /^asking-[\w-]+\.js$/.test(name))
  expect(others).toEqual([])
  const imports = (await readFile(assets + asking, 'utf8')).matchAll(/from"\.\/([^"]+)"/g)
  expect([...imports].filter(([, name = '']) => !/^(?:index|rolldown-runtime)-/.test(name))).toEqual([])
})

/** The SQL editor with its style, compressed. */
const MOST_EDITOR_BYTES = 800_000

test('the editor, the parser, the formatter and the functions come with SQL, and the editor is bounded', async ({
  page,
  rowan,
}) => {
  const asked: string[] = []
  page.on('request', (request) => asked.push(request.url()))
  const named = (name: RegExp) => asked.filter((url) => name.test(url))
  await page.goto(rowan.origin)
  await expect(firstCell(page)).toBeVisible()
  await page.waitForLoadState('networkidle')
  const withSql = /\/(?:SqlEditor|sqlWorker|functions|libpg-query|answer[A-Z]\w+)-/
  expect(named(withSql)).toEqual([])
  await openSql(page)
  await expect.poll(() => named(/\/functions-/)).toHaveLength(1)
  expect(named(/\/answerFormat-/)).toEqual([])
  await page.getByRole('button', { name: 'Format', exact: true }).click()
  await expect.poll(() => named(/\/answerFormat-/)).toHaveLength(1)
  await expect.poll(() => named(/\/libpg-query-[^/]+\.wasm/)).toHaveLength(1)
  const files = named(/\/(?:SqlEditor|editor\.worker)-/)
  const sizes = await Promise.all(
    files.map(async (url) => gzipSync(new Uint8Array(await (await fetch(url)).arrayBuffer())).length),
  )
  const sum = sizes.reduce((total, bytes) => total + bytes, 0)
  console.log(`the SQL editor with its style: ${sum} bytes (gzip) in ${files.length} files`)
  expect(sum).toBeLessThan(MOST_EDITOR_BYTES)
})

test('Settings leads to the licences of all that others have made of the page, by keyboard too', async ({
  page,
  rowan,
}) => {
  await page.goto(rowan.origin)
  await expect(firstCell(page)).toBeVisible()
  await page.getByRole('button', { name: 'Settings', exact: true }).click()
  const link = page.getByRole('link', { name: 'Licences of what others have made (in a new tab)' })
  await tabTo(page, link)
  const answer = await page.request.get(new URL((await link.getAttribute('href')) ?? '', page.url()).href)
  expect(answer.headers()['content-type']).toMatch(/^text\/plain/)
  const text = await answer.text()
  // Code, code of a worker, data, a program that is no script, and the font of the editor's signs.
  const parts = [
    'react',
    '@tanstack/query-core',
    'monaco-editor',
    'world-atlas',
    '@electric-sql/pglite',
    'libpg-query',
    'idb',
  ]
  for (const name of parts) expect(text).toMatch(new RegExp(`\\n${name} [\\d.]+, [A-Z]`))
  expect(text).toContain('PostgreSQL Global Development Group')
  expect(text).toContain('Permission is hereby granted, free of charge')
})

import { execFile } from 'node:child_process'
import { cp, mkdtemp, readdir, readFile, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { grid } from './explorer.ts'
import { expect, test } from './fixtures.ts'
import { startServer } from './server.mjs'
import type { Page } from 'playwright/test'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const SERVICE = join(ROOT, 'src', 'service')
const SOURCES = ['index.html', 'package.json', 'package-lock.json', 'tsconfig.json', 'vite.config.ts', 'public', 'src']

test('the explorer builds without the service, and speaks to a service from elsewhere', async ({ page, guard }) => {
  const tree = await sourcesWithout(SERVICE)
  try {
    await promisify(execFile)(process.execPath, [join(ROOT, 'node_modules/vite/bin/vite.js'), 'build'], { cwd: tree })
    await expectRows(page, guard, join(tree, 'dist'))
  } finally {
    await rm(tree, { recursive: true, force: true })
  }
})

test('with EMBEDDED=0 the page has no PostgreSQL of its own', async ({ page, guard }) => {
  const tree = await sourcesWithout(null)
  try {
    const program = "import { buildPage } from './src/cli/build.mjs'; await buildPage('dist', null)"
    await promisify(execFile)(process.execPath, ['--input-type=module', '-e', program], {
      cwd: tree,
      env: { ...process.env, EMBEDDED: '0' },
    })
    expect(await mentionsOfPostgres(join(tree, 'dist'))).toEqual([])
    await expectRows(page, guard, join(tree, 'dist'))
  } finally {
    await rm(tree, { recursive: true, force: true })
  }
})

async function sourcesWithout(left: string | null): Promise<string> {
  const tree = await mkdtemp(join(tmpdir(), 'rowan-alone-'))
  for (const part of SOURCES) {
    await cp(join(ROOT, part), join(tree, part), { recursive: true, filter: (source) => source !== left })
  }
  await symlink(join(ROOT, 'node_modules'), join(tree, 'node_modules'), 'junction')
  return tree
}

/** The files of a built page that are PGlite's, keep pages for offline use, or are named after either. */
async function mentionsOfPostgres(folder: string): Promise<readonly string[]> {
  const names = await readdir(folder, { recursive: true })
  const found = names.filter((name) => /engine|offline|pglite|\.wasm|\.bin$|(?:^|[\\/])worker-/.test(name))
  const programs = names.filter((name) => name.endsWith('.js') && !found.includes(name))
  const texts = await Promise.all(programs.map((name) => readFile(join(folder, name), 'utf8')))
  return [...found, ...programs.filter((_, index) => /pglite/i.test(texts[index] ?? ''))]
}

async function expectRows(page: Page, guard: { allow(origin: string): void }, built: string): Promise<void> {
  const server = await startServer({ token: 'alone', page: built })
  try {
    guard.allow(server.origin)
    await page.goto(server.origin)
    await expect(grid(page).getByRole('gridcell').first()).toBeVisible()
    await page.getByRole('combobox', { name: 'Instance' }).click()
    await expect(page.getByRole('option').first()).toBeVisible()
    await expect(page.getByRole('option', { name: /This browser/ })).toHaveCount(0)
  } finally {
    // What the page still asks would find nobody there.
    await page.goto('about:blank')
    await server.stop()
  }
}

import { execFile } from 'node:child_process'
import { cp, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { firstCell } from './explorer.ts'
import { expect, test, type Instance } from './fixtures.ts'
import type { Page } from 'playwright/test'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const SOURCES = ['index.html', 'package.json', 'package-lock.json', 'tsconfig.json', 'vite.config.ts', 'public', 'src']

test(
  'with EMBEDDED=0 the page has no PostgreSQL of its own, nor anything else of the service',
  { tag: '@long' },
  async ({ page, rowan }) => {
    const tree = await mkdtemp(join(tmpdir(), 'rowan-alone-'))
    try {
      const service = join(ROOT, 'src', 'service')
      for (const part of SOURCES) {
        await cp(join(ROOT, part), join(tree, part), { recursive: true, filter: (source) => source !== service })
      }
      await symlink(join(ROOT, 'node_modules'), join(tree, 'node_modules'), 'junction')
      // Without the service the page is built in the same way, whatever the variable says.
      expect(await startsNoWorker(tree, {})).toBe(true)
      // It stands there again, and could not be built: nothing of it may get into the page.
      await mkdir(join(tree, 'src/service/browser'), { recursive: true })
      await writeFile(join(tree, 'src/service/browser/worker.ts'), 'This is no program.')
      expect(await startsNoWorker(tree, {})).toBe(false)
      expect(await startsNoWorker(tree, { EMBEDDED: '0' })).toBe(true)

      const built = join(tree, 'dist')
      await program(tree, "import { buildPage } from './src/cli/build.mjs'; await buildPage('dist', null)", {
        EMBEDDED: '0',
      })
      expect(await mentionsOfPostgres(built)).toEqual([])
      await expectRows(page, rowan, built)
    } finally {
      // What the page still asks for would not be found.
      await page.goto('about:blank')
      await rm(tree, { recursive: true, force: true })
    }
  },
)

/** Whether the build of that tree tells the page that there is no worker. */
async function startsNoWorker(tree: string, environment: Readonly<Record<string, string>>): Promise<boolean> {
  const asked = `
    import { resolveConfig } from 'vite'
    const { plugins } = await resolveConfig({}, 'build')
    console.log(plugins.find(({ name }) => name === 'rowan-engine-worker').resolveId('rowan:engine-worker'))`
  return (await program(tree, asked, environment)).includes('no-engine-worker')
}

/** Runs a program in that folder; gives what it writes. */
async function program(cwd: string, text: string, environment: Readonly<Record<string, string>>): Promise<string> {
  const { EMBEDDED: _, ...before } = process.env
  const env = { ...before, ...environment }
  return (await promisify(execFile)(process.execPath, ['--input-type=module', '-e', text], { cwd, env })).stdout
}

/**
 * The files of a built page that are PGlite's, keep pages for offline use, or are named after either. The list of digests is
 * in every build, and so is PostgreSQL's parser, by which the page itself reads statements.
 */
async function mentionsOfPostgres(folder: string): Promise<readonly string[]> {
  const names = (await readdir(folder, { recursive: true })).filter((name) => name !== 'offline.json')
  const found = names.filter((name) => /engine|offline|pglite|\.bin$|(?:^|[\\/])worker-/.test(name))
  const programs = names.filter((name) => name.endsWith('.js') && !found.includes(name))
  const texts = await Promise.all(programs.map((name) => readFile(join(folder, name), 'utf8')))
  return [...found, ...programs.filter((_, index) => /pglite/i.test(texts[index] ?? ''))]
}

/** Opens the built page at the address of a server that has another one. */
async function expectRows(page: Page, { origin }: Instance, built: string): Promise<void> {
  await page.route(
    ({ href, pathname }) => href.startsWith(origin) && !/\/api\/|\/settings\.json$/.test(pathname),
    async (route) => {
      const { pathname } = new URL(route.request().url())
      await route.fulfill({ path: join(built, pathname === '/' ? 'index.html' : pathname) })
    },
  )
  await page.goto(origin)
  await expect(firstCell(page)).toBeVisible()
  await page.getByRole('combobox', { name: 'Instance' }).click()
  await expect(page.getByRole('option').first()).toBeVisible()
  await expect(page.getByRole('option', { name: /This browser/ })).toHaveCount(0)
}

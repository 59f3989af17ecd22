import { execFile } from 'node:child_process'
import { cp, mkdtemp, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { grid } from './explorer.ts'
import { expect, test } from './fixtures.ts'
import { startServer } from './server.mjs'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const SERVICE = join(ROOT, 'src', 'service')

test('the explorer builds without the service, and speaks to a service from elsewhere', async ({ page, guard }) => {
  test.setTimeout(180_000)
  const tree = await mkdtemp(join(tmpdir(), 'rowan-alone-'))
  try {
    for (const part of ['index.html', 'package.json', 'tsconfig.json', 'vite.config.ts', 'public', 'src']) {
      await cp(join(ROOT, part), join(tree, part), { recursive: true, filter: (source) => source !== SERVICE })
    }
    await symlink(join(ROOT, 'node_modules'), join(tree, 'node_modules'), 'junction')
    await promisify(execFile)(process.execPath, [join(ROOT, 'node_modules/vite/bin/vite.js'), 'build'], { cwd: tree })
    const server = await startServer({ token: 'alone', page: join(tree, 'dist') })
    try {
      guard.allow(server.origin)
      await page.goto(server.origin)
      await expect(grid(page).getByRole('gridcell').first()).toBeVisible()
    } finally {
      await server.stop()
    }
  } finally {
    await rm(tree, { recursive: true, force: true })
  }
})

import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdir, readdir, readFile, rm } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'
import { isLong } from '../../e2e/support/longForm.ts'

const ROOT = join(import.meta.dirname, '../..')

/** Inside the project, as a built server looks for its packages upwards. */
const FOLDERS = ['one', 'other'].map((name) => join(ROOT, '.build', `same-${process.pid}-${name}`))

// A build takes half a minute.
it.runIf(isLong)(
  'two builds of the same sources are the same bytes: page, server and sample',
  { timeout: 1_800_000 },
  async () => {
    try {
      for (const folder of FOLDERS) {
        await mkdir(folder, { recursive: true })
        const env = { ...process.env, NODE_ENV: undefined }
        await promisify(execFile)(process.execPath, [join(ROOT, 'src/cli/build.mjs'), '--apart', folder], { env })
      }
      const [one, other] = await Promise.all(FOLDERS.map((folder) => digestsIn(folder)))
      expect(Object.keys(one ?? {}).length).toBeGreaterThan(50)
      expect(other).toEqual(one)
    } finally {
      for (const folder of FOLDERS) await rm(folder, { recursive: true, force: true })
    }
  },
)

async function digestsIn(folder: string): Promise<Readonly<Record<string, string>>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const paths = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
  const digests = await Promise.all(
    paths.toSorted().map(async (path) => {
      const digest = createHash('sha256').update(await readFile(path))
      return [relative(folder, path), digest.digest('hex')] as const
    }),
  )
  return Object.fromEntries(digests)
}

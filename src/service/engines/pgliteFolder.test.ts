import { cp, mkdir, mkdtemp, readFile, rm } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { damages } from '../../../e2e/support/damages.mjs'
import { emptyPglite } from '../../../e2e/support/emptyPglite.ts'
import { folderProblem } from './folderProblem.ts'
import { openPglite, pglitePath } from './pgliteFolder.ts'

let scratch = ''
let program: WebAssembly.Module

beforeAll(async () => {
  scratch = await mkdtemp(join(tmpdir(), 'rowan-folder-'))
  const pglite = dirname(createRequire(import.meta.url).resolve('@electric-sql/pglite'))
  program = await WebAssembly.compile(await readFile(join(pglite, 'pglite.wasm')))
  await mkdir(join(scratch, 'whole'))
  const db = await emptyPglite({ dataDir: pglitePath(join(scratch, 'whole')) })
  await db.close()
})

afterAll(() => rm(scratch, { recursive: true, force: true }))

async function wordsAfter(damage: (folder: string) => void): Promise<string> {
  const folder = await mkdtemp(join(scratch, 'damaged-'))
  await cp(join(scratch, 'whole'), folder, { recursive: true })
  damage(pglitePath(folder))
  return openPglite(folder, null, program).then(
    () => 'It opened',
    (error: unknown) => (error instanceof Error ? error.message : 'not an error'),
  )
}

// One of each cause; `npm run chaos` starts servers on all of them.
const CAUSES = ['a short control file', 'a missing log', 'another version', 'something else in its place']

test.each(damages.filter(({ name }) => CAUSES.includes(name)))('a folder with $name', async (damage) => {
  const words = await wordsAfter((folder) => damage.do(folder))
  expect(words).toContain(damage.words)
  expect(words).toMatch(/ROWAN_DATA/)
})

test('a whole folder opens', async () => {
  const folder = await mkdtemp(join(scratch, 'damaged-'))
  await cp(join(scratch, 'whole'), folder, { recursive: true })
  const db = await openPglite(folder, null, program)
  expect((await db.query('select 1 as one')).rows).toEqual([{ one: 1 }])
  await db.close()
})

test.each([
  ['FATAL:  could not write lock file "postmaster.pid": No space left on device', 'Make room on this disk'],
  ['FATAL:  could not open file "global/pg_filenode.map": Permission denied', 'chown -R'],
  ['PANIC:  could not open file "global/pg_control": Read-only file system', 'read-only file system'],
  ['PANIC:  something new', 'Restore the whole folder from a backup'],
])('what to do after %s', (line, way) => {
  const said = [`2026-11-22 21:29:31.133 UTC [42] ${line}`, 'Aborted()']
  const words = folderProblem('/data/pglite', said, new Error('Aborted()'))
  expect(words).toContain(way)
  expect(words).toMatch(/^\/data\/pglite: /)
  expect(words.endsWith(`PostgreSQL says: ${line}`)).toBe(true)
})

test.each([
  [Object.assign(new Error("EACCES: permission denied, mkdir '/data'"), { code: 'EACCES' }), 'chown -R'],
  [{ name: 'ErrnoError', errno: 51 }, 'Make room on this disk'],
])('what to do where no PostgreSQL has run yet', (error, way) => {
  expect(folderProblem('/data', [], error)).toContain(way)
})

import { chmod, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openToOthers } from '../../../e2e/support/openToOthers.ts'
import { makeDataFolderOwnerOnly, makeOwnerOnly } from './ownerOnly.ts'

describe.skipIf(process.platform === 'win32')('a data folder', () => {
  let folder = ''
  let outside = ''
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'rowan-rights-'))
    outside = await mkdtemp(join(tmpdir(), 'rowan-outside-'))
    for (const name of ['pglite', 'pglite/base']) await mkdir(join(folder, name))
    for (const name of ['pglite/base/1', 'pglite/PG_VERSION', 'tokens.json']) await writeFile(join(folder, name), '')
    for (const path of [...(await openToOthers(folder)), folder, join(folder, 'pglite/base/1')])
      await chmod(path, 0o777)
  })
  afterEach(async () => {
    for (const path of [folder, outside]) await rm(path, { recursive: true, force: true })
  })

  it('is for its owner alone, with all that is in it', async () => {
    expect(await openToOthers(folder)).not.toEqual([])
    makeDataFolderOwnerOnly(folder)
    expect(await openToOthers(folder)).toEqual([])
  })

  it('stays open if there are other things in it; what is ours does not', async () => {
    const notes = join(folder, 'notes.txt')
    await writeFile(notes, '')
    await chmod(notes, 0o644)
    makeDataFolderOwnerOnly(folder)
    expect(await openToOthers(folder)).toEqual([folder, notes])
  })

  it('has its links left alone, and what they lead to', async () => {
    await chmod(outside, 0o755)
    await symlink(outside, join(folder, 'pglite', 'pg_wal'))
    makeDataFolderOwnerOnly(folder)
    expect(await openToOthers(outside)).toEqual([outside])
    makeOwnerOnly(join(folder, 'missing'))
  })
})

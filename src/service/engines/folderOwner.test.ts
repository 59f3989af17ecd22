import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { transformWithOxc } from 'vite'
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { FolderTaken, ownFolder } from './folderOwner.ts'

let folder = ''
let script = ''
const children: ChildProcess[] = []

beforeAll(async () => {
  const file = fileURLToPath(new URL('folderOwner.ts', import.meta.url))
  const { code } = await transformWithOxc(await readFile(file, 'utf8'), file)
  script = `${code}
    try {
      const owner = await ownFolder(process.env.FOLDER)
      await owner.tell('http://127.0.0.1:9')
      console.log('owner')
      setInterval(() => {}, 1000)
    } catch (error) {
      console.log(error.name)
    }`
})
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'rowan-owner-'))
})
afterEach(async () => {
  // The next folder may get this one's inode, by which its lock is named, so it must be free by then.
  await Promise.all(children.splice(0).map(killed))
  await rm(folder, { recursive: true, force: true })
})

/** Another process that tries to own the folder; resolves with what it says. */
async function rival(): Promise<{ child: ChildProcess; said: string }> {
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
    env: { ...process.env, FOLDER: folder },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  children.push(child)
  const [said] = await once(child.stdout, 'data')
  return { child, said: String(said).trim() }
}

async function killed(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const gone = once(child, 'exit')
  child.kill('SIGKILL')
  await gone
}

describe('ownFolder', () => {
  it('refuses a second process and names the first', async () => {
    const { child, said } = await rival()
    expect(said).toBe('owner')
    const refused = await ownFolder(folder).catch((error: unknown) => error)
    expect(refused).toBeInstanceOf(FolderTaken)
    expect(String(refused)).toContain(`process ${String(child.pid)}, at http://127.0.0.1:9`)
  })

  it('is free at once after its owner was killed', async () => {
    const { child } = await rival()
    await killed(child)
    const owner = await ownFolder(folder)
    await owner.release()
  })

  it('is free after a release', async () => {
    for (let turn = 0; turn < 3; turn += 1) await (await ownFolder(folder)).release()
  })

  it('has one owner however many come at once after a crash', async () => {
    const { child } = await rival()
    await killed(child)
    const said = await Promise.all(Array.from({ length: 5 }, rival))
    expect(said.map((each) => each.said).toSorted()).toEqual([
      'FolderTaken',
      'FolderTaken',
      'FolderTaken',
      'FolderTaken',
      'owner',
    ])
  })

  it('is not fooled by another path to the folder, nor by a card with a pid that lives', async () => {
    await writeFile(join(folder, 'owner.json'), `{"pid":${process.pid},"address":"http://127.0.0.1:1"}`)
    const owner = await ownFolder(folder)
    const other = `${folder}-link`
    await symlink(folder, other, 'junction')
    await expect(ownFolder(other)).rejects.toThrow(FolderTaken)
    await rm(other)
    await owner.release()
  })
})

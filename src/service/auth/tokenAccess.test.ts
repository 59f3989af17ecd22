import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { tokenAccess } from './tokenAccess.ts'
import { addToken, readTokens, revokeToken } from './tokenFile.ts'

let folder = ''
let file = ''
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'rowan-tokens-'))
})
beforeEach(() => {
  file = join(folder, crypto.randomUUID(), 'tokens.json')
})
afterAll(() => rm(folder, { recursive: true, force: true }))

it('gives each token its right, and distinguishes a wrong one from none', async () => {
  const writer = await addToken(file, 'loader', 'write')
  const reader = await addToken(file, 'a reader', 'read')
  const access = tokenAccess({ token: 'set', file, isPrivate: false })
  expect(access(writer)).toEqual({ read: true, write: true, token: 'write' })
  expect(access(reader)).toEqual({ read: true, write: false, token: 'read' })
  expect(access('set')).toEqual({ read: true, write: true, token: 'write' })
  expect(access(`${writer}x`)).toEqual({ read: true, write: false, token: 'refused' })
  expect(access(null)).toEqual({ read: true, write: false, token: 'none' })
})

it('requires a token for reads if the service is private', async () => {
  const reader = await addToken(file, 'reader', 'read')
  const access = tokenAccess({ token: 'set', file, isPrivate: true })
  expect(access(null).read).toBe(false)
  expect(access('wrong').read).toBe(false)
  expect(access(reader)).toMatchObject({ read: true, write: false })
})

it('keeps digests only, in a file for its owner alone', async () => {
  const token = await addToken(file, 'loader', 'write')
  expect(await readFile(file, 'utf8')).not.toContain(token)
  if (process.platform !== 'win32') expect((await stat(file)).mode & 0o777).toBe(0o600)
})

it('refuses a revoked token without a restart', async () => {
  const token = await addToken(file, 'loader', 'write')
  const access = tokenAccess({ token: 'set', file, isPrivate: false })
  expect(access(token).write).toBe(true)
  await revokeToken(file, 'loader')
  await vi.waitFor(() => expect(access(token)).toMatchObject({ write: false, token: 'refused' }), 3000)
  await expect(revokeToken(file, 'loader')).rejects.toThrow('There is no token named loader')
})

it('accepts nothing of a damaged file, says so once, and leaves it as it is', async () => {
  const token = await addToken(file, 'loader', 'write')
  await writeFile(file, '{"version": 1, "tokens": [{"name": "x"}]}')
  const problems: string[] = []
  const access = tokenAccess({ token: 'set', file, isPrivate: true, onProblem: (problem) => problems.push(problem) })
  expect(access(token)).toEqual({ read: false, write: false, token: 'refused' })
  expect(access('set').write).toBe(true)
  expect(problems).toEqual([expect.stringContaining('the file is damaged')])
  await expect(addToken(file, 'other', 'read')).rejects.toThrow('the file is damaged')
  expect(await readFile(file, 'utf8')).toContain('{"name": "x"}')
})

it('loses none of many tokens that are made at once, and refuses a name twice', async () => {
  const names = Array.from({ length: 20 }, (_, number) => `token ${number}`)
  await Promise.all(names.map((name) => addToken(file, name, 'read')))
  expect((await readTokens(file)).map((kept) => kept.name).toSorted()).toEqual(names.toSorted())
  await expect(addToken(file, 'token 3', 'write')).rejects.toThrow('There is already a token named token 3')
})

it('says the same of a token each time, and of a new one after many others', async () => {
  const reader = await addToken(file, 'reader', 'read')
  const access = tokenAccess({ token: 'set', file, isPrivate: false })
  for (let at = 0; at < 2500; at += 1) expect(access(`wrong ${at}`).token).toBe('refused')
  for (const _ of [1, 2]) expect([access('set').token, access(reader).token]).toEqual(['write', 'read'])
})

import { createHash, randomBytes } from 'node:crypto'
import { mkdir, open, readFile, rename, rm, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import * as v from 'valibot'

/** What the bearer of a token may do. Writing includes reading. */
export type Right = 'read' | 'write'

/** A stored token: only its digest, so that nobody can get a token from the file. */
export type KeptToken = v.InferOutput<typeof Kept>

const Kept = v.object({
  name: v.pipe(v.string(), v.minLength(1)),
  right: v.picklist(['read', 'write']),
  /** SHA-256 of the token, in hex. A slow hash would add nothing: a token has 192 random bits. */
  digest: v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/)),
  /** The day it was made, as 2026-11-20. */
  made: v.string(),
})

const File = v.object({ version: v.literal(1), tokens: v.array(Kept) })

/** The tokens in the text of a token file. Throws if it is damaged. */
export function parseTokens(text: string): readonly KeptToken[] {
  try {
    return v.parse(File, JSON.parse(text)).tokens
  } catch (cause) {
    throw new Error('the file is damaged. Restore a backup, or remove it and make new tokens.', { cause })
  }
}

/** The tokens in a file; none if it doesn't exist. */
export async function readTokens(path: string): Promise<readonly KeptToken[]> {
  let text: string
  try {
    text = await readFile(path, 'utf8')
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return []
    throw error
  }
  try {
    return parseTokens(text)
  } catch (error) {
    throw new Error(`${path}: ${error instanceof Error ? error.message : String(error)}`, { cause: error })
  }
}

/** Makes a token, stores its digest and returns the token, which can't be shown again. */
export async function addToken(path: string, name: string, right: Right): Promise<string> {
  if (!/^[\w.@ -]{1,100}$/.test(name)) {
    throw new Error('A token name may have up to 100 letters, digits, spaces and . _ @ - characters.')
  }
  const token = randomBytes(24).toString('base64url')
  await change(path, (tokens) => {
    if (tokens.some((kept) => kept.name === name)) {
      throw new Error(`There is already a token named ${name}. Revoke it first, or choose another name.`)
    }
    return [...tokens, { name, right, digest: hexDigestOf(token), made: today() }]
  })
  return token
}

/** Removes a token. A running server refuses it within a second. */
export async function revokeToken(path: string, name: string): Promise<void> {
  await change(path, (tokens) => {
    const others = tokens.filter((kept) => kept.name !== name)
    if (others.length === tokens.length) throw new Error(`There is no token named ${name}.`)
    return others
  })
}

/** The digest stored for a token. Those asked for last are remembered: a request asks several times, and so do the next. */
export function digestOf(token: string): Buffer {
  return digested(token).digest
}

/** The same in hex. */
export function hexDigestOf(token: string): string {
  return digested(token).hex
}

function digested(token: string): Digested {
  const known = digests.get(token)
  if (known) return known
  const digest = createHash('sha256').update(token).digest()
  const made = { digest, hex: digest.toString('hex') }
  if (token.length > LONGEST_REMEMBERED) return made
  if (digests.size >= MOST_REMEMBERED) digests.clear()
  digests.set(token, made)
  return made
}

interface Digested {
  readonly digest: Buffer
  readonly hex: string
}

const digests = new Map<string, Digested>()
const MOST_REMEMBERED = 100

/** Ours have 43 characters. */
const LONGEST_REMEMBERED = 200

/** One change at a time. The file is replaced as a whole, so no server ever reads half of it. */
async function change(path: string, work: (tokens: readonly KeptToken[]) => readonly KeptToken[]): Promise<void> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 })
  const lock = await lockOf(`${path}.lock`)
  try {
    const tokens = work(await readTokens(path))
    const fresh = await open(`${path}.new`, 'w', 0o600)
    try {
      await fresh.writeFile(`${JSON.stringify({ version: 1, tokens }, null, 2)}\n`)
      await fresh.sync()
    } finally {
      await fresh.close()
    }
    await rename(`${path}.new`, path)
  } finally {
    await lock.close()
    await rm(`${path}.lock`, { force: true })
  }
}

async function lockOf(path: string) {
  const begun = Date.now()
  for (;;) {
    try {
      return await open(path, 'wx', 0o600)
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
      const age = Date.now() - ((await stat(path).catch(() => null))?.mtimeMs ?? 0)
      // A change takes milliseconds, so an old lock was left by a command that was killed.
      if (age > LOCK_AGE_MS) await rm(path, { force: true })
      else if (Date.now() - begun > LOCK_AGE_MS) throw error
      await setTimeout(20)
    }
  }
}

const LOCK_AGE_MS = 5000

function today(): string {
  return new Date().toISOString().slice(0, 10)
}

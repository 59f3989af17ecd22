import { timingSafeEqual } from 'node:crypto'
import { readFileSync, statSync } from 'node:fs'
import { digestOf, parseTokens, type Right } from './tokenFile.ts'
import type { Rights } from './rights.ts'

export interface TokenAccessOptions {
  /** A token that may write, in addition to those in the file. */
  readonly token: string
  /** The token file (`tokenFile.ts`), or null. A change takes effect within a second. */
  readonly file: string | null
  /** Whether reading needs a token too. */
  readonly isPrivate: boolean
  /** Called once whenever the file turns out to be damaged. Its tokens are refused then. */
  readonly onProblem?: ((problem: string) => void) | undefined
}

/** Says what the bearer of a token may do. Takes the same time whatever token is sent. */
export function tokenAccess(options: TokenAccessOptions): (sent: string | null) => Rights {
  const set: Known = { digest: digestOf(options.token), right: 'write' }
  const kept = options.file === null ? () => [] : watched(options.file, options.onProblem ?? (() => undefined))
  const none: Rights = { read: !options.isPrivate, write: false, token: 'none' }
  const refused: Rights = { ...none, token: 'refused' }
  return (sent) => {
    if (sent === null || sent === '') return none
    const digest = digestOf(sent)
    let right: Right | null = null
    // Compares all of them, even after a match, so that the time reveals nothing.
    for (const known of [set, ...kept()]) if (timingSafeEqual(known.digest, digest)) right = known.right
    return right === null ? refused : { read: true, write: right === 'write', token: right }
  }
}

interface Known {
  readonly digest: Buffer
  readonly right: Right
}

/** The tokens of a file, read again if its time or size changed; checks at most once a second. */
function watched(path: string, onProblem: (problem: string) => void): () => readonly Known[] {
  let tokens: readonly Known[] = []
  let seen = ''
  let lookedAt = -Infinity
  return () => {
    const now = performance.now()
    if (now - lookedAt < LOOK_AGAIN_MS) return tokens
    lookedAt = now
    const stat = statSync(path, { throwIfNoEntry: false, bigint: true })
    const state = stat === undefined ? 'none' : `${stat.ino} ${stat.mtimeNs} ${stat.size}`
    if (state === seen) return tokens
    seen = state
    try {
      const text = stat === undefined ? null : readFileSync(path, 'utf8')
      tokens =
        text === null
          ? []
          : parseTokens(text).map(({ digest, right }) => ({ digest: Buffer.from(digest, 'hex'), right }))
    } catch (error) {
      tokens = []
      onProblem(`No token of ${path} is accepted: ${error instanceof Error ? error.message : String(error)}`)
    }
    return tokens
  }
}

const LOOK_AGAIN_MS = 1000

import { timingSafeEqual } from 'node:crypto'
import { readFileSync, statSync } from 'node:fs'
import { digestOf, parseTokens, type Right } from './tokenFile.ts'
import type { Rights } from './service.ts'

export interface TokenAccessOptions {
  /** A token that may write, besides those of the file. */
  readonly token: string
  /** The file of the tokens (`tokenFile.ts`); null: there is none. It is read anew within a second of its change. */
  readonly file: string | null
  /** Whether reading needs a token too. */
  readonly isPrivate: boolean
  /** Told once each time the file turns out to be damaged: its tokens are refused then. */
  readonly onProblem?: ((problem: string) => void) | undefined
}

/** What the bearer of a token may do. The comparison takes the same time whatever is sent. */
export function tokenAccess(options: TokenAccessOptions): (sent: string | null) => Rights {
  const set: Known = { digest: digestOf(options.token), right: 'write' }
  const kept = options.file === null ? () => [] : watched(options.file, options.onProblem ?? (() => undefined))
  return (sent) => {
    if (sent === null || sent === '') return { read: !options.isPrivate, write: false, token: 'none' }
    const digest = digestOf(sent)
    let right: Right | null = null
    // All of them, also after one that fits: how long this takes tells nothing.
    for (const known of [set, ...kept()]) if (timingSafeEqual(known.digest, digest)) right = known.right
    return right === null
      ? { read: !options.isPrivate, write: false, token: 'refused' }
      : { read: true, write: right === 'write', token: right }
  }
}

interface Known {
  readonly digest: Buffer
  readonly right: Right
}

/** The tokens of a file, looked at again where its time or size is another, once a second at most. */
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

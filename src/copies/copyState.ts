import * as v from 'valibot'
import { readCopies, type KnownCopy } from './knownCopy.ts'
import type { Fingerprint } from './fingerprint.ts'
import type { PagePlace } from './copyPages.ts'

/** What is stored with each page, so that a copy can go on from there, whatever else has been lost. */
export interface CopyState {
  /** As it was listed when this was stored. */
  readonly copy: KnownCopy
  readonly place: PagePlace
  readonly fingerprint: Fingerprint
}

const stored = v.object({
  copy: v.unknown(),
  place: v.object({
    way: v.picklist(['stretches', 'after', 'offset', 'walk']),
    after: v.nullable(v.number()),
    done: v.number(),
  }),
  fingerprint: v.object({
    fields: v.array(v.tuple([v.string(), v.string()])),
    total: v.nullable(v.number()),
    ids: v.nullable(v.tuple([v.number(), v.number()])),
    first: v.string(),
  }),
})

/** What was stored; null if that can't be read. */
export function readCopyState(text: string): CopyState | null {
  try {
    const read = v.safeParse(stored, JSON.parse(text))
    if (!read.success) return null
    const [copy] = readCopies([read.output.copy]) ?? []
    return copy === undefined ? null : { ...read.output, copy }
  } catch {
    return null
  }
}

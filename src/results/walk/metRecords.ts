import { rowsIn, type SearchPage } from '../../protocol/answers.ts'
import { idsOf } from './pageIds.ts'

/** What a page brought, beside the pages before it. */
export interface Meeting {
  readonly fresh: number
  /** Records that are on a page before it, too. Without `_id` they may only look the same. */
  readonly again: number
  /** It holds nothing but the records of pages before it. */
  readonly repeats: boolean
}

/** The records that a walk over pages has met. */
export interface MetRecords {
  readonly add: (page: SearchPage) => Meeting
  /** How many different ones. */
  readonly count: () => number
  /** Every record has an `_id` of its own, so one that comes twice is known again. */
  readonly haveIds: () => boolean
}

/**
 * Knows records again by `_id`, whatever order they come in. Where there is no `_id` they are compared by what they hold,
 * and a page repeats another if both hold the same.
 */
export function createMetRecords(): MetRecords {
  const met = createKeySet()
  const pages = new Set<string>()
  let haveIds = true
  return {
    add(page) {
      const ids = idsOf(page)
      const rows = rowsIn(page)
      const areIds = ids.length === rows && new Set(ids).size === rows
      if (!areIds) haveIds = false
      const keys = areIds ? ids : contentsOf(page)
      let fresh = 0
      // First all, then add: what a page without `_id` holds twice is twice in the table.
      const before = keys.map((key) => met.has(key))
      for (const key of keys) if (met.add(key)) fresh += 1
      const again = before.filter(Boolean).length
      if (areIds) return { fresh, again, repeats: rows > 0 && fresh === 0 }
      const content = contentOf(keys.toSorted().join())
      const repeats = rows > 0 && pages.has(content)
      pages.add(content)
      return { fresh, again, repeats }
    },
    count: met.size,
    haveIds: () => haveIds,
  }
}

function contentsOf(page: SearchPage): readonly string[] {
  if (page.records !== undefined) return page.records.texts.map(contentOf)
  return page.rows.map((row) => contentOf(JSON.stringify(row)))
}

/** A short text that differs, in practice, for texts that differ: the records of a long walk can't all be kept. */
export function contentOf(text: string): string {
  let a = 0xdeadbeef
  let b = 0x41c6ce57
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    a = Math.imul(a ^ code, 2_654_435_761)
    b = Math.imul(b ^ code, 1_597_334_677)
  }
  return `#${(a >>> 0).toString(36)}.${(b >>> 0).toString(36)}`
}

/** Where the bit of a key is; null if it is no whole number, or a great one. */
function placeOf(key: string) {
  const number = /^\d{1,9}$/.test(key) ? Number(key) : Infinity
  if (number >= MOST_IN_BITS) return null
  return { block: Math.floor(number / BLOCK), word: (number % BLOCK) >>> 5, bit: number & 31 }
}

/** A set of keys; whole numbers, as most `_id`s are, take a bit each. */
function createKeySet() {
  const others = new Set<string>()
  const bits = new Map<number, Uint32Array>()
  let numbers = 0
  const has = (key: string) => {
    const place = placeOf(key)
    if (place === null) return others.has(key)
    return (((bits.get(place.block)?.[place.word] ?? 0) >>> place.bit) & 1) === 1
  }
  return {
    has,
    /** Whether it was not there. */
    add(key: string): boolean {
      if (has(key)) return false
      const place = placeOf(key)
      if (place === null) {
        others.add(key)
        return true
      }
      const block = bits.get(place.block) ?? new Uint32Array(BLOCK / 32)
      bits.set(place.block, block)
      block[place.word] = (block[place.word] ?? 0) | (1 << place.bit)
      numbers += 1
      return true
    },
    size: () => numbers + others.size,
  }
}

const BLOCK = 65_536

/** Greater numbers may lie far apart, and would take a block each. */
const MOST_IN_BITS = 2 ** 27

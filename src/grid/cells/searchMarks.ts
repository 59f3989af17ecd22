/** A piece of a text; `isHit` where a word begins as a word of the search does. */
export interface MarkedPiece {
  readonly text: string
  readonly isHit: boolean
}

/** Cuts a text into hits and what is between them; null if nothing is hit. */
export type Marker = (text: string) => readonly MarkedPiece[] | null

const MOST_WORDS = 12
const LONGEST_WORD = 60
const MOST_HITS = 20

/**
 * A marker for the words of a search: letters and digits, whatever their case and script, at the beginnings of words.
 * The server's search knows word forms, so it may find what is not marked. Null if there is nothing to mark.
 */
export function markerFor(search: string): Marker | null {
  const words = [...new Set(search.match(/[\p{L}\p{N}][\p{L}\p{N}\p{M}]*/gu))]
    .slice(0, MOST_WORDS)
    .map((word) => word.slice(0, LONGEST_WORD))
    // The longest first: of two words where one begins like the other, the longer hit is marked.
    .toSorted((a, b) => b.length - a.length)
  if (words.length === 0) return null
  // Letters and digits only, so there is nothing to escape.
  const hit = new RegExp(`(?<![\\p{L}\\p{N}])(?:${words.join('|')})`, 'giu')
  return (text) => {
    const pieces: MarkedPiece[] = []
    let at = 0
    let hits = 0
    for (const match of text.matchAll(hit)) {
      if (match.index > at) pieces.push({ text: text.slice(at, match.index), isHit: false })
      pieces.push({ text: match[0], isHit: true })
      at = match.index + match[0].length
      hits += 1
      if (hits === MOST_HITS) break
    }
    if (hits === 0) return null
    if (at < text.length) pieces.push({ text: text.slice(at), isHit: false })
    return pieces
  }
}

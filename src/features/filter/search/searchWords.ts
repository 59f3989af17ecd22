/**
 * The beginnings of words that a full-text search may have found, separated by blanks, for marking hits. The server
 * compares stems ("sediments" finds "sediment") and ignores words like "the". Only the server knows the exact rule, so
 * this cuts common English endings and rather marks too much.
 */
export function searchWords(search: string): string {
  const words = search.toLowerCase().match(/[\p{L}\p{N}_]+/gu) ?? []
  // The word itself too, so that all of it is marked where it appears as typed.
  const sought = words.filter((word) => !STOP_WORDS.has(word)).flatMap((word) => [word, stem(word)])
  return [...new Set(sought)].join(' ')
}

function stem(word: string): string {
  const cut = word.replace(/(?:ations?|ingly|edly|ings?|ies|ied|ed|es|s|e)$/, '')
  return cut.length >= SHORTEST_STEM ? cut : word
}

/** A shorter beginning would mark half the page. */
const SHORTEST_STEM = 4

/** The commonest of PostgreSQL's English stop words. */
const STOP_WORDS = new Set(
  'a an and are as at be but by for from had has have he her his if in into is it its no not of on or our she so than that the their then there these they this to was we were what which who will with you your'.split(
    ' ',
  ),
)

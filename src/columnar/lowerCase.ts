/**
 * A text in small letters as the copies' database makes it for ILIKE: each character for itself, so that `Σ` is `σ` at the
 * end of a word, too. It knows letters up to Unicode 12 and takes signs like `Ⓐ` for no letters.
 */
export function lowerCase(text: string): string {
  if (PLAIN.test(text)) return text.toLowerCase()
  let lower = ''
  for (const character of text)
    lower += character === 'İ' ? 'i' : OTHERS.test(character) ? character : character.toLowerCase()
  return lower
}

/** In these each character is small in one way only, whatever stands beside it. */
const PLAIN = /^[^\u0130\u0250-\uffff]*$/

/** What JavaScript has small letters for, and that database hasn't. */
const OTHERS =
  /[\u1c89\u24b6-\u24cf\u2c2f\ua7c0\ua7c7-\ua7dc\ua7f5\u{10570}-\u{10595}\u{10d50}-\u{10d65}\u{16ea0}-\u{16eb8}]/u

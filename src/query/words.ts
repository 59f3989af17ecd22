/** What is sent as `q`, and whether PostgreSQL reads it as plain words (`plain`) or in its own language of searches. */
export interface WordsQuery {
  readonly q: string
  readonly plain: boolean
}

/**
 * The words of a search as they are sent; empty if there is nothing to search for. CKAN fails (500) at a colon before a
 * word and refuses a backslash before a quote or at the end, and `#` (409), so blanks replace them: none is part of a word.
 */
export function sentWords(search: string): string {
  return search.replaceAll(/#|(?<![\p{L}\p{N}\\:]):(?=[\p{L}\p{N}_])|\\(?=['"]|\s*$)/gu, ' ').trim()
}

/**
 * How a search is asked: its words, all of which must be found; `sedim*` asks for all that begin so, `"river basin"` for
 * words that follow each other.
 */
export function queryOfWords(search: string): WordsQuery {
  const words = sentWords(search)
  const hasPhrase = [...words.matchAll(/"([^"]*)"/g)].some(([, phrase = '']) => termsIn(phrase).length > 1)
  if (!hasPhrase && !/[\p{L}\p{N}_]\*/u.test(words)) return { q: words, plain: true }
  const terms = words
    .split('"')
    .flatMap((part, place) =>
      place % 2 === 1 && hasPhrase ? [termsIn(part).join(' <-> ')].filter((phrase) => phrase !== '') : termsIn(part),
    )
  return { q: terms.join(' & '), plain: false }
}

function termsIn(text: string): readonly string[] {
  return (text.match(/[\p{L}\p{N}_]+\*?/gu) ?? []).map((term) => term.replace(/\*$/, ':*'))
}

/** A search for all words that begin like those of this one; null if it has none, or is more than plain words already. */
export function beginningsOf(search: string): string | null {
  const { q, plain } = queryOfWords(search)
  if (!plain) return null
  const terms = q.match(/[\p{L}\p{N}_]+/gu)
  return terms === null ? null : terms.map((term) => `${term}*`).join(' ')
}

/** A text as it is compared with what is typed: without case and accents. */
export function foldText(text: string): string {
  // Most titles and names: of 20,000 tables this saves nine tenths of the time.
  if (PLAIN.test(text)) return text.toLowerCase()
  return text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase().replaceAll('ß', 'ss')
}

const PLAIN = /^[\0-\x7F]*$/

/** How well a name fits what is typed, the least best; null if it doesn't. Nothing typed fits all alike. */
export function fit(typed: string, name: string): number | null {
  if (typed === '') return 0
  const folded = foldText(name)
  const at = folded.indexOf(typed)
  if (at < 0) return null
  if (at === 0) return folded.length === typed.length ? 0 : 1
  return beginsWord(folded, typed) ? 2 : 3
}

/** Which texts have all words that are typed, the best first: those whose first word fits, then where words begin. */
export function allOf(typed: string, texts: readonly string[], most: number): readonly number[] {
  const words = foldText(typed)
    .split(/[\s"]+/)
    .filter((word) => word !== '')
  if (words.length === 0) return texts.slice(0, most).map((_, at) => at)
  const found: number[][] = [[], [], []]
  for (const [at, text] of texts.entries()) {
    if (!words.every((word) => text.includes(word))) continue
    const grade = text.startsWith(words[0] ?? '') ? 0 : words.every((word) => beginsWord(text, word)) ? 1 : 2
    found[grade]?.push(at)
    if (found[0]?.length === most) break
  }
  return found.flat().slice(0, most)
}

function beginsWord(text: string, word: string): boolean {
  for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + 1)) {
    if (at === 0 || !/[\p{L}\p{N}]/u.test(text.charAt(at - 1))) return true
  }
  return false
}

/** A sentence, or one made from the parameters of a problem; empty for none. */
type Sentence<Parameters> = string | ((parameters: Parameters) => string)

/** For each problem of a map one sentence of fact, and what to do about it if there is something. */
export type ProblemSentences<Problems> = {
  readonly [Code in keyof Problems]: {
    readonly what: Sentence<Problems[Code]>
    readonly remedy?: Sentence<Problems[Code]>
  }
}

/** Foreign words as a sentence: begun with a capital and closed. */
export function sentence(text: string): string {
  const trimmed = text.trim()
  const closed = /[.!?…]$/.test(trimmed) ? trimmed : `${trimmed}.`
  return closed.charAt(0).toUpperCase() + closed.slice(1)
}

/** Foreign words to stand within a sentence: without their full stop. */
export function clause(text: string): string {
  return text.trim().replace(/\.$/, '')
}

import { LOCALE } from './language.ts'

/** Things in a row, as a sentence has them: `blanks, quotes and the word Bearer`. */
export function listWords(items: readonly string[]): string {
  // The locale of times: its English has no comma before the last "and".
  made ??= new Intl.ListFormat(LOCALE.times, { type: 'conjunction' })
  return made.format(items)
}

let made: Intl.ListFormat | undefined

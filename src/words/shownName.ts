import { catalogue } from './catalogue.ts'

const words = catalogue('shownName', { noName: '(no name)' })

/** A name as it is drawn alone: one without a visible character would leave a hole, so it gets words in its place. */
export function shownName(name: string): string {
  return VISIBLE.test(name) ? name : words.noName
}

/** Neither blanks nor characters that are not drawn. */
const VISIBLE = /[^\s\p{Cc}\p{Cf}\u{115F}\u{1160}\u{3164}\u{FFA0}]/u

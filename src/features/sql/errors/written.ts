import type { TextRange } from '../../../editor/textRange.ts'
import { keywordKind } from '../../../sql/keywords.ts'
import { foldCase, nameOf } from '../../../sql/names.ts'
import { tokensOf, type Token } from '../../../sql/tokens.ts'

/** A statement as it was sent, cut into tokens; comments are left out. */
export interface Written {
  readonly text: string
  readonly tokens: readonly Token[]
}

/** Cuts a statement. */
export function writtenOf(text: string): Written {
  return { text, tokens: tokensOf(text).filter(({ kind }) => kind !== 'comment') }
}

/** The token at a place or the next one behind it; the number of tokens if there is none. */
export function tokenAt({ tokens }: Written, place: number): number {
  const found = tokens.findIndex(({ end }) => end > place)
  return found === -1 ? tokens.length : found
}

/** A token as it is written; empty if there is none. */
export function textAt({ text, tokens }: Written, at: number): string {
  const token = tokens[at]
  return token === undefined ? '' : text.slice(token.start, token.end)
}

/** A bare word in small letters; empty if the token is none. */
export function wordAt(written: Written, at: number): string {
  return written.tokens[at]?.kind === 'word' ? foldCase(textAt(written, at)) : ''
}

/** The name that a token means; null if it can't be one. */
export function nameAt({ text, tokens }: Written, at: number): string | null {
  const token = tokens[at]
  return token?.kind === 'word' || token?.kind === 'name' ? nameOf(text, token) : null
}

/** The places of all tokens that mean this name, be it written bare or in quotes. */
export function namesLike(written: Written, name: string): readonly number[] {
  const exact = indexesOf(written, (at) => nameAt(written, at) === name)
  return exact.length > 0
    ? exact
    : indexesOf(written, (at) => nameAt(written, at)?.toLowerCase() === name.toLowerCase())
}

/** The indexes of tokens for which that holds. */
export function indexesOf({ tokens }: Written, holds: (at: number) => boolean): readonly number[] {
  return tokens.flatMap((_, at) => (holds(at) ? [at] : []))
}

/** From the first of two tokens to the end of the last; null if there are none. */
export function rangeOf({ tokens }: Written, first: number, last = first): TextRange | null {
  const [from, to] = [tokens[first], tokens[last]]
  return from === undefined || to === undefined ? null : { start: from.start, end: to.end }
}

/** Whether an operand can end with a token: a name, a value, a closing bracket. */
export function endsOperand(written: Written, at: number): boolean {
  const token = written.tokens[at]
  if (token === undefined) return false
  if (token.kind === 'word')
    return keywordKind(wordAt(written, at)) !== 'reserved' || /^(?:end|null|true|false)$/.test(wordAt(written, at))
  return /^(?:name|string|number|argument|parameter)$/.test(token.kind) || /^[)\]*]$/.test(textAt(written, at))
}

/** The token that closes the bracket at one; -1 if none does. */
export function closingOf(written: Written, open: number): number {
  let depth = 0
  for (let at = open; at < written.tokens.length; at += 1) {
    const sign = textAt(written, at)
    if (sign === '(' || sign === '[') depth += 1
    else if (sign === ')' || sign === ']') {
      depth -= 1
      if (depth === 0) return at
    }
  }
  return -1
}

/** Brackets without their other half: those that are not closed, and those that close none. */
export function loneBrackets(written: Written): {
  readonly open: readonly number[]
  readonly closing: readonly number[]
} {
  const open: number[] = []
  const closing: number[] = []
  for (let at = 0; at < written.tokens.length; at += 1) {
    const sign = textAt(written, at)
    if (sign === '(' || sign === '[') open.push(at)
    else if ((sign === ')' || sign === ']') && open.pop() === undefined) closing.push(at)
  }
  return { open, closing }
}

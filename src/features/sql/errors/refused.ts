import type { TextRange } from '../../../editor/textRange.ts'
import { scopeAt, type Scope } from '../../../sql/scope.ts'
import { phraseAt, type Phrase } from '../../../sql/statement/phrase.ts'
import { knownOf, type KnownTable } from './knownTables.ts'
import { indexesOf, nameAt, namesLike, rangeOf, textAt, tokenAt, type Written } from './written.ts'

/** A statement that a server refused, and what is known around it. */
export interface Refused {
  readonly written: Written
  /** The server's words, its first line without its caret. */
  readonly first: string
  /** All of them. */
  readonly message: string
  /** Where the server's caret is, or the only place of the name that it quotes; null if neither is known. */
  readonly place: number | null
  readonly tables: readonly KnownTable[]
  readonly instance: string
  readonly hasToken: boolean
  /** Rowan's service takes `coalesce` and the like; CKAN's list of functions lacks them. */
  readonly isRowan: boolean
  /** The functions that statements may call there. */
  readonly allowed: ReadonlySet<string>
}

/** What surrounds a place of a statement. */
export interface Around {
  readonly phrase: Phrase
  readonly scope: Scope
}

/** The scope at a place. */
export function aroundOf({ written, tables }: Pick<Refused, 'written' | 'tables'>, place: number): Around {
  // Right behind a word the cursor would be in it.
  const phrase = phraseAt(
    place < written.text.length ? written.text : `${written.text} `,
    place < written.text.length ? place : place + 1,
  )
  return { phrase, scope: scopeAt(phrase, knownOf(tables)) }
}

/** The token at the server's place; -1 if it has none. */
export function tokenOfPlace({ written, place }: Refused): number {
  return place === null ? -1 : tokenAt(written, place)
}

/** The token that calls a function of that name: at the server's place, or else where it is called first. */
export function callOf(refused: Refused, name: string): number {
  const { written } = refused
  const at = tokenOfPlace(refused)
  if (nameAt(written, at)?.toLowerCase() === name.toLowerCase()) return at
  const named = namesLike(written, name)
  return named.find((each) => textAt(written, each + 1) === '(') ?? named[0] ?? -1
}

/** The dotted name that begins at a token, by its last token. */
export function pathEnd(written: Written, first: number): number {
  let at = first
  while (textAt(written, at + 1) === '.' && nameAt(written, at + 2) !== null) at += 2
  return at
}

/** A name with dots, a value, a call or a bracket that begins at a token: its last token; -1 for anything else. */
export function operandEnd(written: Written, first: number, closing: (open: number) => number): number {
  const token = written.tokens[first]
  if (token === undefined) return -1
  let end = first
  if (textAt(written, first) === '(') end = closing(first)
  else if (nameAt(written, first) !== null) {
    end = pathEnd(written, first)
    if (textAt(written, end + 1) === '(') end = closing(end + 1)
  } else if (!/^(?:string|number|parameter)$/.test(token.kind)) return -1
  return end === -1 || /^(?:::|\[|\.)$/.test(textAt(written, end + 1)) ? -1 : end
}

/** The dotted name or value that ends at a token, by its first one; -1 if something else ends there. */
export function operandStart(written: Written, last: number): number {
  const token = written.tokens[last]
  if (token === undefined) return -1
  let at = last
  if (nameAt(written, last) === null) return /^(?:string|number|parameter)$/.test(token.kind) ? last : -1
  while (textAt(written, at - 1) === '.' && nameAt(written, at - 2) !== null) at -= 2
  return textAt(written, at - 1) === '::' ? -1 : at
}

/** The range of the only token for which that holds; null if there is none, or several. */
export function onlyRange(written: Written, holds: (at: number) => boolean): TextRange | null {
  const found = indexesOf(written, holds)
  return found.length === 1 && found[0] !== undefined ? rangeOf(written, found[0]) : null
}

import type { TextEdit } from '../textEdit.ts'

/** Why a text stays as it is. */
export type Refusal =
  /** PostgreSQL can't read the statement yet. */
  | { readonly code: 'unfinished' }
  /** It is read, but by forms that are not followed here, or is no query. */
  | { readonly code: 'unusual' }
  /** Formatting it would take so long that nothing else about statements is answered. */
  | { readonly code: 'tooLong' }
  /** What came out would not mean the same. */
  | { readonly code: 'changed' }
  /** It is so already. */
  | { readonly code: 'nothing' }
  /** The cursor is on nothing that this is for. */
  | { readonly code: 'elsewhere' }
  /** Nobody knows which table the name belongs to, as the fields of a table are not known. */
  | { readonly code: 'fields'; readonly name: string }
  /** Several tables have a column of the name. */
  | { readonly code: 'ambiguous'; readonly name: string }
  /** A table or a field of one: its name isn't the statement's to choose. */
  | { readonly code: 'given'; readonly name: string }
  /** Something of that name is there already, or PostgreSQL would take it for something else. */
  | { readonly code: 'taken'; readonly name: string }
  /** Two tables are joined by it. */
  | { readonly code: 'joined'; readonly name: string }
  /** The name of a parameter can't be written so. */
  | { readonly code: 'badName'; readonly name: string }
  /** Nothing in the query is an aggregate, so nothing needs to be grouped. */
  | { readonly code: 'notGrouped' }
  /** The query groups in several ways at once. */
  | { readonly code: 'groupingSets' }
  /** A `*` stands where it can't be told what it means. */
  | { readonly code: 'star' }
  /** The columns behind `*` can be grouped by only once they are written out. */
  | { readonly code: 'starFirst' }

/** What to change in a text, or why nothing; `wanted`: tables whose fields would help. */
export type Edited = { readonly edits: readonly TextEdit[] } | Refused

/** Nothing is done. */
export interface Refused {
  readonly refused: Refusal
  readonly wanted: readonly string[]
}

/** Nothing is changed. */
export function refused(code: PlainCode, wanted: readonly string[] = []): Refused {
  return { refused: { code }, wanted }
}

/** Nothing is changed because of this name. */
export function refusedName(code: NamedCode, name: string, wanted: readonly string[] = []): Refused {
  return { refused: { code, name }, wanted }
}

type NamedCode = Extract<Refusal, { readonly name: string }>['code']
type PlainCode = Exclude<Refusal['code'], NamedCode>

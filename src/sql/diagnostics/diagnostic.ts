import type { OddSign } from '../oddSigns.ts'
import type { TextEdit } from '../textEdit.ts'

/** Something about a text that is underlined; places in UTF-16 units, `end` exclusive. */
export interface Diagnostic {
  readonly start: number
  readonly end: number
  /** `error`: the server would refuse it. `warning`: it runs, and is probably not what is meant. */
  readonly severity: 'error' | 'warning'
  readonly problem: SqlProblem
  /** What can be done about it, the likeliest first. */
  readonly fixes: readonly Fix[]
}

/** What is wrong; its words are those of the page. */
export type SqlProblem =
  /** PostgreSQL's own message; `at` is what it stands at, null at the end of the statement. */
  | { readonly code: 'syntax'; readonly message: string; readonly at: string | null }
  /** A quote or a comment that has no end. */
  | { readonly code: 'notClosed'; readonly what: 'text' | 'name' | 'comment' }
  | { readonly code: 'tooDeep' }
  | { readonly code: 'oddSign'; readonly sign: OddSign['kind'] }
  | { readonly code: 'idNeedsQuotes' }
  /** `:name` or `$1`. */
  | { readonly code: 'foreignParameter'; readonly name: string; readonly written: string }
  | { readonly code: 'notSelect'; readonly word: string }
  | { readonly code: 'onlyReads'; readonly word: string }
  | { readonly code: 'unknownTable'; readonly name: string; readonly nearest: string | null }
  | { readonly code: 'systemTable'; readonly name: string }
  | { readonly code: 'unknownColumn'; readonly name: string; readonly nearest: string | null }
  | { readonly code: 'unknownRelation'; readonly name: string; readonly nearest: string | null }
  | { readonly code: 'ambiguousColumn'; readonly name: string; readonly relations: readonly string[] }
  | { readonly code: 'needsQuotes'; readonly name: string; readonly written: string }
  | { readonly code: 'textInNameQuotes'; readonly text: string }
  | { readonly code: 'nameInTextQuotes'; readonly name: string }
  | { readonly code: 'functionRefused'; readonly name: string; readonly nearest: string | null }
  | { readonly code: 'ckanFilter' }
  /** CKAN takes a word directly before a bracket for a function. */
  | { readonly code: 'ckanNeedsBlank'; readonly word: string }
  | { readonly code: 'ckanColumnList'; readonly name: string }
  | { readonly code: 'ckanHash' }
  | { readonly code: 'ckanColon'; readonly name: string }
  | { readonly code: 'equalsNull' }
  | { readonly code: 'notLinked'; readonly tables: readonly string[] }
  | { readonly code: 'sameName'; readonly name: string }
  | { readonly code: 'notInNull' }
  | { readonly code: 'noLimit'; readonly cap: number; readonly rows: number }

/** A change of the text that mends it. */
export interface Fix {
  readonly what: FixKind
  readonly edits: readonly TextEdit[]
}

/** What a fix does; its words are those of the page. */
export type FixKind =
  | { readonly do: 'write'; readonly text: string }
  | { readonly do: 'plainSigns' }
  | { readonly do: 'quote'; readonly text: string }
  | { readonly do: 'asText'; readonly text: string }
  | { readonly do: 'parameter'; readonly text: string }
  | { readonly do: 'addBlank' }
  | { readonly do: 'caseForFilter' }
  | { readonly do: 'alias'; readonly name: string }
  | { readonly do: 'aliases' }
  | { readonly do: 'noNulls' }
  | { readonly do: 'limit'; readonly rows: number }

/**
 * What is wrong with a statement, as its text and the server's refusal show together. Names are as they are written, with
 * their quotes; `nearest` is null if nothing is near. The sentences are in `words/en/statement/faults.ts`.
 */
export interface StatementFaults {
  /** `relation` is what the columns belong to, null if that is not clear. */
  readonly noColumn: { readonly column: string; readonly relation: string | null; readonly nearest: string | null }
  /** A text in double quotes, which are for names. */
  readonly textAsName: { readonly name: string }
  /** A name that the SELECT list gives, where it is not known yet. */
  readonly outputTooEarly: { readonly name: string; readonly clause: string }
  readonly columnAmbiguous: { readonly column: string; readonly relations: readonly string[] }
  readonly noTable: { readonly table: string; readonly instance: string; readonly nearest: string | null }
  readonly tableForbidden: { readonly table: string; readonly instance: string; readonly hasToken: boolean }
  readonly idWithoutQuotes: None
  readonly notInFrom: { readonly name: string; readonly nearest: string | null }
  readonly nameTwice: { readonly name: string }
  readonly aliasMissing: None
  readonly noFunction: { readonly name: string; readonly nearest: string | null }
  readonly functionNotAllowed: { readonly name: string; readonly nearest: string | null }
  readonly filterNotAllowed: None
  readonly noType: { readonly name: string; readonly nearest: string | null }
  /** `types` are those of what it was given. */
  readonly argumentsUnfit: { readonly name: string; readonly types: string }
  readonly operatorUnfit: { readonly operator: string; readonly left: string; readonly right: string }
  readonly operatorUnknown: { readonly operator: string; readonly nearest: string }
  readonly notGrouped: { readonly column: string }
  readonly aggregateMisplaced: { readonly name: string; readonly clause: string }
  readonly windowMisplaced: { readonly name: string; readonly clause: string }
  readonly rowsMisplaced: { readonly name: string; readonly clause: string }
  readonly aggregateNested: None
  readonly notBoolean: { readonly clause: string; readonly type: string }
  readonly positionMissing: { readonly clause: string; readonly position: string }
  readonly distinctOrder: None
  readonly unionCounts: { readonly operation: string }
  readonly unionTypes: { readonly operation: string; readonly first: string; readonly second: string }
  readonly limitNegative: { readonly word: string }
  readonly limitOfTwo: None
  readonly severalRows: None
  readonly divisionByZero: None
  readonly numberTooLarge: { readonly type: string }
  readonly valueNotOfType: { readonly value: string; readonly type: string }
  readonly dateOutOfRange: { readonly value: string }
  readonly patternInvalid: { readonly said: string }

  // Syntax.
  readonly unfinished: { readonly what: 'text' | 'name' | 'comment' }
  readonly bracketOpen: None
  readonly bracketTooMany: None
  readonly commaTooMany: None
  readonly commaMissing: { readonly near: string }
  readonly keywordMisspelt: { readonly written: string; readonly nearest: string }
  readonly backticks: None
  readonly listEmpty: None
  readonly joinWithoutCondition: None
  readonly endsEarly: { readonly last: string }
  readonly unexpected: { readonly near: string }
  /** A sign that looks like another one; `line` counts from 1. */
  readonly oddSign: { readonly kind: 'noBreakSpace' | 'otherSpace' | 'invisible' | 'curlyQuote'; readonly line: number }
}

type None = object

/** A piece of a statement that is replaced; empty where something is put in. */
export interface Edit {
  readonly start: number
  readonly end: number
  readonly text: string
}

/** What can be changed about a statement that was refused. */
export interface SqlFix {
  /** What the button says. */
  readonly label: string
  /** In order, none touching another; places are those of the statement as sent. */
  readonly edits: readonly Edit[]
}

/** Something that can be written at the cursor. */
export interface Completion {
  readonly kind: 'table' | 'column' | 'function' | 'value' | 'keyword' | 'alias' | 'cte' | 'parameter' | 'snippet'
  readonly label: string
  /** What replaces the range. */
  readonly insert: string
  /** The type of a column, the signature of a function, the id of a table. */
  readonly detail: string | null
  /** A blank belongs behind it, if none is there yet. */
  readonly blank?: true
  /** What a person calls it, or a sentence. */
  readonly title: string | null
  /** How many records of its table have the value, if they were counted. */
  readonly records?: number
  /** What the data dictionary says of a column. */
  readonly note?: string
}

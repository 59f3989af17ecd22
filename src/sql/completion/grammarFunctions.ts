/** What PostgreSQL has in its grammar, not in its catalogue of functions. */
export const GRAMMAR_FUNCTIONS: readonly {
  readonly name: string
  readonly signature: string
  readonly sentence: string
}[] = [
  { name: 'coalesce', signature: '(value, …) → value', sentence: 'the first value that is not null' },
  { name: 'nullif', signature: '(value, value) → value', sentence: 'null if both are equal, else the first' },
  { name: 'greatest', signature: '(value, …) → value', sentence: 'the largest value that is not null' },
  { name: 'least', signature: '(value, …) → value', sentence: 'the smallest value that is not null' },
  { name: 'cast', signature: '(value AS type) → type', sentence: 'the value as another type' },
]

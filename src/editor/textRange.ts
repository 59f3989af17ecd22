/** A range of a text: `start` inclusive, `end` exclusive, in UTF-16 units. */
export interface TextRange {
  readonly start: number
  readonly end: number
}

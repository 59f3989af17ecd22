/** Rows or columns, by their numbers from 0. */
export interface Span {
  readonly start: number
  /** Exclusive. */
  readonly end: number
}

export function isSameSpan(a: Span, b: Span): boolean {
  return a.start === b.start && a.end === b.end
}

export function overlaps(a: Span, b: Span): boolean {
  return a.start < b.end && b.start < a.end
}

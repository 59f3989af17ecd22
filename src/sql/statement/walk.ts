import { pieceName, type Phrase } from './phrase.ts'

/** Pieces of a phrase: `from` inclusive, `to` exclusive. */
export interface Range {
  readonly from: number
  readonly to: number
}

/** The word at a place, or its signs. */
export function wordAt({ pieces }: Phrase, index: number): string {
  return pieces[index]?.word ?? ''
}

/** The next piece at the same depth: behind the bracket, if one opens here. */
export function nextAt({ after }: Phrase, index: number): number {
  const behind = after[index] ?? -1
  return behind < 0 ? index + 1 : behind
}

/** What is inside the bracket at a place. */
export function insideAt({ closes }: Phrase, index: number): Range {
  return { from: index + 1, to: Math.max(index + 1, closes[index] ?? 0) }
}

/** Whether what is inside a bracket is a query, be it in further brackets. */
export function isQueryAt(phrase: Phrase, { from, to }: Range): boolean {
  if (phrase.queries[from - 1] !== 1) return false
  // `((SELECT …) AS a JOIN …)` is no query: only a set operation or the end of one goes on behind the inner bracket.
  const behind = wordAt(phrase, from) === '(' ? nextAt(phrase, from) : to
  return behind >= to || GOES_ON.has(wordAt(phrase, behind))
}

const GOES_ON: ReadonlySet<string> = new Set([
  'union',
  'intersect',
  'except',
  'order',
  'limit',
  'offset',
  'fetch',
  'for',
  ')',
])

/** Cuts at the commas of this depth; one part may be empty. */
export function partsOf(phrase: Phrase, { from, to }: Range): readonly Range[] {
  const parts: Range[] = []
  let start = from
  for (let at = from; at < to; at = nextAt(phrase, at)) {
    if (wordAt(phrase, at) !== ',') continue
    parts.push({ from: start, to: at })
    start = at + 1
  }
  parts.push({ from: start, to })
  return parts
}

/** Whether a piece can be a name here. */
export function isName({ pieces }: Phrase, index: number): boolean {
  const piece = pieces[index]
  return (
    piece !== undefined &&
    (piece.kind === 'word' || piece.kind === 'name' || (piece.kind === 'cursor' && piece.end > piece.start))
  )
}

/** The first name of each part of a bracket: `(a, b)`, `(a int, b text)`. */
export function namesInBracket(phrase: Phrase, index: number): readonly string[] {
  return partsOf(phrase, insideAt(phrase, index)).flatMap(({ from, to }) => {
    const piece = phrase.pieces[from]
    return from < to && piece && isName(phrase, from) ? [pieceName(phrase, piece)] : []
  })
}

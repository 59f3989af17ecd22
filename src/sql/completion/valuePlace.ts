import { nameOf } from '../names.ts'
import type { Scope } from '../scope.ts'
import type { Column } from '../statement/columns.ts'
import { pieceName, type Phrase } from '../statement/phrase.ts'
import { columnAt } from '../statement/relations.ts'
import { isName, wordAt } from '../statement/walk.ts'

/** A place for a value of a column, with the literals that a list has already. */
export interface ValuePlace {
  readonly column: Column
  readonly written: ReadonlySet<string>
  /** A backslash means something there. */
  readonly pattern: boolean
  /** A quote was opened. */
  readonly quoted: boolean
}

/** The column that the cursor's value is compared with: `a = `, `a IN (1, `, `a LIKE `. */
export function valuePlaceOf(phrase: Phrase, { levels }: Scope, before: number): ValuePlace | null {
  const written = new Set<string>()
  let pattern = false
  let at = before
  if (wordAt(phrase, at) === ',' || wordAt(phrase, at) === '(') {
    while (wordAt(phrase, at) === ',' && isLiteral(phrase, at - 1)) {
      written.add(textOf(phrase, at - 1))
      at -= 2
    }
    if (wordAt(phrase, at) !== '(' || wordAt(phrase, at - 1) !== 'in') return null
    at -= 1
  } else if (!/^(?:=|<>|!=|<|>|<=|>=|like|ilike)$/.test(wordAt(phrase, at))) return null
  pattern = wordAt(phrase, at).endsWith('like')
  at -= 1
  if (wordAt(phrase, at) === 'not') at -= 1
  const path: string[] = []
  while (isName(phrase, at)) {
    const piece = phrase.pieces[at]
    if (piece) path.unshift(pieceName(phrase, piece))
    if (wordAt(phrase, at - 1) !== '.') break
    at -= 2
  }
  const column = path.length > 0 ? columnAt(levels, path) : null
  return column && { column, written, pattern, quoted: phrase.inside === 'string' }
}

function isLiteral({ pieces }: Phrase, at: number): boolean {
  return pieces[at]?.kind === 'string' || pieces[at]?.kind === 'number'
}

function textOf({ text, pieces }: Phrase, at: number): string {
  const piece = pieces[at]
  if (piece === undefined) return ''
  const literal = text.slice(piece.start, piece.end)
  return literal.startsWith("'")
    ? literal.slice(1, -1).replaceAll("''", "'")
    : nameOf(literal, { kind: 'word', start: 0, end: literal.length, unfinished: false })
}

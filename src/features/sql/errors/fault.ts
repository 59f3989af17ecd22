import type { TextRange } from '../../../editor/textRange.ts'
import type { Problem } from '../../../protocol/problem.ts'
import type { TextEdit } from '../../../sql/textEdit.ts'
import type { SqlFix } from './sqlFix.ts'

/** What is wrong with a statement: in which words, where, and what would mend it. Places are those of the statement as sent. */
export interface Fault {
  readonly problem: Problem
  readonly range: TextRange | null
  readonly fix: SqlFix | null
}

/** A fix that replaces one range of the statement. */
export function replacing(label: string, range: TextRange | null, text: string): SqlFix | null {
  return range === null ? null : { label, edits: [{ ...range, text }] }
}

/** A fix that puts texts in at places. */
export function inserting(label: string, ...insertions: readonly (readonly [place: number, text: string])[]): SqlFix {
  return { label, edits: insertions.map(([place, text]): TextEdit => ({ start: place, end: place, text })) }
}

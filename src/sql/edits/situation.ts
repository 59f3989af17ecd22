import { knownOf, type CatalogueIndex } from '../completion/catalogue.ts'
import type { Piece } from '../statement/piece.ts'
import { statementAt, type Statement } from '../statements.ts'
import { bindStatement, type BoundStatement } from './binding/bindStatement.ts'
import type { BoundSelect } from './binding/bound.ts'
import { applyEdits, type TextEdit } from '../textEdit.ts'
import { refused, type Edited, type Refused } from './edit.ts'
import { readSyntax } from './syntax.ts'

/** The statement that an edit is for, read and bound. */
export interface Situation {
  readonly text: string
  readonly cursor: number
  readonly index: CatalogueIndex
  readonly statement: Statement
  readonly bound: BoundStatement
  /** Tables in it whose fields are not known. */
  readonly wanted: readonly string[]
}

/** Reads the statement that the cursor is in, or says why that can't be done. */
export async function situationAt(text: string, cursor: number, index: CatalogueIndex): Promise<Situation | Refused> {
  const statement = statementAt(text, cursor)
  const syntax = await readSyntax(text, statement)
  if (syntax === null) return refused('unfinished')
  const wanted = new Set<string>()
  const bound = bindStatement(text, statement, syntax, knownOf(index, wanted))
  if (bound === null) return refused('unusual')
  return { text, cursor, index, statement, bound, wanted: [...wanted] }
}

/** Reads the same statement with the edits made; null where it can't be read then. */
export async function editedSituation(
  { text, index, statement }: Situation,
  edits: readonly TextEdit[],
): Promise<Situation | null> {
  const edited = await situationAt(applyEdits(text, edits), statement.start, index)
  return 'bound' in edited ? edited : null
}

/** What a statement means, as text: two that ask the same of the same tables have the same, whatever they call things. */
export function meaningOf({ bound }: Situation): string {
  return JSON.stringify(bound.query.meaning)
}

/** The names of the columns of its result. */
export function outputNames({ bound }: Situation): readonly string[] {
  return bound.query.outputs.columns.map(({ as }) => as.name)
}

/** The edits, if the statement means the same and gives columns of the same names then. */
export async function ifSame(before: Situation, edits: readonly TextEdit[]): Promise<Edited> {
  const after = await editedSituation(before, edits)
  const isSame =
    after !== null &&
    meaningOf(before) === meaningOf(after) &&
    outputNames(before).join('\n') === outputNames(after).join('\n')
  return isSame ? { edits } : refused('changed', before.wanted)
}

/** Whether the cursor is in a piece or touches it. */
export function touches({ start, end }: Pick<Piece, 'start' | 'end'>, cursor: number): boolean {
  return start <= cursor && cursor <= end
}

/** The innermost SELECT that the cursor is in; else the first one. */
export function selectAt({ bound, cursor }: Situation): BoundSelect | null {
  const { pieces } = bound.phrase
  const around = bound.selects.filter(({ arm }) => {
    const [first, last] = [pieces[arm.from], pieces[arm.to - 1]]
    return first !== undefined && last !== undefined && first.start <= cursor && cursor <= last.end
  })
  return around.toSorted((one, other) => one.arm.to - one.arm.from - (other.arm.to - other.arm.from))[0] ?? null
}

import type { TextEdit } from '../../../sql/textEdit.ts'

/** What can be changed about a statement that was refused. */
export interface SqlFix {
  /** What the button says. */
  readonly label: string
  /** In order, none touching another; places are those of the statement as sent. */
  readonly edits: readonly TextEdit[]
}

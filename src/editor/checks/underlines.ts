import { editor, MarkerSeverity } from 'monaco-editor/editor'
import type { TextEdit } from '../editText.ts'
import { rangeIn } from '../modelRange.ts'

/** A piece of the text that is underlined, with what is wrong and what can be done. */
export interface Underline {
  readonly start: number
  readonly end: number
  readonly severity: 'error' | 'warning'
  readonly message: string
  readonly fixes: readonly { readonly title: string; readonly edits: readonly TextEdit[] }[]
}

/** Judges the editor's text; the same object as long as the same is judged by. */
export interface Checks {
  /** null if it was overtaken. `isTyped`: a person has written here. After `more` the same text is judged better. */
  readonly check: (
    text: string,
    cursor: number,
    isTyped: boolean,
  ) => Promise<{ readonly found: readonly Underline[]; readonly more: Promise<unknown> | null } | null>
  /** Without what is only unfinished where the cursor is. */
  readonly calm: (found: readonly Underline[], text: string, cursor: number) => readonly Underline[]
  /** How long nothing is typed until all is shown, ms. */
  readonly quietMs: number
}

/** Apart from those of the server's errors. */
const OWNER = 'checks'

/** Underlines these pieces of the text, and no others. */
export function showUnderlines(model: editor.ITextModel, shown: readonly Underline[]): void {
  editor.setModelMarkers(
    model,
    OWNER,
    shown.map((each) => ({
      severity: each.severity === 'error' ? MarkerSeverity.Error : MarkerSeverity.Warning,
      message: each.message,
      ...rangeIn(model, each),
    })),
  )
}

import type { editor } from 'monaco-editor/editor'
import { rangeIn } from './modelRange.ts'
import type { TextRange } from './textRange.ts'

/** A piece of the text and what replaces it; places are those before all edits. */
export interface TextEdit extends TextRange {
  readonly text: string
}

/** Replaces pieces of the text as one undo step and focuses the editor; the cursor stays in what it was in. */
export function editText(instance: editor.ICodeEditor, edits: readonly TextEdit[]): void {
  const model = instance.getModel()
  if (!model) return
  instance.focus()
  instance.pushUndoStop()
  instance.executeEdits(
    'edit',
    edits.map((each) => ({ range: rangeIn(model, each), text: each.text })),
  )
  instance.pushUndoStop()
}

/** As `editText`, for edits in order; the cursor goes behind the last of them. */
export function editAndGoOn(instance: editor.ICodeEditor, edits: readonly TextEdit[]): void {
  editText(instance, edits)
  const grown = edits.reduce((sum, { start, end, text }) => sum + text.length - (end - start), 0)
  const [model, last] = [instance.getModel(), edits.at(-1)]
  if (model && last) instance.setPosition(model.getPositionAt(last.end + grown))
}

import type { editor } from 'monaco-editor/editor'
import type { TextRange } from './textRange.ts'
import { rangeIn } from './modelRange.ts'

/** Replaces pieces of the text, in order, as one undo step; the cursor goes behind the last one. */
export function editText(
  instance: editor.IStandaloneCodeEditor,
  edits: readonly (TextRange & { readonly text: string })[],
): void {
  const model = instance.getModel()
  if (!model) return
  const operations = edits.map((each) => ({ range: rangeIn(model, each), text: each.text, forceMoveMarkers: true }))
  instance.focus()
  instance.pushUndoStop()
  instance.executeEdits('fix', operations)
  instance.pushUndoStop()
  const grown = edits.reduce((sum, { start, end, text }) => sum + text.length - (end - start), 0)
  const last = edits.at(-1)
  if (last !== undefined) instance.setPosition(model.getPositionAt(last.end + grown))
}

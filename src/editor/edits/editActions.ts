import { editor, KeyCode, KeyMod } from 'monaco-editor/editor'
import { editorWords } from '../../words/en/editor.ts'
// First, or Monaco's services would begin without those of its features.
import '../monaco.ts'

/** What the keys of the editor do. */
export interface EditActions {
  readonly format: () => void
  readonly rename: () => void
  readonly define: () => void
  readonly changes: () => void
}

/** The action that formats, for a button elsewhere. */
export const FORMAT = 'rowan.format'

/** Adds their keys to the editor until the returned function is called. */
export function addEditActions(instance: editor.IStandaloneCodeEditor, actions: EditActions): () => void {
  // Not in a box that the editor shows.
  const keybindingContext = 'editorTextFocus'
  const add = (id: string, label: string, keybindings: number[], run: () => void) =>
    instance.addAction({ id, label, keybindings, keybindingContext, run })
  const disposables = [
    add(FORMAT, editorWords.format, [KeyMod.Shift | KeyMod.Alt | KeyCode.KeyF], actions.format),
    add('rowan.rename', editorWords.rename, [KeyCode.F2], actions.rename),
    add('rowan.define', editorWords.define, [KeyCode.F12], actions.define),
    instance.onKeyDown((event) => {
      const isKey = event.keyCode === KeyCode.Period && (event.ctrlKey || event.metaKey)
      // What is wrong there comes first: its fixes have the same key.
      if (!isKey || event.shiftKey || event.altKey || isMarked(instance)) return
      event.preventDefault()
      event.stopPropagation()
      actions.changes()
    }),
    instance.onMouseUp(({ event, target }) => {
      const isText = target.type === editor.MouseTargetType.CONTENT_TEXT
      if (!isText || !event.leftButton || !(event.ctrlKey || event.metaKey)) return
      instance.setPosition(target.position)
      actions.define()
    }),
  ]
  return () => {
    for (const disposable of disposables) disposable.dispose()
  }
}

function isMarked(instance: editor.IStandaloneCodeEditor): boolean {
  const [resource, line] = [instance.getModel()?.uri, instance.getPosition()?.lineNumber ?? 0]
  if (!resource) return false
  return editor
    .getModelMarkers({ resource })
    .some(
      ({ owner, startLineNumber, endLineNumber }) =>
        owner === 'server' || (startLineNumber <= line && endLineNumber >= line),
    )
}

// Ctrl H does so too, but not on a Mac.
editor.addKeybindingRule({
  keybinding: KeyMod.CtrlCmd | KeyMod.Alt | KeyCode.KeyF,
  command: 'editor.action.startFindReplaceAction',
  when: 'editorFocus',
})

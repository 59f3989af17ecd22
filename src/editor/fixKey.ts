import { editor, KeyCode, KeyMod } from 'monaco-editor/editor'
import { editorWords } from '../words/en/editor.ts'

/**
 * Ctrl . takes the fix of the error that is shown, until the returned function is called. Where the cursor's line is another
 * one and has something marked of its own, the key is left to that.
 */
export function fixByKey(instance: editor.IStandaloneCodeEditor, line: number, onFix: () => void): () => void {
  const isOurs = instance.createContextKey<boolean>('rowanErrorHasFix', true)
  const decide = () => {
    const at = instance.getPosition()?.lineNumber ?? line
    const takes = at === line || !isMarked(instance, at)
    isOurs.set(takes)
    if (takes) taking.add(instance)
    else taking.delete(instance)
  }
  decide()
  const disposables = [
    instance.onDidChangeCursorPosition(decide),
    editor.onDidChangeMarkers(decide),
    instance.addAction({
      id: 'rowan.fixError',
      label: editorWords.takeFix,
      keybindings: [KeyMod.CtrlCmd | KeyCode.Period],
      keybindingContext: 'rowanErrorHasFix',
      run: onFix,
    }),
  ]
  return () => {
    isOurs.reset()
    taking.delete(instance)
    for (const disposable of disposables) disposable.dispose()
  }
}

/** Whether Ctrl . takes the fix of an error now. */
export function errorTakesFixKey(instance: editor.ICodeEditor): boolean {
  return taking.has(instance)
}

const taking = new WeakSet<editor.ICodeEditor>()

function isMarked(instance: editor.IStandaloneCodeEditor, line: number): boolean {
  const resource = instance.getModel()?.uri
  return (
    resource !== undefined &&
    editor
      .getModelMarkers({ resource })
      .some(
        ({ owner, startLineNumber, endLineNumber }) =>
          owner !== 'server' && startLineNumber <= line && endLineNumber >= line,
      )
  )
}

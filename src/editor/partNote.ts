import { editor } from 'monaco-editor/editor'
import styles from './SqlEditor.module.css'

/** What stands behind a line of the text: perhaps a few words, and a button. */
export interface PartNote {
  /** A place in that line, as an offset. */
  readonly place: number
  readonly words: string | null
  readonly action: string
}

/** Shows the note until the returned function is called. */
export function showPartNote(instance: editor.IStandaloneCodeEditor, note: PartNote, onAct: () => void): () => void {
  const model = instance.getModel()
  if (!model) return () => undefined
  const { lineNumber } = model.getPositionAt(note.place)
  const position = { lineNumber, column: model.getLineMaxColumn(lineNumber) }
  const widget: editor.IContentWidget = {
    getId: () => 'rowan.partNote',
    getDomNode: () => node,
    getPosition: () => ({ position, preference: [editor.ContentWidgetPositionPreference.EXACT] }),
  }
  const node = document.createElement('span')
  node.className = styles.note ?? ''
  if (note.words !== null) node.append(note.words)
  const button = document.createElement('button')
  button.type = 'button'
  // Tab stays in the text; a key does the same.
  button.tabIndex = -1
  button.textContent = note.action
  // The cursor stays where it is.
  button.addEventListener('mousedown', (event) => event.preventDefault())
  button.addEventListener('click', onAct)
  node.append(button)
  instance.addContentWidget(widget)
  return () => instance.removeContentWidget(widget)
}

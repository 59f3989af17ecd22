import type { editor } from 'monaco-editor/editor'
import { editAndGoOn } from '../editText.ts'
import type { NameToInsert, Part, SqlHelp } from './sqlHelp.ts'

/** Writes names at the cursor, and where they are dropped, each as one undo step. Returns a function that ends this. */
export function takeNames(instance: editor.IStandaloneCodeEditor, help: SqlHelp): () => void {
  const write = async (name: NameToInsert, at: Part | null) => {
    const model = instance.getModel()
    const selection = instance.getSelection()
    if (!model || !selection) return
    const selected = at ?? {
      start: model.getOffsetAt(selection.getStartPosition()),
      end: model.getOffsetAt(selection.getEndPosition()),
    }
    const version = model.getVersionId()
    const made = await help.insertion(model.getValue(), selected, name)
    // What was typed meanwhile stays as it is: the name can be put in again.
    if (made === null || instance.getModel() !== model || model.getVersionId() !== version) return
    editAndGoOn(instance, [made])
  }
  const root = instance.getContainerDomNode()
  const placeOf = ({ clientX, clientY }: DragEvent) =>
    instance.getTargetAtClientPoint(clientX, clientY)?.position ?? null
  const over = (event: DragEvent) => {
    const place = help.isDragged(event) ? placeOf(event) : null
    if (place === null) return
    event.preventDefault()
    if (event.dataTransfer) event.dataTransfer.dropEffect = 'copy'
    // Where it would go.
    instance.setPosition(place)
    instance.focus()
  }
  const drop = (event: DragEvent) => {
    const name = help.dragged(event)
    const place = name && placeOf(event)
    const model = instance.getModel()
    if (!name || !place || !model) return
    event.preventDefault()
    event.stopPropagation()
    const offset = model.getOffsetAt(place)
    void write(name, { start: offset, end: offset })
  }
  root.addEventListener('dragover', over, true)
  root.addEventListener('drop', drop, true)
  const end = help.takeNames((name) => void write(name, null))
  return () => {
    root.removeEventListener('dragover', over, true)
    root.removeEventListener('drop', drop, true)
    end()
  }
}

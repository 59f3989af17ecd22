import { sheets } from '../../../workspace/sheets/sheets.ts'

/** Loads the SQL editor, which is large. It lets go of the texts of sheets that are closed. */
export async function loadEditor() {
  const editor = await import('../../../editor/SqlEditor.tsx')
  if (!isHeard) sheets.subscribe(() => editor.keepModels(sheets.get().sheets.map(({ id }) => id)))
  isHeard = true
  return editor
}

let isHeard = false

/** Loads the SQL editor, which is large. */
export const loadEditor = () => import('../../editor/SqlEditor.tsx')

import { catalogue } from '../catalogue.ts'

/** What the SQL editor says. */
export const editorWords = catalogue('editor', {
  name: 'SQL editor',
  loading: 'Loading the editor',
  keys: 'Tab indents. Escape, then Tab leaves the editor. Ctrl Enter runs the query, Cmd Enter on a Mac.',
})

import { catalogue } from '../catalogue.ts'
import { countWords } from '../figures.ts'
import { plural } from '../plural.ts'

/** What the SQL editor says. */
export const editorWords = catalogue('editor', {
  name: 'SQL editor',
  loading: 'Loading the editor',
  takeFix: 'Take the fix of the error',
  keys: 'Ctrl Space shows suggestions; Tab takes one. Without them Tab indents. F2 renames, F12 goes to a definition, Shift Alt F formats, Ctrl . lists other changes, F8 goes to the next error, F1 explains the name at the cursor. Escape, then Tab leaves the editor. Ctrl Enter runs the statement at the cursor or what is selected, Ctrl Shift Enter all statements, Ctrl Alt Enter the part that the cursor is in; on a Mac with Cmd. With a screen reader, turn on SQL editor for screen readers in Settings.',
  format: 'Format',
  formatKeys: 'Shift Alt F',
  runToHere: 'Run to here',
  runToHereKeys: 'Ctrl Alt Enter',
  rename: 'Rename',
  newName: (name: string) => `New name for ${name}`,
  renameHint: 'Enter renames, Escape cancels.',
  define: 'Go to definition',
  changes: 'Change the statement',
  /** Below the list of suggestions. */
  suggestionKeys: 'Tab takes one · ↓ chooses · Esc closes',
  explain: 'Explain the name at the cursor',
  nothingToExplain: 'There is no name at the cursor.',
  /** How many records of a whole table have a value, in the list of suggestions. */
  records: (count: number) => `${countWords(count)} in the table`,
  /** How many places are underlined. */
  underlined: (errors: number, warnings: number) =>
    [
      ...(errors > 0 ? [`${countWords(errors)} ${plural(errors, { one: 'error', other: 'errors' })}`] : []),
      ...(warnings > 0 ? [`${countWords(warnings)} ${plural(warnings, { one: 'warning', other: 'warnings' })}`] : []),
    ].join(', '),
  error: 'Error',
  warning: 'Warning',
  /** The one that the cursor was brought to. */
  underlinedHere: (at: number, of: number, message: string, fixes: number) =>
    `${countWords(at)} of ${countWords(of)}: ${message}${fixes > 0 ? ' Ctrl . shows how to fix it.' : ''}`,
})

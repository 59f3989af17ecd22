import { catalogue } from '../catalogue.ts'
import { countWords } from '../figures.ts'

/** What the SQL editor for screen readers says. */
export const readerWords = catalogue('sqlReader', {
  setting: 'SQL editor for screen readers',
  settingHint:
    'A plain text box without suggestions, which a screen reader reads letter by letter. Errors are read out.',
  keys: 'A plain text box; Tab leaves it. Ctrl Enter runs the statement at the cursor or what is selected, Ctrl Shift Enter all statements, Ctrl Alt Enter the part that the cursor is in. F8 goes to the next error, Shift F8 to the one before, Ctrl . takes its fix, Shift Alt F formats; on a Mac with Cmd. Settings brings the editor with suggestions back.',
  /** The one that is selected. */
  found: (at: number, of: number, message: string, fix: string | null) =>
    `${countWords(at)} of ${countWords(of)}: ${message}${fix === null ? '' : ` Ctrl . takes the fix: ${fix}.`}`,
  nothingFound: 'No errors found.',
  noFix: 'There is no fix at the cursor.',
  fixed: (fix: string) => `Done: ${fix}.`,
})

import { catalogue } from '../../catalogue.ts'
import { countWords } from '../../figures.ts'

/** The panel in which the columns of a query are chosen. */
export const columnsPanelWords = catalogue('columnsPanel', {
  close: 'Close columns',
  find: 'Find a column',
  sections: { left: 'Pinned left', shown: 'Shown', right: 'Pinned right', hidden: 'Hidden' },
  move: (name: string) => `Move ${name}`,
  moveHint: 'Drag it, or press the up or down arrow.',
  pin: (name: string) => `Pin ${name}`,
  /** `place` counts the columns shown. */
  nowAt: (name: string, place: number, all: number) => `${name} is column ${countWords(place)} of ${countWords(all)}.`,
  staysAt: (name: string) => `${name} is at the end of its group.`,
  onlyFilled: 'Only non-empty',
  onlyFilledHint: 'Counts the nulls, and hides the columns that hold nothing else.',
  /** Of a sample nothing certain can be said. */
  notCertain: 'Nulls were counted in a sample, so a column may hold values all the same. None was hidden.',
  noneEmpty: 'Every column shown holds values.',
  fitAll: 'Fit all widths',
  reset: 'Reset layout',
  lines: 'Lines of text in a row',
  list: (table: string) => `Columns of ${table}`,
  showAll: 'Show all',
  hideAll: 'Hide all',
  /** What acts on those that were found. */
  showFound: (count: number) => `Show ${countWords(count)}`,
  hideFound: (count: number) => `Hide ${countWords(count)}`,
  onlyFound: (count: number) => `Only ${countWords(count)}`,
  /** How the search field is used beside looking. */
  enterHint: 'Press Enter to show or hide the first match. Type a list (title, stage) to show only those.',
  nowShown: (name: string) => `${name} is shown.`,
  nowHidden: (name: string) => `${name} is hidden.`,
  onlyThese: (count: number, all: number) => `Only ${countWords(count)} of ${countWords(all)} columns are shown.`,
  noneFound: (names: readonly string[]) => `No column is called ${names.map((name) => `“${name}”`).join(', ')}.`,
  /** None is ticked, and nothing has been asked for with that. */
  noneYet: 'At least one column must be shown. Tick those that you want.',
  gone: 'not in this table',
  notAsked: 'Columns you untick are not loaded.',
  onlyHidden: 'This server always sends all columns. Those you untick are only hidden.',
  distinct: 'Distinct rows only',
  distinctHint:
    'Records that are the same in the columns shown become one row. Such a row may stand for several records, so it can’t be opened or changed.',
  distinctWithId: 'No two records are alike while _id is shown.',
  distinctRefused: 'This server can’t leave out duplicate rows.',
  distributions: 'Distributions in the headers',
  hidden: (name: string) => `${name} is hidden. Columns shows it again.`,
  lastStays: 'This is the only column shown, so it stays.',
})

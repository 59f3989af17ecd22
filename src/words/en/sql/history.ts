import { catalogue } from '../../catalogue.ts'
import { countWords } from '../../figures.ts'
import { plural } from '../../plural.ts'

/** The statements that were run on this device. */
export const historyWords = catalogue('history', {
  title: 'History',
  close: 'Close history',
  search: 'Search text, names, results',
  filter: 'Which runs',
  filters: { all: 'All', starred: 'Starred', failed: 'Failed', cut: 'Cut' },
  starred: 'Starred',
  today: 'Today',
  yesterday: 'Yesterday',

  none: 'No statement has been run yet. Each run is listed here, with what came of it.',
  noneFound: 'No run has these words.',
  noneOfKind: {
    all: 'No statement has been run yet. Each run is listed here, with what came of it.',
    starred: 'No run has a star. A run with a star is kept until you remove it.',
    failed: 'No run has failed.',
    cut: 'No answer was cut by the server.',
  },
  isOff: 'The history is off: what you run is not kept.',

  /** An entry: its name for screen readers. */
  open: (text: string, outcome: string) => `${text} (${outcome}): put it into the editor`,
  outcome: { rows: 'has rows', cut: 'was cut', failed: 'failed', stopped: 'was stopped' },
  rows: (count: number) => plural(count, { one: '1 row', other: `${countWords(count)} rows` }),
  cutAt: (count: number) => `cut at ${countWords(count)}`,
  failed: 'failed',
  stopped: 'stopped',
  versions: (count: number, time: string) =>
    plural(count, { one: `1 more version, of ${time}`, other: `${countWords(count)} more versions since ${time}` }),
  openInTab: 'Open in a new tab',
  star: 'Star',
  details: 'Details',
  firstRows: 'First rows',
  parameters: (text: string) => `With ${text}`,
  putIntoEditor: 'Put the run into the editor',
  compare: 'Compare with the editor',
  compared: (time: string) => `The run of ${time} and the text in the editor`,
  same: 'Both are the same text.',
  /** Read before a line. */
  onlyThere: 'only in the run: ',
  onlyHere: 'only in the editor: ',
  legend: '− only in the run, + only in the editor',
  remove: 'Remove from history',
  removed: 'Removed from history.',
  undo: 'Undo',

  options: 'History options',
  keep: 'Keep what I run',
  keepHint: 'On this device only. Removing a connection removes its history.',
  clear: 'Clear',
  clearWithoutStar: 'Clear all without a star',
  clearAll: 'Clear all',
})

import { catalogue } from '../../catalogue.ts'
import { countWords, recordsWords } from '../../figures.ts'
import { listWords } from '../../lists.ts'
import { plural } from '../../plural.ts'

/** What the page says where its stored tables can't be opened, or are gone: saving what is there, and beginning again. */
export const damagedStoreWords = catalogue('damagedStore', {
  title: 'Save what is there',
  touchesNothing: 'Both read what is stored and change nothing.',
  saveTables: 'Save the tables that can be read',
  saveFiles: 'Save the stored files',
  readingTables: 'Reading the tables …',
  readingFiles: 'Reading the files …',
  filesSaved: (file: string) =>
    `Saved to ${file}: the folder of PostgreSQL 18 as it is stored. Somebody who knows PostgreSQL may repair it.`,
  tablesSaved: (saved: number, all: number, file: string) =>
    `Saved ${countWords(saved)} of ${countWords(all)} ${plural(all, { one: 'table', other: 'tables' })} to ${file}.`,
  whole: (names: readonly string[]) => `Whole: ${listWords(names)}.`,
  part: (name: string, saved: number, all: number) => `${name} (${countWords(saved)} of ${recordsWords(all)})`,
  inPart: (parts: readonly string[]) => `In part: ${listWords(parts)}.`,
  lost: (names: readonly string[]) => `Could not be read: ${listWords(names)}.`,
  logLost: 'The log of changes could not be read: the last changes before the damage may be missing.',
  howBack: 'To have them here again, begin with the sample, then choose Restore from a file in the settings.',
  lostTitle: 'Lost tables',
  isLess: (tables: readonly string[]) =>
    `What this browser stores was damaged: ${listWords(tables)}. If you have a backup, Settings restores it.`,
  gone: (name: string) => `${name} is gone`,
  left: (name: string, saved: number, all: number) => `${name} has ${countWords(saved)} of ${recordsWords(all)} left`,
  close: 'Close',
  removedTitle: 'Removed data',
  removed:
    'The browser has removed what it stored for this page: all tables made here are gone. What you see stays until it is loaded again.',
  loadAgain: 'Load again',
  beginTitle: 'Begin again',
  startOver: 'Remove it and begin with the sample',
  removes: (names: readonly string[]) =>
    names.length === 0
      ? 'This removes every table made in this browser. It cannot be undone.'
      : `This removes what is stored: ${listWords(names)}. It cannot be undone.`,
  remove: 'Remove and begin again',
  keep: 'Keep',
})

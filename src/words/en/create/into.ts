import { catalogue } from '../../catalogue.ts'
import { countWords, recordsWords } from '../../figures.ts'
import { plural } from '../../plural.ts'

const rows = (count: number) => `${countWords(count)} ${plural(count, { one: 'row', other: 'rows' })}`
const columns = (names: readonly string[]) => names.join(', ')

/** What adding the records of a file to a table that there is says. */
export const intoWords = catalogue('into', {
  title: (table: string) => `Add records to ${table}`,
  loadInto: 'Load into',
  newTable: 'A new table',
  thisTable: (table: string) => table,
  readingTable: (table: string) => `Reading what ${table} is like …`,
  nothingSentYet: 'Nothing is sent until you press the button.',
  nothingStoredYet: 'Nothing is stored until you press the button.',
  choicesAreLost: 'What you have chosen for this file will be lost.',

  // What the records do
  whatToDo: 'What to do',
  ways: {
    add: 'Add the records',
    update: 'Add and update by the key',
    replace: 'Replace all records',
  },
  wayHints: {
    add: () => 'Each row of the file becomes a new record. The records that are there stay as they are.',
    addKeyed: (key: string) => `A row whose ${key} is in the table already is set aside.`,
    update: (key: string) =>
      `A row changes the record with the same ${key}, or is added if there is none. Records that are not in the file stay.`,
    replace: (records: number) =>
      records === 0
        ? 'The table is empty, so this does the same as adding.'
        : `The new records are added first, beside the old ${recordsWords(records)}. Only when all are in are the old ones removed, at once. If anything goes wrong before, they are still there.`,
    replaceInSteps: (records: number) =>
      `The new records are added first, beside the old ${recordsWords(records)}. Only when all are in are the old ones removed, 1,000 at a time: this server can't do it at once. If that is cut, you can go on.`,
  },
  whyNot: {
    noKey: "This table has no key, so records can't be told apart.",
    keyNotTold: 'This server does not tell whether the table has a key.',
    keyNotInFile: 'The file has no column for the whole key.',
    replaceKeyed:
      "This table has a key, so old and new records can't stand beside each other while the file is loaded. Use Add and update.",
    noCount: 'This server does not tell how many records there are, so the page could not check the exchange.',
    noFilters: 'The page does not know whether this server can remove only the old records.',
  },

  // The columns
  columns: 'Columns',
  matchedSo: 'Columns are matched by name. Change what does not belong together.',
  tableColumn: 'Column of the table',
  fileColumn: 'From the file',
  firstValue: 'First value',
  whatHappens: 'What happens',
  columnFor: (column: string) => `Column of the file for ${column}`,
  readingOf: (column: string) => `How ${column} is read`,
  nothing: 'nothing',
  unnamed: (place: number) => `column ${countWords(place)}`,
  choose: 'Choose how to read it',
  isKey: 'key',
  alike: (written: string) => `matched with “${written}”`,
  staysEmpty: 'Not in the file: empty in the new records',
  staysAsIs: 'Not in the file: stays as it is, empty in new records',
  fits: (count: number) => plural(count, { one: 'the only value fits', other: `all ${countWords(count)} values fit` }),
  noValues: 'empty in all rows',
  misfits: (count: number) =>
    plural(count, {
      one: '1 value does not fit: its row is set aside',
      other: `${countWords(count)} values do not fit: their rows are set aside`,
    }),
  ambiguous: 'The values can be read in two ways. Choose one.',
  checkedThere: 'The server checks the values',
  leftOut: (names: readonly string[]) =>
    names.length === 1
      ? [{ bold: columns(names) }, ' is not in the table and is left out.']
      : [{ bold: columns(names) }, ' are not in the table and are left out.'],
  idLeftOut: '_id is left out: the server numbers records itself.',

  // Why nothing can be sent yet
  missing: {
    isReading: 'The file is being read again.',
    noColumns: 'No column of the file goes into the table yet.',
    reading: 'Choose how to read the columns marked in red.',
    checkingKey: 'The key is being checked in every row.',
  },
  /** Where the number isn't known yet. */
  goUncounted: {
    add: 'Add the records that fit',
    update: 'Add or update the records that fit',
    replace: 'Replace by the records that fit',
  },
  go: {
    add: (count: number) => `Add ${recordsWords(count)}`,
    update: (count: number) => `Add or update ${recordsWords(count)}`,
    replace: (count: number) => `Replace by ${recordsWords(count)}`,
  },
  sameKey: (count: number) =>
    `${rows(count)} of the file ${plural(count, { one: 'has', other: 'have' })} the key of an earlier row.`,

  // Trying, sending, removing
  trying: 'The server is checking the records',
  tryingDetail: 'nothing is stored yet',
  tried: 'Checked',
  triedDetail: (taken: number) => `the server takes ${recordsWords(taken)}; nothing is stored yet`,
  takenNone: 'none of the rows can be stored',
  rowsTried: 'Rows checked',
  back: 'Back',
  stopping: 'Stopping after the batch that is on its way',
  removing: 'Removing the old records',
  takingBack: 'Taking back what was added',
  rowsRemoved: 'Records removed',
  done: {
    add: (table: string, count: number) => `${table}: ${recordsWords(count)} added.`,
    update: (table: string, count: number) => `${table}: ${recordsWords(count)} added or updated.`,
    replace: (table: string, count: number) => `${table}: all records replaced by ${countWords(count)}.`,
  },

  // How it ended
  ends: {
    done: 'Loaded',
    stopped: 'Stopped',
    failed: 'The load ended early',
    heldBack: 'The new records are in, and the old ones still there',
    othersChanged: 'Somebody else has changed the table meanwhile',
    takenBack: 'Taken back',
  },
  numbering: { lines: 'line', rows: 'row', records: 'record' },
  storedThrough: (numbering: string, through: number) =>
    through === 0
      ? 'Nothing is stored.'
      : `All up to ${numbering} ${countWords(through)} is settled: stored, or set aside below. Nothing after it is stored.`,
  inDoubt: (numbering: string, through: number, first: number, last: number) =>
    `${through === 0 ? '' : `All up to ${numbering} ${countWords(through)} is settled. `}The connection was cut while ${numbering} ${countWords(first)} to ${countWords(last)} was on its way, and the page could not see whether it is stored. Nothing after it was sent.`,
  goOn: 'Go on from there',
  lookAndGoOn: 'Look again, then go on',
  stillInDoubt:
    'The number of records does not show whether those rows are stored: somebody else may have changed the table. Nothing was sent again.',
  heldBack: 'Some rows were set aside, so the old records were not removed. Until you choose, the table holds both.',
  othersChanged:
    'The table no longer has the number of records that it should have, so the page removes nothing. Look at the table before you go on.',
  removeOld: 'Remove the old records',
  takeBack: (count: number) => `Take back ${recordsWords(count)}`,
  keepBoth: 'Keep both, show table',
  show: 'Show table',
  cutWhileRemoving: 'All new records are in. Some of the old ones are still there.',
  goOnRemoving: 'Go on removing',
})

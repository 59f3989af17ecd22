import { catalogue } from '../../catalogue.ts'
import { countWords } from '../../figures.ts'
import { listWords } from '../../lists.ts'
import { plural } from '../../plural.ts'

/** What the panel of one record says. */
export const recordWords = catalogue('record', {
  record: 'Record',
  /** The panel of the record that is called so. */
  recordOf: (key: string) => `Record ${key}`,
  /** Which of the result's records it is; there may be more if they are not counted. */
  place: (number: number, all: number, isCounted: boolean) =>
    isCounted ? `${countWords(number)} of ${countWords(all)}` : `${countWords(number)} of at least ${countWords(all)}`,
  find: 'Find a field or value',
  noneFound: (text: string) => `No field and no value holds “${text}”.`,
  moreParts: (count: number) => `${countWords(count)} more`,
  compare: 'Compare',
  compareHint: 'Choose this record, then others; they are shown side by side.',
  showChosen: (count: number) => `Show ${countWords(count)} side by side`,
  sideBySide: (count: number) => `${countWords(count)} records side by side`,
  field: 'Field',
  differs: 'differs',
  differing: (count: number, all: number) =>
    `${countWords(count)} of ${countWords(all)} ${plural(all, { one: 'field', other: 'fields' })} ${count === 1 ? 'differs' : 'differ'}.`,
  onlyDiffering: 'Only what differs',
  copyJson: 'Copy as JSON',
  copyLink: 'Copy link',
  copied: 'Copied.',
  notCopied: 'The browser does not let this page copy.',
  newTitle: 'New record',
  title: (number: number) => `Record ${countWords(number)}`,
  newTitleIn: (table: string) => `New record · ${table}`,
  titleIn: (number: number, table: string) => `Record ${countWords(number)} · ${table}`,
  previous: 'Previous record',
  next: 'Next record',
  close: 'Close record',
  fields: 'Fields of the record',
  notLoaded: 'This record is not loaded yet. Scroll the grid to it.',
  missing: 'missing',
  emptyText: 'empty text',
  cutHere: ' … cut here; open its cell to see all of it',
  edit: 'Edit',
  delete: 'Delete',
  deleteAnyway: 'Delete anyway',
  deleted: 'This record was deleted.',
  undo: 'Undo',
  undoNote: 'Undo adds it again, with the same values and a new _id.',
  undoInDoubt: 'Undo adds it again, with a new _id.',
  restoreDoubts: {
    cutTimes: (fields: readonly string[]) =>
      `Undo may not bring back fractions of a second, years BC and infinity in ${listWords(fields)}: this server may show times without them.`,
    jsonNull: (fields: readonly string[]) =>
      `Undo may bring back null instead of a JSON null in ${listWords(fields)}: this server shows both alike.`,
    roundedJson: (fields: readonly string[]) =>
      `Undo may not bring back every digit inside ${listWords(fields)}: this server rounds numbers in JSON.`,
    emptyText: (fields: readonly string[]) =>
      `Undo will bring back null instead of the empty text in ${listWords(fields)}: this server stores it so.`,
  },
  isBack: 'The record was added again. It has a new _id.',
  withoutId: () => ['This record has no ', { bold: '_id' }, " to find it by, so it can't be changed here."],
  cancel: 'Cancel',
  readOnly: 'Read-only',
  save: 'Save changes',
  added: 'Record added.',
  saved: 'Record saved.',
  undone: 'Change undone.',
  changesAreLost: 'Your changes will be lost.',
  roundedJson: 'This server rounds numbers in JSON: it will not store every digit of these.',
  finerTime: 'The stored time may be finer than shown, and stays as it is until you change it.',
  problems: {
    empty: 'Empty. Type a value, or choose null.',
    notBoolean: 'Neither true nor false.',
    notList: 'Not a list. Write it like ["a", "b"].',
    nullIsChosen: 'To store null, choose null.',
  },
  /** What is wrong with a typed date, time or number. */
  misread: {
    notWhole: (text: string) => `“${text}” isn’t a whole number. Type one like 1234.`,
    notNumber: (text: string) => `“${text}” isn’t a number. Type one like 1234.5.`,
    notDate: (text: string) => `“${text}” isn’t a date. Type one like 2024-04-03 or 3 April 2024.`,
    notOneDay: (text: string) => `“${text}” isn’t one day. Type year, month and day, like 2024-04-03.`,
    wordForDate: (text: string, instead: string) => `“${text}” can’t be stored. Type the date itself, like ${instead}.`,
    wordForTime: (text: string, instead: string) => `“${text}” can’t be stored. Type the time itself, like ${instead}.`,
    unclear: (text: string) => `“${text}” can be read in two ways. Which is meant?`,
    inList: (text: string) => `“${text}” in a list can be misread. Type its dates like 2024-04-03.`,
  },
  /** Not sure where the field may keep fewer digits, or show the time in another zone. */
  storedAs: (value: string, isSure: boolean) => (isSure ? `Will be stored as ${value}.` : `Read as ${value}.`),
})

import { catalogue } from '../catalogue.ts'
import { countWords } from '../figures.ts'

/** What the panel of one record says. */
export const recordWords = catalogue('record', {
  record: 'Record',
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
  withoutId: () => ['This record has no ', { bold: '_id' }, " to find it by, so it can't be changed here."],
  cancel: 'Cancel',
  add: 'Add record',
  readOnly: 'Read-only',
  save: 'Save changes',
  added: 'Record added.',
  saved: 'Record saved.',
  changesAreLost: 'Your changes will be lost.',
  finerTime: 'Shown to the millisecond. The stored value may be finer, and stays as it is until you change it.',
  problems: {
    empty: 'Empty. Type a value, or choose null.',
    notWhole: 'Not a whole number.',
    notNumber: 'Not a number.',
    notBoolean: 'Neither true nor false.',
    notList: 'Not a list. Write it like ["a", "b"].',
    nullIsChosen: 'To store null, choose null.',
  },
})

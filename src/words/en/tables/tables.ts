import { catalogue } from '../../catalogue.ts'
import { countWords } from '../../figures.ts'
import { plural } from '../../plural.ts'

/** What the list of tables and the picker of a table say. */
export const tablesWords = catalogue('tables', {
  ofTable: (table: string) => `Of ${table}`,
  find: 'Find a table or field',
  tables: 'Tables',
  fields: 'Fields',
  newTable: 'New table',
  deleteTable: (table: string) => `Delete ${table}`,
  menuOf: (name: string) => `Menu of ${name}`,
  openHere: 'Open',
  openInTab: 'Open in a new tab',
  insertTable: (table: string) => `Insert the name of ${table}`,
  pressToInsert: 'Press to insert its name into the statement, or drag it there.',
  about: 'About this table',
  noTables: 'No tables here yet.',
  shut: 'Not available until the database opens.',
  noList: 'This server has no list of tables. If you know the id of a table, open it from the resource picker.',
  moreTables: (count: number) =>
    `${countWords(count)} more ${plural(count, { one: 'table', other: 'tables' })}, search to find them`,
  hidden: 'hidden',
  filterBy: (field: string) => `Filter by ${field}`,
  hideField: (field: string) => `Hide ${field}`,
  showField: (field: string) => `Show ${field}`,
  moreFields: (count: number) =>
    `${countWords(count)} more ${plural(count, { one: 'field', other: 'fields' })}, search to find them`,
  noneFound: (search: string) => `No table or field here has “${search}” in its name.`,
  notLoaded: "Couldn't load the tables.",
  openById: 'If you know the id of a table, open it from the resource picker.',
  tryAgain: 'Try again',

  // The picker
  resource: 'Resource',
  loading: 'Loading tables',
  choose: 'Choose a table',
  pasteWhileLoading: 'Loading the tables. You can paste the id of a table here.',
  pasteInstead: (what: string) => `Couldn't load the tables. ${what} You can paste the id of a table here.`,
  pasteWithoutList: 'This server has no list of tables. Enter the id of a table.',
  open: (id: string) => `Open ${id}`,
})

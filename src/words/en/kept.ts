import { catalogue } from '../catalogue.ts'
import { countWords } from '../figures.ts'
import { plural } from '../plural.ts'

/** Queries that are kept under a name, and those shown lately. */
export const keptWords = catalogue('kept', {
  nothingAsked: 'Nothing is asked that could be kept: add a filter, a search, a sort, or run a statement.',
  /** The popover of the button, and of one kept query. */
  keepThis: 'Keep this query',
  kept: (title: string) => `Kept query ${title}`,
  name: 'Name',
  needsName: 'A kept query needs a name.',
  folder: 'Folder',
  optional: 'optional',
  save: 'Keep',
  rename: 'Rename',
  saveChanges: 'Save changes',
  replace: (title: string) => `Replace ${title}`,
  replaceByShown: 'Replace by what is shown',
  remove: 'Remove',
  removed: (title: string) => `${title} was removed.`,
  undo: 'Undo',
  close: 'Close',
  /** The lists in the rail, under a table. */
  ofTable: (table: string) => `Queries of ${table}`,
  /** Read before the title of a query that was shown lately. */
  recent: 'Recent: ',
  more: (title: string) => `Change kept query ${title}`,
  /** A folder as a line of the rail. */
  folderOf: (name: string, count: number) =>
    `${name}, ${plural(count, { one: '1 query', other: `${countWords(count)} queries` })}`,
  /** The list of all that is kept of an instance. */
  all: 'Kept queries',
  allHint: 'All kept queries',
  find: 'Find a kept query',
  none: 'Nothing is kept here yet. Keep, in the bar above the records, keeps what is shown under a name.',
  noneFound: 'No kept query has these words.',
  noFolder: 'In no folder',
  menu: (title: string) => `Menu of ${title}`,
  openInTab: 'Open in a new tab',
  renameOrMove: 'Rename, or move to a folder',
  renameFolder: 'Rename the folder',
  saveSql: 'Save as .sql file',
  saveFolder: 'Save the folder as one .sql file',
  onlySql: 'Only what is written in SQL can be saved as a .sql file.',
  addFiles: 'Add .sql files',
  chooseFiles: '.sql files',
  added: (count: number) =>
    `${plural(count, { one: '1 query was', other: `${countWords(count)} queries were` })} added.`,
  known: (count: number) => `${plural(count, { one: '1 was', other: `${countWords(count)} were` })} kept already.`,
  empty: (name: string) => `${name} holds no statement.`,
  countThen: (size: string) => `${size} when last shown`,
  groups: (count: number) => plural(count, { one: '1 group', other: `${countWords(count)} groups` }),
  /** A cross table: groups in rows and in columns. */
  cross: (rows: number, columns: number) => `${countWords(rows)} × ${countWords(columns)}`,

  /** A query in few words, where nobody has named it. */
  parts: (parts: readonly string[]) => parts.join(', '),
  sortedBy: (fields: readonly string[]) => `sorted by ${fields.join(', ')}`,
  limit: (count: number) => `first ${countWords(count)}`,
  columns: (count: number) => plural(count, { one: '1 column', other: `${countWords(count)} columns` }),
  distinct: 'distinct records',
})

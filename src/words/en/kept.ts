import { catalogue } from '../catalogue.ts'
import { countWords } from '../figures.ts'
import { plural } from '../plural.ts'

/** Queries that are kept under a name, and those shown lately. */
export const keptWords = catalogue('kept', {
  keep: 'Keep',
  nothingAsked: 'Nothing is asked that could be kept: add a filter, a search, a sort, or run a statement.',
  /** The popover of the button, and of one kept query. */
  keepThis: 'Keep this query',
  kept: (title: string) => `Kept query ${title}`,
  name: 'Name',
  needsName: 'A kept query needs a name.',
  save: 'Keep',
  rename: 'Rename',
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

import { catalogue } from '../../catalogue.ts'

/** The sort in the query's sentence. */
export const sortWords = catalogue('sort', {
  sortedBy: 'sorted by',
  thenBy: 'then',
  bestFirst: 'best matches first',
  remove: (field: string) => `Remove sort on ${field}`,
  reverse: (order: string) => `Reverse: ${order}`,
  nullsFirst: 'nulls first',
  nullsLast: 'nulls last',
  putNullsFirst: 'Put nulls first',
  putNullsLast: 'Put nulls last',
  nullsFixed: 'This server puts nulls where its database does: last when ascending, first when descending.',
  add: 'Add sort',
  find: 'Find a column',
  columns: 'Columns to sort by',
  /** What a button does for its column. */
  by: (field: string, order: string) => `${field}, ${order}`,
  none: 'No column has that name.',
  all: 'The records are sorted by every column.',
})

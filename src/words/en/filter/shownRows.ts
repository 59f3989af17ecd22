import { catalogue } from '../../catalogue.ts'
import { countWords } from '../../figures.ts'

/** What is said of rows that are not those of the query that is shown. */
export const shownRowsWords = catalogue('shownRows', {
  previous: 'These are the records of the previous query:',
  query: (parts: readonly string[]) => (parts.length === 0 ? 'all records' : parts.join(', ')),
  matching: (search: string) => `matching “${search}”`,
  where: (conditions: string) => `where ${conditions}`,
  sortedBy: (keys: readonly string[]) => `sorted by ${keys.join(', then ')}`,
  sortKey: (field: string, order: string) => `${field} (${order})`,
  limit: (count: number) => `limit ${countWords(count)}`,
  back: 'Back to that query',
})

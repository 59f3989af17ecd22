import { catalogue } from '../catalogue.ts'
import { countWords } from '../figures.ts'

/** What the common controls say. */
export const uiWords = catalogue('ui', {
  close: 'Close',
  clear: 'Clear',
  notice: 'Notice',
  null: 'null',
  showServerText: 'Show server text',
  discard: 'Discard',
  goOnEditing: 'Go on editing',
  moreToFind: (count: number) => `${countWords(count)} more, type to find them`,
  nothingMatches: 'Nothing matches.',
})

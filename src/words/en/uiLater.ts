import { catalogue } from '../catalogue.ts'
import { countWords } from '../figures.ts'

/** What those common controls say that the first view has none of. */
export const uiLaterWords = catalogue('uiLater', {
  discard: 'Discard',
  goOnEditing: 'Keep editing',
  moreToFind: (count: number) => `${countWords(count)} more, type to find them`,
  nothingMatches: 'Nothing matches.',
})

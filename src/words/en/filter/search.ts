import { catalogue, type RichPart } from '../../catalogue.ts'

/** How the search field reads what is typed. */
export const searchFieldWords = catalogue('search', {
  /** By SQL the page names the language itself. */
  english: 'Whole words, compared as English ones: “sediments” finds “sediment”.',
  ownLanguage: 'Whole words, compared as in the language of the server, usually English.',
  begin: (): readonly RichPart[] => [{ code: 'sedim*' }, ' finds words that begin so'],
  phrase: (): readonly RichPart[] => [{ code: '"river basin"' }, ' finds words that follow each other'],
  described: 'Add an asterisk for words that begin so, and quotes for words that follow each other.',
})

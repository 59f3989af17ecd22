import { catalogue, type RichPart } from '../../catalogue.ts'

/** How the search field reads what is typed. */
export const searchFieldWords = catalogue('search', {
  /** By SQL the page names the language itself. */
  english: 'Whole English words in all their forms: “sediments” finds “sediment”.',
  ownLanguage: 'Whole words in all their forms, in the server’s language, usually English.',
  begin: (): readonly RichPart[] => [{ code: 'sedim*' }, ' finds words that begin like this'],
  phrase: (): readonly RichPart[] => [{ code: '"river basin"' }, ' finds words that follow each other'],
  described: 'Add an asterisk for words that begin like this, and quotes for words that follow each other.',
})

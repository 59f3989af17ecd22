import { catalogue } from '../../catalogue.ts'
import { countWords } from '../../figures.ts'
import { plural } from '../../plural.ts'

/** A search that found nothing, because words are searched for whole. */
export const wholeWordsWords = catalogue('wholeWords', {
  beginnings: (count: number | null, search: string) =>
    count === null
      ? `The search finds whole words only. Other records match ${search}.`
      : `The search finds whole words only. ${countWords(count)} ${plural(count, { one: 'record matches', other: 'records match' })} ${search}.`,
  noBeginnings: (search: string) => `The search finds whole words only. No record matches ${search} either.`,
  searchFor: (search: string) => `Search for ${search}`,
})

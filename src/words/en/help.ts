import { catalogue } from '../catalogue.ts'
import { plural } from '../plural.ts'
import { countWords } from '../figures.ts'

/** Help: its frame; the pages themselves are `help.md`. */
export const helpWords = catalogue('help', {
  title: 'Help',
  find: 'Search the help',
  pages: 'Pages of the help',
  none: (text: string) => `No page says ${text}. Ctrl K finds commands, tables and fields.`,
  found: (count: number) => plural(count, { one: '1 page', other: `${countWords(count)} pages` }),
  shortcuts: 'Keyboard shortcuts',
  firstVisit: 'Show the ways to begin',
})

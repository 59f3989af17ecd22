import { bytesWords } from '../../figures.ts'
import { catalogue } from '../../catalogue.ts'

/** Statements as `.sql` files. */
export const sqlFileWords = catalogue('sqlFiles', {
  more: 'More for this statement',
  open: 'Open a .sql file',
  save: 'Save as .sql file',
  choose: 'SQL file',
  tooLarge: (name: string, bytes: number) =>
    `${name} has ${bytesWords(bytes)}. A file for the editor may have up to 5 MB.`,
  notText: (name: string) => `${name} isn't a text file in UTF-8. Save it as UTF-8, then open it again.`,
  unreadable: (name: string) => `${name} could not be read. It may have been moved or changed meanwhile.`,
  opened: (name: string) => `${name} is in the editor. Ctrl Z there brings the text before back.`,
})

import { catalogue } from '../catalogue.ts'
import { recordsWords } from '../figures.ts'

/** What sharing from This browser says. */
export const shareWords = catalogue('share', {
  copied: 'Link copied.',
  onThisDevice: 'It works in this browser on this device only, because the tables of This browser are stored here.',
  fileInstead: (table: string) => `To show ${table} to someone else, send the records as a file.`,
  saveFile: 'Save the records as CSV',
  saved: (records: number, file: string) => `Saved ${recordsWords(records)} to ${file}.`,
  close: 'Close',
})

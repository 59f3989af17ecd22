import { catalogue } from '../../catalogue.ts'
import { bytesWords, recordsWords } from '../../figures.ts'

/** What the panel of this browser's tables says: their size, backup, restore and reset; and sharing them. */
export const thisBrowserPanelWords = catalogue('thisBrowserPanel', {
  title: 'This browser',
  keptNowhere: 'This browser keeps nothing for the page.',
  whyKeptNowhere:
    'Tables made here last until the tab closes. This is so in private windows, and at addresses without https.',
  kept: 'Its tables are kept on this device.',
  keptBytes: (bytes: number) => `${bytesWords(bytes)} kept on this device.`,
  privateEnds: 'A private window keeps its tables only until it is closed.',
  backup: 'Backup to a file',
  restore: 'Restore from a file',
  reset: 'Reset the sample',
  saveReadable: 'Save what can be read',
  readingTables: 'Reading the tables …',
  saveFiles: 'Save the stored files',
  readingFiles: 'Reading the files …',
  backupFile: 'Backup file',
  writingBackup: 'Writing the backup …',
  backupWritten: 'Backup written.',
  removesAll: 'This removes all tables made here.',
  replacesAll: (file: string) => ['This replaces all tables made here with those of ', { bold: file }, '.'],
  removeAndReset: 'Remove and reset',
  removeAndRestore: 'Remove and restore',
  keep: 'Keep',
  resetting: 'Resetting to the sample …',
  isReset: 'Only the sample is here now.',
  restoring: 'Restoring …',
  restored: 'Restored.',

  // Sharing from This browser
  share: {
    copied: 'Link copied.',
    onThisDevice: 'It works in this browser on this device only, because the tables of This browser are stored here.',
    fileInstead: (table: string) => `To show ${table} to someone else, send the records as a file.`,
    saveFile: 'Save the records as CSV',
    saved: (records: number, file: string) => `Saved ${recordsWords(records)} to ${file}.`,
    close: 'Close',
  },
})

import { catalogue } from '../../catalogue.ts'
import { bytesWords, countWords, recordsWords } from '../../figures.ts'
import { listWords } from '../../lists.ts'
import { plural } from '../../plural.ts'

/** What the panel of this browser's tables says: their size, backup, restore and reset; and sharing them. */
export const thisBrowserPanelWords = catalogue('thisBrowserPanel', {
  title: 'This browser',
  keptNowhere: 'This browser keeps nothing for the page.',
  whyKeptNowhere:
    'Tables made here last until the tab closes. This is so in private windows, and at addresses without https.',
  isKept: 'Its tables are kept on this device.',
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
  readingBackup: 'Reading the backup …',
  /** `tables`: names with their counts. */
  replacesAll: (file: string, tables: readonly string[]) => [
    { bold: file },
    ` has ${countWords(tables.length)} ${plural(tables.length, { one: 'table', other: 'tables' })}: ${someOf(tables)}. ${
      tables.length === 1 ? 'It takes' : 'They take'
    } the place of all tables that are here now. Those are kept until you delete them.`,
  ],
  table: (name: string, records: number | null) => (records === null ? name : `${name} (${recordsWords(records)})`),
  kept: {
    title: 'Replaced tables',
    replaced: (at: string, tables: readonly string[], bytes: number) =>
      `Replaced ${at}, ${bytesWords(bytes)}: ${tables.length === 0 ? 'no tables' : someOf(tables)}.`,
    bringBack: 'Bring them back',
    bringingBack: 'Bringing the tables back …',
    isBack: 'The tables are back. Those that took their place are kept.',
    letGo: 'Delete them',
    lettingGo: 'Deleting the tables …',
    isGone: 'The replaced tables are deleted.',
    removes: 'This deletes these tables for good.',
    remove: 'Delete these tables',
  },
  removeAndReset: 'Remove and reset',
  restoreThese: 'Restore these tables',
  keep: 'Keep',
  cancel: 'Cancel',
  resetting: 'Resetting to the sample …',
  isReset: 'Only the sample is here now.',
  restoring: 'Restoring …',
  restored: 'Restored. The replaced tables are kept until you delete them.',

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

/** The first of them; a backup may have hundreds. */
function someOf(tables: readonly string[]): string {
  const more = tables.length - MOST_NAMED
  return listWords(more > 0 ? [...tables.slice(0, MOST_NAMED), `${countWords(more)} more`] : tables)
}

const MOST_NAMED = 12

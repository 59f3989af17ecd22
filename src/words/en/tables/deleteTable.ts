import { catalogue } from '../../catalogue.ts'
import { countWords, recordsWords } from '../../figures.ts'
import { plural } from '../../plural.ts'

/** What deleting a table says. */
export const deleteTableWords = catalogue('deleteTable', {
  title: (table: string) => `Delete ${table}?`,
  cancel: 'Cancel',
  delete: 'Delete table',
  /** What is deleted; `records` is null if that is not known. */
  content: (table: string, content: { records: number | null; isEstimate: boolean; aliases: number }) => {
    const { records, isEstimate, aliases } = content
    const parts = [
      records === null ? [] : `${isEstimate ? 'about ' : ''}${recordsWords(records)}`,
      aliases === 0 ? [] : `${countWords(aliases)} ${plural(aliases, { one: 'alias', other: 'aliases' })}`,
    ].flat()
    return [{ bold: table }, parts.length === 0 ? '' : `: ${parts.join(', ')}`]
  },
  counting: (table: string) => [{ bold: table }, ': counting its records …'],
  forEveryone: (instance: string) => `This deletes the table from ${instance} for everyone. It can't be undone.`,
  forYou: "This deletes the table from this browser. It can't be undone.",
  removeResource: 'Remove its resource from the dataset too',
  resourceNote: "Otherwise the dataset keeps an empty entry (or the resource's file).",
  onlyTable: (table: string) => `The table ${table} is deleted, but its resource is still in the dataset.`,
  deleted: (table: string) => `${table} was deleted.`,
})

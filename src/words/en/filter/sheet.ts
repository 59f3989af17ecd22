import { catalogue } from '../../catalogue.ts'
import { countWords } from '../../figures.ts'
import { plural } from '../../plural.ts'

const conditions = (count: number) => `${countWords(count)} ${plural(count, { one: 'condition', other: 'conditions' })}`

/** The filter form as a sheet, on a phone. */
export const sheetWords = catalogue('filterSheet', {
  areOn: (count: number) => `${conditions(count)} on`,
  title: 'Filter',
  /** Beside the title: how many conditions and groups there are, and how many of them are on. */
  count: (all: number, on: number) => (all === on ? conditions(all) : `${conditions(all)}, ${countWords(on)} on`),
  where: 'Records where',
  none: 'No filter is set.',
  on: (sentence: string) => `On: ${sentence}`,
  edit: (sentence: string) => `Change ${sentence}`,
  orNull: 'null included',
  sortedBy: 'Sorted by',
  showSummary: 'Show the summary',
  show: (count: number | null) =>
    count === null ? 'Show records' : `Show ${countWords(count)} ${plural(count, { one: 'record', other: 'records' })}`,
})

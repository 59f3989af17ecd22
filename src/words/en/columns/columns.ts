import { catalogue } from '../../catalogue.ts'
import { countWords } from '../../figures.ts'
import { plural } from '../../plural.ts'

/** The button of the columns, and what is said of them without their panel. */
export const columnsWords = catalogue('columns', {
  title: 'Columns',
  count: (shown: number, all: number) => `${countWords(shown)} of ${countWords(all)}`,
  described: (shown: number, all: number) =>
    `${countWords(shown)} of ${countWords(all)} ${plural(all, { one: 'column', other: 'columns' })} shown`,
  alikeStay:
    'Each row may stand for several records, so it can’t be opened. Untick “Distinct rows only” under Columns.',
})

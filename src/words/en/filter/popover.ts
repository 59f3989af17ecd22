import { catalogue } from '../../catalogue.ts'
import { countWords } from '../../figures.ts'
import { plural } from '../../plural.ts'

const values = (count: number) => `${countWords(count)} ${plural(count, { one: 'value', other: 'values' })}`

/** The popover of one condition. */
export const popoverWords = catalogue('popover', {
  title: (field: string) => `Filter on ${field}`,
  column: 'Column',
  operator: 'Operator',
  find: 'Find a value',
  findOrType: 'Find or type a value',
  type: 'Type a value',
  values: (field: string) => `Values of ${field}`,
  failed: "Couldn't load the values. You can still type one.",
  count: (count: number) => values(count),
  found: (count: number) => `${values(count)} found`,
  more: 'There are more values: type to find them',
  moreYears: 'There may be other years: type one.',
  perhapsMore: 'There may be more values: type to find them',
  use: (value: string) => `Use "${value}"`,
  remove: 'Remove',
  done: 'Done',
  hints: {
    array: 'Type the whole list as PostgreSQL writes it: {first,second}.',
    timestamp: 'A day means the whole day, and a time to the second that whole second.',
    timestampExact:
      'This server can only compare times exactly, and may not show their fractions: a time may not find its record.',
    json: 'Most servers cannot filter JSON columns. SQL can.',
  },
})

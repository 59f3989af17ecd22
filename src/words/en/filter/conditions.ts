import { catalogue, type RichPart } from '../../catalogue.ts'
import { countWords } from '../../figures.ts'
import { plural } from '../../plural.ts'

const records = (count: number) => `${countWords(count)} ${plural(count, { one: 'record', other: 'records' })}`

/** Groups of conditions, and the popovers that change both. */
export const conditionWords = catalogue('conditions', {
  group: {
    any: 'any of',
    all: 'all of',
    notAny: 'none of',
    notAll: 'not all of',
    /** A group that is folded: `any of 5`. */
    folded: (join: string, count: number) => `${join} ${countWords(count)}`,
    label: (join: string, count: number, parts: string) => `${join} ${countWords(count)}: ${parts}`,
    anyParts: (parts: readonly string[]) => parts.join(', or '),
    allParts: (parts: readonly string[]) => parts.join(', and '),
    add: 'Add to this group',
    remove: (join: string) => `Remove group ${join}`,
    title: (join: string) => `Group ${join}`,
    joined: 'Records match',
    matchAny: 'any of these',
    matchAll: 'all of these',
    parts: 'Filters of the group',
    edit: (sentence: string) => `Change ${sentence}`,
    invertedHint: 'Records that this group does not match, those with null among them.',
    dissolve: 'Ungroup',
  },

  /** The one field that adds a filter. */
  columnOrCondition: 'Column or condition',
  columns: 'Columns and conditions',
  addThis: (count: number) => plural(count, { one: 'Add this filter', other: 'Add these filters' }),
  kinds: {
    text: 'Text',
    integer: 'Number',
    numeric: 'Number',
    boolean: 'True or false',
    date: 'Date',
    timestamp: 'Time',
    time: 'Time',
    json: 'JSON',
    array: 'List',
    other: 'Value',
  },
  null: 'Null',

  /** `whole` is what a day or a time among its values stands for. */
  readsAs: (sentence: string, whole: 'day' | 'time' | null): readonly RichPart[] => [
    'Reads as ',
    { bold: sentence },
    whole === null
      ? '.'
      : whole === 'day'
        ? '. A day means the whole day.'
        : '. A time means the whole minute or second.',
  ],
  unreadable: (text: string, is: 'date' | 'whole' | 'number') =>
    is === 'date'
      ? `“${text}” isn’t a date. Type one like 2024-04-03, 3 April 2024, 2024-04 or 2024.`
      : is === 'whole'
        ? `“${text}” isn’t a whole number, and this column has no others. Type one like 1234 or 10k.`
        : `“${text}” isn’t a number. Type one like 1234.5 or 10k.`,
  whichIsMeant: (text: string) => `“${text}” can be read in two ways. Which is meant?`,
  /** After a field, or without any. */
  unread: (field: string | null, rest: string, example: string): readonly RichPart[] =>
    field === null
      ? [`“${rest}” doesn’t say which column. Begin with its name, for example `, { bold: example }, '.']
      : [`“${rest}” isn’t understood after `, { bold: field }, '. Type for example ', { bold: example }, '.'],
  /** A typed condition begins with a name that no column has. */
  noColumn: (name: string) => `There is no column "${name}".`,
  columnInstead: (name: string) => `Use ${name}`,
  reversed: 'The end lies before the beginning, so no record matches.',
  pressEnter: 'Press Enter to apply it.',
  /** Beside the values of a new condition. */
  typeWhole: (example: string): readonly RichPart[] => ['Or type the whole condition: ', { bold: example }],
  leftOut: (count: number) =>
    `${records(count)} ${plural(count, { one: 'has', other: 'have' })} null and ${plural(count, { one: 'is', other: 'are' })} left out.`,
  keptNull: (count: number) => `${records(count)} with null ${plural(count, { one: 'is', other: 'are' })} kept.`,
  /** `isWithin`: of the records that meet the other filters. */
  noNull: (isWithin: boolean) =>
    isWithin ? 'No record within the other filters has null here.' : 'No empty values in this column.',
  typeWords: 'Type words. A word is found in all its forms.',
  typeText: 'Type the text. Upper and lower case are alike.',
  typeValue: 'Type a value.',
  typePeriod: 'Type a year, quarter, month or day: 2019, 2019-Q3, 2021-03, 2021-03-05.',
  noPeriod: (text: string) =>
    `“${text}” isn’t a year, quarter, month or day. Type one like 2019, 2019-Q3, 2021-03 or 2021-03-05.`,
  from: 'From',
  until: 'To',
  value: 'Value',
  path: 'Path',
  pathHint: 'Names and numbers with dots between them: address.lines.0',
  count: 'How many',
  badCount: 'Enter a whole number up to 9,999.',
  unit: 'Unit',
  units: { days: 'days', weeks: 'weeks', months: 'months', years: 'years' },
  period: 'Period',
  zone: 'Time zone',
  badZone: 'Enter a time zone like Europe/London or UTC.',
  today: (from: string, until: string) => `Today that is from ${from} to ${until}.`,
  valueWithCount: (value: string, count: number) => `${value}, ${countWords(count)}`,
  counted: (count: number, isWithin: boolean) =>
    count === 0 && isWithin
      ? 'No value within the other filters.'
      : `${plural(count, { one: 'One value. It was', other: `All ${countWords(count)} values were` })} counted${isWithin ? ' within the other filters' : ''}.`,

  turnOff: 'Turn off',
  turnOn: 'Turn on',
  invert: 'Invert',
  groupBefore: 'Combine with the previous filter',
  matching: (count: number) => records(count),
})

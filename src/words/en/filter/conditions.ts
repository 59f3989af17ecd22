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

  readsAs: (sentence: string): readonly RichPart[] => ['Reads as ', { bold: sentence }, '.'],
  pressEnter: 'Press Enter to apply it.',
  /** Beside the values of a new condition. */
  typeWhole: (example: string): readonly RichPart[] => ['Or type the whole condition: ', { bold: example }],
  leftOut: (count: number) =>
    `${records(count)} ${plural(count, { one: 'has', other: 'have' })} null and ${plural(count, { one: 'is', other: 'are' })} left out.`,
  keptNull: (count: number) => `${records(count)} with null ${plural(count, { one: 'is', other: 'are' })} kept.`,
  noNull: 'No record has null here.',
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
  counted: (count: number) =>
    `${plural(count, { one: 'One value. It was', other: `All ${countWords(count)} values were` })} counted.`,

  turnOff: 'Turn off',
  turnOn: 'Turn on',
  invert: 'Invert',
  groupBefore: 'Group with the one before',
  matching: (count: number) => records(count),
})

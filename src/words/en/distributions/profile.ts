import { catalogue } from '../../catalogue.ts'
import { countWords } from '../../figures.ts'
import { plural } from '../../plural.ts'

const recordsOf = (count: number) => `${countWords(count)} ${plural(count, { one: 'record', other: 'records' })}`

/** The drawer that says what a column holds. */
export const profileWords = catalogue('profile', {
  title: 'Column profile',
  close: 'Close column profile',
  choose: 'Column',
  loading: 'Working it out',
  figures: {
    mean: 'Mean',
    median: 'Median',
    lowerQuartile: '25th',
    upperQuartile: '75th',
    min: 'Min',
    max: 'Max',
    earliest: 'Earliest',
    latest: 'Latest',
    first: 'First',
    last: 'Last',
    nulls: 'Null',
    distinct: 'Distinct',
    negative: 'Negative',
    zero: 'Zero',
    empty: 'Empty',
    longest: 'Longest',
    farOut: 'Far out',
    beside: 'Not drawn',
  },
  /** After 25th and 75th, for those who don't see the median beside them. */
  percentile: 'percentile',
  characters: (count: number) => `${countWords(count)} ${plural(count, { one: 'character', other: 'characters' })}`,
  elements: (count: number) => `${countWords(count)} ${plural(count, { one: 'element', other: 'elements' })}`,
  withShare: (figure: string, share: string) => `${figure} (${share})`,
  middleHalf: 'middle half',
  farOut: 'far out',
  logScale: 'log scale',
  drawing: {
    bars: (column: string, isLog: boolean, from: string, to: string) =>
      `Distribution of ${column}${isLog ? ' on a log scale' : ''}, from ${from} to ${to}`,
    middle: (from: string, to: string) => `the middle half lies between ${from} and ${to}`,
    far: (count: number, where: string) =>
      `${countWords(count)} ${plural(count, { one: 'value lies', other: 'values lie' })} far out, ${where}`,
  },
  above: (value: string) => `above ${value}`,
  below: (value: string) => `below ${value}`,
  belowOrAbove: (low: string, high: string) => `below ${low} or above ${high}`,
  misleads: (times: number | null, count: number, where: string, without: string | null) => [
    { bold: 'The mean misleads.' },
    ` It is ${times === null ? 'far from' : times > 1_000_000 ? 'more than a million times' : `${countWords(times)} times`} the median because of ${recordsOf(count)} ${where}.${
      without === null ? '' : ` Without ${plural(count, { one: 'it', other: 'them' })}: ${without}.`
    }`,
  ],
  areFarOut: (count: number, where: string) => [
    { bold: `${recordsOf(count)} ${plural(count, { one: 'lies', other: 'lie' })} far out` },
    `, ${where}.`,
  ],
  show: (count: number) => `Show the ${countWords(count)}`,
  leaveOut: (count: number) => plural(count, { one: 'Leave it out', other: 'Leave them out' }),
  /** Where a server can't be asked to keep them. */
  nullsLeftOut: 'Records with null are left out as well: this server can’t be asked to keep them.',
  fromAll: (records: number) => `From all ${recordsOf(records)}`,
  fromSample: (of: number, total: number | null) =>
    total === null ? `From a sample of ${countWords(of)}` : `From a sample of ${countWords(of)} of ${recordsOf(total)}`,
  fromCut: (at: number) => `The server cut the list of values at ${countWords(at)}`,
  copyToSeeAll: 'Copy this table to see all of it',
  top: 'Top values',
  others: (count: number) => `${recordsOf(count)} with other values`,
  patterns: 'Pattern of values',
  patternHint: 'A is a capital letter, a is a lowercase letter, 9 is a digit.',
  periods: { year: 'By year', month: 'By month', day: 'By day', weekday: 'By weekday' },
  notLoaded: (column: string) => `Couldn’t profile ${column}.`,
  tryAgain: 'Try again',
  missing: 'What this server couldn’t work out',
  missed: (what: string, why: string) => `${what}: ${why}`,
  gone: (column: string) => `This table has no column ${column}.`,
  nothing: 'No record has a value here.',
})

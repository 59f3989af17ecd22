import { catalogue } from '../../catalogue.ts'
import { countWords } from '../../figures.ts'
import { plural } from '../../plural.ts'
import { stretchWords } from '../stretchWords.ts'

const recordsOf = (count: number) => `${countWords(count)} ${plural(count, { one: 'record', other: 'records' })}`

const outliersOf = (count: number) => `${countWords(count)} ${plural(count, { one: 'outlier', other: 'outliers' })}`

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
    farOut: 'Outliers',
    nan: 'NaN',
    infinite: 'Infinite',
    beside: 'Not drawn',
  },
  /** After 25th and 75th, for those who don't see the median beside them. */
  percentile: 'percentile',
  characters: (count: number) => `${countWords(count)} ${plural(count, { one: 'character', other: 'characters' })}`,
  elements: (count: number) => `${countWords(count)} ${plural(count, { one: 'element', other: 'elements' })}`,
  /** After a count. */
  share: (share: string) => `(${share})`,
  middleHalf: 'middle half',
  farOut: 'outliers',
  logScale: 'logarithmic scale',
  logScaleAfterZero: 'logarithmic scale; 0 has a separate bar',
  drawing: {
    bars: (column: string, isLog: boolean, from: string, to: string) =>
      `Distribution of ${column}${isLog ? ' on a logarithmic scale' : ''}, from ${from} to ${to}`,
    middle: (from: string, to: string) => `the middle half lies between ${from} and ${to}`,
    far: (count: number, where: string) => `${outliersOf(count)}, ${where}`,
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
  areFarOut: (count: number, where: string) => [{ bold: outliersOf(count) }, `, ${where}.`],
  /** Null: in a sample there are some, in all records perhaps more. */
  show: (count: number | null) => (count === null ? 'Show them' : `Show the ${countWords(count)}`),
  leaveOut: (count: number) => plural(count, { one: 'Leave it out', other: 'Leave them out' }),
  /** Where a server can't be asked to keep them. */
  leftOutToo: (hasNulls: boolean, hasNan: boolean) =>
    `Records with ${[...(hasNulls ? ['null'] : []), ...(hasNan ? ['NaN'] : [])].join(' or ')} are left out as well: this server can’t be asked to keep them.`,
  /** Where some values are infinite. */
  finiteNumbers: 'Mean, median, percentiles and bars are of finite numbers only.',
  finiteDates: 'Median, percentiles and bars are of finite dates only.',
  fromAll: (records: number) => `From all ${recordsOf(records)}`,
  fromSample: (of: number, total: number | null, stretches?: number) =>
    `From a sample of ${countWords(of)}${total === null ? '' : ` of ${recordsOf(total)}`}${stretchWords(of, stretches)}`,
  fromFirst: (of: number, total: number | null) =>
    total === null ? `From the first ${recordsOf(of)}` : `From the first ${countWords(of)} of ${recordsOf(total)}`,
  extentOfAll: 'The least and the greatest value are of all records.',
  spanOfAll: 'The earliest and the latest value are of all records.',
  fromCut: (at: number) => `The server cut the list of values at ${countWords(at)}`,
  copyToSeeAll: 'Copy this table to see all of it',
  top: 'Top values',
  others: (count: number) => `${recordsOf(count)} with other values`,
  patterns: 'Pattern of values',
  patternHint: 'A is a capital letter, a is a lowercase letter, 9 is a digit.',
  periods: { year: 'By year', month: 'By month', day: 'By day', weekday: 'By weekday' },
  notLoaded: (column: string) => `Couldn’t profile ${column}.`,
  tryAgain: 'Try again',
  missing: 'Not worked out',
  parts: {
    distinct: 'Distinct values',
    extent: 'Minimum and maximum',
    mean: 'Mean',
    quartiles: 'Median and quartiles',
    top: 'Top values',
    patterns: 'Pattern of values',
    farOut: 'Outliers',
    periods: 'By year, month, day and weekday',
  },
  notAvailable: (part: string) => `${part}: not available on this server`,
  outOfTime: (part: string) => `${part}: the server took too long`,
  gone: (column: string) => `This table has no column ${column}.`,
  nothing: 'No record has a value here.',
})

import { catalogue } from '../../catalogue.ts'
import { countWords } from '../../figures.ts'
import { plural } from '../../plural.ts'
import { stretchWords } from '../stretchWords.ts'

/** What distributions say wherever they stand: in the grid's headers, in the profile, beside facets. */
export const distributionWords = catalogue('distributions', {
  share: (percent: string) => `${percent}%`,
  lessThanOne: '<1%',
  almostAll: '>99%',
  nullShare: (share: string) => `${share} null`,
  allNull: 'all null',
  noRecords: 'no records',
  allDistinct: 'all distinct',
  distinct: (count: number) => `${countWords(count)} distinct`,
  manyValues: 'many values',
  null: 'null',
  empty: 'empty text',
  others: (count: number) => `${countWords(count)} in other values`,
  /** Beside a drawing that is not of all records. */
  sample: 'sample',
  first: 'first',
  fromSample: (of: number, total: number | null, stretches?: number) =>
    `From a sample of ${countWords(of)}${total === null ? '' : ` of ${countWords(total)}`} records${stretchWords(of, stretches)}.`,
  fromFirst: (of: number, total: number | null) =>
    total === null
      ? `From the first ${countWords(of)} records.`
      : `From the first ${countWords(of)} of ${countWords(total)} records.`,
  outOfTime: 'out of time',
  /** A value and how many have it. */
  counted: (value: string, count: number, share: string) =>
    `${value}: ${countWords(count)} ${plural(count, { one: 'record', other: 'records' })}, ${share}`,
  /** What describes a header. */
  spread: (from: string, to: string) => `Bars from ${from} to ${to}.`,
  /** Of the bar with most records, if it holds clearly more than the others. */
  tallest: (range: string, share: string) => `The tallest, ${range}, holds ${share}.`,
  onLogScale: 'On a logarithmic scale.',
  onLogScaleAfterZero: (from: string) => `On a logarithmic scale from ${from}; 0 has a separate bar.`,
  mostFrequent: (value: string, share: string) => `Most frequent: ${value}, ${share}.`,
  distinctValues: (count: number) =>
    `${countWords(count)} different ${plural(count, { one: 'value', other: 'values' })}.`,
  everyDistinct: 'No two records have the same value.',
  brushed: (range: string, count: number, all: number) => [
    { bold: range },
    `, ${countWords(count)} of ${countWords(all)}`,
  ],
  range: (from: string, to: string) => (from === to ? from : `${from} to ${to}`),
  brush: (column: string) => `Brush ${column}`,
  from: 'From',
  to: 'To',
  /** What the slider of an end says. */
  end: (value: string, count: number, all: number) =>
    `${value}, ${countWords(count)} of ${countWords(all)} ${plural(all, { one: 'record', other: 'records' })} in the range`,
  brushKeys: 'Left and Right move the range, with Shift they move this end. Enter keeps it as a filter, Esc drops it.',
  notBrushed: (column: string) => `${column} has no bars to brush.`,
  noWay: 'This server can’t filter by that: it has no SQL, and its own filters have no such comparison.',
  turnedOff: 'Distributions are off. Columns turns them on again.',
  noColumn: 'There is no column to profile.',
})

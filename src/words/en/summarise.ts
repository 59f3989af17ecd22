import { catalogue } from '../catalogue.ts'
import { countWords } from '../figures.ts'
import { plural } from '../plural.ts'
import { stretchWords } from './stretchWords.ts'

const units = {
  year: 'year',
  quarter: 'quarter',
  month: 'month',
  week: 'week',
  day: 'day',
  hour: 'hour',
  monthOfYear: 'month of the year',
  weekday: 'day of the week',
  hourOfDay: 'hour of the day',
}

const kinds = {
  count: 'count',
  share: 'share of total',
  distinct: 'distinct',
  sum: 'sum',
  mean: 'mean',
  median: 'median',
  min: 'min',
  max: 'max',
}

const signs = {
  '>': 'more than',
  '>=': 'at least',
  '<': 'less than',
  '<=': 'at most',
  '=': 'exactly',
}

/** Summaries: their sentence, their table and what can be done with it. */
export const summariseWords = catalogue('summarise', {
  summarised: 'Summary',
  stop: 'Show the records again',
  byThis: 'Summarise by this',
  units,
  kinds,
  signs,
  /** The sentence: each stands before chips. */
  summarisedBy: 'summarised by',
  summarisedAcross: 'summarised across',
  summarisedWhole: 'summarised',
  across: 'across',
  showing: 'showing',
  sortedBy: 'sorted by',
  keeping: 'keeping',
  by: (unit: string) => `by ${unit}`,
  inSteps: (step: string) => `in steps of ${step}`,
  byElement: 'by element',
  /** Before the field in bold. */
  kindOf: (kind: keyof typeof kinds) => (kind === 'distinct' ? kinds.distinct : `${kinds[kind]} of`),
  figure: (kind: keyof typeof kinds, field: string | null) => figure(kind, field),
  grouped: (field: string, how: string | null) => (how === null ? field : `${field} ${how}`),
  /** The names of chips. */
  byChip: (grouped: string) => `Summarised by ${grouped}`,
  acrossChip: (grouped: string) => `Across ${grouped}`,
  showingChip: (figure: string) => `Showing ${figure}`,
  sortChip: (by: string, order: string) => `Sorted by ${by}, ${order}`,
  keepChip: (condition: string) => `Keeping groups with ${condition}`,
  mostChip: (most: number) => `The first ${groups(most)} and the rest`,
  removeGrouping: (field: string) => `Remove ${field} from the groups`,
  removeFigure: (figure: string) => `Remove ${figure}`,
  removeSort: 'Sort by group',
  removeKeep: (kept: string) => `Remove: ${kept}`,
  removeMost: 'Show all groups',
  kept: (figure: string, sign: keyof typeof signs, value: string) => `${figure} ${signs[sign]} ${value}`,
  keptAs: (sign: keyof typeof signs, value: string) => `${signs[sign]} ${value}`,
  groupsWith: 'groups with',
  needsRows: 'There are no groups in rows.',
  isSo: 'The summary already has this.',
  most: (most: number) => `the first ${groups(most)}`,
  andRest: 'and the rest',
  largestFirst: 'largest first',
  smallestFirst: 'smallest first',
  groupsUp: 'ascending',
  groupsDown: 'descending',
  theGroups: 'group',

  /** Popovers. */
  findField: 'Find a field',
  noSuchField: 'No field name contains this.',
  as: (place: string) => `as ${place}`,
  addAs: (field: string, place: string) => `${field} as ${place}`,
  ofRecords: 'records',
  addGrouping: 'Add a field to the groups',
  addFigure: 'Add a figure',
  narrow: 'Choose groups',
  keepSome: 'Keep groups by a figure…',
  onlyFirst: 'Only the first groups, and the rest…',
  changeGrouping: (field: string) => `Groups of ${field}`,
  changeFigure: 'Figure',
  changeSort: 'Order of the groups',
  changeKeep: 'Groups to keep',
  changeMost: 'Number of groups',
  field: 'Field',
  asCode: (field: string) => `${field} (a code)`,
  how: 'In groups of',
  byValue: 'each value',
  bySteps: 'equal steps',
  step: 'Step',
  badStep: 'Enter a number above 0.',
  place: 'Groups are',
  rows: 'rows',
  columns: 'columns',
  kind: 'Figure',
  ofField: 'Of field',
  sortBy: 'Sort by',
  order: 'Order',
  sign: 'Comparison',
  value: 'Value',
  badValue: 'Enter a number.',
  badMost: 'Enter a whole number from 1 to 1,000.',
  done: 'Done',
  remove: 'Remove',

  /** The table. */
  total: 'total',
  share: 'share of total',
  rest: 'the rest',
  /** A column of a cross table with several figures. */
  inCell: (group: string, figure: string) => `${group}, ${figure}`,
  restOf: (count: number) => `the rest, ${groups(count)}`,
  null: 'null',
  quarter: (year: string, quarter: number) => `${year} Q${quarter}`,
  stepFrom: (from: string, until: string) => `${from} to ${until}`,
  smallShare: '<0.1%',
  percent: (text: string) => `${text}%`,
  cellMenu: 'Cells',
  showRecords: 'Show its records',
  copyValue: 'Copy value',
  copied: 'Copied',
  notCopied: 'The browser did not allow copying.',
  sortUp: 'Sort, smallest first',
  sortDown: 'Sort, largest first',
  hint: 'Click a group, or press Enter, to see its records. Totals are computed from all records, not by adding the groups.',
  hintPlain: 'Click a group, or press Enter, to see its records.',

  /** What can't be done, and why. */
  noFilter: (what: string) => `No filter can express ${what}, so its records can’t be shown on their own.`,
  theRest: 'the rest of several fields',
  thisValue: 'this value: it is JSON, or very long',
  cantAsk: 'This server can’t be asked for these records by filters, and its SQL is off.',
  sortOnly: 'You can sort by the groups or by a total.',
  noField: 'This table has no field to group by.',
  eachItsOwn: 'Each record has an _id of its own, so it makes no groups. Choose another column.',
  notGrouped: (field: string) => `${field} holds JSON, which can’t be grouped.`,

  /** States. */
  noFields: 'Couldn’t load the fields of this table.',
  noRecords: 'No record matches, so there is nothing to summarise.',
  noGroups: 'No group meets the condition.',
  missing: (fields: readonly string[]) =>
    fields.length === 1
      ? `This table has no field ${fields.join('')}.`
      : `This table has none of these fields: ${fields.join(', ')}.`,
  tryAgain: 'Try again',
  failed: 'Couldn’t work out the summary.',
  ofBefore: 'This is the previous summary.',
  sizeOf: (rows: number, columns: number | null) =>
    columns === null ? groups(rows) : `${groups(rows)} × ${countWords(columns)}`,
  short: (rows: number, columns: number) => `${countWords(rows)} × ${countWords(columns)}`,
  from: (records: string, took: string) => `from ${records} · ${took}`,
  sampleTag: (of: number) => `sample of ${countWords(of)}`,
  firstTag: (of: number) => `first ${countWords(of)}`,
  sampleWhy: (total: number | null) =>
    total === null ? 'records; how many match is not known' : `of ${countWords(total)} records`,
  first: (of: number, total: number | null) =>
    total === null
      ? `From the first ${countWords(of)} records; how many match is not known. Every number here is of these.`
      : `From the first ${countWords(of)} of ${countWords(total)} records. Every number here is of these.`,
  /** Of a field with which figures are worked out. */
  nanLeftOut: (field: string, count: number) =>
    `${countWords(count)} ${plural(count, { one: 'record has', other: 'records have' })} NaN in ${field}, which is left out of its figures.`,
  infinityLeftOut: (field: string, count: number) =>
    `${countWords(count)} ${plural(count, { one: 'record has', other: 'records have' })} infinity in ${field}, which is left out of its sum, mean and median.`,
  sample: (of: number, total: number | null, stretches?: number) =>
    total === null
      ? `From a sample of ${countWords(of)} records; how many match is not known. Every number here is of the sample.`
      : `From a sample of ${countWords(of)} of ${countWords(total)} records${stretchWords(of, stretches)}. Every number here is of the sample.`,
  cutTag: (at: number) => `cut at ${countWords(at)}`,
  cutWhy: 'groups: this server returns no more in one answer.',
  cut: (at: number) =>
    `Cut at ${groups(at)}: this server returns no more in one answer. Each group that is shown is complete.`,
  copyTable: 'Copy this table to see all of it',
  ways: { sql: 'by SQL', counts: 'by counts', rows: 'from rows at hand', columns: 'on the copy' },
  exportTitle: (title: string, summary: string) => `${title} · ${summary}`,
  splitter: 'Resize chart',
  listed: (parts: readonly string[]) => parts.join(', '),
  sentence: (by: string | null, across: string | null, figures: string) =>
    [figures, by === null ? '' : `by ${by}`, across === null ? '' : `across ${across}`].filter(Boolean).join(' '),
  topOf: (sentence: string, most: number) => `${sentence}, first ${countWords(most)} and the rest`,
  keepOf: (sentence: string, kept: string) => `${sentence}, with ${kept}`,
  sheet: 'Summary',
})

/** `mean of budget_eur`, `distinct species`. */
function figure(kind: keyof typeof kinds, field: string | null): string {
  if (field === null) return kinds[kind]
  return kind === 'distinct' ? `${kinds.distinct} ${field}` : `${kinds[kind]} of ${field}`
}

function groups(count: number): string {
  return plural(count, { one: '1 group', other: `${countWords(count)} groups` })
}

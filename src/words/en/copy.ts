import { catalogue } from '../catalogue.ts'
import { bytesWords, countWords, durationWords, momentWords, recordsWords } from '../figures.ts'
import { plural } from '../plural.ts'

const pages = (count: number) => `${countWords(count)} ${plural(count, { one: 'page', other: 'pages' })}`
const conditions = (count: number) => plural(count, { one: 'condition', other: 'conditions' })

/** Copies of tables in this browser: the question, the progress, the stamp, and what a refresh found. */
export const copyWords = catalogue('copy', {
  // The question
  title: (table: string) => `Copy ${table} into this browser`,
  lede: 'On a copy every condition, summary and SQL statement runs at full speed, online or off. Nothing leaves this device.',
  what: 'What to copy',
  narrowed: (count: number) =>
    plural(count, { one: 'Records that match the filter', other: 'Records that match the filters' }),
  whole: 'The whole table',
  ofRecords: (records: number, count: number) => `${recordsWords(records)}, ${pages(count)}`,
  ofNarrowed: (records: number, count: number, parts: number) =>
    `${recordsWords(records)} that meet ${countWords(parts)} ${conditions(parts)}, ${pages(count)}`,
  notCounted: "The server doesn't say how many records there are.",
  size: (bytes: number) => bytesWords(bytes),
  about: (milliseconds: number) => `about ${durationWords(milliseconds)}`,
  measuring: 'Reading a few pages to see how long it takes …',
  fields: 'Fields',
  allFields: (count: number) => `all ${countWords(count)}, with their types, values as this server sends them`,
  /** A search of CKAN leaves out fractions of a second (protocol/README.md P16). */
  timesCut: 'This server sends times to the second; a stored fraction is not copied.',
  measured: 'Measured',
  rate: (rate: number, count: number) => `${countWords(Math.round(rate))} records a second, from ${pages(count)}`,
  noRate: 'There are no records yet.',
  room: 'Room',
  free: (bytes: number) => `${bytesWords(bytes)} free in this browser`,
  roomUnknown: "This browser doesn't say how much is free.",
  tooLittle: (bytes: number, free: number) =>
    `The copy would take about ${bytesWords(bytes)}, and this browser has ${bytesWords(free)} left. It would stop when that is full.`,
  interrupted: 'Interrupted',
  goesOn: 'continues after a reload or a lost network',
  beginsAgain: 'begins again, since this server can only be read from the start',
  replacesCopy: (moment: number) => `The copy of ${momentWords(moment)} will be replaced.`,
  onlyRead: 'The table on the server is only read.',
  cancel: 'Cancel',
  copy: (records: number | null) => (records === null ? 'Copy' : `Copy ${recordsWords(records)}`),
  notMeasured: "The table can't be read",

  // Under way
  region: (table: string) => `Copy of ${table}`,
  copying: (table: string) => `Copying ${table}`,
  refreshing: (table: string) => `Refreshing the copy of ${table}`,
  rowsCopied: 'Rows copied',
  ofTotal: (records: number, total: number | null) =>
    total === null ? recordsWords(records) : `${countWords(records)} of ${recordsWords(total)}`,
  perSecond: (rate: number) => `${countWords(Math.round(rate))} a second`,
  left: (milliseconds: number) => `${durationWords(milliseconds)} left`,
  pause: 'Pause',
  resume: 'Resume',
  stop: 'Stop',
  beginAgain: 'Begin again',
  keepOld: 'Keep the copy as it is',
  remove: 'Delete',
  close: 'Close',
  phases: {
    checking: 'Checking the table.',
    pulling:
      'You can reload or close the page, or lose the network: the copy continues from here, if the table is still the same.',
    finishing: 'Checking that nothing is missing.',
    comparing: 'Comparing it with the previous copy.',
    elsewhere: 'Another tab is copying it.',
    waiting: "The server can't be reached.",
    noToken: 'It was begun with a token. Enter the token of this instance to go on.',
    anonymous: 'It was begun without a token. Forget the token of this instance to go on, or begin again.',
  },
  triesAt: (milliseconds: number) => `The next try is in ${durationWords(milliseconds)}.`,
  halts: {
    paused: 'Paused.',
    stopped: 'Stopped. You can query what is here; the rest is missing.',
    full: 'This browser has no room left. You can query what is here; the rest is missing.',
    replaced:
      "The table on the server has been replaced or changed since this copy began, so what is here and what is there don't fit together.",
    lost: 'What had been copied is gone from this browser.',
    unproven: 'All that the server sent is here, but nothing shows that it is everything.',
    failed: 'It couldn’t go on.',
  },

  // In the rail
  of: (moment: number) => `Copy of ${momentWords(moment)}`,
  underWay: 'Copy',
  line: {
    complete: (records: number) => `${countWords(records)} · complete`,
    soFar: (records: number) => `${countWords(records)} so far`,
    stoppedAt: (records: number) => `stopped at ${countWords(records)}`,
    pausedAt: (records: number) => `paused at ${countWords(records)}`,
    changed: (records: number) => `${countWords(records)} · the table has changed`,
    perhapsAll: (records: number) => `${countWords(records)} · perhaps not all`,
    gone: 'nothing left',
  },

  // The panel
  heading: 'Copy',
  closePanel: 'Close copy',
  got: 'Copied',
  records: 'Records',
  completeOf: (records: number) => `${countWords(records)} of ${countWords(records)}, complete`,
  partOf: (records: number, total: number | null) =>
    total === null
      ? `${countWords(records)}, not complete`
      : `${countWords(records)} of ${countWords(total)}, not complete`,
  fieldsKept: (count: number) =>
    `${countWords(count)} of ${countWords(count)}, with their types, values as the server sent them`,
  fieldsAsText: (count: number, asText: string) =>
    `${countWords(count)} of ${countWords(count)}, values as the server sent them; as text: ${asText}`,
  search: 'Search',
  slowSearch: 'reads every record, so it is slower: only copies of up to 50,000 records note their words',
  from: 'Source',
  fromInstance: (instance: string, withToken: boolean) =>
    withToken ? `${instance}, read with a token` : `${instance}, read as anonymous`,
  holds: 'Holds',
  holdsPart: (count: number) => `records that match ${countWords(count)} ${conditions(count)}`,
  bytes: 'Size',
  refresh: 'Refresh',
  sure: 'The records of this copy will be deleted from this browser. The table on the server stays.',
  keep: 'Keep',
  since: (moment: number) => `Since ${momentWords(moment)}`,
  added: 'Added',
  removed: 'Removed',
  changed: 'Changed',
  asBefore: (records: number) => `${countWords(records)} are unchanged.`,
  nothingNew: 'Nothing was added, removed or changed.',
  changedIn: 'Changed in field',
  show: 'Show them',
  damaged: "The copies stored in this browser can't be opened.",
  startOver: 'Delete all copies',
  howChecked: 'How it was checked',
  checks:
    'Fields, types, total, range of _id and the first records were compared before and after; then every record by _id.',

  // What a refresh found, record by record
  changesTitle: (table: string, moment: number) => `${table} since ${momentWords(moment)}`,
  sinceColumn: 'since',
  kinds: { added: 'added', removed: 'removed', changed: 'changed' },
  was: (before: string) => `was ${before}`,
  more: (count: number) => `Show ${countWords(count)} more`,
  shown: (shown: number, all: number) => `${countWords(shown)} of ${recordsWords(all)}`,
})

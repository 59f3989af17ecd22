import { catalogue } from '../../catalogue.ts'
import {
  bytesWords,
  clockWords,
  countWords,
  dayWords,
  durationWords,
  momentWords,
  recordsWords,
} from '../../figures.ts'
import { listWords } from '../../lists.ts'
import { plural } from '../../plural.ts'

/** Today only the time of day tells a copy from another. */
const when = (moment: number) => (dayWords(moment) === dayWords(Date.now()) ? clockWords(moment) : momentWords(moment))

/** Statements that name tables of several instances, which run on copies in this browser. */
export const acrossWords = catalogue('across', {
  region: 'Tables of this statement',
  places: (count: number) =>
    plural(count, {
      one: 'This statement names tables of another instance.',
      other: `This statement names tables of ${countWords(count)} instances.`,
    }),
  canRun: 'It can run here, on copies in this browser. What is copied stays on this device.',
  lacks: 'It runs as soon as all of them are copied.',
  lacksStopped: 'Copy them, then run it again.',
  held: 'Not run yet: its tables are not all in this browser.',
  runs: 'It runs on copies in this browser.',
  unknown: 'It runs when every table is found.',
  show: 'Show tables',
  hide: 'Hide tables',
  copyAll: (count: number) => `Copy ${countWords(count)} tables`,

  // A table
  copied: (moment: number, records: number) => `Copied ${when(moment)}, ${recordsWords(records)}`,
  part: (moment: number, records: number, total: number | null) =>
    total === null
      ? `Copied ${when(moment)}, ${recordsWords(records)}, perhaps not all`
      : `Copied ${when(moment)}, only ${countWords(records)} of ${recordsWords(total)}`,
  narrowed: (moment: number, records: number) =>
    `Copied ${when(moment)}, only the ${recordsWords(records)} that match its filters`,
  partAllowed: 'The statement uses this part.',
  askPart: 'Use this part',
  copyWhole: 'Copy all records',
  about: (bytes: number, milliseconds: number | null) =>
    milliseconds === null
      ? `Not copied: about ${bytesWords(bytes)}`
      : `Not copied: about ${bytesWords(bytes)}, ${durationWords(milliseconds)}`,
  measuring: 'Not copied: reading a few pages to see how large it is …',
  uncounted: "Not copied: the server doesn't say how many records there are.",
  checkedEachRun: 'copied again before a run if it has changed',
  copying: (records: number, total: number | null) =>
    total === null
      ? `Copying, ${recordsWords(records)} so far`
      : `Copying ${countWords(records)} of ${recordsWords(total)}`,
  refreshing: (records: number, total: number | null) =>
    total === null
      ? `Refreshing, ${recordsWords(records)} so far`
      : `Refreshing ${countWords(records)} of ${recordsWords(total)}`,
  progress: (table: string) => `Rows of ${table} copied`,
  tryAgain: 'Try again',
  /** The names of buttons, as several tables have them. */
  of: {
    copy: (table: string) => `Copy ${table}`,
    refresh: (table: string) => `Refresh ${table}`,
    askPart: (table: string) => `Use this part of ${table}`,
    copyWhole: (table: string) => `Copy all records of ${table}`,
    tryAgain: (table: string) => `Measure ${table} again`,
  },
  copy: 'Copy',
  refresh: 'Refresh',
  chooseInstance: (name: string) => `Instance of ${name}`,

  // A name that nobody knows
  noSuchTable: (name: string) => `No instance that was looked at has a table named ${name}.`,
  look: (count: number) =>
    plural(count, { one: 'Look in 1 other instance', other: `Look in ${countWords(count)} instances` }),
  looking: 'Looking …',
  notReached: (instances: readonly string[]) => `Not reached: ${listWords(instances)}.`,
  nowhere: (name: string) => `No instance in this browser has a table named ${name}. Check the name.`,

  // The run
  place: 'the copies in this browser',
  ranOn: (moments: readonly number[]) =>
    `On copies in this browser, of ${listWords([...new Set(moments.map((moment) => when(moment)))])}`,
  ranOnPart: (moments: readonly number[], tables: readonly string[]) =>
    `On copies in this browser, of ${listWords([...new Set(moments.map((moment) => when(moment)))])}; only a part of ${listWords(tables)}`,
  notRefreshed: (table: string) => `${table} has changed and could not be copied again, so the statement was not run.`,

  /** In the list of suggestions, beside a table's title. */
  copiedFrom: (instance: string) => `copied from ${instance}`,
})

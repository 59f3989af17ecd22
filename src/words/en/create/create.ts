import { catalogue } from '../../catalogue.ts'
import { bytesWords, countWords, recordsWords } from '../../figures.ts'
import { plural } from '../../plural.ts'

const rows = (count: number) => `${countWords(count)} ${plural(count, { one: 'row', other: 'rows' })}`
const values = (count: number) => `${countWords(count)} ${plural(count, { one: 'value', other: 'values' })}`
const columns = (count: number) => `${countWords(count)} ${plural(count, { one: 'column', other: 'columns' })}`

const sameKey = (count: number) =>
  `${rows(count)} ${plural(count, { one: 'has', other: 'have' })} the same key as an earlier row.`
const ofWhich = (count: number, shown: number) => (count > shown ? ` The first ${countWords(shown)} are shown.` : '')

const taken = 'but a table is made from CSV, JSON, a sheet (.xlsx, .ods) or Parquet.'

/** After the name of the first file. */
const become = (others: number) =>
  others === 0
    ? " can't become a table"
    : ` and ${plural(others, { one: 'another file', other: `${countWords(others)} other files` })} can't become tables`

/** What creating a table from a file says. */
export const createWords = catalogue('create', {
  title: 'New table from a file',
  nothingSentYet: 'Nothing is sent until you create the table.',
  nothingStoredYet: 'Nothing is stored until you create the table.',
  choicesAreLost: 'What you have entered for this table will be lost.',
  othersAreLost: (count: number) =>
    `${plural(count, { one: 'The next file', other: `The next ${countWords(count)} files` })} will not be loaded.`,
  fileOf: (number: number, count: number) => `File ${countWords(number)} of ${countWords(count)}`,
  skip: 'Skip this file',
  /** Why the table can't be made yet. */
  missing: {
    reading: 'The file is being read again.',
    nameTaken: 'Choose another table name.',
    dataset: 'Choose the dataset that the table goes into.',
    resource: 'Choose the resource that the records go into.',
    columnName: 'Correct the column names marked in red.',
    jsonInKey: "JSON can't be compared. Remove it from the key, or make the column text.",
    checkingKey: 'The key is being checked in every row.',
  },
  cancel: 'Cancel',
  stop: 'Stop',
  create: 'Create table and load',
  deleteTable: 'Delete the table',
  showTable: 'Show table',
  keep: (loaded: number) => `Keep ${recordsWords(loaded)}`,
  deleted: (table: string) => `${table} was deleted.`,
  loaded: (table: string, count: number) => `${table}: ${recordsWords(count)} loaded.`,

  // Choosing a file
  drop: 'Drop files anywhere on the page, or',
  chooseFile: 'Choose a file',
  formats:
    'CSV and other separated text, Excel (.xlsx), OpenDocument (.ods), JSON, GeoJSON, Parquet; also in .gz and .zip',
  file: 'Files with tables',
  paste: 'Or paste its text, with the column names in the first row',
  readText: 'Read the text',
  pasteHint: 'Cells copied in a spreadsheet: press Ctrl V anywhere in this window.',
  /** A file that is on the web. */
  address: {
    label: 'Or the address of a file on the web',
    load: 'Load the file',
    notOne: 'This is not the address of a file. It begins with https:// or http://.',
    notReadable: (host: string) =>
      `The page can't read this file: ${host} can't be reached, or doesn't let pages of other sites read its files (CORS). Open the address in a new tab to download the file, then drop it here.`,
    refused: (host: string, status: number) =>
      `${host} answered ${status}: the file isn't there, or isn't public. Check the address.`,
    isPage: (host: string) => `${host} sent a web page, not a file. Copy the address of the download itself.`,
    cut: (host: string) => `The file from ${host} stopped coming before its end. Try again.`,
  },
  /** The file name of pasted text, without its extension. */
  pasted: 'pasted',

  // The form
  fileFacts: (bytes: number, count: number) => `${bytesWords(bytes)}, ${rows(count)}`,
  fileBeingRead: (bytes: number) => `${bytesWords(bytes)}, being read …`,
  replace: 'Replace',
  tableName: 'Table name',
  createdIn: (instance: string) => `Will be created on ${instance}.`,
  namesStay: 'Leave it empty to keep the name that the table has.',
  nameTaken: (name: string) => `There is already a table named "${name}".`,
  nameIt: (name: string) => `Name it ${name}`,
  belongsTo: 'Belongs to',
  targets: { own: 'no dataset', dataset: 'a dataset (CKAN)', resource: 'a resource (CKAN)' },
  resource: 'Resource',
  resourceHint: 'The id of a resource. If it has a table already, the records are added to it.',

  // The key
  keyColumns: 'Key columns',
  addKeyColumn: 'Add key column',
  add: 'Add',
  removeFromKey: (column: string) => `Remove ${column} from the key`,
  replaces: {
    records: 'Rows replace records with the same key',
    earlierRows: 'Later rows replace earlier ones',
  },
  otherwiseSetAside: {
    records: 'Otherwise rows whose key exists already are set aside.',
    earlierRows: 'Otherwise the later rows are set aside.',
  },
  noKey: 'None: two identical rows become two records.',
  checkingKey: 'Checking every row …',
  noneCompared: 'No row fits the types, so none could be compared.',
  sameKey,
  unique: (count: number) =>
    `${plural(count, { one: 'Unique in the only row', other: `Unique in all ${rows(count)}` })}. Later loads can update records by this key.`,
  emptyKey: (count: number) =>
    `${rows(count)} ${plural(count, { one: 'has', other: 'have' })} an empty key, so no later load can update ${plural(count, { one: 'it', other: 'them' })}.`,

  // The preview
  preview: 'Preview',
  previewRows: 'Preview of the rows',
  previewGuessed: 'The first rows as they will be stored. Types are guessed from the whole file; change any of them.',
  previewFixed: 'The first rows as they will be stored. Types can no longer be changed.',
  /** After what the preview shows. */
  struckThrough: ' Rows struck through will not be loaded.',
  setAsideLine: (number: number) => `${countWords(number)}, will not be loaded`,
  numbering: { lines: 'Line', rows: 'Row', records: 'Record' },
  nameOf: (column: string) => `Name of ${column}`,
  nameOfColumn: (number: number) => `Name of column ${number}`,
  typeOf: (column: string) => `Type of ${column}`,
  nameProblems: {
    empty: () => 'A column needs a name.',
    taken: (name: string) => `Another column is named ${name}.`,
    reserved: (name: string) => `PostgreSQL keeps the name ${name} for itself.`,
    notAllowed: () => 'No double quotes or line breaks, no _ or space at the start, at most 63 bytes.',
  },
  was: (written: string) => `was “${written}”`,
  hadNoName: 'had no name',
  misfits: (count: number) => `${values(count)} ${plural(count, { one: 'does', other: 'do' })} not fit`,
  noValues: 'no values',
  /** Why a column isn't of a type that people may expect: the value that can only be read as the wider one. */
  forbidden: {
    lines: (why: string, value: string, line: number) => `${why}: ${value} (line ${countWords(line)})`,
    rows: (why: string, value: string, row: number) => `${why}: ${value} (row ${countWords(row)})`,
    records: (why: string, value: string, record: number) => `${why}: ${value} (record ${countWords(record)})`,
  },
  /** What is so of that value. */
  because: {
    leadingZeros: 'kept as text, has leading zeros',
    notNumber: 'kept as text, not a number',
    notDate: 'kept as text, not a date',
    tooLarge: '64 bits, too large for 32',
    decimals: 'has decimals',
    hasTime: 'has a time of day',
  },
  allFit: (count: number) => `all ${countWords(count)} fit`,
  someEmpty: (empty: number, count: number) => `${countWords(empty)} of ${countWords(count)} empty`,
  types: {
    text: 'text',
    int4: 'integer',
    int8: 'integer, 64 bits',
    numeric: 'numeric, exact',
    numeric_grouped: 'numeric, 1,234.5',
    numeric_comma: 'numeric, decimal comma',
    percent: 'numeric, without %',
    percent_comma: 'numeric, decimal comma, without %',
    bool: 'boolean',
    date: 'date',
    date_dmy: 'date, day first',
    date_mdy: 'date, month first',
    timestamp: 'timestamp',
    timestamp_dmy: 'timestamp, day first',
    timestamp_mdy: 'timestamp, month first',
    timestamptz: 'timestamp with zone',
    json: 'JSON',
  },

  // Rows that can't be loaded
  progress: 'Progress',
  column: 'Column',
  value: 'Value',
  why: 'Why',
  lineInFile: 'line in the file',
  reason: 'reason',
  ofColumn: (column: string, reason: string) => `${column}: ${reason}`,
  doNotFit: (count: number) => [
    { bold: `${values(count)} ${plural(count, { one: 'does', other: 'do' })} not fit.` },
    plural(count, {
      one: ' Its row will not be loaded. Change the type to keep it.',
      other: ' Their rows will not be loaded. Change the type to keep them.',
    }),
  ],
  nearlyAll: (column: string, fit: number, all: number, type: string) => [
    { bold: `${column}: ${countWords(fit)} of ${countWords(all)} values fit the type ${type}.` },
    plural(all - fit, {
      one: ' One does not, so the column will be stored as text.',
      other: ` ${countWords(all - fit)} do not, so the column will be stored as text.`,
    }),
  ],
  useType: (type: string, misfits: number) =>
    `Use ${type}, and do not load ${plural(misfits, { one: 'that row', other: `those ${countWords(misfits)} rows` })}`,
  replacesSameKey: (count: number, shown: number) => [
    { bold: sameKey(count) },
    ` Each replaces the row before.${ofWhich(count, shown)}`,
  ],
  refusesSameKey: (count: number, shown: number) => [
    { bold: sameKey(count) },
    `${plural(count, { one: ' It will not be loaded.', other: ' They will not be loaded.' })}${ofWhich(count, shown)}`,
  ],
  setAside: (count: number) => [
    { bold: `${rows(count)} set aside.` },
    plural(count, {
      one: ' It was not loaded. Save it to repair and load it later.',
      other: ' They were not loaded. Save them to repair and load them later.',
    }),
  ],
  willBeSetAside: (count: number) => [
    { bold: `${rows(count)} would be set aside.` },
    plural(count, {
      one: ' It is not stored. Save it to repair and load it later.',
      other: ' They are not stored. Save them to repair and load them later.',
    }),
  ],
  saveRows: (count: number) => plural(count, { one: 'Save this row', other: 'Save these rows' }),
  firstShown: (shown: number) => `The first ${countWords(shown)} are shown.`,
  setAsideFile: 'rows-set-aside',
  wrongWidth: (found: number, expected: number) =>
    `It has ${values(found)}, but the header names ${columns(expected)}.`,
  keyExists: (line: number) => `Its key exists already, in line ${countWords(line)}.`,
  notOfType: {
    text: "It contains a character with code 0, which PostgreSQL can't store.",
    int4: 'Not a whole number between −2,147,483,648 and 2,147,483,647.',
    int8: 'Not a whole number, or too large (64 bits).',
    numeric: 'Not a plain number such as 1234.5 (no leading zeros).',
    numeric_grouped: 'Not a number such as 1,234.5 (no leading zeros).',
    numeric_comma: 'Not a number such as 1234,5 or 1.234,5 (no leading zeros).',
    percent: 'Not a number with a percent sign such as 12.5 %.',
    percent_comma: 'Not a number with a percent sign such as 12,5 %.',
    bool: 'Neither true nor false.',
    date: 'Not a date such as 2025-01-31.',
    date_dmy: 'Not a date such as 31/01/2025 or 31.1.2025.',
    date_mdy: 'Not a date such as 01/31/2025.',
    timestamp: 'Not a date and time such as 2025-01-31 12:00:00 (no zone, six decimals at most).',
    timestamp_dmy: 'Not a date and time such as 31/01/2025 12:00.',
    timestamp_mdy: 'Not a date and time such as 01/31/2025 12:00 or 01/31/2025 12:00 PM.',
    timestamptz: 'Not a date and time with its zone such as 2025-01-31T12:00:00Z.',
    json: 'Not JSON.',
  },

  // Checking and loading
  rowsChecked: 'Rows checked',
  rowsLoaded: 'Rows loaded',
  checking: 'Checking every row',
  onThisDevice: (file: string) => `${file}, on this device`,
  done: (count: number, total: number | null) =>
    total === null ? [{ bold: countWords(count) }] : [{ bold: countWords(count) }, ` of ${countWords(total)}`],
  loading: 'Loading',
  inBatches: 'in batches; each is stored completely or not at all',
  paused: 'Paused',
  loadedStays: 'What is loaded stays.',
  pause: 'Pause',
  resume: 'Resume',
  ends: { done: 'Loaded', stopped: 'Stopped', failed: 'The load ended early' },
  batchMayBeStored: 'The batch on its way may be stored too.',
  perSecond: (count: number) => `${countWords(count)} rows/s`,
  secondsLeft: (seconds: number) => `${countWords(seconds)} s left`,
  minutesLeft: (minutes: number) => `about ${countWords(minutes)} min left`,

  // The dataset that a new table goes into
  datasets: {
    dataset: 'Dataset',
    nameHint: 'Its name or id. A new resource is created in it.',
    find: 'Find a dataset',
    loading: 'Loading the datasets that your token may write to …',
    shown: (shown: number, count: number) =>
      `${shown < count ? `${countWords(shown)} of ` : ''}${countWords(count)} ${plural(count, { one: 'dataset', other: 'datasets' })} that your token may write to.`,
    none: "Your token can't write to the datasets of any organisation. Type the name of a dataset to try it.",
    noneFound: 'No dataset that your token may write to has these words.',
    more: 'Show more',
    takeTyped: (name: string) => `Use the dataset named ${name}`,
    chosen: (name: string) => `Chosen: ${name}`,
  },

  // The resource that records are loaded into
  resources: {
    title: 'Resources',
    find: 'Find a table',
    loading: 'Loading its resources …',
    none: 'This dataset has no resources.',
    notShown: 'The server does not show its resources. Type the id of one.',
    noneFound: 'No table has these words.',
    others: (count: number) => `${countWords(count)} more, type to find them`,
    hasTable: 'has a table: the records are added to it',
    hasNoTable: 'has no table yet: one is made',
  },

  // A file that is dragged over the page, or dropped where no table may be made of it
  dropped: {
    drop: 'Drop the file to make a table from it.',
    title: (files: number) => plural(files, { one: 'A table from this file', other: 'Tables from these files' }),
    tokenNeeded: (file: string, others: number, instance: string) => [
      { bold: file },
      `${become(others)} on ${instance} yet: that needs an API token with write access in its connection.`,
    ],
    mayNot: (file: string, others: number, instance: string) => [
      { bold: file },
      `${become(others)} on ${instance}: the token may not write there.`,
    ],
    hereInstead: (files: number) =>
      plural(files, {
        one: 'It can become a table in This browser, which stores it on this device and sends it nowhere.',
        other: 'They can become tables in This browser, which stores them on this device and sends them nowhere.',
      }),
    openHere: (files: number) => plural(files, { one: 'Open it in This browser', other: 'Open them in This browser' }),
    enterToken: 'Enter a token',
    cancel: 'Cancel',
    notTaken: {
      workbook: (file: string) =>
        `${file} is a spreadsheet of a kind that this page can't read. Open it in its program and save it as .xlsx first.`,
      binary: (file: string) => `${file} is a binary data file, ${taken} Convert it to CSV first.`,
      image: (file: string) => `${file} is an image, ${taken}`,
      document: (file: string) => `${file} is a document, ${taken}`,
      archive: (file: string) => `${file} is an archive, ${taken} Unpack it first.`,
      database: (file: string) => `${file} is a database, ${taken} Save its table as CSV first.`,
    },
  },
})

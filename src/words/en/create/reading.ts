import { catalogue } from '../../catalogue.ts'
import { countWords } from '../../figures.ts'
import { plural } from '../../plural.ts'

const rows = (count: number) => `${countWords(count)} ${plural(count, { one: 'row', other: 'rows' })}`
const line = (number: number) => `line ${countWords(number)}`

/** What is said of how a file is read, and of what is odd about it. */
export const readingWords = catalogue('reading', {
  title: 'How the file is read',
  separator: 'Separator',
  separators: { ',': 'comma', ';': 'semicolon', '\t': 'tab', '|': 'vertical bar' },
  encoding: 'Encoding',
  encodings: {
    'utf-8': 'UTF-8',
    'utf-16le': 'UTF-16 LE',
    'utf-16be': 'UTF-16 BE',
    'windows-1252': 'Windows-1252 (Western)',
    'windows-1250': 'Windows-1250 (Central European)',
    'windows-1251': 'Windows-1251 (Cyrillic)',
    'windows-1253': 'Windows-1253 (Greek)',
    'windows-1254': 'Windows-1254 (Turkish)',
    'windows-1255': 'Windows-1255 (Hebrew)',
    'windows-1256': 'Windows-1256 (Arabic)',
    'windows-1257': 'Windows-1257 (Baltic)',
    'iso-8859-2': 'ISO 8859-2 (Central European)',
    'koi8-r': 'KOI8-R (Cyrillic)',
    ibm866: 'DOS 866 (Cyrillic)',
    macintosh: 'Mac OS Roman',
    shift_jis: 'Shift JIS (Japanese)',
    'euc-jp': 'EUC-JP (Japanese)',
    gb18030: 'GB 18030 (Chinese)',
    big5: 'Big5 (Chinese)',
    'euc-kr': 'EUC-KR (Korean)',
  },
  names: 'Names',
  namesIn: (number: number, text: string) => `in ${line(number)}: ${text}`,
  namesInRow: (number: number, text: string) => `in row ${countWords(number)}: ${text}`,
  noNames: 'none: number the columns',
  quotes: 'Quotes',
  quotesEnclose: 'enclose cells',
  quotesPlain: 'are characters',
  emptyCells: 'Empty cells',
  emptyIsNull: 'null; "" is empty text',
  member: 'File in the archive',
  sheet: 'Sheet',
  sheetNamed: (name: string, count: number, isHidden: boolean) =>
    `${name} (${isHidden ? 'hidden, ' : ''}${count === 0 ? 'empty' : rows(count)})`,
  merged: 'Merged cells',
  mergedFilled: 'all have the value',
  mergedFirst: 'only the first has it',
  list: 'Records',
  listAt: (path: string, count: number) => `${path} (${countWords(count)})`,
  notUtf8: 'It is not UTF-8. If letters look wrong, choose another encoding.',
  hinted: 'Its first line names the separator.',
  trimmed: 'Blanks around values are left out.',

  // What is odd about the file
  leftOut: (count: number) => [
    { bold: `${rows(count)} above the names ${plural(count, { one: 'is', other: 'are' })} left out.` },
  ],
  spans: (number: number, lines: number) => [
    { bold: `A cell in ${line(number)} spans ${countWords(lines)} lines, and text follows its closing quote.` },
    ' A quote may be missing, so that other rows are part of this cell.',
  ],
  followed: (number: number) => [
    { bold: `Text follows the closing quote of a cell in ${line(number)}.` },
    ' The quotes are left out.',
  ],
  furtherQuotes: (count: number) =>
    `${countWords(count)} more ${plural(count, { one: 'cell is', other: 'cells are' })} like this.`,
  readAsCharacters: 'Read quotes as characters',
  neverClosed: (number: number) => [
    { bold: `A quote in ${line(number)} is never closed.` },
    ' Quotes are therefore read as characters.',
  ],
  filled: (count: number) => [
    {
      bold: `${rows(count)} ${plural(count, { one: 'has', other: 'have' })} fewer values than there are columns.`,
    },
    plural(count, { one: ' The missing values become null.', other: ' The missing values become null.' }),
  ],
  tooShort: (count: number) => [
    {
      bold: `${rows(count)} ${plural(count, { one: 'has', other: 'have' })} fewer values than there are columns.`,
    },
    plural(count, { one: ' It will not be loaded.', other: ' They will not be loaded.' }),
  ],
  tooLong: (count: number) => [
    {
      bold: `${rows(count)} ${plural(count, { one: 'has', other: 'have' })} more values than there are columns.`,
    },
    plural(count, { one: ' It will not be loaded.', other: ' They will not be loaded.' }),
  ],
  damaged: (count: number, encoding: string) => [
    {
      bold: `${countWords(count)} ${plural(count, { one: 'value has', other: 'values have' })} damaged characters,`,
    },
    ` shown as \ufffd: not valid ${encoding}. If other letters look wrong too, choose another encoding.`,
  ],
  /** Of values that are stored otherwise than the file's program shows them. */
  notes: {
    errorCells: (count: number) => [
      { bold: `${countWords(count)} ${plural(count, { one: 'cell holds an error', other: 'cells hold errors' })}.` },
      plural(count, { one: ' It becomes null.', other: ' They become null.' }),
    ],
    roundedNumbers: (count: number) => [
      {
        bold: `${countWords(count)} ${plural(count, { one: 'number has', other: 'numbers have' })} more than 15 digits.`,
      },
      ' A spreadsheet keeps no more, so the last digits may have been lost before.',
    ],
    zerosShown: (count: number) => [
      {
        bold: `The zeros in front of ${countWords(count)} ${plural(count, { one: 'value', other: 'values' })} are only a number format.`,
      },
      plural(count, { one: ' It is read as shown, as text.', other: ' They are read as shown, as text.' }),
    ],
    mergedCells: (count: number) => [
      {
        bold: `${countWords(count)} ${plural(count, { one: 'range of cells is', other: 'ranges of cells are' })} merged.`,
      },
    ],
    formulasWithoutValue: (count: number) => [
      {
        bold: `${countWords(count)} ${plural(count, { one: 'formula has', other: 'formulas have' })} no value in the file.`,
      },
      plural(count, { one: ' It becomes null.', other: ' They become null.' }),
      ' Open the workbook in Excel or LibreOffice and save it again to get the values.',
    ],
    notFinite: (count: number) => [
      {
        bold: `${countWords(count)} ${plural(count, { one: 'value is', other: 'values are' })} no finite number (NaN or Infinity).`,
      },
      ' A column with such values is read as text.',
    ],
  },
  firstShown: (count: number) => ` The first ${countWords(count)} are shown.`,
  fillShort: 'Load short rows, with null for what is missing',

  // Numbers and dates in a column of text
  offer: (from: string, to: string) => `Read ${from} as ${to}`,
  offerTo: (column: string, type: string, from: string, to: string) => `Read ${from} as ${to} in ${column}, as ${type}`,
})

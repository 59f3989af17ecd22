import { cleanNames, type CleanName } from '../columnNames.ts'
import { ColumnGuess, type TypeOffer } from '../columnGuess.ts'
import { COLUMN_TYPES, fits, type ColumnType } from '../columnTypes.ts'
import { usualLength } from './csvDialect.ts'
import { examineCsv, headOf, readCsv, type CsvReading, type ReadFindings, type ReadingChoice } from './csvFile.ts'
import { CsvError, type CsvRecord } from './csvParser.ts'
import { lengthOf } from './csvRecords.ts'

/** A value of a line of the file, cut if it is long. */
export interface Misfit {
  readonly line: number
  readonly value: string
}

/** How many values there are that something is wrong with, and the first of them. */
export interface Misfits {
  readonly count: number
  readonly first: readonly Misfit[]
}

/** What the whole file says about one column. */
export interface CsvColumn extends CleanName {
  readonly guess: ColumnType
  /** Nearly all values fit this type, and the others are why the guess is text; null if it isn't so. */
  readonly nearly: ColumnType | null
  readonly offers: readonly TypeOffer[]
  /** Cells that are neither null nor empty. */
  readonly values: number
  /** Cells that are. */
  readonly empty: number
  readonly misfits: (type: ColumnType) => Misfits
}

/** What is odd about a file, besides values that don't fit: what would be lost, left out, set aside or changed. */
export interface CsvFindings extends ReadFindings {
  /** Records with fewer cells than there are columns: filled with nulls, or set aside, as the reading says. */
  readonly short: Misfits
  /** Records with more cells than there are columns, which are set aside. */
  readonly long: Misfits
  /** Cells with characters that could not be decoded. */
  readonly damaged: Misfits
  /** The line of a quote that is never closed, for which quotes are read as plain characters; null if there is none. */
  readonly neverClosed: number | null
}

/** A file that was read once from start to end. */
export interface CsvTable {
  readonly reading: CsvReading
  /** The first records of the file, whether they are above the names or not. */
  readonly firstRecords: readonly CsvRecord[]
  readonly columns: readonly CsvColumn[]
  /** How many records there are, without the header. */
  readonly rows: number
  readonly preview: readonly CsvRecord[]
  readonly findings: CsvFindings
  /** Only the beginning of the file was read. */
  readonly isHead: boolean
}

export interface ExamineOptions {
  readonly signal: AbortSignal
  readonly onProgress: (rows: number) => void
  readonly chosen?: ReadingChoice | undefined
  /** Comes first, if the file is long: what its beginning says, while the rest is read. */
  readonly onHead?: ((table: CsvTable) => void) | undefined
}

/** Reads the whole file for names, types, counts and the first 200 rows. Rejects with `CsvError` or `AbortError`. */
export async function examineTable(file: Blob, options: ExamineOptions): Promise<CsvTable> {
  const { signal, chosen } = options
  const { reading, firstRecords } = await examineCsv(file, signal, chosen)
  const head = options.onHead === undefined ? file : await headOf(file, reading.encoding)
  if (head !== file) {
    const found = await examine(head, reading, { signal, onProgress: () => undefined, isHead: true }).catch(() => null)
    if (found !== null && !signal.aborted) options.onHead?.({ ...found, firstRecords })
  }
  try {
    return { ...(await examine(file, reading, { ...options, isHead: false })), firstRecords }
  } catch (error) {
    if (!(error instanceof CsvError) || error.problem.code !== 'quoteNeverClosed') throw error
    // The whole file is there, so the quote can only be a character.
    const table = await examineTable(file, { ...options, chosen: { ...chosen, plainQuotes: true } })
    return { ...table, findings: { ...table.findings, neverClosed: error.problem.line } }
  }
}

async function examine(
  file: Blob,
  reading: CsvReading,
  { signal, onProgress, isHead }: ExamineOptions & { readonly isHead: boolean },
): Promise<Omit<CsvTable, 'firstRecords'>> {
  let counter: TableCounter | null = null
  let found: ReadFindings | null = null
  const onEnd = (findings: ReadFindings) => (found = findings)
  for await (const records of readCsv(file, reading, { signal, isHead, onEnd })) {
    const isFirst = counter === null
    counter ??= new TableCounter(headerOf(records, reading), reading)
    for (const record of isFirst && reading.namesLine !== null ? records.slice(1) : records) counter.add(record)
    onProgress(counter.rows)
  }
  if (counter === null || found === null) throw new CsvError({ code: 'fileEmpty' })
  return { reading, isHead, ...counter.result(found) }
}

/** The names in the file, or none for as many columns as the records usually have. */
function headerOf(records: readonly CsvRecord[], { namesLine }: CsvReading): readonly (string | null)[] {
  const [first] = records
  if (first === undefined) return []
  if (namesLine === null) return Array.from({ length: Math.max(1, usualLength(records)) }, () => null)
  return first.cells.slice(0, lengthOf(first))
}

const PREVIEW_ROWS = 200
const FIRST_MISFITS = 3

/** Values that something is wrong with, counted; the first are kept. */
class MisfitCounter implements Misfits {
  count = 0
  readonly first: Misfit[] = []

  add(line: number, value: string): void {
    this.count += 1
    if (this.first.length < FIRST_MISFITS) this.first.push({ line, value: value.slice(0, 200) })
  }
}

class TableCounter {
  readonly #columns: readonly ColumnCounter[]
  readonly #fillsShort: boolean
  readonly #preview: CsvRecord[] = []
  readonly #short = new MisfitCounter()
  readonly #long = new MisfitCounter()
  readonly #damaged = new MisfitCounter()
  rows = 0

  constructor(header: readonly (string | null)[], { separator, fillsShort }: CsvReading) {
    this.#fillsShort = fillsShort
    // Where commas separate the cells, those in numbers more often separate thousands.
    this.#columns = cleanNames(header).map((name) => new ColumnCounter(name, separator !== ','))
  }

  add(record: CsvRecord): void {
    this.rows += 1
    if (this.#preview.length < PREVIEW_ROWS) this.#preview.push(record)
    this.#findDamage(record)
    const width = this.#columns.length
    const length = lengthOf(record, width)
    if (length !== width) (length < width ? this.#short : this.#long).add(record.line, textOf(record))
    // What a record that is set aside has in its cells says nothing about the columns.
    if (length > width || (length < width && !this.#fillsShort)) return
    for (const [place, column] of this.#columns.entries()) column.add(record.cells[place] ?? null, record.line)
  }

  result(found: ReadFindings): Omit<CsvTable, 'firstRecords' | 'reading' | 'isHead'> {
    return {
      columns: this.#columns.map((column) => column.result()),
      rows: this.rows,
      preview: this.#preview,
      findings: { ...found, short: this.#short, long: this.#long, damaged: this.#damaged, neverClosed: null },
    }
  }

  #findDamage({ line, cells }: CsvRecord): void {
    if (!cells.some((cell) => cell !== null && cell.includes('\ufffd'))) return
    let breaks = 0
    for (const cell of cells) {
      if (cell === null) continue
      const at = cell.indexOf('\ufffd')
      if (at !== -1) {
        const before = cell.slice(0, at)
        const start = before.lastIndexOf('\n') + 1
        this.#damaged.add(line + breaks + breaksIn(before), cell.slice(Math.max(start, at - 20), at + 20))
      }
      breaks += breaksIn(cell)
    }
  }
}

function textOf({ cells }: CsvRecord): string {
  return cells.map((cell) => cell ?? '').join(', ')
}

function breaksIn(text: string): number {
  return text.match(/\r\n|\r|\n/g)?.length ?? 0
}

class ColumnCounter {
  readonly #name: CleanName
  readonly #guess: ColumnGuess
  readonly #misfits = new Map(COLUMN_TYPES.map((type) => [type, new MisfitCounter()]))
  #values = 0
  #empty = 0

  constructor(name: CleanName, hasDecimalComma: boolean) {
    this.#name = name
    this.#guess = new ColumnGuess(hasDecimalComma)
  }

  add(cell: string | null, line: number): void {
    this.#guess.add(cell)
    if (cell === null || cell === '') this.#empty += 1
    else this.#values += 1
    if (cell === null) return
    for (const [type, misfits] of this.#misfits) if (!fits(type, cell)) misfits.add(line, cell)
  }

  result(): CsvColumn {
    const misfits = (type: ColumnType) => this.#misfits.get(type) ?? { count: 0, first: [] }
    const guess = this.#guess
    const counts = { values: this.#values, empty: this.#empty }
    const nearly = guess.nearly()
    return {
      ...this.#name,
      ...counts,
      guess: guess.type(),
      nearly: nearly !== null && misfits(nearly).count > 0 ? nearly : null,
      offers: guess.offers((type) => misfits(type).count === 0),
      misfits,
    }
  }
}

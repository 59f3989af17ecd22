import { cleanNames, type CleanName } from './columnNames.ts'
import { ColumnGuess } from './columnGuess.ts'
import { COLUMN_TYPES, fits, isTypical, type ColumnType } from './columnTypes.ts'
import { PersonalCounter } from './personal/personalCounter.ts'
import { lengthOf } from './recordLength.ts'
import type { FileColumn, FileRecord, FileTable, Misfit, Misfits } from './tableReader.ts'

const PREVIEW_ROWS = 200
const FIRST_MISFITS = 3

/** Values that something is wrong with, counted; the first are kept. */
export class MisfitCounter implements Misfits {
  count = 0
  readonly first: Misfit[] = []

  add(line: number, value: string): void {
    this.count += 1
    if (this.first.length < FIRST_MISFITS) this.first.push({ line, value: value.slice(0, 200) })
  }
}

/** How the records of a file are counted. */
export interface CountOptions {
  readonly fillsShort: boolean
  /** Records without the last cells are usual in the format, and nothing to tell. */
  readonly fillsEmpty?: boolean | undefined
  readonly hasDecimalComma: boolean
  /** The type that the file itself gives a column, by what is guessed from its values; the guess if left out. */
  readonly declared?: ((place: number, guess: ColumnType, misfits: FileColumn['misfits']) => ColumnType) | undefined
}

/** What a counter gives: all but how the file was read. */
type Counted = Pick<FileTable<string, unknown>, 'columns' | 'rows' | 'preview' | 'findings'>

/** Counts the records of a file, for what it says about its columns. */
export class TableCounter {
  readonly #columns: ColumnCounter[]
  readonly #names: (string | null)[]
  readonly #options: CountOptions
  readonly #preview: FileRecord[] = []
  readonly #short = new MisfitCounter()
  readonly #long = new MisfitCounter()
  readonly #damaged = new MisfitCounter()
  rows = 0

  constructor(header: readonly (string | null)[], options: CountOptions) {
    this.#options = options
    this.#names = [...header]
    this.#columns = header.map((name) => new ColumnCounter(name, options.hasDecimalComma))
  }

  /** A column that no record so far has a value in. */
  addColumn(name: string | null): void {
    this.#names.push(name)
    this.#columns.push(new ColumnCounter(name, this.#options.hasDecimalComma, this.rows))
  }

  add(record: FileRecord): void {
    this.rows += 1
    if (this.#preview.length < PREVIEW_ROWS) this.#preview.push(record)
    this.#findDamage(record)
    const width = this.#columns.length
    const length = lengthOf(record, width)
    const isShort = length < width && !this.#options.fillsEmpty
    if (length > width || isShort) (length < width ? this.#short : this.#long).add(record.line, textOf(record))
    // What a record that is set aside has in its cells says nothing about the columns.
    if (length > width || (length < width && !this.#options.fillsShort)) return
    for (const [place, column] of this.#columns.entries()) column.add(record.cells[place] ?? null, record.line)
  }

  result(): Counted {
    const names = cleanNames(this.#names)
    const { declared } = this.#options
    return {
      columns: this.#columns.map((column, place) =>
        // As many names as columns.
        column.result(names[place] ?? { name: '', written: '' }, (guess, misfits) =>
          declared === undefined ? guess : declared(place, guess, misfits),
        ),
      ),
      rows: this.rows,
      preview: this.#preview,
      findings: { short: this.#short, long: this.#long, damaged: this.#damaged, leftOut: 0, notes: [] },
    }
  }

  #findDamage({ line, cells }: FileRecord): void {
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

function textOf({ cells }: FileRecord): string {
  return cells.map((cell) => cell ?? '').join(', ')
}

function breaksIn(text: string): number {
  return text.match(/\r\n|\r|\n/g)?.length ?? 0
}

class ColumnCounter {
  readonly #guess: ColumnGuess
  readonly #misfits = new Map(COLUMN_TYPES.map((type) => [type, new MisfitCounter()]))
  /** For each type, the first value that is not written as only values of the type are. */
  readonly #forbids = new Map<ColumnType, Misfit>()
  readonly #personal: PersonalCounter
  #values = 0
  #empty: number

  constructor(name: string | null, hasDecimalComma: boolean, empty = 0) {
    this.#personal = new PersonalCounter(name ?? '')
    this.#guess = new ColumnGuess(hasDecimalComma)
    this.#empty = empty
  }

  add(cell: string | null, line: number): void {
    this.#guess.add(cell)
    if (cell === null || cell === '') this.#empty += 1
    else {
      this.#values += 1
      this.#personal.add(cell, line)
    }
    if (cell === null) return
    for (const [type, misfits] of this.#misfits) {
      const isFit = fits(type, cell)
      if (!isFit) misfits.add(line, cell)
      if (!this.#forbids.has(type) && cell.trim() !== '' && (!isFit || !isTypical(type, cell)))
        this.#forbids.set(type, { line, value: cell.slice(0, 200) })
    }
  }

  result(name: CleanName, declared: (guess: ColumnType, misfits: FileColumn['misfits']) => ColumnType): FileColumn {
    const misfits = (type: ColumnType): Misfits => this.#misfits.get(type) ?? { count: 0, first: [] }
    const guess = declared(this.#guess.type(), misfits)
    const isGuess = guess === this.#guess.type()
    const nearly = isGuess ? this.#guess.nearly() : null
    return {
      ...name,
      values: this.#values,
      empty: this.#empty,
      guess,
      nearly: nearly !== null && misfits(nearly).count > 0 ? nearly : null,
      offers: isGuess ? this.#guess.offers((type) => misfits(type).count === 0) : [],
      misfits,
      forbids: (type) => this.#forbids.get(type) ?? null,
      personal: this.#personal.result(),
    }
  }
}

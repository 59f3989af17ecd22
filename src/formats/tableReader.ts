import type { CleanName } from './columnNames.ts'
import type { TypeOffer } from './columnGuess.ts'
import type { PersonalValues } from './personal/personalCounter.ts'
import type { ColumnType } from './columnTypes.ts'

/** One record of a file: its cells as text, null where it has no value. */
export interface FileRecord {
  /** Where people find it, from 1: its line, its row in a sheet, or its place among the records, as `numbering` says. */
  readonly line: number
  readonly cells: readonly (string | null)[]
}

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
export interface FileColumn extends CleanName {
  readonly guess: ColumnType
  /** Nearly all values fit this type, and the others are why the guess is text; null if it isn't so. */
  readonly nearly: ColumnType | null
  readonly offers: readonly TypeOffer[]
  /** Cells that are neither null nor empty. */
  readonly values: number
  /** Cells that are. */
  readonly empty: number
  readonly misfits: (type: ColumnType) => Misfits
  /** The first value for which the column isn't of this type, though it may fit; null if there is none. */
  readonly forbids: (type: ColumnType) => Misfit | null
  /** What its values look like if they may be personal data; null if they don't. */
  readonly personal: PersonalValues | null
}

/** Something that a reader says of values that are stored otherwise than the file's program shows them, or not at all. */
export interface FileNote {
  readonly code: 'errorCells' | 'roundedNumbers' | 'zerosShown' | 'mergedCells' | 'formulasWithoutValue' | 'notFinite'
  readonly found: Misfits
}

/** What is odd about a file, besides values that don't fit: what would be lost, left out, set aside or changed. */
export interface TableFindings {
  /** Records with fewer cells than there are columns: filled with nulls, or set aside, as `fillsShort` says. */
  readonly short: Misfits
  /** Records with more cells than there are columns, which are set aside. */
  readonly long: Misfits
  /** Cells with characters that could not be decoded. */
  readonly damaged: Misfits
  /** Records above the names, which are left out. */
  readonly leftOut: number
  readonly notes: readonly FileNote[]
}

/** A file that was read once from start to end, and can be read again. `Reading` says how it was read. */
export interface FileTable<Format extends string, Reading, Findings extends TableFindings = TableFindings> {
  readonly format: Format
  readonly reading: Reading
  /** The files of the archive that it is in, and its own name there; null if it is in none. */
  readonly archive: { readonly members: readonly string[]; readonly member: string } | null
  readonly numbering: 'lines' | 'rows' | 'records'
  /** The first records of the file, one of which may have the names. */
  readonly firstRecords: readonly FileRecord[]
  readonly columns: readonly FileColumn[]
  /** How many records there are, without the header. */
  readonly rows: number
  readonly preview: readonly FileRecord[]
  readonly findings: Findings
  /** Only the beginning of the file was read. */
  readonly isHead: boolean
  /** A record with too few cells has nothing in the last columns; else it is set aside. */
  readonly fillsShort: boolean
  /** All records without the header, in batches. Rejects with `AbortError`. */
  readonly records: (signal: AbortSignal) => AsyncIterable<readonly FileRecord[]>
}

export interface ReadOptions<Choice, Table> {
  readonly signal: AbortSignal
  readonly onProgress: (rows: number) => void
  /** What was chosen of how it is read; the rest is found in the file. */
  readonly chosen?: Choice | undefined
  /** Comes first, if the file is long: what its beginning says, while the rest is read. */
  readonly onHead?: ((table: Table) => void) | undefined
}

import type { Row } from '../protocol/answers.ts'
import type { Field } from '../protocol/field.ts'

/** A kind of file that results can be saved as. */
export interface ExportFormat {
  /** What people call it, in any language: `CSV`. */
  readonly name: string
  /** The ending of the file's name, without the dot. */
  readonly extension: string
  readonly mediaType: string
  /** It is text that spreadsheets open, so that a mark and a guard of formulas can be asked for. */
  readonly isForSheets?: boolean
  /**
   * Begins a file with these fields, in this order; with exact values where nothing else is asked for. What a format needs
   * of libraries loads only then.
   */
  write(fields: readonly Field[], options?: FileOptions): TableWriter | Promise<TableWriter>
}

/** What makes a file easier on spreadsheets, and less exact; and what a file says of the table. */
export interface FileOptions {
  /** Begins with a byte order mark, by which Excel knows UTF-8. */
  readonly hasMark: boolean
  /** Text that a spreadsheet would take for a formula begins with an apostrophe. */
  readonly guardsFormulas: boolean
  /** What the table in the file is called. */
  readonly title?: string
}

/** Writes one file, piece by piece: `start`, then `rows` for each page of records, each awaited, then `end`. */
export interface TableWriter {
  start(): FilePart | Promise<FilePart>
  /** Rows have a value for each field, undefined if a record lacks it. The piece may hold rows of earlier calls, or none yet. */
  rows(rows: Iterable<Row>): FilePart | Promise<FilePart>
  end(): FileEnd | Promise<FileEnd>
}

export type FilePart = string | Uint8Array<ArrayBuffer> | Blob

/** The last piece, and what the file could not hold as the server sent it. */
export interface FileEnd {
  readonly part: FilePart
  readonly guarded: readonly Guarded[]
}

/** What became of values that a format can't hold as they are. */
export type GuardKind =
  /** Cut at the most characters that a cell takes. */
  | 'cut'
  /** Numbers, days and times written as text, digit for digit. */
  | 'numbersAsText'
  | 'timesAsText'
  /** Control characters that the format has no sign for were left out. */
  | 'leftOut'
  /** Columns that got another name. */
  | 'renamed'
  /** Sheets that the rows go on in. */
  | 'sheets'

export interface Guarded {
  readonly kind: GuardKind
  /** How many cells; of names and sheets, how many of these. */
  readonly count: number
  /** The columns concerned, in their order. */
  readonly columns: readonly string[]
}

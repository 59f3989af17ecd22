import { ProblemError } from '../../protocol/problem.ts'
import type { FileRecord } from '../tableReader.ts'

/** A file that can't be read to its end; the problem says where. */
export class CsvError extends ProblemError {
  override readonly name = 'CsvError'
}

/** A quoted cell with text after its closing quote: a quote may have been left out, and other cells swallowed. */
export interface StrayQuote {
  /** The line that the quoted cell begins in. */
  readonly line: number
  /** The lines that it spans. */
  readonly lines: number
}

export interface CsvOptions {
  /** Quotes are characters like others. */
  readonly plainQuotes?: boolean | undefined
  /** Blanks around cells without quotes are no part of them. */
  readonly trims?: boolean | undefined
}

/**
 * Reads CSV by RFC 4180 in pieces of any size: quoted separators, quotes and line breaks, lines that end in CRLF, LF or
 * CR. A quote within an unquoted cell, and text after a closing quote, are taken literally; blanks around quotes are not
 * part of the cell. An empty cell without quotes is null, `""` is empty text (as PostgreSQL's COPY reads them). Blank lines
 * are skipped.
 */
export class CsvParser {
  /** The first stray quotes so far. */
  readonly strayQuotes: StrayQuote[] = []
  #strayCount = 0
  #spacedCells = 0
  #bareCells = 0
  readonly #separator: string
  readonly #plainQuotes: boolean
  readonly #trims: boolean
  readonly #special: RegExp
  /** `blank`: only blanks so far; `spaced`: blanks after a closing quote. */
  #state: 'start' | 'blank' | 'plain' | 'quoted' | 'closed' | 'spaced' = 'start'
  #afterReturn = false
  #cell = ''
  #blanks = ''
  #wasQuoted = false
  #cells: (string | null)[] = []
  #line = 1
  #recordLine = 1
  #quoteLine = 1

  /** `separator` is one character, no quote and no line break. */
  constructor(separator: string, { plainQuotes = false, trims = false }: CsvOptions = {}) {
    this.#separator = separator
    this.#plainQuotes = plainQuotes
    this.#trims = trims
    this.#special = new RegExp(`[\\r\\n${separator === '|' ? '\\|' : separator}]`, 'g')
  }

  /** How many stray quotes there were so far. */
  get strayCount(): number {
    return this.#strayCount
  }

  /** The text so far ends within a quoted cell. */
  get isInQuotes(): boolean {
    return this.#state === 'quoted'
  }

  /** Whether a blank followed each separator so far, so that it belongs to the separator. */
  get isSpaced(): boolean {
    return this.#spacedCells > 0 && this.#bareCells === 0
  }

  /** The records that end within this piece. */
  push(text: string): FileRecord[] {
    const found: FileRecord[] = []
    let at = 0
    while (at < text.length) {
      const char = text.charAt(at)
      if (this.#state === 'quoted') {
        const quote = text.indexOf('"', at)
        const end = quote === -1 ? text.length : quote
        this.#take(text.slice(at, end))
        at = end + 1
        if (quote !== -1) {
          this.#state = 'closed'
          this.#afterReturn = false
        }
        continue
      }
      if (char === '\n' && this.#afterReturn) {
        this.#afterReturn = false
        at += 1
        continue
      }
      this.#afterReturn = false
      if (char === '\r' || char === '\n') {
        this.#afterReturn = char === '\r'
        this.#line += 1
        this.#endRecord(found)
        at += 1
        continue
      }
      if (char === this.#separator) {
        this.#endCell()
        at += 1
        continue
      }
      if (this.#state === 'start' && this.#cells.length > 0) {
        if (char === ' ') this.#spacedCells += 1
        else this.#bareCells += 1
      }
      if (char === ' ' && this.#state !== 'plain') {
        if (this.#state === 'start') this.#state = 'blank'
        else if (this.#state === 'closed') this.#state = 'spaced'
        this.#blanks += char
        at += 1
      } else if (char === '"' && !this.#plainQuotes && (this.#state === 'start' || this.#state === 'blank')) {
        this.#state = 'quoted'
        this.#blanks = ''
        this.#wasQuoted = true
        this.#quoteLine = this.#line
        at += 1
      } else if (char === '"' && this.#state === 'closed') {
        this.#cell += '"'
        this.#state = 'quoted'
        at += 1
      } else {
        if (this.#state === 'closed' || this.#state === 'spaced') this.#endQuote()
        this.#special.lastIndex = at
        const end = this.#special.exec(text)?.index ?? text.length
        this.#cell += this.#blanks + text.slice(at, end)
        this.#blanks = ''
        this.#state = 'plain'
        at = end
      }
    }
    return found
  }

  /** The last record, if the file doesn't end in a line break. Throws `CsvError` if a quote was never closed. */
  end(): FileRecord[] {
    if (this.#state === 'quoted') {
      throw new CsvError({ code: 'quoteNeverClosed', line: this.#quoteLine, column: this.#cells.length + 1 })
    }
    const found: FileRecord[] = []
    if (this.#state !== 'start' || this.#cells.length > 0) this.#endRecord(found)
    return found
  }

  /** Text inside of quotes; its line breaks count as lines. */
  #take(text: string): void {
    this.#cell += text
    for (const [at, char] of breaks(text)) {
      if (char === '\n' && at === 0 && this.#afterReturn) continue
      this.#line += 1
    }
    if (text !== '') this.#afterReturn = text.endsWith('\r')
  }

  /** Text follows the closing quote of the cell. */
  #endQuote(): void {
    this.#strayCount += 1
    if (this.strayQuotes.length < FIRST_STRAYS)
      this.strayQuotes.push({ line: this.#quoteLine, lines: this.#line - this.#quoteLine + 1 })
  }

  #endCell(): void {
    // What follows a closing quote is no part of the cell if it is only blanks.
    const text = this.#wasQuoted ? this.#cell : this.#cell + this.#blanks
    const cell = this.#trims && !this.#wasQuoted ? text.trim() : text
    this.#cells.push(cell === '' && !this.#wasQuoted ? null : cell)
    this.#cell = ''
    this.#blanks = ''
    this.#wasQuoted = false
    this.#state = 'start'
  }

  #endRecord(found: FileRecord[]): void {
    this.#endCell()
    const isBlank = this.#cells.length === 1 && this.#cells[0] === null
    if (!isBlank) found.push({ line: this.#recordLine, cells: this.#cells })
    this.#cells = []
    this.#recordLine = this.#line
  }
}

const FIRST_STRAYS = 5

/** The line breaks with their positions, CRLF as one. */
function* breaks(text: string): Generator<[number, string]> {
  for (const found of text.matchAll(/\r\n|\r|\n/g)) yield [found.index, found[0]]
}

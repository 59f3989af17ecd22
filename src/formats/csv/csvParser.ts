import { ProblemError } from '../../protocol/problem.ts'

/** One record of a CSV file. An empty cell without quotes is null, `""` is empty text (as PostgreSQL's COPY reads them). */
export interface CsvRecord {
  /** The line of the file that the record begins in, from 1. */
  readonly line: number
  readonly cells: readonly (string | null)[]
}

/** A file that can't be read to its end; the problem says where. */
export class CsvError extends ProblemError {
  override readonly name = 'CsvError'
}

/**
 * Reads CSV by RFC 4180 in pieces of any size: quoted separators, quotes and line breaks, lines that end in CRLF, LF or
 * CR. A quote within an unquoted cell, and text after a closing quote, are taken literally. Blank lines are skipped.
 */
export class CsvParser {
  readonly #separator: string
  readonly #special: RegExp
  #state: 'start' | 'plain' | 'quoted' | 'closed' = 'start'
  #afterReturn = false
  #cell = ''
  #wasQuoted = false
  #cells: (string | null)[] = []
  #line = 1
  #recordLine = 1
  #quoteLine = 1

  /** `separator` is one character, no quote and no line break. */
  constructor(separator: string) {
    this.#separator = separator
    this.#special = new RegExp(`[\\r\\n${separator === '|' ? '\\|' : separator}]`, 'g')
  }

  /** The records that end within this piece. */
  push(text: string): CsvRecord[] {
    const found: CsvRecord[] = []
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
      } else if (char === this.#separator) {
        this.#endCell()
        at += 1
      } else if (char === '"' && this.#state === 'start') {
        this.#state = 'quoted'
        this.#wasQuoted = true
        this.#quoteLine = this.#line
        at += 1
      } else if (char === '"' && this.#state === 'closed') {
        this.#cell += '"'
        this.#state = 'quoted'
        at += 1
      } else {
        this.#special.lastIndex = at
        const end = this.#special.exec(text)?.index ?? text.length
        this.#cell += text.slice(at, end)
        this.#state = 'plain'
        at = end
      }
    }
    return found
  }

  /** The last record, if the file doesn't end in a line break. Throws `CsvError` if a quote was never closed. */
  end(): CsvRecord[] {
    if (this.#state === 'quoted') {
      throw new CsvError({ code: 'quoteNeverClosed', line: this.#quoteLine, column: this.#cells.length + 1 })
    }
    const found: CsvRecord[] = []
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

  #endCell(): void {
    this.#cells.push(this.#cell === '' && !this.#wasQuoted ? null : this.#cell)
    this.#cell = ''
    this.#wasQuoted = false
    this.#state = 'start'
  }

  #endRecord(found: CsvRecord[]): void {
    this.#endCell()
    const isBlank = this.#cells.length === 1 && this.#cells[0] === null
    if (!isBlank) found.push({ line: this.#recordLine, cells: this.#cells })
    this.#cells = []
    this.#recordLine = this.#line
  }
}

/** The line breaks with their positions, CRLF as one. */
function* breaks(text: string): Generator<[number, string]> {
  for (const found of text.matchAll(/\r\n|\r|\n/g)) yield [found.index, found[0]]
}

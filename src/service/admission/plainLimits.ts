import { invalid, type Refusal } from '../refusal.ts'

// Each limit is far above what people write. What a statement may cost is bounded where it runs: by time, rows and memory.

/** The page itself sends lists of 10,000 values. */
const MOST_KB = 256
/** A list of 70,000 numbers has fewer. They are read in about a third of a second. */
const MOST_NODES = 150_000
const MOST_TABLES = 100

/**
 * Half of what PGlite survives: its stack overflows at 264 nested calls and silently damages its state (measured; a step
 * down the left side of `1 + 1 + 1` costs half a call).
 */
const MOST_LEVELS = 128

/** The lexer takes quadratic time for a run of operator characters, nested comments included. */
const LONG_RUN_OF_OPERATORS = /[~!@#^&|`?+\-*/%<>=]{500}/

/** Throws a refusal if a text is no statement that can be parsed at once; `bytes`: its length in UTF-8. */
export function refuseText(sql: string, bytes: number): void {
  if (bytes > MOST_KB * 1024) {
    throw limit(
      `The statement has ${Math.ceil(bytes / 1024)} kB, and at most ${MOST_KB} kB are taken: list fewer values in it`,
    )
  }
  if (sql.includes('\0')) throw limit('The statement holds a NUL character: leave it out')
  if (/\p{Surrogate}/u.test(sql)) throw limit('The statement holds half of a surrogate pair: leave it out')
  if (LONG_RUN_OF_OPERATORS.test(sql)) {
    throw limit('The statement holds more than 500 operator characters in a row: put blanks between them')
  }
}

/** Counts what a statement has, and throws a refusal where it is too much. */
export class PlainLimits {
  #nodes = 0
  #tables = 0

  /** Counts a node of the syntax tree, so deep below its root. */
  note(kind: string, depth: number): void {
    if (depth > MOST_LEVELS) throw tooDeep()
    this.#nodes += 1
    if (this.#nodes > MOST_NODES) {
      throw limit(
        `The statement has more than ${MOST_NODES} names, values and operators: use fewer conditions, or IN with a list`,
      )
    }
    if (!SOURCES.has(kind)) return
    this.#tables += 1
    if (this.#tables > MOST_TABLES) {
      throw limit(
        `The statement has more than ${MOST_TABLES} tables, subqueries and functions after FROM: ask in several statements`,
      )
    }
  }
}

/** 409: deeper than the stack of the parser or the database. */
export function tooDeep(): Refusal {
  return limit('The statement is nested too deeply: use fewer brackets and subqueries within each other')
}

/** What has rows, by its kind. */
const SOURCES: ReadonlySet<string> = new Set(['RangeVar', 'RangeSubselect', 'RangeFunction', 'JsonTable'])

function limit(sentence: string): Refusal {
  return invalid({ query: [sentence] })
}

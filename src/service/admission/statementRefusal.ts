import { invalid, type Refusal } from '../refusal.ts'

/** An error of PostgreSQL in a statement. */
export interface StatementProblem {
  /** psycopg2's name of the error, such as `SyntaxError` or `UndefinedTable`. */
  readonly condition: string
  /** PostgreSQL's message, without the `LINE` part. */
  readonly message: string
  /** In characters (code points) from 0; null if the error has no position. */
  readonly position: number | null
}

/** 409 in CKAN's shape for a statement that PostgreSQL refuses. The `LINE` part quotes the user's own text. */
export function statementRefusal(sql: string, { condition, message, position }: StatementProblem): Refusal {
  const original = position === null ? message : `${message}\n${lineWithCaret(sql, position)}`
  return invalid({
    query: [`(psycopg2.errors.${condition}) ${original}\n\n[SQL: ${sql}]`],
    info: { statement: [sql], params: [{}], orig: [original] },
  })
}

const shownCharacters = 60
const shownAfterPlace = 10

/**
 * The line of `sql` with the error, cut to 60 characters, and a caret below it, as libpq prints them, except that every
 * character counts as one column wide.
 */
function lineWithCaret(sql: string, position: number): string {
  const characters = Array.from(sql)
  let lineNumber = 1
  let lineStart = 0
  let lineEnd = characters.length
  for (const [index, character] of characters.entries()) {
    const isBreak = character === '\n' || (character === '\r' && characters[index + 1] !== '\n')
    if (!isBreak) continue
    if (index >= position) {
      lineEnd = index
      break
    }
    lineNumber += 1
    lineStart = index + 1
  }
  if (characters[lineEnd - 1] === '\r') lineEnd -= 1

  let start = lineStart
  let end = lineEnd
  if (end - start > shownCharacters) {
    if (position + shownAfterPlace <= start + shownCharacters) end = start + shownCharacters
    else {
      end = Math.min(end, position + shownAfterPlace)
      start = Math.max(start, end - shownCharacters)
    }
  }
  const head = `LINE ${lineNumber}: ${start > lineStart ? '...' : ''}`
  const shown = characters.slice(start, end).join('').replaceAll('\t', ' ')
  const tail = end < lineEnd ? '...' : ''
  return `${head}${shown}${tail}\n${' '.repeat(head.length + Math.max(0, position - start))}^`
}

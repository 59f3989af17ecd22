import { ActionError } from '../../../protocol/envelope.ts'
import { sqlName } from '../../../query/sqlText.ts'
import { tablesNamed } from '../../../sql/tables/tablesNamed.ts'
import { caretLine, sqlErrorPlace } from '../errors/sqlErrorPlace.ts'
import { nameOf } from './acrossPlan.ts'

/** A statement with other names for its tables. */
export interface OnCopies {
  readonly text: string
  /** The names of the copies in it, and how each was written. */
  readonly renamed: ReadonlyMap<string, string>
  /** The place in the statement as it was written, for one in the text. */
  readonly back: (place: number) => number
}

/**
 * Puts the names of copies in the place of tables' names. A table without an alias gets its own name as one, so that its
 * columns are still called `"its name"."column"`.
 */
export function onCopies(written: string, copyNamed: (name: string) => string | null): OnCopies {
  const edits: { readonly start: number; readonly end: number; readonly text: string }[] = []
  const renamed = new Map<string, string>()
  for (const { path, start, end, aliasAt } of tablesNamed(written)) {
    const copy = copyNamed(nameOf(path))
    if (copy === null) continue
    const name = path.at(-1) ?? ''
    renamed.set(copy, name)
    edits.push({ start, end, text: sqlName(copy) })
    if (aliasAt !== null) edits.push({ start: aliasAt, end: aliasAt, text: ` AS ${sqlName(name)}` })
  }
  let text = ''
  let at = 0
  for (const edit of edits) {
    text += written.slice(at, edit.start) + edit.text
    at = edit.end
  }
  const back = (place: number) => {
    let shift = 0
    for (const { start, end, text: put } of edits) {
      const from = start + shift
      if (place < from) break
      // Inside what was put there, the whole name is meant.
      if (place < from + put.length) return start
      shift += put.length - (end - start)
    }
    return Math.min(place - shift, written.length)
  }
  return { text: text + written.slice(at), renamed, back }
}

/** The error of a statement on copies, as if it had been said of the statement as it was written. */
export function errorAsWritten(error: unknown, written: string, { text, renamed, back }: OnCopies): unknown {
  if (!(error instanceof ActionError) || error.problem !== null) return error
  const place = sqlErrorPlace(error, text)
  const named = (words: string) => {
    let said = words
    for (const [copy, name] of renamed) said = said.replaceAll(copy, name)
    return said
  }
  const lines = error.message.split('\n')
  const quote = lines.findIndex((line) => /^LINE \d+:/.test(line))
  // The quoted line and its caret; what stands behind them, as a hint, stays.
  const others = quote === -1 ? lines : [...lines.slice(0, quote), ...lines.slice(quote + 2)]
  const [first = '', ...rest] = others.map(named)
  const message = [first, ...(place === null ? [] : [caretLine(written, back(place))]), ...rest].join('\n')
  const { kind, status, type, fields, serverText } = error
  return new ActionError({ kind, status, type, fields, message, serverText: named(serverText) })
}

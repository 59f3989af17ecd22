import type { ActionError } from '../../../protocol/envelope.ts'
import { indexesOf, namesLike, textAt, writtenOf, type Written } from './written.ts'

/**
 * Where in the statement the server's error lies, as an offset; null if that can't be known. PostgreSQL quotes the line
 * and points with a caret, but CKAN has wrapped the statement (`SELECT * FROM (…) AS blah LIMIT 32001`) and long lines are
 * cut to 60 characters, so the quoted piece is laid over the statement. Without a caret the quoted name is looked for.
 */
export function sqlErrorPlace(error: ActionError, sent: string): number | null {
  if (error.kind !== 'sql') return null
  return placeOfCaret(error.message, sent) ?? placeOfName(error.message, sent)
}

/** What PostgreSQL adds to the message of an error at this place of a statement: the line, and a caret below it. */
export function caretLine(sent: string, place: number): string {
  const before = sent.slice(0, place).split('\n')
  const number = `LINE ${before.length}: `
  const line = sent.split('\n')[before.length - 1] ?? ''
  const columns = Array.from(before.at(-1) ?? '').reduce((sum, letter) => sum + (WIDE.test(letter) ? 2 : 1), 0)
  return `${number}${line.replaceAll('\t', ' ').replace(/\r$/, '')}\n${' '.repeat(number.length + columns)}^`
}

function placeOfCaret(message: string, sent: string): number | null {
  const quote = /^LINE (\d+): ?(.*)\r?\n( *)\^/m.exec(message)
  if (!quote) return null
  const [, number = '1', line = '', blanks = ''] = quote
  const caret = caretIn(line, blanks.length - `LINE ${number}: `.length, message)
  const wanted = Number(number) - 1
  const lines = linesOf(sent)
  // A server may put the statement on a line of its own inside the wrapping, so the neighbours are asked too.
  for (const at of [wanted, wanted - 1, wanted + 1]) {
    const candidate = lines[at]
    const column = candidate && columnOf(candidate.text, line, caret)
    if (candidate && column !== undefined && column !== null) return candidate.start + column
  }
  // In the words of the wrapping, which follow its bracket.
  const bracket = /\)\s*$/.exec(line.slice(0, caret))?.index
  const last = lines.at(-1)
  if (bracket === undefined || last === undefined || wanted < lines.length - 1) return null
  const end = last.text.replace(/[;\s]+$/, '').length
  return columnOf(last.text, line, bracket) === end ? last.start + end : null
}

function linesOf(text: string): readonly { text: string; start: number }[] {
  let start = 0
  return text.split('\n').map((line) => {
    const here = { text: line.replace(/\r$/, ''), start }
    start += line.length + 1
    return here
  })
}

/**
 * Where a caret below `line` points. PostgreSQL counts columns of the screen, and a wide letter takes two; servers that
 * draw the caret themselves may count letters. The place where a name of the message begins is the right one.
 */
function caretIn(line: string, columns: number, message: string): number {
  const places = [2, 1].map((width) => indexAtColumn(line, columns, width))
  const names = [...(message.split('\n', 1)[0] ?? '').matchAll(/"([^"]+)"/g)].map((found) => found[1] ?? '')
  const isNamed = (at: number) => names.some((name) => line.slice(at).replace(/^"/, '').startsWith(name))
  return places.find(isNamed) ?? places[0] ?? 0
}

function indexAtColumn(line: string, columns: number, wideTakes: number): number {
  let at = 0
  let passed = 0
  for (const letter of line) {
    if (passed >= columns) break
    passed += WIDE.test(letter) ? wideTakes : 1
    at += letter.length
  }
  return at
}

const WIDE =
  /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]|[\u{1f300}-\u{1faff}\u{20000}-\u{3fffd}]/u

/** The column of `line` that the caret means, where the quoted piece fits around it; the longest fit wins. */
function columnOf(line: string, piece: string, caret: number): number | null {
  const cutStart = piece.startsWith('...') ? 3 : 0
  const cutEnd = piece.endsWith('...') ? piece.length - 3 : piece.length
  const own = line.replaceAll('\t', ' ')
  const end = own.replace(/[;\s]+$/, '').length
  let best: number | null = null
  let bestFit = 0
  for (let at = 0; at <= own.length; at += 1) {
    let back = 0
    while (at - back > 0 && caret - back > cutStart && own[at - back - 1] === piece[caret - back - 1]) back += 1
    let ahead = 0
    while (at + ahead < own.length && caret + ahead < cutEnd && own[at + ahead] === piece[caret + ahead]) ahead += 1
    const fitsBack = at - back === 0 || caret - back === cutStart
    const fitsAhead = at + ahead >= end || caret + ahead >= cutEnd
    if (fitsBack && fitsAhead && back + ahead > bestFit) {
      best = at
      bestFit = back + ahead
    }
  }
  return best
}

function placeOfName(message: string, sent: string): number | null {
  const line = message.split('\n', 1)[0] ?? ''
  const written = writtenOf(sent)
  const syntax = /at or near "(.+)"$/.exec(line)?.[1]
  if (syntax !== undefined) {
    const near = indexesOf(written, (at) => textAt(written, at).toLowerCase() === syntax.toLowerCase())
    return near.length === 1 ? startOf(written, near[0] ?? -1) : null
  }
  if (/at end of input/.test(line)) return sent.trimEnd().replace(/[;\s]+$/, '').length
  const bare = /(?:column|relation|function|type|operator) ([^"\s(]+)/.exec(line)?.[1]
  const names = [...line.matchAll(/"([^"]+)"/g)].map((found) => found[1] ?? '')
  const sought = [...names, ...(bare === undefined ? [] : [bare, bare.split('.').at(-1) ?? ''])]
  // A text that is quoted is looked for among the texts only when no name is called so.
  for (const named of [namesLike, textsLike])
    for (const name of sought) {
      const first = named(written, name)[0]
      if (first !== undefined) return startOf(written, first)
    }
  return null
}

function textsLike(written: Written, text: string): readonly number[] {
  return indexesOf(written, (at) => written.tokens[at]?.kind === 'string' && textAt(written, at).slice(1, -1) === text)
}

function startOf({ tokens }: Written, at: number): number | null {
  return tokens[at]?.start ?? null
}

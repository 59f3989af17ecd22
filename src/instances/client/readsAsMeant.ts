import { isMisread, sqlLiteral, sqlName } from '../../query/sqlText.ts'
import { tokenEnd } from './closingSemicolon.ts'

/**
 * The same statement in signs that CKAN reads as PostgreSQL does. CKAN takes `#` and `\'` for a second statement and ` :word` for
 * a parameter wherever they stand; in quotes they are written by their numbers, and comments that hold them go. What stands
 * outside quotes, as the operator `#>>`, and a quote that is never closed, stay as they are.
 */
export function readsAsMeant(sql: string): string {
  let written = ''
  let at = 0
  while (at < sql.length) {
    const end = tokenEnd(sql, at)
    if (end === -1) return written + sql.slice(at)
    written += pieceAsMeant(sql.slice(at, end), sql.slice(end))
    at = end
  }
  return written
}

function pieceAsMeant(piece: string, rest: string): string {
  if (!isMisread(piece) && !/\\'/.test(piece)) return piece
  if (piece.startsWith('--') || piece.startsWith('/*')) return piece.endsWith('\n') ? '\n' : ' '
  if (piece.startsWith("'")) return sqlLiteral(piece.slice(1, -1).replaceAll("''", "'"))
  if (piece.startsWith('"')) return sqlName(piece.slice(1, -1).replaceAll('""', '"'))
  if (/^e'/i.test(piece)) return escapesAsMeant(piece)
  if (/^u&/i.test(piece)) return /^\s*uescape\b/i.test(rest) ? piece : unicodeAsMeant(piece)
  const tag = /^\$[^$]*\$/.exec(piece)?.[0]
  return tag === undefined ? piece : sqlLiteral(piece.slice(tag.length, -tag.length))
}

/** A literal with escapes: `\'` is a doubled quote, and two backslashes are one by its number. */
function escapesAsMeant(piece: string): string {
  return piece.replaceAll(/\\\\|\\'|\\[#:]|[#:]/g, (sign) => {
    if (sign === String.raw`\'`) return "''"
    if (sign === String.raw`\\`) return String.raw`\x5c`
    return String.raw`\x${sign.charCodeAt(sign.length - 1).toString(16)}`
  })
}

/** A name or literal with numbers of Unicode. */
function unicodeAsMeant(piece: string): string {
  const body = piece.slice(3)
  const written = body.replaceAll(/\\\\|[#:]/g, (sign) => String.raw`\00${sign.charCodeAt(0).toString(16)}`)
  return piece.slice(0, 3) + written
}

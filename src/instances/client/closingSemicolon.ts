/**
 * The statement without a closing `;` and without blanks and comments at its end: CKAN puts it into parentheses, where both
 * are syntax errors. Reads quotes, dollar quotes and nested comments as PostgreSQL does; a text that ends inside one of
 * them comes back as it is, so that the server can say what is wrong. What comes before is never touched.
 */
export function withoutClosingSemicolon(sql: string): string {
  let end = 0 // after the last piece that counts
  let at = 0
  while (at < sql.length) {
    const char = sql.charAt(at)
    if (/\s/.test(char) || char === ';') at += 1
    else if (sql.startsWith('--', at)) at = lineEnd(sql, at)
    else if (sql.startsWith('/*', at)) {
      const close = blockEnd(sql, at)
      if (close === -1) return sql
      at = close
    } else {
      const next = tokenEnd(sql, at)
      if (next === -1) return sql
      at = next
      end = at
    }
  }
  return sql.slice(0, end)
}

/** The end of the comment, word, quoted text or single character at `at`; -1 if a quote or a comment is not closed. */
export function tokenEnd(sql: string, at: number): number {
  const char = sql.charAt(at)
  if (sql.startsWith('--', at)) return lineEnd(sql, at)
  if (sql.startsWith('/*', at)) return blockEnd(sql, at)
  if (/^u&['"]/i.test(sql.slice(at, at + 3))) return quoteEnd(sql, at + 2, false)
  if (char === "'") return quoteEnd(sql, at, false)
  if (char === '"') return quoteEnd(sql, at, false)
  if (/^e'/i.test(sql.slice(at, at + 2))) return quoteEnd(sql, at + 1, true)
  if (char === '$') {
    const tag = sql.slice(at).match(/^\$(?:[\p{L}_][\p{L}\p{N}_]*)?\$/u)?.[0]
    if (tag === undefined) return at + 1
    const close = sql.indexOf(tag, at + tag.length)
    return close === -1 ? -1 : close + tag.length
  }
  WORD.lastIndex = at
  return at + (WORD.exec(sql)?.[0].length ?? 1)
}

/** A word takes its `$` with it: in `a$b$` no dollar quote begins. The letters before a quote, as in U&'…', go with it. */
const WORD = /[\p{L}_][\p{L}\p{N}_$]*|\d+/uy

function quoteEnd(sql: string, at: number, backslashes: boolean): number {
  const quote = sql.charAt(at)
  for (let place = at + 1; place < sql.length; place += 1) {
    const char = sql.charAt(place)
    if (backslashes && char === '\\') place += 1
    else if (char === quote) {
      if (sql.charAt(place + 1) !== quote) return place + 1
      place += 1
    }
  }
  return -1
}

function lineEnd(sql: string, at: number): number {
  const rest = sql.slice(at).search(/[\r\n]/)
  return rest === -1 ? sql.length : at + rest
}

function blockEnd(sql: string, at: number): number {
  let depth = 0
  for (let place = at; place < sql.length;) {
    if (sql.startsWith('/*', place)) {
      depth += 1
      place += 2
    } else if (sql.startsWith('*/', place)) {
      depth -= 1
      place += 2
      if (depth === 0) return place
    } else place += 1
  }
  return -1
}

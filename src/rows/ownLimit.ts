/** The most rows that a statement lets through, by the LIMIT or FETCH that it ends with; null if it ends otherwise. */
export function ownLimit(sql: string): number | null {
  const text = sql.replaceAll(NO_CODE, ' ')
  const limit = LIMIT.exec(text)?.[1]
  if (limit !== undefined) return Number(limit)
  const fetch = FETCH.exec(text)
  return fetch === null ? null : Number(fetch[1] ?? '1')
}

/** What holds other text, which would look like the end of the statement: comments, literals, quoted names. */
const NO_CODE = /'(?:[^']|'')*'|"(?:[^"]|"")*"|\$(\w*)\$[\s\S]*?\$\1\$|--[^\n]*|\/\*[\s\S]*?\*\//g

const LIMIT = /\blimit\s+(\d+)(?:\s+offset\s+\d+(?:\s+rows?)?)?[\s;]*$/i
const FETCH = /\bfetch\s+(?:first|next)(?:\s+(\d+))?\s+rows?\s+only(?:\s+offset\s+\d+(?:\s+rows?)?)?[\s;]*$/i

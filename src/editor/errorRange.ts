/** A range of a text: `start` inclusive, `end` exclusive, in UTF-16 units; empty only if the text is. */
export interface TextRange {
  readonly start: number
  readonly end: number
}

/**
 * What to underline for an error that a server reports at `offset` (0 is the first character): the quoted name, string,
 * word or number there, else the single character; at the end of the text, the last token before it.
 */
export function errorRange(text: string, offset: number): TextRange {
  const written = text.trimEnd().length
  let at = Math.max(0, Math.min(Math.trunc(offset), written - 1))
  while (at < written - 1 && /\s/.test(text.charAt(at))) at += 1
  TOKEN.lastIndex = 0
  for (let token = TOKEN.exec(text); token; token = TOKEN.exec(text)) {
    if (token.index + token[0].length > at) return { start: token.index, end: token.index + token[0].length }
  }
  return { start: 0, end: text.length }
}

/** An unclosed quote ends with its line, so that one line is underlined and not all that follows. */
const TOKEN = /"(?:[^"]|"")*"|'(?:[^']|'')*'|["'][^\n]*|--[^\n]*|\/\*[\s\S]*?\*\/|[\p{L}\p{N}_$]+|\s+|[\s\S]/gu

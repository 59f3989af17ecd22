import type { FieldKind } from '../field.ts'
import { jsonKind, jsonToPlain, type JsonText } from '../jsonText.ts'

/**
 * The source of a JSON value with its characters in place of escapes such as `\u00c6`, which CKAN writes for all but ASCII.
 * It stays the same JSON: what has to be escaped stays so, and so does everything outside of strings, each digit with it.
 */
export function withCharacters(source: JsonText): JsonText {
  if (!source.includes(String.raw`\u`)) return source
  return source.replaceAll(ESCAPE, (escape) => {
    if (escape.charAt(1) !== 'u') return escape
    const text = String.fromCharCode(
      ...escape
        .split(String.raw`\u`)
        .slice(1)
        .map((hex) => Number.parseInt(hex, 16)),
    )
    return MUST_STAY.test(text) ? escape : text
  })
}

/** The value to read, copy and edit: what a string says, of anything else its source, with its characters. */
export function plainText(value: JsonText, column: FieldKind): string {
  return column === 'json' || jsonKind(value) !== 'string' ? withCharacters(value) : jsonToPlain(value)
}

/** The two halves of one character, or any escape: a backslash that is itself escaped begins none. */
const ESCAPE = /\\u[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2}|\\u[0-9a-fA-F]{4}|\\[^u]/g

/** Quotes, backslashes, what can't be seen, and half a character. */
const MUST_STAY = /^(?:["\\]|\p{C}|\p{Z})$/u

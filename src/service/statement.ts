import type { Statement } from './sql.ts'

/** A piece of SQL whose values stand apart from its text, so that nothing of a request can become SQL. */
export interface Fragment {
  readonly pieces: readonly (string | { readonly value: string | null })[]
}

/** SQL with fragments in it: ``sql`select ${list(columns)} from ${name(table)} where ${name(field)} = ${value(x)}` ``. */
export function sql(strings: TemplateStringsArray, ...inserts: readonly Fragment[]): Fragment {
  const pieces: (string | { readonly value: string | null })[] = []
  for (const [place, text] of strings.entries()) {
    pieces.push(text)
    const insert = inserts[place]
    if (insert) pieces.push(...insert.pieces)
  }
  return { pieces }
}

/** Any name, in double quotes. */
export function name(text: string): Fragment {
  return trusted(`"${text.replaceAll('"', '""')}"`)
}

/** Any text as a parameter; `type` is how PostgreSQL is to read it (a spelling of the catalog's, never of a request). */
export function value(text: string | null, type = 'text'): Fragment {
  return { pieces: [{ value: text }, `::${type}`] }
}

/** SQL text that this program or PostgreSQL's own catalog spelt; never a part of a request. */
export function trusted(text: string): Fragment {
  return { pieces: [text] }
}

/** Fragments with a separator between them. */
export function list(fragments: readonly Fragment[], separator = ', '): Fragment {
  return {
    pieces: fragments.flatMap((fragment, place) => (place === 0 ? fragment.pieces : [separator, ...fragment.pieces])),
  }
}

/**
 * Texts, none of them null, joined by a separator given as a literal of SQL. PostgreSQL takes 100 arguments, and a chain
 * of `||` would be as deep as it is long.
 */
export function joined(texts: readonly Fragment[], separator: string): Fragment {
  const [only] = texts
  if (texts.length <= 1) return only ?? trusted(`''`)
  if (texts.length <= ARGUMENTS) return sql`concat_ws(${list([trusted(separator), ...texts])})`
  const chunks: Fragment[] = []
  for (let at = 0; at < texts.length; at += ARGUMENTS) chunks.push(joined(texts.slice(at, at + ARGUMENTS), separator))
  return joined(chunks, separator)
}

const ARGUMENTS = 90

/** Conditions of which all (`and`) or any (`or`) must hold, in brackets; without one it is true or false. */
export function conditions(fragments: readonly Fragment[], word: 'and' | 'or'): Fragment {
  if (fragments.length === 0) return trusted(word === 'and' ? 'true' : 'false')
  return sql`(${list(fragments, ` ${word} `)})`
}

/** The statement to send: parameters are numbered `$1`, `$2`, … in the order in which they stand. */
export function statement(fragment: Fragment): Statement {
  const values: (string | null)[] = []
  const text = fragment.pieces
    .map((piece) => (typeof piece === 'string' ? piece : `$${values.push(piece.value)}`))
    .join('')
  return { text, values }
}

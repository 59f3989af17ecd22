import { SqlError, type Statement } from './sql.ts'

type Piece = string | { readonly value: string | null }

/** Texts that meet become one: what is made of fragments has few pieces, however many it is made of. */
function add(pieces: Piece[], piece: Piece): void {
  const last = pieces.length - 1
  const before = pieces[last]
  if (typeof piece === 'string' && typeof before === 'string') pieces[last] = before + piece
  else pieces.push(piece)
}

/** A piece of SQL that keeps values apart from text, so that no part of a request can become SQL. */
export interface Fragment {
  readonly pieces: readonly Piece[]
}

/** SQL with fragments in it: ``sql`select ${list(columns)} from ${name(table)} where ${name(field)} = ${value(x)}` ``. */
export function sql(strings: TemplateStringsArray, ...inserts: readonly Fragment[]): Fragment {
  const pieces: Piece[] = []
  for (let place = 0; place < strings.length; place += 1) {
    add(pieces, strings[place] ?? '')
    for (const piece of inserts[place]?.pieces ?? []) add(pieces, piece)
  }
  return { pieces }
}

/** Any name, quoted. */
export function name(text: string): Fragment {
  return trusted(quoted(text))
}

/** A name as it is written into a statement. */
export function quoted(text: string): string {
  return `"${text.replaceAll('"', '""')}"`
}

/** Any text as a parameter. PostgreSQL reads it as `type`, which must come from the catalog, never from a request. */
export function value(text: string | null, type = 'text'): Fragment {
  return { pieces: [{ value: text }, `::${type}`] }
}

/** SQL text from this program or PostgreSQL's catalog; never part of a request. */
export function trusted(text: string): Fragment {
  return { pieces: [text] }
}

/** Fragments joined by a separator. */
export function list(fragments: readonly Fragment[], separator = ', '): Fragment {
  const pieces: Piece[] = []
  for (const [place, fragment] of fragments.entries()) {
    if (place > 0) add(pieces, separator)
    for (const piece of fragment.pieces) add(pieces, piece)
  }
  return { pieces }
}

/**
 * Joins texts, none of them null, by a separator given as an SQL literal. In chunks, because a function takes 100 arguments
 * and a chain of `||` would be nested as deep as it is long.
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

/** All (`and`) or any (`or`) of the conditions, in brackets; without conditions, true or false. */
export function conditions(fragments: readonly Fragment[], word: 'and' | 'or'): Fragment {
  if (fragments.length === 0) return trusted(word === 'and' ? 'true' : 'false')
  return sql`(${list(fragments, ` ${word} `)})`
}

/** The statement to send, its parameters numbered `$1`, `$2`, … in order. */
export function statement(fragment: Fragment): Statement {
  const values: (string | null)[] = []
  let text = ''
  for (const piece of fragment.pieces) text += typeof piece === 'string' ? piece : `$${values.push(piece.value)}`
  return { text, values }
}

/** The same with its values written into it, for COPY, which takes no parameters. Throws PostgreSQL's error for a zero character. */
export function withLiterals(fragment: Fragment): string {
  return fragment.pieces.map((piece) => (typeof piece === 'string' ? piece : literal(piece.value))).join('')
}

/** A text as it is written into a statement; with E, it means the same whatever `standard_conforming_strings` says. */
export function literal(text: string | null): string {
  if (text === null) return 'null'
  // It would end the message to PostgreSQL in the middle of the statement.
  if (text.includes('\0')) throw new SqlError({ code: '22021', message: ZERO })
  return `E'${text.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`
}

const ZERO = 'invalid byte sequence for encoding "UTF8": 0x00'

/** The same, marked as one whose text will come again, so that its plan is kept. */
export function keptStatement(fragment: Fragment): Statement {
  return { ...statement(fragment), prepare: true }
}

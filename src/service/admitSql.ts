import { examineSelect, isRecord, Objection, TooDeep } from './examineSelect.ts'
import { parseSql } from './parseSql.ts'
import { forbidden, invalid, type Refusal } from './refusal.ts'
import { statementRefusal } from './statementRefusal.ts'

export interface AdmitOptions {
  /** Whether the service serves a table or alias of exactly this name. */
  isTable(name: string): boolean | Promise<boolean>
}

/** A statement that may be run, in a read-only transaction, as `SELECT * FROM (\n${statement}\n) AS x`. */
export interface AdmittedSql {
  /** Exactly the one SELECT, VALUES, TABLE or WITH … SELECT, as the user wrote it, without what precedes or closes it. */
  readonly statement: string
  /** How much of the text stands before the statement, in UTF-16 units. */
  readonly start: number
  /** The served tables and aliases that it reads, each once, as PostgreSQL understands their names. */
  readonly tables: readonly string[]
}

/** Longer texts are refused (UTF-16 units): looking at the worst of this length takes about half a second. */
export const maxSqlLength = 256 * 1024

/** The lexer's time grows with the square of the length of a run of operator characters, nested comments too. */
const longRunOfOperators = /[~!@#^&|`?+\-*/%<>=]{500}/

/**
 * Admits a statement of `datastore_search_sql` by looking at every node of its syntax tree: what is not known to be
 * harmless is refused. Throws `Refusal` in CKAN's words and nothing else, unless `isTable` throws or the parser can't be
 * loaded. Sound only for a database in UTF-8, with `standard_conforming_strings` on, without functions of others.
 */
export async function admitSql(sql: string, options: AdmitOptions): Promise<AdmittedSql> {
  refuseText(sql)
  const parsed = await parseSql(sql)
  if (parsed.outcome === 'too deep') throw tooDeep()
  if (parsed.outcome === 'syntax error') throw statementRefusal(sql, { condition: 'SyntaxError', ...parsed })

  const source = new Source(sql)
  const { node, start, end } = singleStatement(parsed.tree, source.length)
  const statement = source.slice(start, end)
  if (!('SelectStmt' in node)) throw notASelect(source, start, statement)

  const tables = examine(source, node)
  for (const [name, location] of tables) {
    if (await options.isTable(name)) continue
    const message = `relation "${name}" does not exist`
    throw statementRefusal(sql, { condition: 'UndefinedTable', message, position: source.position(location) })
  }
  return { statement, start: source.slice(0, start).length, tables: [...tables.keys()] }
}

function refuseText(sql: string): void {
  const problem = problemOfText(sql)
  if (problem !== null) throw invalid({ query: [problem] })
}

function problemOfText(sql: string): string | null {
  if (sql.length > maxSqlLength) return `The statement is too long: at most ${maxSqlLength} characters`
  if (sql.includes('\0')) return 'The statement holds a NUL character'
  if (/\p{Surrogate}/u.test(sql)) return 'The statement holds half of a surrogate pair'
  if (longRunOfOperators.test(sql)) return 'The statement holds more than 500 operator characters in a row'
  return null
}

function tooDeep(): Refusal {
  return invalid({ query: ['The statement is nested too deeply'] })
}

/** A text and its UTF-8 form, in which the parser counts. */
class Source {
  readonly text: string
  readonly #bytes: Uint8Array

  constructor(text: string) {
    this.text = text
    this.#bytes = new TextEncoder().encode(text)
  }

  get length(): number {
    return this.#bytes.length
  }

  slice(start: number, end: number): string {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(this.#bytes.subarray(start, end))
  }

  /** Characters (code points) before a byte. */
  position(location: number): number {
    return Array.from(this.slice(0, location)).length
  }
}

interface SingleStatement {
  readonly node: Readonly<Record<string, unknown>>
  /** From and to which byte it goes, its comments and blanks included, the `;` not. */
  readonly start: number
  readonly end: number
}

function singleStatement(tree: unknown, length: number): SingleStatement {
  const statements: unknown = isRecord(tree) ? tree.stmts : undefined
  if (!Array.isArray(statements) || statements.length === 0) throw invalid({ query: ['The text holds no statement'] })
  const raw: unknown = statements[0]
  if (statements.length > 1 || !isRecord(raw) || !isRecord(raw.stmt)) {
    throw invalid({ query: ['Query is not a single statement.'] })
  }
  const start = typeof raw.stmt_location === 'number' ? raw.stmt_location : 0
  // Without a length it goes to the end of the text.
  const end = typeof raw.stmt_len === 'number' && raw.stmt_len > 0 ? start + raw.stmt_len : length
  return { node: raw.stmt, start, end }
}

/** What PostgreSQL says of such a statement where only a query may stand. */
function notASelect(source: Source, start: number, statement: string): Refusal {
  const word = /\w+/.exec(statement)
  const message = `syntax error at or near "${word?.[0] ?? ''}"`
  const position = source.position(start) + (word?.index ?? 0)
  return statementRefusal(source.text, { condition: 'SyntaxError', message, position })
}

function examine(source: Source, node: unknown): ReadonlyMap<string, number> {
  try {
    return examineSelect(node)
  } catch (cause) {
    if (cause instanceof TooDeep) throw tooDeep()
    if (!(cause instanceof Objection)) throw cause
    const { message, condition, location } = cause
    if (condition === null) throw forbidden(message)
    const position = location === null ? null : source.position(location)
    throw statementRefusal(source.text, { condition, message, position })
  }
}

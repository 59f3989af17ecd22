import { examineSelect } from './examineSelect.ts'
import { PLAIN_OPTIONS, readExplain } from './explained.ts'
import { Objection } from './objection.ts'
import { refuseText, tooDeep } from './plainLimits.ts'
import { parseSql } from '../../parser/parseSql.ts'
import { forbidden, invalid, type Refusal } from '../refusal.ts'
import { statementRefusal } from './statementRefusal.ts'
import { isRecord } from './syntaxNode.ts'

export interface AdmitOptions {
  /** The functions that may be called. */
  readonly functions: ReadonlySet<string>
  /** Whether a table or alias has exactly this name. */
  isTable(name: string): boolean | Promise<boolean>
}

/** A statement that may be run, in a read-only transaction, as `SELECT * FROM (\n${statement}\n) AS x`. */
export interface AdmittedSql {
  /** The EXPLAIN that was asked for: it may be run before `statement`, without that SELECT. null if there is none. */
  readonly explain: string | null
  /**
   * The one SELECT, VALUES, TABLE or WITH … SELECT as the user wrote it, without what precedes or ends it, and with
   * blanks in place of `public.` before a table's name.
   */
  readonly statement: string
  /** Where the statement starts in the text, in UTF-16 units. */
  readonly start: number
  /** The tables and aliases it reads, each once, named as PostgreSQL understands them. */
  readonly tables: readonly string[]
}

/**
 * Admits a statement of `datastore_search_sql` by checking every node of its syntax tree: anything not known to be
 * harmless is refused. Throws only `Refusal`, in CKAN's words, unless `isTable` throws or the parser can't be loaded.
 * Safe only for a UTF-8 database with `standard_conforming_strings` on and no functions from anyone else.
 */
export async function admitSql(sql: string, options: AdmitOptions): Promise<AdmittedSql> {
  const source = new Source(sql)
  refuseText(sql, source.length)
  const asWritten = await withoutExplain(sql, source, options.functions)
  const { qualified } = asWritten.examined
  // What runs must be what was examined, so the text without the schema is examined again. Blanks keep every position.
  const { statement, start, examined } =
    qualified.length === 0
      ? asWritten
      : await examineText(withoutSchema(new Source(asWritten.text), qualified), source, options.functions)
  if (examined.qualified.length > 0) throw schemaRefusal()
  const { tables } = examined
  for (const [name, location] of tables) {
    if (await options.isTable(name)) continue
    const message = `relation "${name}" does not exist`
    throw statementRefusal(sql, { condition: 'UndefinedTable', message, position: source.position(location) })
  }
  const { explain } = asWritten
  return { explain, statement, start: source.slice(0, start).length, tables: [...tables.keys()] }
}

/** Examines a text; what an EXPLAIN explains is examined as if it had been sent alone. */
async function withoutExplain(sql: string, source: Source, functions: ReadonlySet<string>) {
  const parsed = await parseText(sql, source)
  if (!('ExplainStmt' in parsed.node)) return { ...examineParsed(parsed, source, functions), text: sql, explain: null }
  const { opening, optionsAt } = objecting(source, () => readExplain(parsed.node.ExplainStmt))
  const end = source.matchEnd(PLAIN_OPTIONS, optionsAt)
  if (end === null) throw invalid({ query: ['Write no comments among the options of EXPLAIN'] })
  const text = source.blanked([{ start: parsed.start, end }])
  return { ...(await examineText(text, source, functions)), text, explain: opening }
}

async function examineText(text: string, source: Source, functions: ReadonlySet<string>) {
  return examineParsed(await parseText(text, source), source, functions)
}

type Parsed = Awaited<ReturnType<typeof parseText>>

/** The one statement of a text; `source` is the text as sent, which refusals quote. */
async function parseText(text: string, source: Source) {
  const parsed = await parseSql(text)
  if (parsed.outcome === 'too deep') throw tooDeep()
  if (parsed.outcome === 'syntax error') throw statementRefusal(source.text, { condition: 'SyntaxError', ...parsed })
  const parsedSource = new Source(text)
  const { node, start, end } = singleStatement(parsed.tree, parsedSource.length)
  return { node, start, statement: parsedSource.slice(start, end) }
}

function examineParsed({ node, start, statement }: Parsed, source: Source, functions: ReadonlySet<string>) {
  if (!('SelectStmt' in node)) throw notASelect(source, start, statement)
  return { statement, start, examined: objecting(source, () => examineSelect(node, functions)) }
}

/** `public.` as people write it; all ASCII. */
const SCHEMA_PREFIX = /(?:public|"public")[ \t\r\n]*\.[ \t\r\n]*/iy

function withoutSchema(source: Source, qualified: readonly number[]): string {
  return source.blanked(
    qualified.map((start) => {
      const end = source.matchEnd(SCHEMA_PREFIX, start)
      if (end === null) throw schemaRefusal()
      return { start, end }
    }),
  )
}

function schemaRefusal(): Refusal {
  return forbidden(`Not authorized to access the schema "public" in this spelling: write the table's name alone`)
}

/** A text and its UTF-8 bytes: the parser counts in bytes. */
class Source {
  readonly text: string
  readonly #bytes: Uint8Array
  #latin: string | undefined

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

  /** Where what the sticky `pattern` matches at a byte offset ends; null if it doesn't match there. */
  matchEnd(pattern: RegExp, offset: number): number | null {
    pattern.lastIndex = offset
    return pattern.test(this.#characters()) ? pattern.lastIndex : null
  }

  /** One character per byte. */
  #characters(): string {
    this.#latin ??= new TextDecoder('latin1').decode(this.#bytes)
    return this.#latin
  }

  /** The text with blanks in place of these stretches, in bytes. */
  blanked(stretches: readonly { readonly start: number; readonly end: number }[]): string {
    const bytes = this.#bytes.slice()
    for (const { start, end } of stretches) bytes.fill(BLANK, start, end)
    return new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes)
  }

  /** Characters (code points) before a byte. */
  position(location: number): number {
    return Array.from(this.slice(0, location)).length
  }
}

const BLANK = 0x20

interface SingleStatement {
  readonly node: Readonly<Record<string, unknown>>
  /** In bytes, with its comments and blanks, without the `;`. `end` is exclusive. */
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
  // Without a length it runs to the end of the text.
  const end = typeof raw.stmt_len === 'number' && raw.stmt_len > 0 ? start + raw.stmt_len : length
  return { node: raw.stmt, start, end }
}

/** PostgreSQL's own error for a statement where only a query is allowed. */
function notASelect(source: Source, start: number, statement: string): Refusal {
  const word = /\w+/.exec(statement)
  const message = `syntax error at or near "${word?.[0] ?? ''}"`
  const position = source.position(start) + (word?.index ?? 0)
  return statementRefusal(source.text, { condition: 'SyntaxError', message, position })
}

/** What `read` gives; its objections as refusals. */
function objecting<Read>(source: Source, read: () => Read): Read {
  try {
    return read()
  } catch (cause) {
    if (!(cause instanceof Objection)) throw cause
    const { message, condition, location } = cause
    if (condition === null) throw forbidden(message)
    const position = location === null ? null : source.position(location)
    throw statementRefusal(source.text, { condition, message, position })
  }
}

import { isCallOrField } from './admittedNames.ts'
import { aliasOf } from './queryColumns.ts'
import { fieldNames, isRecord, lastName, list, text, unwrap, type Members } from './syntaxNode.ts'

/** The WITH queries visible here, by name. */
interface Scope {
  readonly queries: Map<string, unknown>
  readonly outer: Scope | null
}

/** What the names in a statement mean. */
export class StatementNames {
  /** What has rows, wherever it stands. */
  readonly #rows = new Set<string>()
  /** How often each WITH query is read. */
  readonly #reads = new Map<unknown, number>()

  /** `select`: the members of a SELECT. */
  constructor(select: Members) {
    this.#collect('SelectStmt', select, null)
  }

  /** Whether a reference may be to a row, with all of its columns. */
  mayBeRow(column: Members): boolean {
    const names = fieldNames(column)
    const [first, field] = names
    if (names.includes(null) || typeof first !== 'string') return true
    // `q.row_to_json` may be a call with the row.
    return typeof field === 'string' ? isCallOrField(field) : this.#rows.has(first)
  }

  /** Whether a WITH query is read more than once; `query`: its members. */
  isShared(query: unknown): boolean {
    return (this.#reads.get(query) ?? 0) > 1
  }

  #collect(kind: string, content: unknown, scope: Scope | null): void {
    if (typeof content !== 'object' || content === null) return
    if (Array.isArray(content)) {
      for (const each of content) this.#collect('', each, scope)
      return
    }
    if (!isRecord(content)) return
    if (kind === 'RangeVar') this.#read(content, scope)
    if (kind === 'FuncCall') this.#rows.add(lastName(content.funcname))
    if (content.aliasname !== undefined) this.#rows.add(aliasOf(content))
    const { withClause, ...others } = content
    const inner = isRecord(withClause) ? this.#with(withClause, scope) : scope
    for (const [member, each] of Object.entries(others)) this.#collect(member, each, inner)
  }

  #with({ ctes, recursive }: Members, outer: Scope | null): Scope {
    const scope: Scope = { queries: new Map(), outer }
    const queries = list(ctes).map((each) => unwrap(each)[1])
    const define = (query: unknown): void => {
      if (isRecord(query)) scope.queries.set(text(query.ctename), query)
    }
    // Otherwise each sees those before it.
    if (recursive === true) for (const query of queries) define(query)
    for (const query of queries) {
      if (isRecord(query)) this.#rows.add(text(query.ctename))
      this.#collect('CommonTableExpr', query, scope)
      define(query)
    }
    return scope
  }

  #read({ relname, schemaname }: Members, scope: Scope | null): void {
    const name = text(relname)
    this.#rows.add(name)
    if (schemaname !== undefined) return
    for (let each = scope; each !== null; each = each.outer) {
      const query = each.queries.get(name)
      if (query === undefined) continue
      this.#reads.set(query, (this.#reads.get(query) ?? 0) + 1)
      return
    }
  }
}

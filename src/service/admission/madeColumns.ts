import { functionsOfRows, isCallOrField, knownFields } from './admittedNames.ts'
import { aliasOf, columnNames, hasStar, namedIn, namesOf, referenceOf, rowsOf } from './queryColumns.ts'
import { fieldNames, functionName, functionsInFrom, lastName, nameParts, text, type Members } from './syntaxNode.ts'

/**
 * What the columns are that a statement makes itself, in subqueries and WITH queries, found by their names alone: a name
 * means everything with that name anywhere in the statement. Where values get names in ways that the tree doesn't
 * show, as the fields of a row do, they aren't known.
 */
export class MadeColumns {
  /** The names of tables; of everything else that has rows; and of what of that is a row as a whole. */
  readonly #tables = new Set<string>()
  readonly #made = new Set<string>()
  readonly #rows = new Set<string>()
  readonly #definitions = new Map<string, unknown[]>()
  readonly #unknown = new Set<string>()
  #hasFunctions = false
  #hasRows = false
  #isHidden = false
  #isRecursive = false
  /** By what is called so, everywhere in the statement: the columns that it certainly has. */
  readonly #columns = new Map<string, ReadonlySet<string>>()
  /** Columns that are passed on under their own names. */
  readonly #passedOn = new Map<string, Set<string>>()
  #defined = 0
  /** The queries that stand on either side of a UNION that has been seen. */
  readonly #united = new Set<unknown>()

  /** Whether the statement has queries that are made of themselves. */
  get isRecursive(): boolean {
    return this.#isRecursive
  }

  /** Takes note of a node; `isQuery` says whether a name is that of a WITH query where the node is. */
  note(kind: string, members: Members, isQuery: (name: string) => boolean): void {
    switch (kind) {
      case 'RangeVar': {
        const isMade = members.schemaname === undefined && isQuery(text(members.relname))
        if (isMade) {
          const columns = this.#columns.get(text(members.relname))
          if (aliasOf(members.alias) !== '') this.#list(aliasOf(members.alias), columns ?? [])
          return this.#make(members.alias, text(members.relname))
        }
        this.#tables.add(aliasOf(members.alias) || text(members.relname))
        this.#list(aliasOf(members.alias) || text(members.relname), [])
        return this.#rename(columnNames(members.alias))
      }
      case 'RangeSubselect':
        this.#list(aliasOf(members.alias), namedIn(members.subquery, columnNames(members.alias)))
        this.#make(members.alias, '', members.subquery)
        return
      case 'JoinExpr':
        for (const alias of [members.alias, members.join_using_alias]) {
          if (alias === undefined) continue
          this.#list(aliasOf(alias), [])
          this.#make(alias)
        }
        return
      case 'WithClause':
        if (members.recursive === true) this.#isRecursive = true
        return
      case 'CommonTableExpr':
        this.#list(text(members.ctename), namedIn(members.ctequery, nameParts(members.aliascolnames)))
        return this.#renameColumns(nameParts(members.aliascolnames), members.ctequery)
      case 'RangeFunction':
        return this.#function(members)
      case 'RowExpr':
        this.#hasRows = true
        return
      case 'ResTarget':
        return this.#define(members.name === undefined ? null : text(members.name), members.val)
      case 'SelectStmt':
        return members.op === 'SETOP_NONE' ? undefined : this.#unite(members)
      case 'FuncCall':
        if (/^jsonb?_populate_record/.test(lastName(members.funcname))) this.#isHidden = true
        return
      case 'A_Indirection':
        if (hasStar(members.indirection)) this.#isHidden = true
        return
      case 'JsonTable':
        this.#isHidden = true
        return this.#make(members.alias)
    }
  }

  /** Whether a column is certainly a table's. */
  isStored(column: Members): boolean {
    const [qualifier, field] = fieldNames(column)
    // In the notation of a field, an aggregate of the rows.
    if (field?.endsWith('_agg') === true) return false
    if (this.#made.size === 0) return true
    return (
      typeof qualifier === 'string' && field !== undefined && this.#tables.has(qualifier) && !this.#made.has(qualifier)
    )
  }

  /**
   * What a column that isn't certainly a table's may be, by its name: these expressions, and columns of tables of that
   * name; null if that isn't known, or if a query may be made of itself, unless it `mayRecur`.
   */
  definitions(
    column: Members,
    mayRecur = false,
  ): { readonly name: string; readonly expressions: readonly unknown[] } | null {
    const names = fieldNames(column)
    const name = names.at(-1)
    if (this.#isRecursive && !mayRecur) return null
    if (this.#isHidden || typeof name !== 'string' || this.#isUnknown(name) || UNNAMED.test(name)) return null
    // A row as a whole, or a call in the notation of a field.
    if (this.#rows.has(name) || (names.length > 1 && this.#mayBeCall(names[0] ?? '', name))) return null
    // Passed on under its own name, it is still one of the others, or a table's; unless it is a call.
    for (const qualifier of this.#passedOn.get(name) ?? []) if (this.#mayBeCall(qualifier, name)) return null
    return { name, expressions: this.#definitions.get(name) ?? [] }
  }

  /** Whether the statement may make a column of that name, but by calling the function of that name. */
  mayHave(name: string): boolean {
    if (this.#isHidden || this.#isRecursive || this.#isUnknown(name) || this.#passedOn.has(name)) return true
    return this.#definitions.get(name)?.some((each) => functionName(each) !== name) === true
  }

  /** Whether the name may be that of a field that the tree doesn't show, of what a function in FROM gives, or of a row. */
  #isUnknown(name: string): boolean {
    if (this.#unknown.has(name)) return true
    return (this.#hasFunctions && knownFields.has(name)) || (this.#hasRows && /^f\d+$/.test(name))
  }

  /** Whether PostgreSQL could read such a field as a call: a table's rows are taken by few functions. */
  #mayBeCall(qualifier: string, name: string): boolean {
    if (!isCallOrField(name) || this.#columns.get(qualifier)?.has(name) === true) return false
    return (
      this.#made.has(qualifier) || !this.#tables.has(qualifier) || functionsOfRows.has(name) || name.endsWith('_agg')
    )
  }

  /** Takes note of the columns of something of that name; more may be called so. */
  #list(name: string, columns: Iterable<string>): void {
    const known = this.#columns.get(name)
    const all = new Set(columns)
    this.#columns.set(name, known === undefined ? all : new Set([...known].filter((each) => all.has(each))))
  }

  #make(alias: unknown, name = '', query?: unknown): void {
    const made = aliasOf(alias) || name
    this.#made.add(made)
    this.#rows.add(made)
    this.#renameColumns(columnNames(alias), query)
  }

  /** Gives the columns of a query other names, in their order. */
  #renameColumns(names: readonly string[], query: unknown): void {
    const rows = names.length === 0 ? [] : rowsOf(query)
    if (rows === null) return this.#rename(names)
    for (const row of rows) {
      for (const [place, { expression }] of row.slice(0, names.length).entries()) {
        this.#define(names[place] ?? null, expression)
      }
    }
  }

  /** The columns of UNION and its like are called as the first query calls them, and hold what is in their place in all. */
  #unite(members: Members): void {
    if (this.#united.has(members)) return
    const rows = rowsOf({ SelectStmt: members }, this.#united)
    const first = rows?.[0]
    if (rows === null || first === undefined) {
      this.#isHidden = true
      return
    }
    for (const [place, { name, expression }] of first.entries()) {
      const names = name === null ? new Set(namesOf(expression)) : [name]
      for (const each of names) for (const row of rows) this.#define(each, row[place]?.expression)
    }
  }

  #rename(names: readonly string[]): void {
    for (const name of names) this.#unknown.add(name)
  }

  /** What gives plain values has one column, called as the function is, or as its alias says. */
  #function(members: Members): void {
    this.#hasFunctions = true
    const [call, ...others] = functionsInFrom(members.functions).map((each) => each.call)
    const [first, ...more] = columnNames(members.alias)
    const name = aliasOf(members.alias) || functionName(call) || ''
    this.#made.add(name)
    this.#list(name, [])
    this.#rename(more)
    // The alias still means the row, which is this value.
    this.#define(name, call)
    if (first !== undefined) this.#define(first, call)
    // Of several lists that are unnested beside each other, the others are called so.
    this.#define(null, call)
    if (members.coldeflist !== undefined || members.ordinality !== undefined || others.length > 0) this.#isHidden = true
  }

  /** The column of a SELECT; without a name it gets one from its expression. */
  #define(name: string | null, expression: unknown): void {
    if (expression === undefined) return
    this.#defined += 1
    if (this.#defined > MOST_DEFINED) this.#isHidden = true
    if (this.#isHidden) return
    for (const found of name === null ? new Set(namesOf(expression)) : [name]) {
      const reference = referenceOf(expression)
      if (reference.at(-1) === found) {
        const [qualifier] = reference
        if (reference.length > 1 && isCallOrField(found)) {
          const qualifiers = this.#passedOn.get(found) ?? new Set()
          this.#passedOn.set(found, qualifiers.add(qualifier ?? ''))
        }
        continue
      }
      const known = this.#definitions.get(found)
      if (known === undefined) this.#definitions.set(found, [expression])
      else known.push(expression)
    }
  }
}

/** So that a statement can't make this slow. */
const MOST_DEFINED = 200_000

/** What PostgreSQL calls other expressions, and the columns of VALUES. */
const UNNAMED =
  /^(?:\?column\?|array|case|coalesce|column\d+|current_\w+|exists|greatest|grouping|json\w*|least|local\w+|nullif|row|xml\w*)$/

import { isHarmlessField, knownFields } from './admittedNames.ts'
import {
  fieldNames,
  functionName,
  functionsInFrom,
  isRecord,
  list,
  nameParts,
  text,
  unwrap,
  type Members,
} from './syntaxNode.ts'

/**
 * What the columns are that a statement makes itself, in subqueries and WITH queries, found by their names alone: a name
 * stands for everything that is called so anywhere in the statement. Where values get names in ways that the tree doesn't
 * show, as in UNION, they aren't known.
 */
export class MadeColumns {
  /** The names of tables; of everything else that has rows; and of what of that is a row as a whole. */
  readonly #tables = new Set<string>()
  readonly #made = new Set<string>()
  readonly #rows = new Set<string>()
  readonly #definitions = new Map<string, unknown[]>()
  readonly #unknown = new Set(knownFields)
  #isHidden = false

  /** Takes note of a node; `isQuery` says whether a name is that of a WITH query where the node is. */
  note(kind: string, members: Members, isQuery: (name: string) => boolean): void {
    switch (kind) {
      case 'RangeVar': {
        const isMade = members.schemaname === undefined && isQuery(text(members.relname))
        if (isMade) return this.#make(members.alias, text(members.relname))
        this.#tables.add(aliasOf(members.alias) || text(members.relname))
        return this.#rename(columnNames(members.alias))
      }
      case 'RangeSubselect':
        return this.#make(members.alias)
      case 'JoinExpr':
        return members.alias === undefined ? undefined : this.#make(members.alias)
      case 'CommonTableExpr':
        return this.#rename(nameParts(members.aliascolnames))
      case 'RangeFunction':
        return this.#function(members)
      case 'ResTarget':
        return this.#define(members.name === undefined ? null : text(members.name), members.val)
      case 'SelectStmt':
        if (members.op !== 'SETOP_NONE' || members.valuesLists !== undefined) this.#isHidden = true
        return
      case 'FuncCall':
        if (/^jsonb?_populate_record/.test(nameParts(members.funcname).at(-1) ?? '')) this.#isHidden = true
        return
      case 'A_Indirection':
        if (list(members.indirection).some((step) => unwrap(step)[0] === 'A_Star')) this.#isHidden = true
        return
      case 'JsonTable':
        this.#isHidden = true
        return this.#make(members.alias)
    }
  }

  /** Whether a column is certainly a table's. */
  isStored(column: Members): boolean {
    if (this.#made.size === 0) return true
    const [qualifier, field] = fieldNames(column)
    return (
      typeof qualifier === 'string' && field !== undefined && this.#tables.has(qualifier) && !this.#made.has(qualifier)
    )
  }

  /**
   * What a column that isn't certainly a table's may be, by its name: these expressions, and columns of tables of that
   * name; null if that isn't known.
   */
  definitions(column: Members): { readonly name: string; readonly expressions: readonly unknown[] } | null {
    const names = fieldNames(column)
    const name = names.at(-1)
    if (this.#isHidden || typeof name !== 'string' || this.#unknown.has(name) || UNNAMED.test(name)) return null
    // A row as a whole, or a call in the notation of a field.
    if (this.#rows.has(name) || (names.length > 1 && isHarmlessField(name))) return null
    const expressions = this.#definitions.get(name) ?? []
    // Passed on under its own name, it is still one of the others, or a table's.
    return { name, expressions: expressions.filter((expression) => columnName(expression) !== name) }
  }

  #make(alias: unknown, name = ''): void {
    const made = aliasOf(alias) || name
    this.#made.add(made)
    this.#rows.add(made)
    this.#rename(columnNames(alias))
  }

  #rename(names: readonly string[]): void {
    for (const name of names) this.#unknown.add(name)
  }

  /** What gives plain values has one column, called as the function is, or as its alias says. */
  #function(members: Members): void {
    const [call, ...others] = functionsInFrom(members.functions).map((each) => each.call)
    const [first, ...more] = columnNames(members.alias)
    const name = aliasOf(members.alias) || functionName(call) || ''
    this.#made.add(name)
    this.#rename(more)
    this.#define(first ?? name, call)
    // Of several lists that are unnested beside each other, the others are called so.
    this.#define(null, call)
    if (members.coldeflist !== undefined || members.ordinality !== undefined || others.length > 0) this.#isHidden = true
  }

  /** The column of a SELECT; without a name it gets one from its expression. */
  #define(name: string | null, expression: unknown): void {
    for (const found of name === null ? namesOf(expression) : [name]) {
      const known = this.#definitions.get(found)
      if (known === undefined) this.#definitions.set(found, [expression])
      else known.push(expression)
    }
  }
}

/** Empty if there is none. */
function aliasOf(alias: unknown): string {
  return isRecord(alias) ? text(alias.aliasname) : ''
}

function columnNames(alias: unknown): readonly string[] {
  return isRecord(alias) ? nameParts(alias.colnames) : []
}

/** The name of a column that is referred to; null of anything else. */
function columnName(expression: unknown): string | null {
  const [kind, members] = unwrap(expression)
  return kind === 'ColumnRef' && isRecord(members) ? (fieldNames(members).at(-1) ?? null) : null
}

/** What PostgreSQL may call the column of an expression. */
function namesOf(expression: unknown): readonly string[] {
  const [kind, members] = unwrap(expression)
  if (!isRecord(members)) return []
  switch (kind) {
    case 'FuncCall':
      return nameParts(members.funcname).slice(-1)
    case 'TypeCast':
      return [
        ...namesOf(members.arg),
        ...(isRecord(members.typeName) ? nameParts(members.typeName.names).slice(-1) : []),
      ]
    case 'CollateClause':
      return namesOf(members.arg)
    case 'CaseExpr':
      return members.defresult === undefined ? [] : namesOf(members.defresult)
    case 'ColumnRef':
      return [columnName(expression)].filter((name) => name !== null)
    case 'A_Indirection':
      return [
        ...namesOf(members.arg),
        ...nameParts(list(members.indirection).filter((step) => unwrap(step)[0] === 'String')),
      ]
    default:
      return []
  }
}

/** What PostgreSQL calls other expressions, the columns of VALUES, and the fields of a row. */
const UNNAMED =
  /^(?:\?column\?|array|case|coalesce|column\d+|current_\w+|exists|f\d+|greatest|grouping|json\w*|least|local\w+|nullif|row|xml\w*)$/

import { isHarmlessField, knownFields } from './admittedNames.ts'
import {
  fieldNames,
  functionName,
  functionsInFrom,
  isRecord,
  lastName,
  list,
  nameParts,
  text,
  unwrap,
  type Members,
} from './syntaxNode.ts'

/**
 * What the columns are that a statement makes itself, in subqueries and WITH queries, found by their names alone: a name
 * means everything with that name anywhere in the statement. Where values get names in ways that the tree doesn't
 * show, as the fields of a row or the columns of `WITH RECURSIVE` do, they aren't known.
 */
export class MadeColumns {
  /** The names of tables; of everything else that has rows; and of what of that is a row as a whole. */
  readonly #tables = new Set<string>()
  readonly #made = new Set<string>()
  readonly #rows = new Set<string>()
  readonly #definitions = new Map<string, unknown[]>()
  readonly #unknown = new Set(knownFields)
  #isHidden = false
  /** The queries that stand on either side of a UNION that has been seen. */
  readonly #united = new Set<unknown>()

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
        this.#make(members.alias, '', members.subquery)
        return
      case 'JoinExpr':
        for (const alias of [members.alias, members.join_using_alias]) if (alias !== undefined) this.#make(alias)
        return
      case 'WithClause':
        if (members.recursive === true) this.#isHidden = true
        return
      case 'CommonTableExpr':
        return this.#renameColumns(nameParts(members.aliascolnames), members.ctequery)
      case 'RangeFunction':
        return this.#function(members)
      case 'ResTarget':
        return this.#define(members.name === undefined ? null : text(members.name), members.val)
      case 'SelectStmt':
        return members.op === 'SETOP_NONE' ? undefined : this.#unite(members)
      case 'FuncCall':
        if (/^jsonb?_populate_record/.test(lastName(members.funcname))) this.#isHidden = true
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
   * name; null if that isn't known.
   */
  definitions(column: Members): { readonly name: string; readonly expressions: readonly unknown[] } | null {
    const names = fieldNames(column)
    const name = names.at(-1)
    if (this.#isHidden || typeof name !== 'string' || this.#unknown.has(name) || UNNAMED.test(name)) return null
    // A row as a whole, or a call in the notation of a field.
    if (this.#rows.has(name) || (names.length > 1 && isHarmlessField(name))) return null
    return { name, expressions: this.#definitions.get(name) ?? [] }
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
      const names = name === null ? namesOf(expression) : [name]
      for (const each of names) for (const row of rows) this.#define(each, row[place]?.expression)
    }
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
    for (const found of name === null ? namesOf(expression) : [name]) {
      const reference = referenceOf(expression)
      if (reference.at(-1) === found) {
        // Passed on under its own name, it is still one of the others, or a table's; unless it is a call.
        if (reference.length > 1 && isHarmlessField(found)) this.#unknown.add(found)
        continue
      }
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

interface Target {
  readonly name: string | null
  readonly expression: unknown
}

/**
 * The columns of a query, of each SELECT and each row of VALUES in it; null if it doesn't say them one by one. Adds the
 * queries on either side of each UNION to `united`.
 */
function rowsOf(query: unknown, united = new Set<unknown>()): readonly (readonly Target[])[] | null {
  const found: Target[][] = []
  // The first query is the first one on the left.
  const open = [query]
  while (open.length > 0) {
    const each = open.pop()
    const [kind, members] = each === undefined ? [] : unwrap(each)
    if (kind !== 'SelectStmt' || !isRecord(members)) return null
    if (members.op !== 'SETOP_NONE') {
      united.add(members.larg).add(members.rarg)
      open.push({ SelectStmt: members.rarg }, { SelectStmt: members.larg })
      continue
    }
    for (const row of list(members.valuesLists)) {
      const [, items] = unwrap(row)
      const expressions = list(isRecord(items) ? items.items : undefined)
      if (expressions.some((expression) => isStar(expression))) return null
      found.push(expressions.map((expression) => ({ name: null, expression })))
    }
    if (members.valuesLists !== undefined) continue
    const targets = list(members.targetList).map((target) => {
      const [, column] = unwrap(target)
      return isRecord(column)
        ? { name: column.name === undefined ? null : text(column.name), expression: column.val }
        : { name: null, expression: undefined }
    })
    if (targets.some(({ expression }) => isStar(expression))) return null
    found.push(targets)
  }
  return found
}

/** The names by which a column is referred to; none of anything else. */
function referenceOf(expression: unknown): readonly (string | null)[] {
  const [kind, members] = expression === undefined ? [] : unwrap(expression)
  return kind === 'ColumnRef' && isRecord(members) ? fieldNames(members) : []
}

/** Whether it means several columns, as `t.*` does. */
function isStar(expression: unknown): boolean {
  return referenceOf(expression).includes(null)
}

/** What PostgreSQL may call the column of an expression; none if it is nested deeper than what is admitted. */
function namesOf(expression: unknown, depth = 0): readonly string[] {
  const [kind, members] = unwrap(expression)
  if (!isRecord(members) || depth > DEEPEST) return []
  switch (kind) {
    case 'FuncCall':
      return nameParts(members.funcname).slice(-1)
    case 'TypeCast':
      return [
        ...namesOf(members.arg, depth + 1),
        ...(isRecord(members.typeName) ? nameParts(members.typeName.names).slice(-1) : []),
      ]
    case 'CollateClause':
      return namesOf(members.arg, depth + 1)
    case 'CaseExpr':
      return members.defresult === undefined ? [] : namesOf(members.defresult, depth + 1)
    case 'ColumnRef':
      return fieldNames(members)
        .slice(-1)
        .filter((name) => name !== null)
    case 'A_Indirection':
      return [
        ...namesOf(members.arg, depth + 1),
        ...nameParts(list(members.indirection).filter((step) => unwrap(step)[0] === 'String')),
      ]
    default:
      return []
  }
}

const DEEPEST = 1000

/** What PostgreSQL calls other expressions, the columns of VALUES, and the fields of a row. */
const UNNAMED =
  /^(?:\?column\?|array|case|coalesce|column\d+|current_\w+|exists|f\d+|greatest|grouping|json\w*|least|local\w+|nullif|row|xml\w*)$/

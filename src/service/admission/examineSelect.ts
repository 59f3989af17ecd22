import {
  functionsOfRows,
  functionsWithUnnamedColumn,
  isAllowedFunction,
  isAllowedSampling,
  isAllowedSystemValue,
  isAllowedType,
  isHarmlessField,
  isSystemSchema,
  isSystemTable,
  isUnqualified,
  systemValueName,
} from './admittedNames.ts'
import { admittedSyntax, type MemberRule } from './admittedSyntax.ts'
import { callByField, notAdmitted, notAllowedFunction, Objection, systemTables } from './objection.ts'
import { PlainLimits } from './plainLimits.ts'
import {
  fieldNames,
  functionName,
  functionsInFrom,
  isNothing,
  isRecord,
  list,
  nameParts,
  text,
  unwrap,
  type Members,
} from './syntaxNode.ts'

/** What a statement reads. */
export interface Examined {
  /** The tables, without the statement's own WITH queries, each with the byte offset of its first mention. */
  readonly tables: ReadonlyMap<string, number>
  /** Byte offsets of the tables written as `public.name`. */
  readonly qualified: readonly number[]
}

/**
 * Walks every node of a raw syntax tree. Throws `Objection` at the first thing that is not admitted, or a refusal where it is
 * too much. `functions`: the names of those that may be called.
 */
export function examineSelect(node: unknown, functions: ReadonlySet<string>): Examined {
  const examination = new Examination(functions)
  examination.node(node, null, 0)
  examination.refuseCallsByField()
  return examination
}

/** The WITH queries visible here. */
interface Scope {
  readonly names: Set<string>
  readonly outer: Scope | null
}

function isInScope(name: string, scope: Scope | null): boolean {
  for (let current = scope; current !== null; current = current.outer) {
    if (current.names.has(name)) return true
  }
  return false
}

/** The schema that CKAN keeps its tables in: statements may name it. Here the tables live in another one. */
const TABLE_SCHEMA = 'public'

class Examination implements Examined {
  readonly tables = new Map<string, number>()
  readonly qualified: number[] = []
  readonly #functions: ReadonlySet<string>
  readonly #limits = new PlainLimits()
  readonly #fields: { readonly qualifier: string; readonly name: string }[] = []
  /** By the alias of a function in FROM, anywhere in the statement: the columns that certainly exist. */
  readonly #functionColumns = new Map<string, ReadonlySet<string>>()
  /** The names of tables, subqueries and joins, anywhere in the statement: what has rows. */
  readonly #rows = new Set<string>()

  constructor(functions: ReadonlySet<string>) {
    this.#functions = functions
  }

  node(value: unknown, scope: Scope | null, depth: number): void {
    const [kind, members] = unwrap(value)
    this.#members(kind, members, scope, depth)
  }

  /**
   * PostgreSQL reads `s.f` as the call `f(s)` if `s` has no column `f`. A table or subquery is passed as a row, which few
   * functions take. But a function in FROM that returns plain values is passed as such a value:
   * `select s.pg_read_file from unnest(array['PG_VERSION']) as s` reads the file.
   *
   * Which `s` is meant depends on where it stands, so a field has to be safe with everything that the statement calls `s`.
   */
  refuseCallsByField(): void {
    for (const { qualifier, name } of this.#fields) {
      if (isHarmlessField(name, this.#functions)) continue
      const columns = this.#functionColumns.get(qualifier)
      const mayBeRow = columns === undefined || this.#rows.has(qualifier)
      const isSafe = (columns?.has(name) ?? true) && !(mayBeRow && functionsOfRows.has(name))
      if (!isSafe) throw callByField(`${qualifier}.${name}`, name)
    }
  }

  #members(kind: string, members: unknown, scope: Scope | null, depth: number): void {
    this.#limits.note(kind, depth)
    const rules = admittedSyntax.get(kind)
    if (rules === undefined || !isRecord(members)) throw notAdmittedKind(kind, members)
    for (const [member, content] of Object.entries(members)) {
      if (!rules.has(member)) throw notAdmittedMember(kind, member, content)
    }
    this.#check(kind, members, scope)

    let inner = scope
    if (members.withClause !== undefined) {
      inner = { names: new Set(), outer: scope }
      this.#with(members.withClause, inner, depth + 1)
    }
    for (const [member, rule] of rules) {
      const content = members[member]
      if (content === undefined || member === 'withClause') continue
      const isLeftSide = member === 'lexpr' || member === 'larg'
      this.#content(rule, content, inner, depth + (isLeftSide ? 0.5 : 1), `${kind}.${member}`)
    }
  }

  /** Each query of a WITH sees the ones before it; in WITH RECURSIVE it sees all, itself included. */
  #with(clause: unknown, scope: Scope, depth: number): void {
    const queries = isRecord(clause) ? list(clause.ctes) : []
    const names = queries.map((query) => {
      const [kind, members] = unwrap(query)
      return kind === 'CommonTableExpr' && isRecord(members) ? text(members.ctename) : ''
    })
    this.#members('WithClause', isRecord(clause) ? { ...clause, ctes: [] } : clause, scope, depth)
    if (isRecord(clause) && clause.recursive === true) for (const name of names) scope.names.add(name)
    for (const [index, query] of queries.entries()) {
      this.node(query, scope, depth + 1)
      scope.names.add(names[index] ?? '')
    }
  }

  #content(rule: MemberRule, content: unknown, scope: Scope | null, depth: number, place: string): void {
    if (rule === 'value') {
      if (typeof content === 'object') throw notAdmitted(place)
    } else if (rule === 'node') {
      this.node(content, scope, depth)
    } else if (rule === 'nodes') {
      for (const element of list(content)) this.node(element, scope, depth)
    } else if (rule === 'distinct') {
      for (const element of list(content)) if (!isNothing(element)) this.node(element, scope, depth)
    } else if (rule === 'functions') {
      for (const { call, columns } of functionsInFrom(content)) {
        this.node(call, scope, depth)
        if (!isNothing(columns)) this.node(columns, scope, depth)
      }
    } else if ('kind' in rule) {
      this.#members(rule.kind, content, scope, depth)
    } else if (typeof content !== 'string' || !rule.includes(content)) {
      throw notAdmitted(`${place} ${String(content)}`)
    }
  }

  #check(kind: string, members: Members, scope: Scope | null): void {
    switch (kind) {
      case 'RangeVar':
        this.#row(members.alias ?? { aliasname: members.relname })
        return this.#table(members, scope)
      case 'RangeSubselect':
      case 'JsonTable':
        return this.#row(members.alias)
      case 'JoinExpr':
        this.#row(members.join_using_alias)
        return this.#row(members.alias)
      case 'RangeFunction':
        return this.#functionInFrom(members)
      case 'ColumnRef':
        return this.#column(members)
      case 'A_Indirection':
        for (const step of list(members.indirection)) {
          const [stepKind, field] = unwrap(step)
          const name = stepKind === 'String' && isRecord(field) ? text(field.sval) : null
          if (name !== null && !isHarmlessField(name, this.#functions)) throw callByField(`(…).${name}`, name)
        }
        return
      case 'FuncCall': {
        const names = nameParts(members.funcname)
        const isSyntax = members.funcformat === 'COERCE_SQL_SYNTAX'
        if (isAllowedFunction(names, isSyntax, this.#functions)) return
        throw notAllowedFunction(names.join('.'))
      }
      case 'SQLValueFunction': {
        const name = systemValueName(text(members.op))
        if (isAllowedSystemValue(name)) return
        throw notAllowedFunction(name)
      }
      case 'TypeName':
        return refuseUnless(isAllowedType, members.names, 'the type')
      case 'A_Expr':
        return refuseUnless(isUnqualified, members.name, 'the operator')
      case 'SubLink':
        return members.operName === undefined
          ? undefined
          : refuseUnless(isUnqualified, members.operName, 'the operator')
      case 'SortBy':
        return members.useOp === undefined ? undefined : refuseUnless(isUnqualified, members.useOp, 'the operator')
      case 'CollateClause':
        return refuseUnless(isUnqualified, members.collname, 'the collation')
      case 'RangeTableSample':
        return refuseUnless(isAllowedSampling, members.method, 'the sampling method')
    }
  }

  #table(members: Members, scope: Scope | null): void {
    const name = text(members.relname)
    const location = typeof members.location === 'number' ? members.location : 0
    const isQualified = members.schemaname !== undefined || members.catalogname !== undefined
    if (isQualified) {
      const schema = text(members.schemaname)
      if (isSystemSchema(schema)) throw systemTables()
      // Without its schema, a name that a WITH query has too would mean that query.
      if (schema !== TABLE_SCHEMA || members.catalogname !== undefined || isInScope(name, scope)) {
        throw new Objection(`Not authorized to access the schema "${schema}": write the table's name alone`)
      }
      this.qualified.push(location)
    } else if (isInScope(name, scope)) return
    if (isSystemTable(name)) throw systemTables()
    if (!this.tables.has(name)) this.tables.set(name, location)
  }

  #column(members: Members): void {
    const [first, second, ...more] = fieldNames(members)
    if (more.length > 0) throw new Objection('Not authorized to name a schema: write "table"."column"')
    if (typeof first === 'string' && typeof second === 'string') this.#fields.push({ qualifier: first, name: second })
  }

  #row(alias: unknown): void {
    if (isRecord(alias)) this.#rows.add(text(alias.aliasname))
  }

  #functionInFrom(members: Members): void {
    const functions = functionsInFrom(members.functions)
    const [only, ...others] = functions.map(({ call }) => functionName(call))
    const alias = isRecord(members.alias) ? members.alias : undefined
    // PostgreSQL would derive an alias from the expression.
    const name = alias === undefined ? only : text(alias.aliasname)
    if (name === undefined) throw new Objection('an expression in FROM needs an alias', 'SyntaxError')

    const columns = new Set(alias?.colnames === undefined ? [] : nameParts(alias.colnames))
    for (const definition of list(members.coldeflist)) {
      const [, column] = unwrap(definition)
      if (isRecord(column)) columns.add(text(column.colname))
    }
    const takesAlias = columns.size === 0 && others.length === 0 && only !== undefined
    if (takesAlias && functionsWithUnnamedColumn.has(only) && !functionsOfRows.has(name)) columns.add(name)
    const known = this.#functionColumns.get(name)
    const inAll = known === undefined ? columns : new Set([...known].filter((column) => columns.has(column)))
    this.#functionColumns.set(name, inAll)
  }
}

function refuseUnless(isAllowed: (names: readonly string[]) => boolean, names: unknown, what: string): void {
  const parts = nameParts(names)
  if (!isAllowed(parts)) throw new Objection(`Not authorized to use ${what} ${parts.join('.')}`)
}

function notAdmittedKind(kind: string, members: unknown): Objection {
  const location = isRecord(members) && typeof members.location === 'number' ? members.location : null
  if (kind === 'ParamRef') {
    const number = isRecord(members) && typeof members.number === 'number' ? members.number : 0
    return new Objection(`there is no parameter $${number}`, 'UndefinedParameter', location)
  }
  if (['InsertStmt', 'UpdateStmt', 'DeleteStmt', 'MergeStmt'].includes(kind)) {
    return new Objection(
      'WITH clause containing a data-modifying statement must be at the top level',
      'FeatureNotSupported',
    )
  }
  return notAdmitted(kind)
}

function notAdmittedMember(kind: string, member: string, content: unknown): Objection {
  if (kind !== 'SelectStmt') return notAdmitted(`${kind}.${member}`)
  if (member === 'lockingClause') return new Objection('Not authorized to lock rows with FOR UPDATE or FOR SHARE')
  if (member !== 'intoClause') return notAdmitted(`${kind}.${member}`)
  const target = isRecord(content) && isRecord(content.rel) ? content.rel.location : null
  const location = typeof target === 'number' ? target : null
  return new Objection('SELECT ... INTO is not allowed here', 'SyntaxError', location)
}

import { fieldNames, isRecord, list, nameParts, text, unwrap, type Members } from './syntaxNode.ts'

/** The name that an alias gives; empty if there is none. */
export function aliasOf(alias: unknown): string {
  return isRecord(alias) ? text(alias.aliasname) : ''
}

/** The names that an alias gives to columns, in their order. */
export function columnNames(alias: unknown): readonly string[] {
  return isRecord(alias) ? nameParts(alias.colnames) : []
}

/** The names of a query's columns, as far as they are certain. */
export function namedIn(query: unknown, names: readonly string[]): readonly string[] {
  const [kind, select] = query === undefined ? [] : unwrap(query)
  if (kind !== 'SelectStmt' || !isRecord(select)) return []
  // UNION and its like have the columns of the first query on the left.
  let members = select
  while (isRecord(members.larg)) members = members.larg
  const targets = targetsOf(members)
  if (targets.some(({ expression }) => isStar(expression))) return []
  if (members.valuesLists !== undefined) return names
  return targets.flatMap(({ name, expression }, at) => names[at] ?? name ?? referenceOf(expression).at(-1) ?? [])
}

/** The columns of a SELECT. */
export function targetsOf(members: Members): Target[] {
  return list(members.targetList).map((target) => {
    const [, column] = unwrap(target)
    return isRecord(column)
      ? { name: column.name === undefined ? null : text(column.name), expression: column.val }
      : { name: null, expression: undefined }
  })
}

/** A column: the name that the query gives it, and what it is made of. */
interface Target {
  readonly name: string | null
  readonly expression: unknown
}

/**
 * The columns of a query, of each SELECT and each row of VALUES in it; null if it doesn't say them one by one. Adds the
 * queries on either side of each UNION to `united`.
 */
export function rowsOf(query: unknown, united = new Set<unknown>()): readonly (readonly Target[])[] | null {
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
    const targets = targetsOf(members)
    if (targets.some(({ expression }) => isStar(expression))) return null
    found.push(targets)
  }
  return found
}

/** Whether a query of WITH RECURSIVE is a UNION that reads itself on its right side, by nothing that only has its name. */
export function readsItself({ ctename, ctequery }: Members): boolean {
  const [, union] = unwrap(ctequery)
  const right = isRecord(union) && union.op === 'SETOP_UNION' && isRecord(union.rarg) ? union.rarg : null
  if (right === null || right.withClause !== undefined) return false
  const open = [...list(right.fromClause)]
  for (const item of open) {
    const [kind, from] = unwrap(item)
    if (!isRecord(from)) continue
    if (kind === 'JoinExpr') open.push(from.larg, from.rarg)
    if (kind === 'RangeVar' && from.relname === ctename && from.schemaname === undefined) return true
  }
  return false
}

/** The names by which a column is referred to; none of anything else. */
export function referenceOf(expression: unknown): readonly (string | null)[] {
  const [kind, members] = expression === undefined ? [] : unwrap(expression)
  return kind === 'ColumnRef' && isRecord(members) ? fieldNames(members) : []
}

/** Whether it means several columns, as `t.*` does. */
export function isStar(expression: unknown): boolean {
  return referenceOf(expression).includes(null)
}

/** Whether several elements of a list are taken, as in `a[1:3]`. */
export function isSliced({ indirection }: Members): boolean {
  return list(indirection).some((step) => {
    const [, members] = unwrap(step)
    return isRecord(members) && members.is_slice === true
  })
}

/** Whether all fields of a row are taken, as in `(row).*`. */
export function hasStar(steps: unknown): boolean {
  return list(steps).some((step) => unwrap(step)[0] === 'A_Star')
}

/**
 * What PostgreSQL may call the column of an expression, each name once or more often; none if it is nested deeper than what is
 * admitted.
 */
export function namesOf(expression: unknown, depth = 0): readonly string[] {
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

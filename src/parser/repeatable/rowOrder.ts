import { givesRows } from './functions.ts'
import { holds, isRecord, listIn, namesIn, nodeIn, nodesIn, textOf, wholeIn, type Members, type Node } from './nodes.ts'

/** A column of what a SELECT gives. */
export interface Target {
  /** Null if PostgreSQL makes a name up. */
  readonly name: string | null
  readonly node: Node
  /** The same as it stands in the tree. */
  readonly value: unknown
}

/** A key of an order, as a column of the answer. */
export interface OrderKey {
  readonly column: string
  readonly descending: boolean
  /** Null: as PostgreSQL does it. */
  readonly nulls: 'first' | 'last' | null
}

/** The only table that a SELECT reads; null if it reads several, a part of another statement, or none. */
export function onlyTable(select: Members, inner: ReadonlySet<string>): string | null {
  const [only, ...more] = nodesIn(select['fromClause'])
  if (only === undefined || more.length > 0) return null
  const table = only.kind === 'RangeTableSample' ? nodeIn(only.of['relation']) : only
  if (table?.kind !== 'RangeVar') return null
  const { alias, relname } = table.of
  // Then `_id` may be another column.
  if (isRecord(alias) && alias['colnames'] !== undefined) return null
  const name = String(relname)
  return table.of['schemaname'] === undefined && inner.has(name) ? null : name
}

/** Whether it gives the records of one table as they are, so that `_id` tells them apart. */
export function givesRecords(select: Members, inner: ReadonlySet<string>): boolean {
  return (
    onlyTable(select, inner) !== null &&
    select['groupClause'] === undefined &&
    select['distinctClause'] === undefined &&
    !holds(select['targetList'], isRowGiving)
  )
}

/**
 * Whether the order leaves no choice between different rows: it ends in `_id` of the only table, or names every group, or
 * every column of the answer, as rows that are equal in all of them can stand for each other.
 */
export function leavesNoChoice(select: Members, inner: ReadonlySet<string>): boolean {
  const keys = new Set(
    nodesIn(select['sortClause']).flatMap(({ of }) => {
      const key = orderedBy(select, nodeIn(of['node']))
      return key === null ? [] : [textOf(key)]
    }),
  )
  if (onlyTable(select, inner) !== null && isUngrouped(select) && keys.has(OWN_ID)) return true
  const groups = nodesIn(select['groupClause'])
  const isGrouped = groups.length > 0 && groups.every(({ kind }) => kind !== 'GroupingSet')
  if (isGrouped && groups.every((group) => isKey(keys, groupedBy(select, group)))) return true
  const targets = targetsOf(select)
  return targets.length > 0 && targets.every(({ node }) => !isStar(node) && isKey(keys, canonical(select, node)))
}

/** Whether the window's own order numbers its records in one way only. */
export function windowLeavesNoChoice(select: Members, window: Members, inner: ReadonlySet<string>): boolean {
  const sorted = nodesIn(window['orderClause']).flatMap(({ of }) => nodeIn(of['node']) ?? [])
  const keys = new Set(
    [...sorted, ...nodesIn(window['partitionClause'])].map((node) => textOf(canonical(select, node))),
  )
  if (onlyTable(select, inner) !== null && select['groupClause'] === undefined && keys.has(OWN_ID)) return true
  const groups = nodesIn(select['groupClause'])
  return groups.length > 0 && groups.every((group) => isKey(keys, groupedBy(select, group)))
}

/**
 * The columns of the answer that tell each of its rows from all others, whatever else is in them: `_id` of the only table, or
 * the groups; null if none are known to.
 */
export function keyColumns(select: Members, inner: ReadonlySet<string>): readonly string[] | null {
  const targets = targetsOf(select)
  if (givesRecords(select, inner)) {
    const id = targets.find(({ node }) => isStar(node) || textOf(canonical(select, node)) === OWN_ID)
    if (id === undefined) return null
    const name = isStar(id.node) ? '_id' : id.name
    return name !== null && targets.every((each) => each === id || each.name !== name) ? [name] : null
  }
  const groups = nodesIn(select['groupClause'])
  if (groups.length === 0 || select['distinctClause'] !== undefined) return null
  if (holds(select['targetList'], isRowGiving)) return null
  const names = groups.map((group) => {
    const key = group.kind === 'GroupingSet' ? null : groupedBy(select, group)
    return key === null ? null : columnOf(select, key)
  })
  return names.every((name) => name !== null) ? names : null
}

/** The order that the statement itself asks for, as far as the columns of its answer can say it. */
export function ownOrder(select: Members): readonly OrderKey[] {
  const keys: OrderKey[] = []
  for (const { of } of nodesIn(select['sortClause'])) {
    const key = of['useOp'] === undefined ? orderedBy(select, nodeIn(of['node'])) : null
    const column = key === null ? null : columnOf(select, key)
    if (column === null) return keys
    const nulls = NULLS[String(of['sortby_nulls'])] ?? null
    keys.push({ column, descending: of['sortby_dir'] === 'SORTBY_DESC', nulls })
  }
  return keys
}

const NULLS: Readonly<Record<string, OrderKey['nulls']>> = { SORTBY_NULLS_FIRST: 'first', SORTBY_NULLS_LAST: 'last' }

/** The only column of the answer that holds this; one of several tables' columns may share its name with another. */
function columnOf(select: Members, key: Node): string | null {
  const targets = targetsOf(select)
  const found = targets.find(({ node }) => !isStar(node) && textOf(canonical(select, node)) === textOf(key))
  const isOne = nodesIn(select['fromClause']).length === 1 && nodesIn(select['fromClause'])[0]?.kind === 'RangeVar'
  if (targets.some(({ node }) => isStar(node))) {
    // All columns of the table, each by its own name.
    const name = key.kind === 'ColumnRef' ? namesIn(key.of['fields']).at(-1) : undefined
    return isOne && targets.length === 1 ? (name ?? null) : null
  }
  const name = found?.name ?? null
  return targets.filter((target) => target.name === name).length === 1 ? name : null
}

/** What ORDER BY means by an expression: a column of the answer by its number or name, else itself. */
function orderedBy(select: Members, node: Node | null): Node | null {
  if (node === null) return null
  const targets = targetsOf(select)
  const place = wholeIn(node)
  if (place !== null) return numbered(select, place)
  const [name, ...more] = node.kind === 'ColumnRef' ? namesIn(node.of['fields']) : []
  const named = more.length > 0 ? undefined : targets.find((target) => name !== undefined && target.name === name)
  return canonical(select, named?.node ?? node)
}

/**
 * What GROUP BY means by an expression. A name is that of a column before it is one of the answer, so the latter counts only
 * if it can't be the former: its expression would then hold a column that is not grouped.
 */
function groupedBy(select: Members, node: Node): Node | null {
  const place = wholeIn(node)
  if (place !== null) return numbered(select, place)
  const [name, ...more] = node.kind === 'ColumnRef' ? namesIn(node.of['fields']) : []
  const named = targetsOf(select).find((target) => name !== undefined && target.name === name)
  if (named === undefined || more.length > 0 || textOf(named.node) === textOf(node)) return canonical(select, node)
  const grouped = new Set(nodesIn(select['groupClause']).flatMap((group) => lastName(group) ?? []))
  const isOther = (each: Node) => each.kind === 'ColumnRef' && !grouped.has(lastName(each) ?? '')
  const isSame = (each: Node) => lastName(each) === name
  return holds(named.node.of, isOther) && !holds(named.node.of, isSame) ? canonical(select, named.node) : null
}

function numbered(select: Members, place: number): Node | null {
  const targets = targetsOf(select)
  const node = targets[place - 1]?.node
  const isSure = node !== undefined && !targets.slice(0, place).some((target) => isStar(target.node))
  return isSure ? canonical(select, node) : null
}

/** A column without the name of its table, if that is the only one that is read. */
function canonical(select: Members, node: Node): Node {
  const fields = listIn(node.of['fields'])
  const [only, ...others] = nodesIn(select['fromClause'])
  if (node.kind !== 'ColumnRef' || fields.length !== 2 || only === undefined || others.length > 0) return node
  const { alias, relname } = (only.kind === 'RangeTableSample' ? nodeIn(only.of['relation']) : only)?.of ?? {}
  const name = isRecord(alias) ? alias['aliasname'] : relname
  return namesIn(fields)[0] === name ? { kind: node.kind, of: { fields: fields.slice(1) } } : node
}

/** The columns of the answer; of a UNION those of its first statement. */
export function targetsOf(select: Members): readonly Target[] {
  const { larg } = select
  if (typeof larg === 'object' && larg !== null) return targetsOf({ ...larg })
  return nodesIn(select['targetList']).flatMap(({ of }) => {
    const node = nodeIn(of['val'])
    if (node === null) return []
    return [{ node, value: of['val'], name: typeof of['name'] === 'string' ? of['name'] : nameOf(node) }]
  })
}

/** The name that PostgreSQL gives to a column; null where it is no obvious one. */
function nameOf(node: Node): string | null {
  if (isStar(node)) return null
  if (node.kind === 'ColumnRef') return lastName(node)
  if (node.kind === 'FuncCall') return namesIn(node.of['funcname']).at(-1) ?? null
  return null
}

function lastName({ kind, of }: Node): string | null {
  return kind === 'ColumnRef' ? (namesIn(of['fields']).at(-1) ?? null) : null
}

function isStar({ kind, of }: Node): boolean {
  return kind === 'ColumnRef' && nodesIn(of['fields']).at(-1)?.kind === 'A_Star'
}

function isUngrouped(select: Members): boolean {
  return select['groupClause'] === undefined && !holds(select['targetList'], isRowGiving)
}

function isKey(keys: ReadonlySet<string>, node: Node | null): boolean {
  return node !== null && keys.has(textOf(node))
}

function isRowGiving({ kind, of }: Node): boolean {
  return kind === 'FuncCall' && givesRows(namesIn(of['funcname']).at(-1) ?? '')
}

/** The text of a column that tells the records of a table apart. */
export const OWN_ID = textOf({ kind: 'ColumnRef', of: { fields: [{ String: { sval: '_id' } }] } })

import {
  holds,
  isRecord,
  listIn,
  namesIn,
  nodeIn,
  nodesIn,
  type Members,
  type Node,
} from '../../parser/repeatable/nodes.ts'
import { writtenName } from '../names.ts'
import type { TextEdit } from '../textEdit.ts'
import type { Diagnostic, Fix, SqlProblem } from './diagnostic.ts'
import { outputName, starOf } from './names/outputNames.ts'
import { relationNamed, type Level } from './names/resolveNames.ts'
import type { ParsedStatement } from './parsedStatement.ts'

/** What runs in an expression and is probably not what is meant; null if nothing is wrong. */
export function expressionWarning(read: ParsedStatement, node: Node, levels: readonly Level[]): Diagnostic | null {
  if (node.kind === 'A_Expr' && node.of['kind'] === 'AEXPR_OP') {
    return nullCompared(read, node.of) ?? namesCompared(read, node.of, levels)
  }
  return node.kind === 'BoolExpr' && node.of['boolop'] === 'NOT_EXPR' ? notIn(read, node.of) : null
}

function warning(
  read: ParsedStatement,
  from: number,
  to: number,
  problem: SqlProblem,
  fixes: readonly Fix[],
): Diagnostic {
  const [start, end] = [read.tokens[from]?.start ?? 0, read.tokens[to]?.end ?? 0]
  return { start, end, severity: 'warning', problem, fixes }
}

/** `= NULL` is never true. */
function nullCompared(read: ParsedStatement, of: Members): Diagnostic | null {
  const [sign] = namesIn(of['name'])
  const [left, right] = [nodeIn(of['lexpr']), nodeIn(of['rexpr'])]
  if ((sign !== '=' && sign !== '<>') || (!isNull(left) && !isNull(right))) return null
  const at = read.tokenAt(of['location'])
  const end = isNull(right) ? read.tokenAt(right?.of['location']) : at
  if (at === null || end === null || end < at) return null
  const [from, to] = [read.tokens[at]?.start ?? 0, read.tokens[end]?.end ?? 0]
  const text = sign === '=' ? 'IS NULL' : 'IS NOT NULL'
  const fixes: readonly Fix[] = isNull(right)
    ? [{ what: { do: 'write', text }, edits: [{ start: from, end: to, text }] }]
    : []
  return warning(read, at, end, { code: 'equalsNull' }, fixes)
}

function isNull(node: Node | null): boolean {
  return node?.kind === 'A_Const' && node.of['isnull'] === true
}

/** `'price' > 5`, where there is a column of that name. */
function namesCompared(read: ParsedStatement, of: Members, levels: readonly Level[]): Diagnostic | null {
  const [left, right] = [nodeIn(of['lexpr']), nodeIn(of['rexpr'])]
  if (left?.kind !== 'A_Const' || right?.kind !== 'A_Const') return null
  const value = isRecord(left.of['sval']) ? left.of['sval']['sval'] : undefined
  const at = read.tokenAt(left.of['location'])
  const token = at === null ? undefined : read.tokens[at]
  if (typeof value !== 'string' || at === null || token?.kind !== 'string') return null
  if (!levels[0]?.sources.some(({ columns }) => columns?.includes(value))) return null
  const text = writtenName(value)
  const fix: Fix = { what: { do: 'write', text }, edits: [{ start: token.start, end: token.end, text }] }
  return warning(read, at, at, { code: 'nameInTextQuotes', name: value }, [fix])
}

/** `a NOT IN (SELECT b …)` is never true if one `b` is null. */
function notIn(read: ParsedStatement, of: Members): Diagnostic | null {
  const link = nodeIn(listIn(of['args'])[0])
  if (link?.kind !== 'SubLink' || link.of['subLinkType'] !== 'ANY_SUBLINK' || link.of['operName'] !== undefined)
    return null
  const select = nodeIn(link.of['subselect'])?.of
  const [target, ...others] = nodesIn(select?.['targetList'])
  const value = nodeIn(target?.of['val'])
  if (select === undefined || target === undefined || others.length > 0 || value === null) return null
  const name = value.kind === 'ColumnRef' ? namesIn(value.of['fields']).at(-1) : undefined
  if (name === undefined || name === '_id' || listIn(select['fromClause']).length === 0) return null
  const isName = (node: Node | null) => node?.kind === 'ColumnRef' && namesIn(node.of['fields']).at(-1) === name
  if (
    holds(
      select,
      ({ kind, of: test }) =>
        kind === 'NullTest' && test['nulltesttype'] === 'IS_NOT_NULL' && isName(nodeIn(test['arg'])),
    )
  )
    return null
  const isCompared = (node: Node) =>
    node.kind === 'A_Expr' && (isName(nodeIn(node.of['lexpr'])) || isName(nodeIn(node.of['rexpr'])))
  const condition = nodeIn(select['whereClause'])
  if (condition !== null && isCompared(condition)) return null
  const at = read.tokenAt(link.of['location'])
  if (at === null) return null
  // NOT stands before IN, or before what is looked for.
  const from = /^in$/i.test(wordOf(read, at)) ? (/^not$/i.test(wordOf(read, at - 1)) ? at - 1 : at) : at
  const to = /^not$/i.test(wordOf(read, from)) ? from + 1 : from
  return warning(read, from, to, { code: 'notInNull' }, noNulls(read, select, value, to))
}

function wordOf({ text, tokens }: ParsedStatement, at: number): string {
  const token = tokens[at]
  return token ? text.slice(token.start, token.end) : ''
}

const ENDS_CONDITION = /^(?:group|having|window|order|limit|offset|fetch|for|union|intersect|except)$/i

/** Adds `IS NOT NULL` to the condition of the subquery behind `IN`. */
function noNulls(read: ParsedStatement, select: Members, column: Node, inAt: number): readonly Fix[] {
  const first = read.tokenAt(column.of['location'])
  const open = inAt + 1
  if (first === null || wordOf(read, open) !== '(' || !/^select$/i.test(wordOf(read, open + 1))) return []
  const last = first + 2 * (namesIn(column.of['fields']).length - 1)
  const written = read.text.slice(read.tokens[first]?.start, read.tokens[last]?.end)
  let depth = 0
  let where: number | null = null
  let end = open + 1
  for (; end < read.tokens.length; end += 1) {
    const word = wordOf(read, end)
    if (word === ')' && depth === 0) break
    if (word === '(') depth += 1
    if (word === ')') depth -= 1
    if (depth === 0 && /^where$/i.test(word)) where = end
    if (depth === 0 && ENDS_CONDITION.test(word)) break
  }
  const place = read.tokens[end - 1]?.end ?? 0
  const test = `${written} IS NOT NULL`
  if (where === null || select['whereClause'] === undefined) {
    return [{ what: { do: 'noNulls' }, edits: [{ start: place, end: place, text: ` WHERE ${test}` }] }]
  }
  const begin = read.tokens[where + 1]?.start ?? 0
  const edits: readonly TextEdit[] = [
    { start: begin, end: begin, text: '(' },
    { start: place, end: place, text: `) AND ${test}` },
  ]
  return [{ what: { do: 'noNulls' }, edits }]
}

/** Tables between commas that no condition links: every row of one with every row of the other. */
export function linkWarning(read: ParsedStatement, of: Members, level: Level): Diagnostic | null {
  const items = nodesIn(of['fromClause'])
  if (items.length < 2 || items.some(({ kind }) => kind !== 'RangeVar')) return null
  const names = items.map(({ of: item }) =>
    isRecord(item['alias']) ? String(item['alias']['aliasname']) : String(item['relname']),
  )
  const tables = names.map((name) => level.sources.find((source) => source.name === name)?.isTable === true)
  const group = names.map((_, at) => at)
  const root = (at: number): number => (group[at] === at ? at : root(group[at] ?? at))
  for (const condition of conjuncts(nodeIn(of['whereClause']))) {
    const linked = sourcesIn(condition, names, level)
    if (linked === null) return null
    for (const each of linked) group[root(each)] = root(linked[0] ?? each)
  }
  const first = tables.indexOf(true)
  const other = tables.findIndex((isTable, at) => isTable && root(at) !== root(first))
  const item = items[other]
  if (first < 0 || item === undefined) return null
  const at = read.tokenAt(item.of['location'])
  return at === null
    ? null
    : warning(read, at, at, { code: 'notLinked', tables: [names[first] ?? '', names[other] ?? ''] }, [])
}

function conjuncts(condition: Node | null): readonly Node[] {
  if (condition === null) return []
  if (condition.kind !== 'BoolExpr' || condition.of['boolop'] !== 'AND_EXPR') return [condition]
  return nodesIn(condition.of['args']).flatMap(conjuncts)
}

/** Which items of FROM a condition names; null if that can't be known. */
function sourcesIn(condition: Node, names: readonly string[], level: Level): readonly number[] | null {
  const found = new Set<number>()
  let isKnown = true
  holds({ [condition.kind]: condition.of }, (node) => {
    if (node.kind !== 'ColumnRef') return false
    const path = namesIn(node.of['fields'])
    const [relation] = path
    if (path.length > 1) found.add(names.indexOf(relation ?? ''))
    else {
      const at = names.findIndex((name) => relationNamed([level], name)?.columns?.includes(relation ?? ''))
      if (at < 0) isKnown = false
      else found.add(at)
    }
    return false
  })
  found.delete(-1)
  return isKnown ? [...found] : null
}

/** Columns of the result with the same name, of which servers send only the last; one fix renames them all. */
export function sameNames(read: ParsedStatement, list: readonly Node[]): readonly Diagnostic[] {
  const taken = new Set(list.flatMap((target) => (starOf(target) ? [] : nameOf(target))))
  const seen = new Set<string>()
  const found: { readonly at: number; readonly name: string; readonly edit: TextEdit | null; readonly to: string }[] =
    []
  for (const [index, target] of list.entries()) {
    if (starOf(target)) continue
    const name = nameOf(target)
    if (!seen.has(name)) {
      seen.add(name)
      continue
    }
    let number = 2
    const base = name === '?column?' ? 'column' : name
    while (taken.has(`${base}_${number}`)) number += 1
    const to = `${base}_${number}`
    taken.add(to)
    const at = read.tokenAt(target.of['location'])
    if (at !== null) found.push({ at, name, to, edit: aliasEdit(read, list, index, at, to) })
  }
  const all = found.flatMap(({ edit }) => edit ?? [])
  return found.map(({ at, name, to, edit }) => {
    const own: readonly Fix[] = edit ? [{ what: { do: 'alias', name: to }, edits: [edit] }] : []
    const every: readonly Fix[] = all.length > 1 ? [{ what: { do: 'aliases' }, edits: all }] : []
    return warning(read, at, at, { code: 'sameName', name }, [...own, ...every])
  })
}

function nameOf({ of }: Node): string {
  return typeof of['name'] === 'string' ? of['name'] : outputName(of['val'])
}

/** Behind the item, in place of a name that it has. */
function aliasEdit(
  read: ParsedStatement,
  list: readonly Node[],
  index: number,
  at: number,
  name: string,
): TextEdit | null {
  const next = list[index + 1]
  const end = next ? (read.tokenAt(next.of['location']) ?? 1) - 1 : endOfList(read, at)
  const last = read.tokens[end - 1]
  if (last === undefined || end <= at) return null
  if (list[index]?.of['name'] === undefined) return { start: last.end, end: last.end, text: ` AS ${writtenName(name)}` }
  return { start: last.start, end: last.end, text: writtenName(name) }
}

const ENDS_LIST = /^(?:into|from|where|group|having|window|order|limit|offset|fetch|for|union|intersect|except|\))$/i

function endOfList(read: ParsedStatement, from: number): number {
  let depth = 0
  for (let at = from; at < read.tokens.length; at += 1) {
    const token = read.tokens[at]
    const word = wordOf(read, at)
    if (depth === 0 && token?.kind !== 'name' && token?.kind !== 'string' && ENDS_LIST.test(word)) {
      if (!/^distinct$/i.test(wordOf(read, at - 1))) return at
    }
    if (word === '(') depth += 1
    if (word === ')') depth -= 1
  }
  return read.tokens.length
}

import type { Field } from '../../protocol/field.ts'
import { parseSql } from '../../parser/parseSql.ts'
import { withMoments } from '../../query/dates/wholeTimes.ts'
import type { Query, Where } from '../../query/query.ts'
import { sentWords } from '../../query/words.ts'
import { MisfitError, reading, type Reading } from '../misfit.ts'
import { columnsIn } from './columns.ts'
import { groupOfAll, nodesOfAnd, partsOfAnd } from './conditions.ts'
import { isNullLiteral, wholeNumberIn } from './literal.ts'
import { isRecord, namesIn, nodeIn, nodesIn, textIn, type Members, type Node } from './node.ts'
import { askedKeys, orderIn } from './order.ts'
import { fieldIn, WORDS_COLUMN, type Table } from './table.ts'
import { typedWords, wordsIn } from './wordsIn.ts'

/**
 * The query that means exactly what a statement does, whoever wrote it; or why there is none. `fieldsOf` gives the fields of
 * the table that it names.
 */
export function queryOfSql(
  sql: string,
  fieldsOf: (table: string) => Promise<readonly Field[]>,
): Promise<Reading<Query>> {
  return reading(async () => {
    const select = selectIn(await treeOf(sql))
    const { name, alias } = tableIn(select)
    return queryIn(select, { name, alias, fields: await fieldsOf(name) })
  })
}

async function treeOf(sql: string): Promise<unknown> {
  // A NUL would end the text, half a surrogate pair is no text.
  if (sql.includes('\0') || /\p{Surrogate}/u.test(sql)) throw new MisfitError('syntax')
  const parsed = await parseSql(sql)
  if (parsed.outcome === 'too deep') throw new MisfitError('tooDeep')
  if (parsed.outcome === 'syntax error') throw new MisfitError('syntax', parsed.message)
  return parsed.tree
}

function selectIn(tree: unknown): Members {
  const statements = isRecord(tree) ? tree['stmts'] : undefined
  const [first, ...more] = Array.isArray(statements) ? statements : []
  if (more.length > 0) throw new MisfitError('severalStatements')
  if (!isRecord(first)) throw new MisfitError('notSelect')
  const { kind, of } = nodeIn(first['stmt'])
  if (kind !== 'SelectStmt') throw new MisfitError('notSelect')
  if (of['op'] !== 'SETOP_NONE') throw new MisfitError('union')
  for (const name of Object.keys(of)) {
    const code = CLAUSES[name]
    if (code === undefined) throw new MisfitError('expression')
    if (code !== null) throw new MisfitError(code)
  }
  return of
}

/** The clauses of a SELECT, and why one doesn't fit; null if it may. */
const CLAUSES: Readonly<Record<string, MisfitError['misfit']['code'] | null>> = {
  targetList: null,
  fromClause: null,
  whereClause: null,
  sortClause: null,
  limitCount: null,
  limitOption: null,
  limitOffset: null,
  distinctClause: null,
  op: null,
  groupClause: 'groupBy',
  groupDistinct: 'groupBy',
  havingClause: 'groupBy',
  windowClause: 'window',
  withClause: 'with',
  lockingClause: 'lock',
  valuesLists: 'noTable',
  intoClause: 'notSelect',
}

function tableIn(select: Members): { readonly name: string; readonly alias: string | null } {
  const [only, ...more] = nodesIn(select['fromClause'])
  if (only === undefined) throw new MisfitError('noTable')
  if (more.length > 0 || only.kind === 'JoinExpr') throw new MisfitError('join')
  if (only.kind === 'RangeSubselect') throw new MisfitError('subquery')
  if (only.kind !== 'RangeVar' || only.of['inh'] !== true) throw new MisfitError('expression')
  const { schemaname, catalogname, relname, alias } = only.of
  if (catalogname !== undefined || (schemaname !== undefined && schemaname !== 'public'))
    throw new MisfitError('schema')
  if (alias === undefined) return { name: textIn(relname), alias: null }
  if (!isRecord(alias) || alias['colnames'] !== undefined) throw new MisfitError('renamed')
  return { name: textIn(relname), alias: textIn(alias['aliasname']) }
}

function queryIn(select: Members, table: Table): Query {
  const columns = columnsIn(select['targetList'], table)
  const isDistinct = distinctIn(select['distinctClause'])
  const nodes = select['whereClause'] === undefined ? [] : nodesOfAnd(nodeIn(select['whereClause']))
  const searches = nodes.map((node) => searchIn(node, table))
  const search = searches.filter((words) => words !== null)
  if (search.length > 1) throw new MisfitError('words')
  const isSearch = sentWords(search[0] ?? '') !== ''
  const conditions = partsOfAnd(
    nodes.filter((node, at) => searches[at] === null && !isTrue(node)),
    table,
  )
  const names = columns ?? table.fields.map(({ id }) => id)
  const order = orderIn(select['sortClause'], columns, table)
  if (order.isRanked && (!isSearch || order.keys.some(({ field }) => field !== '_id'))) throw new MisfitError('sort')
  const { isRanked } = order
  return {
    resource: table.name,
    columns,
    ...(isDistinct ? { distinct: true } : {}),
    where: withMoments(asAll(groupOfAll(conditions, table)), table.fields),
    search: search[0] ?? '',
    sort: askedKeys(order, { distinct: isDistinct ? names : null, isSearch, isRanked }),
    limit: limitIn(select),
  }
}

function asAll(where: Where): Where {
  return 'all' in where && where.not !== true ? where : { all: [where] }
}

/** A condition that always holds: people begin with it, to add others. */
function isTrue({ kind, of }: Node): boolean {
  return kind === 'A_Const' && isRecord(of['boolval']) && of['boolval']['boolval'] === true
}

/** The words that a node searches all of a record for; null if it does something else. */
function searchIn({ kind, of }: Node, table: Table): string | null {
  if (kind !== 'A_Expr' || namesIn(of['name']).join('') !== '@@') return null
  if (fieldIn(nodeIn(of['lexpr']), table) !== WORDS_COLUMN) return null
  const words = wordsIn(nodeIn(of['rexpr']))
  if (words === null) throw new MisfitError('words')
  return typedWords(words)
}

/** A plain DISTINCT is a list with an empty node. */
function distinctIn(clause: unknown): boolean {
  if (clause === undefined) return false
  const [first, ...more] = Array.isArray(clause) ? clause : []
  if (!isRecord(first) || more.length > 0 || Object.keys(first).length > 0) throw new MisfitError('distinctOn')
  return true
}

function limitIn({ limitCount, limitOffset, limitOption }: Members): number | null {
  if (limitOption === 'LIMIT_OPTION_WITH_TIES') throw new MisfitError('limit')
  if (limitOffset !== undefined && wholeNumberIn(nodeIn(limitOffset)) !== 0) throw new MisfitError('offset')
  if (limitCount === undefined || isNullLiteral(nodeIn(limitCount))) return null
  const limit = wholeNumberIn(nodeIn(limitCount))
  if (limit === null) throw new MisfitError('limit')
  return limit
}

import {
  isRecord,
  listIn,
  namesIn,
  nodeIn,
  nodesIn,
  type Members,
  type Node,
} from '../../../parser/repeatable/nodes.ts'
import { leftmost, outputName, starOf } from './outputNames.ts'

/** What a table's name means to the instance. `unknown`: it may be there. */
export type TableFound =
  | { readonly is: 'table'; readonly columns: readonly string[] | null }
  | { readonly is: 'missing' | 'unknown' }

/** What FROM makes visible. */
export interface Source {
  /** Null for what can't be named. */
  readonly name: string | null
  /** Null if they are not known. */
  readonly columns: readonly string[] | null
  readonly isTable: boolean
}

/** The sources of one FROM clause, and the columns that USING made one of two. */
export interface Level {
  readonly sources: readonly Source[]
  readonly merged: ReadonlySet<string>
}

/** What was found while the names of a statement were looked up. */
export interface Lookup {
  /** `levels`: where a name may come from, the innermost first. `outputs`: names that the SELECT list gives, where they count. */
  readonly column: (ref: Node, levels: readonly Level[], outputs: readonly string[]) => void
  readonly table: (range: Node, found: TableFound) => void
  /** Any node of an expression, once. */
  readonly node: (node: Node, levels: readonly Level[]) => void
  /** What PostgreSQL refuses at a place of the tree though it could be parsed, in PostgreSQL's words. */
  readonly refused: (location: unknown, message: string) => void
  /** Every SELECT with what its FROM makes visible. */
  readonly select: (of: Members, level: Level) => void
}

interface Cte {
  readonly name: string
  readonly columns: readonly string[] | null
}

interface Around {
  readonly levels: readonly Level[]
  readonly ctes: readonly Cte[]
}

/** Deeper than a person nests; further in nothing is looked up. */
const DEEPEST = 200

/** Looks up every name of a statement as PostgreSQL does, and gives its columns; null if not all are known. */
export function resolveNames(
  root: Node,
  tableOf: (schema: string | null, name: string) => TableFound,
  lookup: Lookup,
): readonly string[] | null {
  let depth = 0

  function select(of: Members, around: Around): readonly string[] | null {
    depth += 1
    const columns = depth > DEEPEST ? null : selectInside(of, around)
    depth -= 1
    return columns
  }

  function selectInside(of: Members, outer: Around): readonly string[] | null {
    const around = isRecord(of['withClause']) ? withCtes(of['withClause'], outer) : outer
    if (isRecord(of['larg']) && isRecord(of['rarg'])) {
      const columns = select(of['larg'], around)
      const other = select(of['rarg'], around)
      const [first] = nodesIn(leftmost(of['rarg'])['targetList'])
      if (columns && other && first && columns.length !== other.length) {
        const operation = String(of['op']).replace('SETOP_', '')
        lookup.refused(first.of['location'], `each ${operation} query must have the same number of columns`)
      }
      const joined = { sources: [{ name: null, columns, isTable: false }], merged: NONE }
      expressions(of['sortClause'], { ...around, levels: [joined] }, columns ?? [])
      expressions([of['limitCount'], of['limitOffset']], outer, [])
      return columns
    }
    const lists = nodesIn(of['valuesLists'])
    if (lists.length > 0) {
      expressions(of['valuesLists'], around, [])
      return listIn(lists[0]?.of['items']).map((_, at) => `column${at + 1}`)
    }
    const own = fromLevel(of['fromClause'], around)
    const inside = { ...around, levels: [own, ...around.levels] }
    lookup.select(of, own)
    const star =
      own.sources.length > 0 ? undefined : nodesIn(of['targetList']).find((each) => starOf(each)?.length === 0)
    if (star) lookup.refused(star.of['location'], 'SELECT * with no tables specified is not valid')
    const columns = outputs(of['targetList'], inside.levels)
    const names = columns ?? nodesIn(of['targetList']).flatMap((each) => (starOf(each) ? [] : nameOfTarget(each)))
    expressions([of['targetList'], of['whereClause'], of['havingClause'], of['windowClause']], inside, [])
    expressions([of['groupClause'], of['sortClause'], of['distinctClause']], inside, names)
    expressions([of['limitCount'], of['limitOffset']], outer, [])
    return columns
  }

  function withCtes(clause: Members, outer: Around): Around {
    let ctes = outer.ctes
    for (const { of } of nodesIn(clause['ctes'])) {
      const name = String(of['ctename'])
      const given = listIn(of['aliascolnames']).length > 0 ? namesIn(of['aliascolnames']) : null
      const query = nodeIn(of['ctequery'])
      // Itself it sees with the columns of what stands before UNION, which are not known before they were read.
      const inner = clause['recursive'] === true ? [...ctes, { name, columns: null }] : ctes
      const found = query?.kind === 'SelectStmt' ? select(query.of, { ...outer, ctes: inner }) : null
      const hasMore = isRecord(of['search_clause']) || isRecord(of['cycle_clause'])
      ctes = [...ctes, { name, columns: hasMore ? null : renamed(found, given) }]
    }
    return { ...outer, ctes }
  }

  function fromLevel(items: unknown, around: Around): Level {
    const level = { sources: [] as Source[], merged: new Set<string>() }
    for (const item of nodesIn(items)) level.sources.push(...fromItem(item, around, level, level.merged))
    return level
  }

  /** `before`: what stands to the left, which LATERAL and the arguments of functions see. */
  function fromItem(item: Node, around: Around, before: Level, merged: Set<string>): readonly Source[] {
    const { kind, of } = item
    const alias = isRecord(of['alias']) ? of['alias'] : null
    const name = alias === null ? null : String(alias['aliasname'])
    const given = alias === null || listIn(alias['colnames']).length === 0 ? null : namesIn(alias['colnames'])
    const beside = { ...around, levels: [before, ...around.levels] }
    switch (kind) {
      case 'RangeVar': {
        const source = rangeVar(item, around)
        return [{ ...source, name: name ?? source.name, columns: renamed(source.columns, given) }]
      }
      case 'RangeSubselect': {
        const query = nodeIn(of['subquery'])
        const columns = query ? select(query.of, of['lateral'] === true ? beside : around) : null
        return [{ name, columns: renamed(columns, given), isTable: false }]
      }
      case 'RangeTableSample': {
        expressions([of['args'], of['repeatable']], around, [])
        const relation = nodeIn(of['relation'])
        return relation ? fromItem(relation, around, before, merged) : []
      }
      case 'JoinExpr':
        return joinItem(of, around, before, merged, name)
      default: {
        expressions(Object.values(of), beside, [])
        const [call] = kind === 'RangeFunction' ? nodesIn(nodesIn(of['functions'])[0]?.of['items']) : []
        return [{ name: name ?? (call ? outputName({ [call.kind]: call.of }) : null), columns: null, isTable: false }]
      }
    }
  }

  function joinItem(of: Members, around: Around, before: Level, merged: Set<string>, name: string | null) {
    const [left, right] = [nodeIn(of['larg']), nodeIn(of['rarg'])]
    const own = new Set<string>()
    const leftSources = left ? fromItem(left, around, before, own) : []
    const seen = { sources: [...before.sources, ...leftSources], merged: new Set([...before.merged, ...own]) }
    const rightSources = right ? fromItem(right, around, seen, own) : []
    const sources = [...leftSources, ...rightSources]
    for (const each of namesIn(of['usingClause'])) own.add(each)
    // Which columns NATURAL joins is known only if all are.
    if (of['isNatural'] === true) for (const { columns } of sources) for (const each of columns ?? []) own.add(each)
    expressions([of['quals']], { ...around, levels: [{ sources, merged: own }, ...around.levels] }, [])
    if (name !== null) return [{ name, columns: null, isTable: false }]
    for (const each of own) merged.add(each)
    return sources
  }

  function rangeVar(item: Node, { ctes }: Around): Source {
    const { schemaname, relname } = item.of
    const name = String(relname)
    const cte = schemaname === undefined ? ctes.findLast((each) => each.name === name) : undefined
    if (cte) return { name, columns: cte.columns, isTable: false }
    const found = tableOf(typeof schemaname === 'string' ? schemaname : null, name)
    lookup.table(item, found)
    return { name, columns: found.is === 'table' ? found.columns : null, isTable: true }
  }

  /** Goes through what can hold names of columns; subqueries are looked up on their own. */
  function expressions(value: unknown, around: Around, names: readonly string[]): void {
    if (Array.isArray(value)) {
      for (const each of value) expressions(each, around, names)
      return
    }
    const node = nodeIn(value)
    if (node === null) {
      if (isRecord(value)) for (const each of Object.values(value)) expressions(each, around, [])
      return
    }
    lookup.node(node, around.levels)
    if (node.kind === 'ColumnRef') return lookup.column(node, around.levels, names)
    if (node.kind === 'SelectStmt') return void select(node.of, around)
    if (node.kind === 'SubLink') {
      expressions([node.of['testexpr']], around, [])
      const query = nodeIn(node.of['subselect'])
      const columns = query ? select(query.of, around) : null
      const isValue = node.of['subLinkType'] === 'EXPR_SUBLINK' || node.of['subLinkType'] === 'ARRAY_SUBLINK'
      if (isValue && columns && columns.length > 1) {
        lookup.refused(node.of['location'], 'subquery must return only one column')
      }
      return
    }
    // A name of the SELECT list counts only as a whole item.
    const isItem = node.kind === 'SortBy' || node.kind === 'GroupingSet'
    for (const each of Object.values(node.of)) expressions(each, around, isItem ? names : [])
  }

  return root.kind === 'SelectStmt' ? select(root.of, { levels: [], ctes: [] }) : null
}

const NONE: ReadonlySet<string> = new Set()

/** The columns of a SELECT list. */
function outputs(list: unknown, levels: readonly Level[]): readonly string[] | null {
  const names: string[] = []
  let isWhole = true
  for (const target of nodesIn(list)) {
    const star = starOf(target)
    if (star === null) names.push(nameOfTarget(target))
    else {
      const found = star.length === 0 ? starColumns(levels[0]) : relationNamed(levels, star.at(-1) ?? '')?.columns
      if (found) names.push(...found)
      else isWhole = false
    }
  }
  return isWhole ? names : null
}

/** What `*` means; null if that is not known, or not worth knowing, as where USING merges columns. */
function starColumns(level: Level | undefined): readonly string[] | null {
  if (level === undefined || level.merged.size > 0) return null
  const all = level.sources.map(({ columns }) => columns)
  return all.every((columns) => columns !== null) ? all.flatMap((columns) => columns ?? []) : null
}

/** The relation of a name, the innermost first. */
export function relationNamed(levels: readonly Level[], name: string): Source | null {
  for (const { sources } of levels) {
    const found = sources.find((each) => each.name === name)
    if (found) return found
  }
  return null
}

function nameOfTarget({ of }: Node): string {
  return typeof of['name'] === 'string' ? of['name'] : outputName(of['val'])
}

function renamed(columns: readonly string[] | null, names: readonly string[] | null): readonly string[] | null {
  if (names === null || columns === null) return columns
  return [...names, ...columns.slice(names.length)]
}

/** The first SELECT list of a statement. */
export function firstList(root: Node): readonly Node[] {
  return nodesIn(leftmost(root.of)['targetList'])
}

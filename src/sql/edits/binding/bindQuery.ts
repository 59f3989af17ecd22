import { isRecord, namesIn, nodeIn, nodesIn, type Members } from '../../../parser/repeatable/nodes.ts'
import type { Phrase } from '../../statement/phrase.ts'
import { readQuery, type Arm } from '../../statement/query.ts'
import { insideAt, partsOf, wordAt, type Range } from '../../statement/walk.ts'
import {
  deeper,
  namedPiece,
  newName,
  pieceIndex,
  textOf,
  Unusual,
  type Around,
  type BindQuery,
  type BoundCte,
} from './binding.ts'
import {
  EMPTY_LEVEL,
  type BoundColumn,
  type BoundItem,
  type BoundQuery,
  type BoundRelation,
  type BoundSelect,
  type Outputs,
} from './bound.ts'
import { bindExpression, meaningOf, meaningOfReference, queryBehind } from './expressions.ts'
import { figuredName } from './figuredName.ts'
import { bindOutput } from './resolve.ts'
import { besides, bindSource } from './sources.ts'

/** Binds a query and all that is inside of it. */
export const bindQuery: BindQuery = (around, node, range, onFirst) => {
  const rest = [...armsIn(around.binding.phrase, range, 0)]
  const bound = bindArms(around, node, rest, onFirst)
  if (rest.length > 0) throw new Unusual()
  return bound
}

/** The tree shows no brackets, so arms in brackets are counted with those around. */
function armsIn(phrase: Phrase, range: Range, depth: number): readonly Arm[] {
  if (depth > 20) throw new Unusual()
  return readQuery(phrase, range).arms.flatMap((arm) => {
    const [clause] = arm.clauses
    return clause?.kind === 'query' ? armsIn(phrase, insideAt(phrase, clause.from), depth + 1) : [arm]
  })
}

function bindArms(around: Around, node: Members, rest: Arm[], onFirst?: (outputs: Outputs) => void): BoundQuery {
  const { inner, withClause } = bindWith(around, node['withClause'])
  if (node['op'] === 'SETOP_NONE' || node['op'] === undefined) {
    const select = bindSelect(inner, node, rest.shift())
    onFirst?.(select.outputs)
    return { ...select, meaning: Object.assign(select.meaning, { withClause }) }
  }
  if (!isRecord(node['larg']) || !isRecord(node['rarg'])) throw new Unusual()
  const left = bindArms(deeper(inner), node['larg'], rest, onFirst)
  const right = bindArms(deeper(inner), node['rarg'], rest)
  const only = { ...inner, levels: [EMPTY_LEVEL] }
  const meaning = {
    ...meaningOf(node, ['larg', 'rarg', 'sortClause', 'limitCount', 'limitOffset', 'withClause']),
    withClause,
    larg: left.meaning,
    rarg: right.meaning,
    sortClause: bindSort(only, node['sortClause'], left.outputs),
    limitCount: bindExpression(inner, node['limitCount']),
    limitOffset: bindExpression(inner, node['limitOffset']),
  }
  return { outputs: left.outputs, meaning }
}

function bindWith(around: Around, value: unknown): { inner: Around; withClause: unknown } {
  if (!isRecord(value)) return { inner: around, withClause: null }
  const { binding } = around
  const recursive = value['recursive'] === true
  const nodes = nodesIn(value['ctes']).map(({ of }) => of)
  const names = nodes.map(({ ctename }) => (typeof ctename === 'string' ? ctename : ''))
  onlyOnce(names)
  const meanings: unknown[] = []
  let ctes = around.ctes
  for (const [place, of] of nodes.entries()) {
    const at = pieceIndex(binding, of)
    const piece = namedPiece(binding, at, names[place] ?? '')
    const cte: BoundCte = { as: newName(binding, 'cte', names[place] ?? '', piece), columns: [], complete: false }
    const query = isRecord(of['ctequery']) ? of['ctequery']['SelectStmt'] : null
    if (!isRecord(query) || of['search_clause'] !== undefined || of['cycle_clause'] !== undefined) throw new Unusual()
    const listed = namesIn(of['aliascolnames'])
    const given = listed.map((name, index): BoundColumn => {
      const own = namedPiece(binding, at + 2 + 2 * index, name)
      return { as: newName(binding, 'column', name, own), item: own, field: null }
    })
    const own = {
      ...deeper(around),
      ctes: recursive ? [...ctes, cte] : ctes,
      later: recursive ? names.slice(place + 1) : [],
    }
    const from = listed.length > 0 ? at + 1 + 2 * listed.length : at
    const bound = binding.query(own, query, queryBehind(binding, from), (outputs) => {
      cte.columns = [...given, ...outputs.columns.slice(given.length)]
      cte.complete = outputs.complete
    })
    ctes = [...ctes, cte]
    meanings.push({
      ...meaningOf(of, ['ctename', 'ctequery', 'aliascolnames']),
      query: bound.meaning,
      columns: listed.length,
    })
  }
  return { inner: { ...around, ctes }, withClause: { recursive, ctes: meanings } }
}

/** PostgreSQL refuses two of one name side by side. */
function onlyOnce(names: readonly string[]): void {
  if (new Set(names).size < names.length) throw new Unusual()
}

const CLAUSES = [
  'targetList',
  'fromClause',
  'whereClause',
  'groupClause',
  'havingClause',
  'windowClause',
  'sortClause',
  'distinctClause',
  'limitCount',
  'limitOffset',
  'valuesLists',
  'withClause',
]

function bindSelect(around: Around, node: Members, arm: Arm | undefined): BoundQuery {
  if (arm === undefined || node['lockingClause'] !== undefined || node['intoClause'] !== undefined) throw new Unusual()
  const { binding } = around
  const select: BoundSelect = { arm, level: EMPTY_LEVEL, items: [], meaning: {}, node }
  binding.selects.push(select)
  const inside: Around = { ...deeper(around), select }
  if (node['valuesLists'] !== undefined) return bindValues(inside, node, select)
  const from = Array.isArray(node['fromClause']) ? node['fromClause'] : []
  if (arm.list === null || from.length !== arm.sources.length) throw new Unusual()
  const fromClause = from.map((each: unknown, place) => {
    const source = bindSource(inside, select.level, each, arm.sources[place])
    select.level = besides(select.level, source.level)
    return source.meaning
  })
  onlyOnce(select.level.relations.flatMap(({ as }) => as?.name ?? []))
  const here: Around = { ...inside, levels: [select.level, ...around.levels] }
  select.items = itemsOf(here, node['targetList'], arm)
  const outputs: Outputs = {
    columns: select.items.flatMap(({ columns }) => columns),
    complete: select.items.every(({ star }) => star?.complete ?? true),
  }
  Object.assign(select.meaning, meaningOf(node, CLAUSES), {
    fromClause,
    targetList: select.items.flatMap(({ meaning }) => meaning),
    whereClause: bindExpression(here, node['whereClause']),
    groupClause: bindGroups(here, node['groupClause'], outputs),
    havingClause: bindExpression(here, node['havingClause']),
    windowClause: bindExpression(here, node['windowClause']),
    sortClause: bindSort(here, node['sortClause'], outputs),
    distinctClause: bindNames(here, node['distinctClause'], outputs),
    limitCount: bindExpression(here, node['limitCount']),
    limitOffset: bindExpression(here, node['limitOffset']),
  })
  return { outputs, meaning: select.meaning }
}

function bindValues(around: Around, node: Members, select: BoundSelect): BoundQuery {
  const { binding } = around
  const lists = nodesIn(node['valuesLists'])
  const first = lists[0]?.of['items']
  const width = Array.isArray(first) ? first.length : 0
  const columns = Array.from({ length: width }, (_, place): BoundColumn => {
    return { as: newName(binding, 'column', `column${place + 1}`, null), item: null, field: null }
  })
  const outputs = { columns, complete: true }
  Object.assign(select.meaning, meaningOf(node, CLAUSES), {
    valuesLists: bindExpression(around, node['valuesLists']),
    sortClause: bindSort(around, node['sortClause'], outputs),
    limitCount: bindExpression(around, node['limitCount']),
    limitOffset: bindExpression(around, node['limitOffset']),
  })
  return { outputs, meaning: select.meaning }
}

function itemsOf(around: Around, list: unknown, arm: Arm): readonly BoundItem[] {
  const { phrase } = around.binding
  const targets = nodesIn(list)
  const parts = arm.list && arm.list.from < arm.list.to ? partsOf(phrase, arm.list) : []
  if (targets.length !== parts.length) throw new Unusual()
  return parts.map((part, place) => bindItem(around, targets[place]?.of ?? {}, part))
}

function bindItem(around: Around, target: Members, part: Range): BoundItem {
  const { binding } = around
  const { phrase } = binding
  const { name, val } = target
  const meaning = bindExpression(around, val)
  const node = nodeIn(val)
  const reference = node?.kind === 'ColumnRef' ? binding.meant.get(node.of) : undefined
  const piece = reference?.pieces.at(-1)
  if (piece?.word === '*' && wordAt(phrase, part.to - 1) === '*') {
    return starItem(around, reference?.relation ?? null, meaning, part)
  }
  const item = textOf(phrase, part)
  if (typeof name === 'string') {
    const given = namedPiece(binding, part.to - 1, name)
    const isAs = wordAt(phrase, part.to - 2) === 'as'
    const as = newName(binding, 'column', name, given)
    const expression = { from: part.from, to: part.to - (isAs ? 2 : 1) }
    return { expression, columns: [{ as, item, field: null }], star: null, meaning: [{ val: meaning }] }
  }
  const figured = figuredName(val)
  const source = figured.from ? binding.meant.get(figured.from) : undefined
  const passed = source?.kind === 'row' ? source.relation?.as : source?.column?.as
  const as = passed && passed.name === figured.name ? passed : newName(binding, 'column', figured.name, null)
  const field = reference?.column?.field ?? null
  return { expression: part, columns: [{ as, item, field }], star: null, meaning: [{ val: meaning }] }
}

function starItem({ levels }: Around, relation: BoundRelation | null, meaning: unknown, part: Range): BoundItem {
  const level = levels[0] ?? EMPTY_LEVEL
  const shown = relation
    ? relation.columns.map((column) => ({ column, relation, join: null }))
    : part.to - part.from === 1
      ? level.shown
      : []
  const complete = relation ? relation.complete : part.to - part.from === 1 && level.complete
  const each = shown.map(({ column, relation: own, join }) => ({
    val: meaningOfReference({
      kind: 'column',
      path: [],
      relation: own,
      column,
      join,
    }),
  }))
  return {
    expression: part,
    columns: shown.map(({ column }) => column),
    star: { shown, complete, isPath: part.to - part.from > 1 },
    meaning: complete ? each : [{ val: meaning }],
  }
}

function bindGroups(around: Around, groups: unknown, outputs: Outputs): unknown {
  return Array.isArray(groups) ? groups.map((each: unknown) => bindName(around, each, outputs, true)) : groups
}

function bindNames(around: Around, list: unknown, outputs: Outputs): unknown {
  return Array.isArray(list) ? list.map((each: unknown) => bindName(around, each, outputs, false)) : list
}

/** A name alone may be that of the result; in the sets of GROUP BY too. */
function bindName(around: Around, value: unknown, outputs: Outputs, grouping: boolean): unknown {
  const node = nodeIn(value)
  if (node?.kind === 'ColumnRef') {
    const reference = bindOutput(around, node.of, outputs, grouping)
    if (reference.kind !== 'output' || !reference.column) return meaningOfReference(reference)
    return { output: outputs.columns.indexOf(reference.column) }
  }
  if (node?.kind !== 'GroupingSet') return bindExpression(around, value)
  return {
    GroupingSet: { ...meaningOf(node.of, ['content']), content: bindGroups(around, node.of['content'], outputs) },
  }
}

function bindSort(around: Around, sorts: unknown, outputs: Outputs): unknown {
  return Array.isArray(sorts)
    ? sorts.map((each: unknown) => {
        const of = nodeIn(each)?.of ?? {}
        return { ...meaningOf(of, ['node']), node: bindName(around, of['node'], outputs, false) }
      })
    : sorts
}

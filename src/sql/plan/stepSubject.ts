import { nodesIn, numberIn, textIn, textsIn, typeOf, type PlanNode } from './planNode.ts'
import { OBJECTS } from './planText.ts'
import { shortExpression, shortKeys } from './shortExpression.ts'

/** What a step works on. */
export interface StepSubject {
  /** A table by its name in the database. */
  readonly table: string | null
  /** Another thing with rows: a query of WITH, a function, a subquery. */
  readonly name: string | null
  readonly index: string | null
  /** What it sorts, groups or remembers by. */
  readonly keys: readonly string[]
  /** What its rows have to meet, short. */
  readonly condition: string | null
  /** How a join finds pairs. */
  readonly method: 'hash' | 'merge' | 'loop' | null
  /** Which rows a join gives beside the pairs: PostgreSQL's own word, as `Left`; null for pairs alone. */
  readonly side: string | null
  readonly workers: number | null
}

/** What a node works on. */
export function subjectOf(node: PlanNode): StepSubject {
  const type = typeOf(node)
  const join = textIn(node, 'Join Type')
  const names = OBJECTS.slice(1).map((object) => textIn(node, object))
  const isSubquery = type === 'Subquery Scan'
  return {
    table: textIn(node, 'Relation Name'),
    name: names.find((name) => name !== null) ?? (isSubquery ? textIn(node, 'Alias') : null),
    index: textIn(node, 'Index Name'),
    keys: keysOf(node),
    condition: conditionOf(node),
    method: METHODS.get(type) ?? null,
    side: join === null || join === 'Inner' ? null : join,
    workers: numberIn(node, 'Workers Launched') ?? numberIn(node, 'Workers Planned'),
  }
}

const METHODS: ReadonlyMap<string, 'hash' | 'merge' | 'loop'> = new Map([
  ['Hash Join', 'hash'],
  ['Merge Join', 'merge'],
  ['Nested Loop', 'loop'],
])

function keysOf(node: PlanNode): readonly string[] {
  const sorted = textsIn(node, 'Sort Key')
  if (sorted.length > 0) return shortKeys(sorted)
  const grouped = textsIn(node, 'Group Key')
  if (grouped.length > 0) return shortKeys(grouped)
  const cached = textIn(node, 'Cache Key')
  if (cached !== null) return shortKeys([cached])
  return shortKeys([...new Set(nodesIn(node, 'Grouping Sets').flatMap(keysOfSet))])
}

/** All columns of ROLLUP and its like, each once. */
function keysOfSet(set: PlanNode): readonly string[] {
  return [set['Group Keys'], set['Hash Keys']].flatMap((lists) =>
    Array.isArray(lists) ? lists.flat().filter((key): key is string => typeof key === 'string') : [],
  )
}

/** That of the index or the join before that of the rows, since it says more of how they are found. */
const CONDITIONS = [
  'Index Cond',
  'Hash Cond',
  'Merge Cond',
  'TID Cond',
  'Recheck Cond',
  'Join Filter',
  'One-Time Filter',
  'Filter',
] as const

function conditionOf(node: PlanNode): string | null {
  for (const name of CONDITIONS) {
    const condition = textIn(node, name)
    if (condition !== null) return shortExpression(condition)
  }
  const list = textsIn(node, 'Recheck Cond')
  return list.length === 0 ? null : shortExpression(list.join(' AND '))
}

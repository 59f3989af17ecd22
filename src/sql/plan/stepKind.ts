import { textIn, typeOf, type PlanNode } from './planNode.ts'

/** What a step does, in a word of the page. `other`: a kind of node that this page doesn't know, named by PostgreSQL. */
export type StepKind = (typeof KINDS)[keyof typeof KINDS] | 'summarise' | 'intersect' | 'except' | 'other'

/** What a node does. */
export function kindOf(node: PlanNode): StepKind {
  const type = typeOf(node)
  if (type === 'Aggregate' && textIn(node, 'Strategy') === 'Plain') return 'summarise'
  if (type === 'SetOp') return textIn(node, 'Command')?.startsWith('Intersect') === true ? 'intersect' : 'except'
  return isKnown(type) ? KINDS[type] : 'other'
}

/** The kinds of nodes of PostgreSQL 15 to 18 (`ExplainNode` of its explain.c). */
const KINDS = {
  Result: 'compute',
  ProjectSet: 'unfold',
  ModifyTable: 'change',
  Append: 'append',
  'Merge Append': 'mergeInOrder',
  'Recursive Union': 'repeat',
  BitmapAnd: 'bothFound',
  BitmapOr: 'eitherFound',
  'Nested Loop': 'join',
  'Merge Join': 'join',
  'Hash Join': 'join',
  'Seq Scan': 'readAll',
  'Sample Scan': 'readSample',
  Gather: 'gather',
  'Gather Merge': 'gather',
  'Index Scan': 'readByIndex',
  'Index Only Scan': 'readIndex',
  'Bitmap Index Scan': 'find',
  'Bitmap Heap Scan': 'readFound',
  'Tid Scan': 'readPlaces',
  'Tid Range Scan': 'readPlaces',
  'Subquery Scan': 'subquery',
  'Function Scan': 'call',
  'Table Function Scan': 'call',
  'Values Scan': 'readValues',
  'CTE Scan': 'readWith',
  'Named Tuplestore Scan': 'readWith',
  'WorkTable Scan': 'readLastRound',
  'Foreign Scan': 'readElsewhere',
  'Custom Scan': 'custom',
  Materialize: 'keep',
  Memoize: 'remember',
  Sort: 'sort',
  'Incremental Sort': 'sort',
  Group: 'group',
  Aggregate: 'group',
  WindowAgg: 'window',
  Unique: 'dropRepeated',
  SetOp: 'except',
  LockRows: 'lock',
  Limit: 'limit',
  Hash: 'keep',
} as const

function isKnown(type: string): type is keyof typeof KINDS {
  return Object.hasOwn(KINDS, type)
}

/** PostgreSQL's own name of a node, as its text form gives it, without what it works on. */
export function nodeName(node: PlanNode): string {
  const parallel = node['Parallel Aware'] === true ? 'Parallel ' : ''
  const type = typeOf(node)
  const partial = textIn(node, 'Partial Mode')
  const part = partial === null || partial === 'Simple' ? '' : `${partial} `
  const join = textIn(node, 'Join Type')
  const named = (name: string) => `${parallel}${part}${name}`
  if (type === 'Aggregate') return named(AGGREGATES.get(textIn(node, 'Strategy') ?? '') ?? type)
  if (type === 'SetOp') {
    const strategy = textIn(node, 'Strategy') === 'Hashed' ? 'HashSetOp' : 'SetOp'
    return named(`${strategy} ${textIn(node, 'Command') ?? ''}`.trim())
  }
  if (type === 'ModifyTable' || type === 'Foreign Scan') return named(textIn(node, 'Operation') ?? type)
  if (type === 'Custom Scan') return named(`Custom Scan (${textIn(node, 'Custom Plan Provider') ?? ''})`)
  if (join === null) return named(type)
  // As it writes them: Hash Left Join, Nested Loop Left Join, but Hash Join and Nested Loop.
  const plain = type.replace(/ Join$/, '')
  return named(join === 'Inner' ? type : `${plain} ${join} Join`)
}

const AGGREGATES: ReadonlyMap<string, string> = new Map([
  ['Plain', 'Aggregate'],
  ['Sorted', 'GroupAggregate'],
  ['Hashed', 'HashAggregate'],
  ['Mixed', 'MixedAggregate'],
])

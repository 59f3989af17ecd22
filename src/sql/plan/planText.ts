import { isNode, nodesIn, numberIn, textIn, textsIn, typeOf, type PlanNode } from './planNode.ts'
import { writtenName } from '../names.ts'
import { nodeName } from './stepKind.ts'

/** A plan as psql shows it. `hasDecimals`: PostgreSQL gave rows with decimals, as it does since 18. */
export function planText(root: PlanNode, hasDecimals: boolean, times: PlanNode = {}): string {
  const lines = [...linesBelow(root, 0, hasDecimals)]
  for (const name of ['Planning Time', 'Execution Time']) {
    const took = numberIn(times, name)
    if (took !== null) lines.push(`${name}: ${took.toFixed(3)} ms`)
  }
  return lines.join('\n')
}

/** The lines of one node as psql shows them, without those below it and without the blanks before them. */
export function nodeLines(node: PlanNode, hasDecimals: boolean): readonly string[] {
  return [headLine(node, hasDecimals), ...propertyLines(node)]
}

function* linesBelow(node: PlanNode, depth: number, hasDecimals: boolean): Generator<string> {
  const name = textIn(node, 'Subplan Name')
  let indent = depth
  if (name !== null) {
    yield blanks(indent) + name
    indent += 1
  }
  const arrow = indent === 0 ? '' : '->  '
  const [head = '', ...properties] = nodeLines(node, hasDecimals)
  yield blanks(indent) + arrow + head
  const inside = indent === 0 ? 1 : indent + 3
  for (const line of properties) yield blanks(inside) + line
  for (const child of nodesIn(node)) yield* linesBelow(child, inside, hasDecimals)
}

function blanks(depth: number): string {
  return '  '.repeat(depth)
}

function headLine(node: PlanNode, hasDecimals: boolean): string {
  return nodeName(node) + target(node) + expected(node) + met(node, hasDecimals)
}

function target(node: PlanNode): string {
  const index = textIn(node, 'Index Name')
  if (typeOf(node) === 'Bitmap Index Scan') return index === null ? '' : ` on ${writtenName(index)}`
  const backward = textIn(node, 'Scan Direction') === 'Backward' ? ' Backward' : ''
  const using = index === null ? '' : `${backward} using ${writtenName(index)}`
  const alias = textIn(node, 'Alias')
  if (alias === null) return using
  const name = OBJECTS.map((object) => textIn(node, object)).find((found) => found !== null) ?? null
  const shown = [name, name === alias ? null : alias].filter((each) => each !== null)
  return `${using} on ${shown.map(writtenName).join(' ')}`
}

/** What a scan reads, by the property that names it. */
export const OBJECTS = ['Relation Name', 'Function Name', 'CTE Name', 'Tuplestore Name'] as const

function expected(node: PlanNode): string {
  const [startup, total] = [numberIn(node, 'Startup Cost'), numberIn(node, 'Total Cost')]
  if (startup === null || total === null) return ''
  const rows = (numberIn(node, 'Plan Rows') ?? 0).toFixed(0)
  return `  (cost=${startup.toFixed(2)}..${total.toFixed(2)} rows=${rows} width=${numberIn(node, 'Plan Width') ?? 0})`
}

function met(node: PlanNode, hasDecimals: boolean): string {
  const [rows, loops] = [numberIn(node, 'Actual Rows'), numberIn(node, 'Actual Loops')]
  if (rows === null || loops === null) return ''
  if (loops === 0) return ' (never executed)'
  const [startup, total] = [numberIn(node, 'Actual Startup Time'), numberIn(node, 'Actual Total Time')]
  const time = startup === null || total === null ? '' : `time=${startup.toFixed(3)}..${total.toFixed(3)} `
  return ` (actual ${time}rows=${rows.toFixed(hasDecimals ? 2 : 0)} loops=${loops.toFixed(0)})`
}

/** In the order in which PostgreSQL gave them. */
function propertyLines(node: PlanNode): readonly string[] {
  return Object.keys(node).flatMap((name) => (SILENT.has(name) ? [] : (SPECIAL.get(name) ?? plainLine)(node, name)))
}

/** In the head, below, or not shown by psql. */
const SILENT: ReadonlySet<string> = new Set(
  `Node Type, Strategy, Partial Mode, Command, Operation, Custom Plan Provider, Join Type, Plans,
  Parent Relationship, Subplan Name, Parallel Aware, Async Capable, Scan Direction, Index Name, Relation Name,
  Alias, Function Name, CTE Name, Tuplestore Name, Schema, Table Function Name, Startup Cost, Total Cost,
  Plan Rows, Plan Width, Inner Unique, Actual Startup Time, Actual Total Time, Actual Rows, Actual Loops,
  Sort Space Used, Sort Space Type, Peak Memory Usage, Disk Usage, Maximum Storage, Original Hash Buckets,
  Hash Batches, Original Hash Batches, Lossy Heap Blocks, Sampling Parameters, Repeatable Seed, Cache Misses,
  Cache Evictions, Cache Overflows`.split(/,\s+/),
)

function plainLine(node: PlanNode, name: string): readonly string[] {
  const value = node[name]
  if (typeof value === 'string') return [`${name}: ${value}`]
  if (typeof value === 'number') return HIDDEN_ZERO.test(name) && value === 0 ? [] : [`${name}: ${value}`]
  if (value === true) return [`${name}: true`]
  const texts = textsIn(node, name)
  return texts.length === 0 ? [] : [`${name}: ${texts.join(', ')}`]
}

const HIDDEN_ZERO = /^(?:Rows Removed by |Subplans Removed|Planned Partitions|Conflicting Tuples|.* (?:Blocks|Time)$)/

type Lines = (node: PlanNode, name: string) => readonly string[]

const kilobytes = (node: PlanNode, name: string) => `${numberIn(node, name) ?? 0}kB`

const SPECIAL: ReadonlyMap<string, Lines> = new Map<string, Lines>(
  Object.entries<Lines>({
    'Sort Method': (node) => [
      `Sort Method: ${textIn(node, 'Sort Method')}  ${textIn(node, 'Sort Space Type')}: ${kilobytes(node, 'Sort Space Used')}`,
    ],
    'HashAgg Batches': (node) => {
      const batches = numberIn(node, 'HashAgg Batches') ?? 0
      if (batches === 0) return []
      const disk = (numberIn(node, 'Disk Usage') ?? 0) > 0 ? `  Disk Usage: ${kilobytes(node, 'Disk Usage')}` : ''
      return [`Batches: ${batches}  Memory Usage: ${kilobytes(node, 'Peak Memory Usage')}${disk}`]
    },
    'Hash Buckets': (node) => {
      const now = (of: string) => {
        const [count, first] = [numberIn(node, `Hash ${of}`), numberIn(node, `Original Hash ${of}`)]
        return `${of}: ${count}${first === count ? '' : ` (originally ${first})`}`
      }
      return [`${now('Buckets')}  ${now('Batches')}  Memory Usage: ${kilobytes(node, 'Peak Memory Usage')}`]
    },
    'Exact Heap Blocks': (node) => {
      const blocks = [
        ['exact', numberIn(node, 'Exact Heap Blocks')],
        ['lossy', numberIn(node, 'Lossy Heap Blocks')],
      ].flatMap(([word, count]) => ((count ?? 0) === 0 ? [] : [`${word}=${count}`]))
      return blocks.length === 0 ? [] : [`Heap Blocks: ${blocks.join(' ')}`]
    },
    'Cache Hits': (node) => {
      const counts = ['Hits', 'Misses', 'Evictions', 'Overflows'].map(
        (of) => `${of}: ${numberIn(node, `Cache ${of}`) ?? 0}`,
      )
      if (numberIn(node, 'Cache Misses') === 0) return []
      return [`${counts.join('  ')}  Memory Usage: ${kilobytes(node, 'Peak Memory Usage')}`]
    },
    Storage: (node) => [`Storage: ${textIn(node, 'Storage')}  Maximum Storage: ${kilobytes(node, 'Maximum Storage')}`],
    'Sampling Method': (node) => {
      const seed = textIn(node, 'Repeatable Seed')
      const repeatable = seed === null ? '' : ` REPEATABLE (${seed})`
      const parameters = textsIn(node, 'Sampling Parameters').join(', ')
      return [`Sampling: ${textIn(node, 'Sampling Method')} (${parameters})${repeatable}`]
    },
    'Full-sort Groups': sortGroups,
    'Pre-sorted Groups': sortGroups,
    'Grouping Sets': (node) => nodesIn(node, 'Grouping Sets').flatMap(groupingSet),
    Workers: (node) => nodesIn(node, 'Workers').flatMap(workerLines),
  }),
)

function sortGroups(node: PlanNode, name: string): readonly string[] {
  const groups = node[name]
  if (!isNode(groups)) return []
  const methods = textsIn(groups, 'Sort Methods Used')
  const spaces = ['Memory', 'Disk'].flatMap((type) => {
    const space = groups[`Sort Space ${type}`]
    if (!isNode(space)) return []
    const kind = (of: string) => `${of} ${type}: ${numberIn(space, `${of} Sort Space Used`) ?? 0}kB`
    return [`  ${kind('Average')}  ${kind('Peak')}`]
  })
  const word = methods.length === 1 ? 'Sort Method' : 'Sort Methods'
  return [`${name}: ${numberIn(groups, 'Group Count') ?? 0}  ${word}: ${methods.join(', ')}${spaces.join('')}`]
}

function groupingSet(set: PlanNode): readonly string[] {
  const sorted = textsIn(set, 'Sort Key')
  const indent = sorted.length === 0 ? '' : '  '
  const keys = (['Group Keys', 'Hash Keys'] as const).flatMap((name) => {
    const lists = set[name]
    if (!Array.isArray(lists)) return []
    return lists.map((list: unknown) => {
      const texts = Array.isArray(list) ? list.filter((each) => typeof each === 'string') : []
      return `${indent}${name.slice(0, -1)}: ${texts.length === 0 ? '()' : texts.join(', ')}`
    })
  })
  return [...(sorted.length === 0 ? [] : [`Sort Key: ${sorted.join(', ')}`]), ...keys]
}

function workerLines(worker: PlanNode): readonly string[] {
  const { 'Worker Number': number, ...rest } = worker
  const [first, ...more] = propertyLines(rest)
  if (first === undefined) return []
  return [`Worker ${String(number)}:  ${first}`, ...more.map((line) => `  ${line}`)]
}

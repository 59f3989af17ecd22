import { MisfitError } from '../misfit.ts'
import { namesIn, nodeIn, nodesIn, textIn, type Node } from './node.ts'
import { fieldIn, WORDS_COLUMN, type Table } from './table.ts'

/** The columns that a statement gives; null if they are all of the table, in their order. */
export function columnsIn(targets: unknown, table: Table): readonly string[] | null {
  const nodes = nodesIn(targets)
  const [only] = nodes
  if (nodes.length === 1 && only !== undefined && isStar(only, table)) return null
  const columns = nodes.map((node) => columnIn(node, table))
  if (new Set(columns).size < columns.length) throw new MisfitError('twice')
  const all = table.fields.map(({ id }) => id)
  return all.length === columns.length && all.every((id, at) => id === columns[at]) ? null : columns
}

function isStar({ of }: Node, table: Table): boolean {
  const node = nodeIn(of['val'])
  if (node.kind !== 'ColumnRef') return false
  const parts = nodesIn(node.of['fields'])
  if (parts.at(-1)?.kind !== 'A_Star') return false
  const before = namesIn(Array.isArray(node.of['fields']) ? node.of['fields'].slice(0, -1) : undefined)
  return before.length === 0 || (before.length === 1 && before[0] === (table.alias ?? table.name))
}

function columnIn({ kind, of }: Node, table: Table): string {
  if (kind !== 'ResTarget') throw new MisfitError('expression')
  const node = nodeIn(of['val'])
  if (node.kind === 'FuncCall') {
    const name = namesIn(node.of['funcname']).at(-1) ?? ''
    if (node.of['over'] !== undefined) throw new MisfitError('window')
    throw AGGREGATES.has(name) ? new MisfitError('aggregate', name) : new MisfitError('function', name)
  }
  if (node.kind === 'SubLink') throw new MisfitError('subquery')
  const field = fieldIn(node, table)
  if (field === null) throw new MisfitError('expression')
  if (field === WORDS_COLUMN) throw new MisfitError('column', field)
  if (of['name'] !== undefined && of['name'] !== field) throw new MisfitError('renamed', textIn(of['name']))
  return field
}

const AGGREGATES = new Set(['count', 'sum', 'avg', 'min', 'max', 'string_agg', 'array_agg', 'bool_and', 'bool_or'])

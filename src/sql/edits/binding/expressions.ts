import { isRecord, nodeIn, type Members } from '../../../parser/repeatable/nodes.ts'
import { insideAt, isQueryAt, wordAt } from '../../statement/walk.ts'
import { PLACES } from '../syntax.ts'
import { deeper, pieceIndex, Unusual, type Around, type Binding } from './binding.ts'
import type { Reference } from './bound.ts'
import { bindReference } from './resolve.ts'

/** Binds all names in an expression, or in a list of them: its tree with what each name means. */
export function bindExpression(around: Around, value: unknown): unknown {
  if (Array.isArray(value)) return value.map((each) => bindExpression(around, each))
  if (!isRecord(value)) return value
  const node = nodeIn(value)
  if (node?.kind === 'ColumnRef') return meaningOfReference(bindReference(around, node.of))
  if (node?.kind === 'SubLink') return bindSubLink(around, node.of)
  if (node?.kind === 'SelectStmt') throw new Unusual()
  const inner = node === null ? around : deeper(around)
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, each]) => (PLACES.has(name) ? [] : [[name, bindExpression(inner, each)]])),
  )
}

/** What a name means, whatever is written for it. */
export function meaningOfReference({ kind, path, relation, column, join }: Meant): unknown {
  switch (kind) {
    case 'row':
      return { row: relation?.id }
    case 'star':
      return { star: relation?.id ?? null }
    case 'column':
      if (column)
        return relation
          ? { column: [relation.id, relation.columns.indexOf(column)] }
          : { joined: [join, column.as.name] }
      return null
    case 'output':
    case 'ambiguous':
    case 'unknown':
      return { [kind]: relation?.id ?? path.slice(0, -1), column: path.at(-1) }
  }
}

type Meant = Pick<Reference, 'kind' | 'path' | 'relation' | 'column' | 'join'>

/** The members of a node without its places and without those that are said otherwise. */
export function meaningOf(of: Members, without: readonly string[]): Record<string, unknown> {
  return Object.fromEntries(Object.entries(of).filter(([name]) => !PLACES.has(name) && !without.includes(name)))
}

function bindSubLink(around: Around, of: Members): unknown {
  const { binding } = around
  const testexpr = bindExpression(around, of['testexpr'])
  const select = isRecord(of['subselect']) ? of['subselect']['SelectStmt'] : null
  if (!isRecord(select)) throw new Unusual()
  const query = binding.query(deeper(around), select, queryBehind(binding, pieceIndex(binding, of)))
  return { SubLink: { ...meaningOf(of, ['testexpr', 'subselect']), testexpr, subselect: query.meaning } }
}

/** What is inside the next bracket with a query: behind EXISTS, IN, ANY, or there itself. */
export function queryBehind({ phrase }: Binding, from: number) {
  for (let at = from; at < phrase.pieces.length; at += 1) {
    if (wordAt(phrase, at) === '(' && isQueryAt(phrase, insideAt(phrase, at))) return insideAt(phrase, at)
  }
  throw new Unusual()
}

import { namesIn, type Members } from '../../../parser/repeatable/nodes.ts'
import { pathPieces, type Around } from './binding.ts'
import type { BoundRelation, Level, Outputs, Reference, Shown } from './bound.ts'

type Found = Omit<Reference, 'pieces' | 'path' | 'select'>

const UNKNOWN: Found = {
  kind: 'unknown',
  relation: null,
  column: null,
  join: null,
  certain: false,
}

/** Finds what a `ColumnRef` means, and keeps it. */
export function bindReference(around: Around, of: Members): Reference {
  const names = namesIn(of['fields'])
  const isStar = Array.isArray(of['fields']) && of['fields'].length > names.length
  return keep(around, of, isStar ? starOf(around.levels, names) : columnOf(around.levels, names))
}

/** A name alone in ORDER BY, DISTINCT ON or GROUP BY: it may be that of a column of the result. */
export function bindOutput(around: Around, of: Members, { columns }: Outputs, grouping: boolean): Reference {
  const [name = '', ...more] = namesIn(of['fields'])
  if (more.length > 0 || !Array.isArray(of['fields']) || of['fields'].length !== 1) return bindReference(around, of)
  if (grouping) {
    const own = columnOf(around.levels.slice(0, 1), [name])
    if (own.kind === 'column' || own.kind === 'ambiguous' || !own.certain) return keep(around, of, own)
  }
  const same = columns.filter(({ as }) => as.name === name)
  const [column] = same
  if (column === undefined) return bindReference(around, of)
  // Two of one name are refused, unless they are the same expression.
  return keep(around, of, { ...UNKNOWN, kind: same.length > 1 ? 'ambiguous' : 'output', column, certain: true })
}

function keep(around: Around, of: Members, found: Found): Reference {
  const { binding, select } = around
  const reference: Reference = { ...found, pieces: pathPieces(binding, of), path: namesIn(of['fields']), select }
  const [last, before] = [reference.pieces.at(-1), reference.pieces.at(-2)]
  if (last) {
    if (found.kind === 'row') found.relation?.as?.uses.push(last)
    else found.column?.as.uses.push(last)
  }
  if (before) found.relation?.as?.uses.push(before)
  binding.references.push(reference)
  binding.meant.set(of, reference)
  return reference
}

function starOf(levels: readonly Level[], names: readonly string[]): Found {
  if (names.length === 0) return { ...UNKNOWN, kind: 'star', certain: levels[0]?.complete ?? true }
  const relation = relationNamed(levels, names)
  return relation === null ? UNKNOWN : { ...UNKNOWN, kind: 'star', relation, certain: relation.complete }
}

function columnOf(levels: readonly Level[], names: readonly string[]): Found {
  const name = names.at(-1) ?? ''
  if (names.length > 1) {
    const relation = relationNamed(levels, names.slice(0, -1))
    if (relation === null) return UNKNOWN
    const same = relation.columns.filter(({ as }) => as.name === name)
    const kind = same.length > 1 ? 'ambiguous' : same.length === 1 ? 'column' : 'unknown'
    return { ...UNKNOWN, kind, relation, column: same[0] ?? null, certain: same.length > 0 || relation.complete }
  }
  let certain = true
  for (const { shown, complete } of levels) {
    certain &&= complete
    const same = shown.filter(({ column }) => column.as.name === name)
    const [first] = same
    if (first !== undefined) return { ...foundIn(first), kind: same.length > 1 ? 'ambiguous' : 'column', certain }
    if (!complete) return UNKNOWN
  }
  const relation = relationNamed(levels, names)
  return relation === null ? { ...UNKNOWN, certain: true } : { ...UNKNOWN, kind: 'row', relation, certain: true }
}

function foundIn({ column, relation, join }: Shown): Found {
  return { ...UNKNOWN, column, relation, join }
}

/** The innermost relation of a name. */
function relationNamed(levels: readonly Level[], path: readonly string[]): BoundRelation | null {
  const name = path.at(-1)
  for (const { relations } of levels) {
    const same = relations.filter(({ as, hasAlias }) => as?.name === name && (path.length === 1 || !hasAlias))
    if (same.length > 1) return null
    if (same[0]) return same[0]
  }
  return null
}

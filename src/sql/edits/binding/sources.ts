import { isRecord, namesIn, nodeIn, nodesIn, type Members, type Node } from '../../../parser/repeatable/nodes.ts'
import type { FromItem } from '../../statement/fromItems.ts'
import type { Piece } from '../../statement/piece.ts'
import { insideAt, wordAt } from '../../statement/walk.ts'
import {
  deeper,
  namedPiece,
  newName,
  pieceIndex,
  readAlias,
  Unusual,
  type Around,
  type Binding,
  type ReadAlias,
} from './binding.ts'
import { EMPTY_LEVEL, type BoundColumn, type BoundRelation, type Level, type Name, type Outputs } from './bound.ts'
import { bindExpression, meaningOf } from './expressions.ts'

/** An item of FROM: what it makes visible, and its tree with what each name means. */
export interface BoundSource {
  readonly level: Level
  readonly meaning: unknown
}

/** Binds an item of FROM. `before`: what stands to the left, which LATERAL and arguments see. */
export function bindSource(around: Around, before: Level, value: unknown, item: FromItem | undefined): BoundSource {
  const node = nodeIn(value)
  if (node === null || item === undefined) throw new Unusual()
  if (item.kind === 'bracket' && item.alias === null) return bindSource(deeper(around), before, value, item.item)
  switch (node.kind) {
    case 'RangeVar':
      return item.kind === 'table' ? bindTable(around, node) : unusual()
    case 'RangeTableSample':
      return bindSample(around, before, node, item)
    case 'RangeSubselect':
      return item.kind === 'subquery' ? bindSubquery(around, before, node, item) : unusual()
    case 'RangeFunction':
      return item.kind === 'function' ? bindFunction(around, before, node, item) : unusual()
    case 'JoinExpr':
      return bindJoin(around, before, node, item)
    default:
      return unusual()
  }
}

/** What two parts of a FROM clause make visible together. */
export function besides(left: Level, right: Level): Level {
  return {
    relations: [...left.relations, ...right.relations],
    shown: [...left.shown, ...right.shown],
    complete: left.complete && right.complete,
  }
}

function unusual(): never {
  throw new Unusual()
}

function bindTable({ binding, ctes, later }: Around, { of }: Node): BoundSource {
  const path = [of['catalogname'], of['schemaname'], of['relname']].filter((each) => typeof each === 'string')
  const first = pieceIndex(binding, of)
  const pieces = path.map((name, place) => namedPiece(binding, first + 2 * place, name))
  const [own] = pieces.slice(-1)
  const name = path.at(-1) ?? ''
  const cte = path.length === 1 ? ctes.findLast(({ as }) => as.name === name) : undefined
  if (cte === undefined && path.length === 1 && later.includes(name)) unusual()
  if (cte && own) cte.as.uses.push(own)
  const behind = first + 2 * path.length - 1
  const alias = readAlias(binding, of['alias'], wordAt(binding.phrase, behind) === '*' ? behind + 1 : behind)
  const outputs = cte ?? fieldsOf(binding, path)
  const as = alias ? null : (cte?.as ?? newName(binding, 'relation', name, null))
  if (as && !cte && own) as.uses.push(own)
  const level = levelOf(binding, { alias, as, place: own ?? null, outputs })
  return {
    level,
    meaning: {
      RangeVar: { ...of, location: 0, relname: cte ? meaningOfName(binding, cte.as) : name, alias: countOf(alias) },
    },
  }
}

/** Known by its place among the names, which stays when it is called something else. */
function meaningOfName({ names }: Binding, name: Name): string {
  return `#${names.indexOf(name)}`
}

function countOf(alias: ReadAlias | null): unknown {
  return alias === null ? null : alias.columns.length
}

function fieldsOf(binding: Binding, path: readonly string[]): Outputs {
  const table = binding.known.table(path)
  if (!table?.columns) return { columns: [], complete: false }
  return {
    columns: table.columns.map(({ name, origin }) => ({
      as: newName(binding, 'column', name, null),
      item: null,
      field: origin,
    })),
    complete: true,
  }
}

interface Made {
  readonly alias: ReadAlias | null
  /** What it is called without an alias. */
  readonly as: Name | null
  readonly place: Piece | null
  readonly outputs: Outputs
}

function levelOf(binding: Binding, { alias, as, place, outputs }: Made): Level {
  const given = alias ? newName(binding, 'relation', alias.name, alias.piece) : as
  const columns = withNames(binding, outputs.columns, alias)
  binding.count += 1
  const relation: BoundRelation = {
    id: binding.count,
    as: given,
    hasAlias: alias !== null,
    columns,
    complete: outputs.complete,
    place: alias?.piece ?? place,
  }
  const shown = columns.map((column) => ({ column, relation, join: null }))
  return { relations: [relation], shown, complete: outputs.complete }
}

/** `AS t (a, b)`: new names for the first columns. */
function withNames(binding: Binding, columns: readonly BoundColumn[], alias: ReadAlias | null): readonly BoundColumn[] {
  if (alias === null || alias.columns.length === 0) return columns
  const named = alias.columns.map(({ name, piece }) => {
    return { as: newName(binding, 'column', name, piece), item: piece, field: null }
  })
  return [...named, ...columns.slice(named.length)]
}

function bindSample(around: Around, before: Level, { of }: Node, item: FromItem): BoundSource {
  const source = bindSource(around, before, of['relation'], item)
  const args = bindExpression(besideOf(around, before), of['args'])
  const repeatable = bindExpression(besideOf(around, before), of['repeatable'])
  return { ...source, meaning: { ...of, location: 0, relation: source.meaning, args, repeatable } }
}

function besideOf(around: Around, before: Level): Around {
  return { ...deeper(around), levels: [before, ...around.levels] }
}

function bindSubquery(
  around: Around,
  before: Level,
  { of }: Node,
  item: FromItem & { readonly kind: 'subquery' },
): BoundSource {
  const query = isRecord(of['subquery']) ? of['subquery']['SelectStmt'] : null
  if (!isRecord(query)) return unusual()
  const { binding } = around
  const outer = of['lateral'] === true ? besideOf(around, before) : deeper(around)
  const bound = binding.query(outer, query, item.inside)
  const alias = readAlias(binding, of['alias'], item.inside.to + 1)
  const level = levelOf(binding, { alias, as: null, place: null, outputs: bound.outputs })
  return { level, meaning: { subquery: bound.meaning, lateral: of['lateral'], columns: countOf(alias) } }
}

function bindFunction(
  around: Around,
  before: Level,
  { of }: Node,
  item: FromItem & { readonly kind: 'function' },
): BoundSource {
  const { binding } = around
  const { phrase, known } = binding
  if (of['is_rowsfrom'] === true || of['coldeflist'] !== undefined) unusual()
  const call = firstCall(of['functions'])
  if (call === null) return unusual()
  const behind = item.inside.to + 1
  const hasOrdinality = of['ordinality'] === true
  const alias = readAlias(binding, of['alias'], hasOrdinality ? behind + 2 : behind)
  const name = namesIn(call['funcname']).at(-1) ?? ''
  const own = phrase.pieces[item.inside.from - 2] ?? null
  const columns = known.resultColumns(name)
  const as = newName(binding, 'relation', alias?.name ?? name, alias?.piece ?? null)
  // A function that gives one value a row has one column, which is called as it is.
  const single: BoundColumn = { as, item: alias?.piece ?? own, field: null }
  const outputs: Outputs =
    columns !== null
      ? { columns: columns.map((column) => fixedColumn(binding, column.name)), complete: true }
      : { columns: [single], complete: known.givesOneValue(name) }
  const all = hasOrdinality ? [...outputs.columns, fixedColumn(binding, 'ordinality')] : outputs.columns
  const named = withNames(binding, all, alias)
  binding.count += 1
  const relation: BoundRelation = {
    id: binding.count,
    as,
    hasAlias: alias !== null,
    columns: named,
    complete: outputs.complete,
    place: alias?.piece ?? own,
  }
  const level: Level = {
    relations: [relation],
    shown: named.map((column) => ({ column, relation, join: null })),
    complete: outputs.complete,
  }
  const functions = bindExpression(besideOf(around, before), of['functions'])
  return { level, meaning: { functions, lateral: of['lateral'], ordinality: hasOrdinality, columns: countOf(alias) } }
}

function firstCall(functions: unknown): Members | null {
  const [list] = nodesIn(functions)
  const [call] = nodesIn(list?.of['items'])
  return call?.kind === 'FuncCall' ? call.of : null
}

function fixedColumn(binding: Binding, name: string): BoundColumn {
  return { as: newName(binding, 'column', name, null), item: null, field: null }
}

function bindJoin(around: Around, before: Level, { of }: Node, item: FromItem): BoundSource {
  const { binding } = around
  const inner = item.kind === 'bracket' ? item.item : item
  if (inner.kind !== 'join' || of['join_using_alias'] !== undefined) return unusual()
  const left = bindSource(deeper(around), before, of['larg'], inner.left)
  const right = bindSource(deeper(around), besides(before, left.level), of['rarg'], inner.right)
  binding.count += 1
  const own = binding.count
  const both = besides(left.level, right.level)
  const names = of['isNatural'] === true ? naturalNames(left.level, right.level) : namesIn(of['usingClause'])
  if (inner.using) {
    const { from } = inner.using.inside
    for (const [place, name] of names.entries()) {
      const piece = namedPiece(binding, from + 2 * place, name)
      find(left.level, name)?.as.uses.push(piece)
    }
  }
  const level =
    names.length === 0 && of['isNatural'] !== true ? both : merged(binding, left.level, right.level, names, own)
  const quals = bindExpression({ ...deeper(around), levels: [both, ...around.levels] }, of['quals'])
  const alias =
    item.kind === 'bracket' ? readAlias(binding, of['alias'], insideAt(binding.phrase, item.from).to + 1) : null
  const outputs = { columns: level.shown.map(({ column }) => column), complete: level.complete }
  const visible = alias ? levelOf(binding, { alias, as: null, place: null, outputs }) : level
  const meaning = {
    ...meaningOf(of, ['larg', 'rarg', 'quals', 'usingClause', 'alias']),
    larg: left.meaning,
    rarg: right.meaning,
    quals,
    // Columns that are joined by their names keep them.
    using: names,
    columns: countOf(alias),
  }
  return { level: visible, meaning }
}

function naturalNames(left: Level, right: Level): readonly string[] {
  const others = new Set(right.shown.map(({ column }) => column.as.name))
  for (const { column } of [...left.shown, ...right.shown]) column.as.joined = true
  return left.shown.flatMap(({ column }) => (others.has(column.as.name) ? [column.as.name] : []))
}

function find({ shown }: Level, name: string): BoundColumn | null {
  return shown.find(({ column }) => column.as.name === name)?.column ?? null
}

function merged(binding: Binding, left: Level, right: Level, names: readonly string[], join: number): Level {
  const relations = [...left.relations, ...right.relations]
  const complete = left.complete && right.complete
  // Which columns a natural join makes one of can't be told then.
  if (!complete && names.length === 0) return { ...EMPTY_LEVEL, relations, complete: false }
  const first = names.map((name) => {
    for (const level of [left, right]) {
      const column = find(level, name)
      if (column) column.as.joined = true
    }
    const column = find(left, name) ?? fixedColumn(binding, name)
    return { column, relation: null, join }
  })
  const others = [...left.shown, ...right.shown].filter(({ column }) => !names.includes(column.as.name))
  return { relations, shown: [...first, ...others], complete }
}

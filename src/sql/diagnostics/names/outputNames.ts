import { isRecord, listIn, namesIn, nodeIn, nodesIn, type Node } from '../../../parser/repeatable/nodes.ts'

/** The name that PostgreSQL gives a column of a SELECT list without AS (`FigureColname`). */
export function outputName(value: unknown): string {
  return named(nodeIn(value))?.name ?? '?column?'
}

interface Named {
  readonly name: string
  /** A cast and a CASE give a name only if what is inside has none. */
  readonly isWeak: boolean
}

function named(node: Node | null): Named | null {
  if (node === null) return null
  const { kind, of } = node
  const word = WORDS[kind]
  if (word !== undefined) return { name: word, isWeak: false }
  switch (kind) {
    case 'ColumnRef':
      return strong(namesIn(of['fields']).at(-1))
    case 'FuncCall':
      return strong(namesIn(of['funcname']).at(-1))
    case 'A_Indirection':
      return strong(namesIn(of['indirection']).at(-1)) ?? named(nodeIn(of['arg']))
    case 'CollateClause':
      return named(nodeIn(of['arg']))
    case 'TypeCast':
      return inner(of['arg'], isRecord(of['typeName']) ? namesIn(of['typeName']['names']).at(-1) : undefined)
    case 'CaseExpr':
      return inner(of['defresult'], 'case')
    case 'A_Expr':
      return of['kind'] === 'AEXPR_NULLIF' ? strong('nullif') : null
    case 'MinMaxExpr':
      return strong(of['op'] === 'IS_LEAST' ? 'least' : 'greatest')
    case 'SQLValueFunction':
      return strong(
        String(of['op'])
          .replace(/^SVFOP_/, '')
          .replace(/_N$/, '')
          .toLowerCase(),
      )
    case 'SubLink':
      return ofSubLink(of)
    default:
      return null
  }
}

const WORDS: Readonly<Record<string, string>> = {
  CoalesceExpr: 'coalesce',
  GroupingFunc: 'grouping',
  A_ArrayExpr: 'array',
  RowExpr: 'row',
  XmlSerialize: 'xmlserialize',
}

function strong(name: string | undefined): Named | null {
  return name === undefined ? null : { name, isWeak: false }
}

function inner(arg: unknown, own: string | undefined): Named | null {
  const found = named(nodeIn(arg))
  return found !== null && !found.isWeak ? found : own === undefined ? found : { name: own, isWeak: true }
}

function ofSubLink(of: Node['of']): Named | null {
  if (of['subLinkType'] === 'EXISTS_SUBLINK') return strong('exists')
  if (of['subLinkType'] === 'ARRAY_SUBLINK') return strong('array')
  const select = of['subLinkType'] === 'EXPR_SUBLINK' ? nodeIn(of['subselect']) : null
  const [first] = nodesIn(leftmost(select?.of)['targetList'])
  const name = first?.of['name']
  return first ? (typeof name === 'string' ? strong(name) : named(nodeIn(first.of['val']))) : null
}

/** The first SELECT of a set operation. */
export function leftmost(select: unknown): Node['of'] {
  let at = isRecord(select) ? select : {}
  while (isRecord(at['larg'])) at = at['larg']
  return at
}

/** Whether an item of a SELECT list is `*` or `t.*`; the names before the star. */
export function starOf(target: Node): readonly string[] | null {
  const value = nodeIn(target.of['val'])
  if (value?.kind !== 'ColumnRef') return null
  return listIn(value.of['fields']).some((field) => nodeIn(field)?.kind === 'A_Star')
    ? namesIn(value.of['fields'])
    : null
}

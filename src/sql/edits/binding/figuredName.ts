import { isRecord, namesIn, nodeIn, nodesIn, type Members, type Node } from '../../../parser/repeatable/nodes.ts'

/** The name that PostgreSQL gives to the column of an expression, and the reference that it takes the name from. */
export interface FiguredName {
  readonly name: string
  /** The members of the `ColumnRef`; null where no column gives the name. */
  readonly from: Members | null
  /** Whether a cast around it could not give another one. */
  readonly strong: boolean
}

const NAMELESS: FiguredName = { name: '?column?', from: null, strong: false }

/** As PostgreSQL's `FigureColnameInternal`, for an expression without AS. */
export function figuredName(value: unknown): FiguredName {
  const node = nodeIn(value)
  return (node && nameOf(node)) ?? NAMELESS
}

function nameOf({ kind, of }: Node): FiguredName | null {
  switch (kind) {
    case 'ColumnRef': {
      const name = namesIn(of['fields']).at(-1)
      return name === undefined ? null : { name, from: of, strong: true }
    }
    case 'A_Indirection': {
      const name = namesIn(of['indirection']).at(-1)
      return name === undefined ? nameIn(of['arg']) : strong(name)
    }
    case 'FuncCall':
      return strong(namesIn(of['funcname']).at(-1) ?? '')
    case 'A_Expr':
      return of['kind'] === 'AEXPR_NULLIF' ? strong('nullif') : null
    case 'TypeCast': {
      const inner = nameIn(of['arg'])
      if (inner?.strong) return inner
      const type = isRecord(of['typeName']) ? namesIn(of['typeName']['names']).at(-1) : undefined
      return type === undefined ? inner : { name: type, from: null, strong: false }
    }
    case 'CollateClause':
      return nameIn(of['arg'])
    case 'CaseExpr': {
      const inner = nameIn(of['defresult'])
      return inner?.strong ? inner : { name: 'case', from: null, strong: false }
    }
    case 'SubLink':
      return subqueryName(of)
    case 'MinMaxExpr':
      return strong(of['op'] === 'IS_LEAST' ? 'least' : 'greatest')
    case 'SQLValueFunction':
      return valueFunctionName(of['op'])
    case 'XmlExpr':
      return of['op'] === 'IS_DOCUMENT' ? null : xmlName(of['op'])
    default:
      return strong(FIXED[kind] ?? '')
  }
}

function nameIn(value: unknown): FiguredName | null {
  const node = nodeIn(value)
  return node && nameOf(node)
}

function strong(name: string): FiguredName | null {
  return name === '' ? null : { name, from: null, strong: true }
}

function subqueryName(of: Members): FiguredName | null {
  switch (of['subLinkType']) {
    case 'EXISTS_SUBLINK':
      return strong('exists')
    case 'ARRAY_SUBLINK':
      return strong('array')
    case 'EXPR_SUBLINK': {
      let select = isRecord(of['subselect']) ? of['subselect']['SelectStmt'] : null
      while (isRecord(select) && isRecord(select['larg'])) select = select['larg']
      const [target] = isRecord(select) ? nodesIn(select['targetList']) : []
      if (target === undefined) return null
      const { name } = target.of
      return typeof name === 'string' ? strong(name) : nameIn(target.of['val'])
    }
    default:
      return null
  }
}

/** `SVFOP_CURRENT_TIME_N` is `CURRENT_TIME(3)`. */
function valueFunctionName(op: unknown): FiguredName | null {
  return typeof op === 'string' ? strong(op.replace(/^SVFOP_|_N$/g, '').toLowerCase()) : null
}

/** `IS_XMLFOREST` is XMLFOREST; the parser leaves out the first of its list. */
function xmlName(op: unknown): FiguredName | null {
  return strong(typeof op === 'string' ? op.replace(/^IS_/, '').toLowerCase() : 'xmlconcat')
}

const FIXED: Readonly<Record<string, string>> = {
  GroupingFunc: 'grouping',
  A_ArrayExpr: 'array',
  RowExpr: 'row',
  CoalesceExpr: 'coalesce',
  XmlSerialize: 'xmlserialize',
  MergeSupportFunc: 'merge_action',
  JsonParseExpr: 'json',
  JsonScalarExpr: 'json_scalar',
  JsonSerializeExpr: 'json_serialize',
  JsonObjectConstructor: 'json_object',
  JsonArrayConstructor: 'json_array',
  JsonArrayQueryConstructor: 'json_array',
  JsonObjectAgg: 'json_objectagg',
  JsonArrayAgg: 'json_arrayagg',
}

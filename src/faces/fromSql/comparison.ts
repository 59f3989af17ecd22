import '../../query/operators/all.ts'
import type { Condition } from '../../query/query.ts'
import { newConditionId } from '../../query/where.ts'
import { MisfitError } from '../misfit.ts'
import { partIn, type ComparedPart } from './datePart.ts'
import { castOf, isNullLiteral, plainTextIn, valueIn } from './literal.ts'
import { namesIn, nodeIn, nodesIn, textIn, type Node } from './node.ts'
import { hasNoCase, patternMeans } from './pattern.ts'
import { fieldIn, kindOf, typeOf, WORDS_COLUMN, type Table } from './table.ts'
import { wordsIn } from './wordsIn.ts'

/** A condition with a new id. */
export function condition(field: string, op: string, values: readonly string[], withoutNull = false): Condition {
  const made = { id: newConditionId(), field, op, values }
  return withoutNull ? { ...made, withoutNull: true } : made
}

/** One comparison of a field with literals (`A_Expr`). Throws if the form has no operator for exactly that. */
export function comparison({ of }: Node, table: Table): Condition {
  const sign = namesIn(of['name']).at(-1) ?? ''
  const left = nodeIn(of['lexpr'])
  switch (of['kind']) {
    case 'AEXPR_OP':
      return compared(sign, left, nodeIn(of['rexpr']), table)
    case 'AEXPR_IN':
      return oneOf(sign, left, nodesIn(nodeIn(of['rexpr']).of['items']), table)
    case 'AEXPR_OP_ANY':
      return anyOf(sign, left, nodeIn(of['rexpr']), table)
    case 'AEXPR_OP_ALL':
      if (sign !== '<>') throw new MisfitError('expression')
      return oneOf(sign, left, elementsOf(nodeIn(of['rexpr'])), table)
    case 'AEXPR_BETWEEN':
    case 'AEXPR_NOT_BETWEEN': {
      const items = nodesIn(nodeIn(of['rexpr']).of['items'])
      const isWithin = of['kind'] === 'AEXPR_BETWEEN'
      const part = partIn(left, table)
      if (part !== null) return partBetween(part, items, isWithin)
      const field = fieldOf(left, table)
      const bounds = items.map((bound) => valueOf(bound, field, table))
      return condition(field, isWithin ? 'between' : 'outside', bounds)
    }
    case 'AEXPR_DISTINCT':
    case 'AEXPR_NOT_DISTINCT':
      return distinct(of['kind'] === 'AEXPR_DISTINCT', left, nodeIn(of['rexpr']), table)
    case 'AEXPR_ILIKE':
    case 'AEXPR_LIKE':
      return like(sign, left, nodeIn(of['rexpr']), of['kind'] === 'AEXPR_LIKE', table)
    default:
      throw new MisfitError('expression')
  }
}

const SIGNS: Readonly<Record<string, { readonly op: string; readonly flipped: string; readonly withoutNull?: true }>> =
  {
    '=': { op: 'is', flipped: '=' },
    '<>': { op: 'isNot', flipped: '<>', withoutNull: true },
    '<': { op: 'lessThan', flipped: '>' },
    '<=': { op: 'atMost', flipped: '>=' },
    '>': { op: 'greaterThan', flipped: '<' },
    '>=': { op: 'atLeast', flipped: '<=' },
  }

function compared(sign: string, left: Node, right: Node, table: Table): Condition {
  if (sign === '@@') return matches(left, right, table)
  const known = SIGNS[sign]
  if (known === undefined) throw new MisfitError('expression')
  const path = pathIn(left, table)
  if (path !== null) {
    const value = plainTextIn(right)
    if (value === null || !/^(?:=|<>)$/.test(sign)) throw new MisfitError('expression')
    return condition(path.field, sign === '=' ? 'pathIs' : 'pathIsNot', [path.path, value], sign === '<>')
  }
  const part = partIn(left, table)
  if (part !== null) return partOneOf(part, sign, [right])
  const isTurned = left.kind !== 'ColumnRef' && right.kind === 'ColumnRef'
  const [column, literal] = isTurned ? [right, left] : [left, right]
  const { op, withoutNull } = isTurned ? (SIGNS[known.flipped] ?? known) : known
  const field = fieldOf(column, table)
  return condition(field, op, [valueOf(literal, field, table)], withoutNull === true)
}

function oneOf(sign: string, left: Node, items: readonly Node[], table: Table): Condition {
  const part = partIn(left, table)
  if (part !== null) return partOneOf(part, sign, items)
  const field = fieldOf(left, table)
  const values = items.map((item) => valueOf(item, field, table))
  const isNone = sign === '<>'
  if (values.length === 0 || (!isNone && sign !== '=')) throw new MisfitError('expression')
  const op = isNone ? (values.length === 1 ? 'isNot' : 'isNoneOf') : values.length === 1 ? 'is' : 'isAnyOf'
  return condition(field, op, values, isNone)
}

function partOneOf({ field, op, opposite, numberIn }: ComparedPart, sign: string, items: readonly Node[]): Condition {
  if (sign !== '=' && sign !== '<>') throw new MisfitError('expression')
  const values = items.map((item) => String(numberIn(item)))
  return condition(field, sign === '=' ? op : opposite, values, sign === '<>')
}

/** Parts of dates are whole numbers, so those from one bound to the other can be named. */
function partBetween({ field, op, opposite, numberIn }: ComparedPart, items: readonly Node[], isWithin: boolean) {
  const [from = 0, until = 0] = items.map((item) => numberIn(item))
  if (until < from) throw new MisfitError('expression')
  const values = Array.from({ length: until - from + 1 }, (_, at) => String(from + at))
  return condition(field, isWithin ? op : opposite, values, !isWithin)
}

function anyOf(sign: string, left: Node, right: Node, table: Table): Condition {
  if (sign !== '=') throw new MisfitError('expression')
  if (right.kind === 'A_ArrayExpr') return oneOf(sign, left, elementsOf(right), table)
  const field = fieldOf(right, table)
  const value = plainTextIn(left)
  if (value === null || kindOf(field, table) !== 'array') throw new MisfitError('types', field)
  return condition(field, 'arrayContains', [value])
}

function elementsOf(node: Node): readonly Node[] {
  if (node.kind !== 'A_ArrayExpr') throw new MisfitError('expression')
  return nodesIn(node.of['elements'])
}

function distinct(isDistinct: boolean, left: Node, right: Node, table: Table): Condition {
  const path = pathIn(left, table)
  if (path !== null) {
    const value = plainTextIn(right)
    if (value === null) throw new MisfitError('expression')
    return condition(path.field, isDistinct ? 'pathIsNot' : 'pathIs', [path.path, value])
  }
  const field = fieldOf(left, table)
  if (isNullLiteral(right)) return condition(field, isDistinct ? 'isNotNull' : 'isNull', [])
  return condition(field, isDistinct ? 'isNot' : 'is', [valueOf(right, field, table)])
}

function like(sign: string, left: Node, right: Node, isStrict: boolean, table: Table): Condition {
  const field = fieldOf(left, table)
  const pattern = plainTextIn(right)
  if (pattern === null || kindOf(field, table) !== 'text') throw new MisfitError('pattern')
  if (isStrict && !hasNoCase(pattern)) throw new MisfitError('case')
  const means = patternMeans(pattern)
  if (means === null) throw new MisfitError('pattern')
  const found = condition(field, means.op, [means.text])
  return sign.startsWith('!') ? { ...found, op: NOT_LIKE[means.op], withoutNull: true } : found
}

const NOT_LIKE = { contains: 'doesNotContain', startsWith: 'doesNotStartWith', endsWith: 'doesNotEndWith' } as const

/** `to_tsvector('english', title) @@ plainto_tsquery('english', 'words')` */
function matches(left: Node, right: Node, table: Table): Condition {
  const given = left.kind === 'FuncCall' ? nodesIn(left.of['args']) : []
  // Without a language the database's own is meant, which may be another one.
  const [language, only, ...more] = given
  const isVector = left.kind === 'FuncCall' && namesIn(left.of['funcname']).join('.') === 'to_tsvector'
  const words = wordsIn(right)
  if (language === undefined || plainTextIn(language) !== 'english') throw new MisfitError('words')
  if (only === undefined || more.length > 0 || !isVector || words?.plain !== true) throw new MisfitError('words')
  return condition(fieldOf(only, table), 'matches', [words.q])
}

/** `data #>> '{a,b}'`, or `json_extract_path_text(data, 'a', 'b')`. */
function pathIn(node: Node, table: Table): { readonly field: string; readonly path: string } | null {
  const found = node.kind === 'FuncCall' ? extractedIn(node, table) : operandsIn(node)
  if (found === null) return null
  const field = fieldOf(withoutPair(found.column), table)
  // A dot in a key would be one between two.
  if (found.keys === null || found.keys.some((key) => key === null || key.includes('.'))) {
    throw new MisfitError('expression')
  }
  return { field, path: found.keys.join('.') }
}

interface FoundPath {
  readonly column: Node
  /** Null if it is none that can be read. */
  readonly keys: readonly (string | null)[] | null
}

function operandsIn({ kind, of }: Node): FoundPath | null {
  if (kind !== 'A_Expr' || namesIn(of['name']).join('') !== '#>>') return null
  const keys = plainTextIn(nodeIn(of['rexpr']))
  return { column: nodeIn(of['lexpr']), keys: keys === null ? null : keysOf(keys) }
}

function extractedIn({ of }: Node, table: Table): FoundPath | null {
  const [, b] = /^json(b?)_extract_path_text$/.exec(namesIn(of['funcname']).at(-1) ?? '') ?? []
  const [column, ...keys] = nodesIn(of['args'])
  if (b === undefined || column === undefined) return null
  const inner = withoutPair(column)
  // The function of the other type does not take this field.
  const isJsonb = inner.kind === 'ColumnRef' && typeOf(fieldOf(inner, table), table) === 'jsonb'
  if (isJsonb !== (b === 'b') || keys.length === 0 || of['func_variadic'] === true) throw new MisfitError('expression')
  return { column, keys: keys.map((key) => plainTextIn(key)) }
}

/** The field in `(data).json`: CKAN keeps JSON in a pair, of which the first half is what is meant. */
function withoutPair(node: Node): Node {
  if (node.kind !== 'A_Indirection') return node
  const [member, ...more] = nodesIn(node.of['indirection'])
  const isJson = member?.kind === 'String' && textIn(member.of['sval']) === 'json'
  if (!isJson || more.length > 0) throw new MisfitError('expression')
  return nodeIn(node.of['arg'])
}

/** The keys in `{a,"b c"}`; null if it is written in another way. */
function keysOf(list: string): readonly string[] | null {
  if (!/^\{.*\}$/s.test(list)) return null
  const keys: string[] = []
  let rest = list.slice(1, -1)
  for (;;) {
    const [whole, quoted, bare = ''] = KEY.exec(rest) ?? []
    // An unquoted `null` is no key.
    if (whole === undefined || /^null$/i.test(bare)) return null
    keys.push(quoted?.replaceAll(/\\(.)/gsu, '$1') ?? bare)
    rest = rest.slice(whole.length)
    if (rest === '') return keys
    if (!rest.startsWith(',')) return null
    rest = rest.slice(1)
  }
}

const KEY = /^(?:"((?:[^"\\]|\\.)*)"|([^\s",{}\\](?:[^",{}\\]*[^\s",{}\\])?))/su

/** The field that is compared; a text may be cast to text. */
function fieldOf(node: Node, table: Table): string {
  if (node.kind === 'TypeCast' && castOf(node) === 'text') {
    const field = fieldOf(nodeIn(node.of['arg']), table)
    if (kindOf(field, table) === 'text') return field
    throw new MisfitError('cast', 'text')
  }
  if (node.kind === 'FuncCall') throw new MisfitError('function', namesIn(node.of['funcname']).at(-1) ?? '')
  const field = fieldIn(node, table)
  if (field === null) throw new MisfitError(node.kind === 'SubLink' ? 'subquery' : 'expression')
  if (field === WORDS_COLUMN) throw new MisfitError('column', field)
  return field
}

function valueOf(node: Node, field: string, table: Table): string {
  if (node.kind === 'FuncCall') throw new MisfitError('function', namesIn(node.of['funcname']).at(-1) ?? '')
  const value = valueIn(node, field, table)
  if (value === null) throw new MisfitError(node.kind === 'SubLink' ? 'subquery' : 'expression')
  return value
}

import { isRecord, namesIn, nodeIn, nodesIn, type Node } from './nodes.ts'

/**
 * Whether an expression is certain to give numbers that add up exactly, whatever their order: whole ones or decimals. The tree
 * doesn't say of which type a column is, so one counts only if it is cast.
 */
export function exactNumber(node: Node | null): boolean {
  if (node === null) return false
  switch (node.kind) {
    case 'A_Const':
      return true
    case 'TypeCast': {
      const type = isRecord(node.of['typeName']) ? namesIn(node.of['typeName']['names']).at(-1) : undefined
      return EXACT_TYPES.has(type ?? '')
    }
    case 'FuncCall':
      return EXACT_FUNCTIONS.has(namesIn(node.of['funcname']).at(-1) ?? '')
    case 'CaseExpr':
      return [
        ...nodesIn(node.of['args']).map(({ of }) => nodeIn(of['result'])),
        ...(node.of['defresult'] === undefined ? [] : [nodeIn(node.of['defresult'])]),
      ].every((each) => exactNumber(each))
    case 'CoalesceExpr':
      return nodesIn(node.of['args']).every((each) => exactNumber(each))
    case 'A_Expr': {
      const sides = [node.of['lexpr'], node.of['rexpr']].filter((side) => side !== undefined)
      return /^[-+*/%]$/.test(namesIn(node.of['name']).join('')) && sides.every((side) => exactNumber(nodeIn(side)))
    }
    default:
      return false
  }
}

const EXACT_TYPES: ReadonlySet<string> = new Set(['int2', 'int4', 'int8', 'numeric', 'bool'])

const EXACT_FUNCTIONS: ReadonlySet<string> = new Set(['count', 'length', 'char_length', 'cardinality', 'array_length'])

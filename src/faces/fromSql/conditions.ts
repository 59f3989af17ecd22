import '../../query/operators/all.ts'
import { operatorOf } from '../../query/operators/registry.ts'
import type { Condition, Where } from '../../query/query.ts'
import { allParts } from '../../query/where.ts'
import { MisfitError } from '../misfit.ts'
import { comparison, condition } from './comparison.ts'
import { mergedAll, mergedAny } from './merged.ts'
import { namesIn, nodeIn, nodesIn, type Node } from './node.ts'
import { relativeIn } from './relativeIn.ts'
import { fieldIn, kindOf, type Table } from './table.ts'

/**
 * The conditions that a node of a WHERE means: true for the records for which it is true, or, `negated`, for those for which
 * it is false. What is neither, because of a null, is left out in both. Throws if the form can't say it.
 */
export function conditionsIn(node: Node, negated: boolean, table: Table): Where {
  switch (node.kind) {
    case 'BoolExpr':
      return joined(node, negated, table)
    case 'NullTest': {
      const field = fieldIn(nodeIn(node.of['arg']), table)
      if (field === null) throw new MisfitError('expression')
      return condition(field, (node.of['nulltesttype'] === 'IS_NULL') === negated ? 'isNotNull' : 'isNull', [])
    }
    case 'BooleanTest':
      return tested(node, negated, table)
    case 'ColumnRef':
      return condition(booleanField(node, table), 'is', [negated ? 'false' : 'true'])
    case 'A_Expr': {
      const found = comparison(node, table)
      return negated ? opposite(found) : found
    }
    case 'SubLink':
      throw new MisfitError('subquery')
    case 'FuncCall':
      throw new MisfitError('function', namesIn(node.of['funcname']).at(-1) ?? '')
    case 'A_Const':
      throw new MisfitError('constant')
    default:
      throw new MisfitError('expression')
  }
}

/** The nodes that an AND joins, however it is bracketed; the node itself if it is none. */
export function nodesOfAnd(node: Node): readonly Node[] {
  if (node.kind !== 'BoolExpr' || node.of['boolop'] !== 'AND_EXPR') return [node]
  return nodesIn(node.of['args']).flatMap((each) => nodesOfAnd(each))
}

/** What each node means; two that are the bounds of a period that depends on the day are one condition. */
export function partsOfAnd(nodes: readonly Node[], table: Table): readonly Where[] {
  const parts: Where[] = []
  for (let at = 0; at < nodes.length; at += 1) {
    const [node, next] = [nodes[at], nodes[at + 1]]
    if (node === undefined) break
    const relative = next === undefined ? null : relativeIn(node, next, table)
    parts.push(relative ?? conditionsIn(node, false, table))
    if (relative !== null) at += 1
  }
  return parts
}

function nodesOfOr(node: Node): readonly Node[] {
  if (node.kind !== 'BoolExpr' || node.of['boolop'] !== 'OR_EXPR') return [node]
  return nodesIn(node.of['args']).flatMap((each) => nodesOfOr(each))
}

function joined(node: Node, negated: boolean, table: Table): Where {
  const { boolop, args } = node.of
  if (boolop === 'NOT_EXPR') {
    const [only] = nodesIn(args)
    if (only === undefined) throw new MisfitError('expression')
    return conditionsIn(only, !negated, table)
  }
  const isAnd = boolop === 'AND_EXPR'
  const nodes = isAnd ? nodesOfAnd(node) : nodesOfOr(node)
  if (negated) {
    // A period is one condition, and so is its opposite.
    const whole = wholeCondition(node, table)
    if (whole !== null) return opposite(whole)
  }
  const parts = isAnd && !negated ? partsOfAnd(nodes, table) : nodes.map((each) => conditionsIn(each, negated, table))
  return isAnd === negated ? groupOfAny(parts) : groupOfAll(parts, table)
}

/** A junction that the form says in one condition; null if it can't. */
function wholeCondition(node: Node, table: Table): Condition | null {
  try {
    const where = conditionsIn(node, false, table)
    return 'field' in where ? where : null
  } catch (error) {
    if (error instanceof MisfitError) return null
    throw error
  }
}

/** The parts that must all hold, with those of an `all` among them, and what is one condition as one. */
export function groupOfAll(parts: readonly Where[], table: Table): Where {
  const all = mergedAll(
    parts.flatMap((part) => allParts(part)),
    (field) => kindOf(field, table),
  )
  const [only] = all
  return only !== undefined && all.length === 1 ? only : { all }
}

function groupOfAny(parts: readonly Where[]): Where {
  const any = mergedAny(parts.flatMap((part) => ('any' in part && part.not !== true ? part.any : [part])))
  const [only] = any
  return only !== undefined && any.length === 1 ? only : { any }
}

/** `… IS TRUE`, `… IS NOT TRUE` and the like. */
function tested(node: Node, negated: boolean, table: Table): Where {
  const arg = nodeIn(node.of['arg'])
  const test = String(node.of['booltesttype'])
  const isNot = test.startsWith('IS_NOT_') !== negated
  const isTrue = test.endsWith('TRUE')
  if (arg.kind === 'ColumnRef') {
    const field = booleanField(arg, table)
    if (test.endsWith('UNKNOWN')) return condition(field, isNot ? 'isNotNull' : 'isNull', [])
    return condition(field, isNot ? 'isNot' : 'is', [isTrue ? 'true' : 'false'])
  }
  if (test.endsWith('UNKNOWN')) throw new MisfitError('expression')
  const where = conditionsIn(arg, !isTrue, table)
  return isNot ? inverted(where) : where
}

/** All records but those. */
function inverted(where: Where): Where {
  if (!('field' in where)) return where.not === true ? { all: [where], not: true } : { ...where, not: true }
  // Written like this by their opposites.
  const { part, opposite: op, keepsNull } = operatorOf(where.op)
  if (where.op === 'arrayContains' || (part !== undefined && keepsNull !== true)) return { ...where, op }
  return { all: [where], not: true }
}

/** The records for which the comparison is false, which those with null are not. */
function opposite(found: Condition): Condition {
  // Neither true nor false for a list with null in it.
  if (found.op === 'arrayContains') throw new MisfitError('notAny')
  const { withoutNull: _, ...plain } = found
  const op = operatorOf(found.op).opposite
  return operatorOf(op).keepsNull === true ? { ...plain, op, withoutNull: true } : { ...plain, op }
}

function booleanField(node: Node, table: Table): string {
  const field = fieldIn(node, table)
  if (field === null || kindOf(field, table) !== 'boolean') throw new MisfitError('expression')
  return field
}

import { isRecord, lastName, list, unwrap, type Members } from './syntaxNode.ts'

/** How often PostgreSQL writes the left and the right side of an operator, such as BETWEEN or IN. `members`: its own. */
export function repeats({ kind, rexpr }: Members): readonly [left: number, right: number] {
  if (typeof kind !== 'string') return [1, 1]
  if (kind.includes('BETWEEN')) return kind.endsWith('_SYM') ? [4, 2] : [2, 1]
  if (kind !== 'AEXPR_IN' || rexpr === undefined) return [1, 1]
  const [listKind, items] = unwrap(rexpr)
  const values = listKind === 'List' && isRecord(items) ? list(items.items) : []
  const constants = values.filter((value) => unwrap(value)[0] === 'A_Const').length
  // Constants become one list, which is compared once.
  const left = values.length - constants + (constants > 0 ? 1 : 0)
  return [Math.max(1, left), values.length > 0 && constants === values.length ? PART : 1]
}

/**
 * Whether an expression has an aggregate or a window function. `sum(q)` may also be the field `sum` of the row `q`, so it
 * counts only where the argument can't be a row.
 */
export function isAggregated(content: unknown): boolean {
  if (typeof content !== 'object' || content === null) return false
  if (Array.isArray(content)) return content.some((each) => isAggregated(each))
  return Object.entries(content).some(([kind, members]) => {
    if (kind === 'SelectStmt') return false
    return (kind === 'FuncCall' && isRecord(members) && isAggregate(members)) || isAggregated(members)
  })
}

function isAggregate({ funcname, args, agg_star, over }: Members): boolean {
  if (over !== undefined || agg_star === true) return true
  const [first, ...others] = list(args)
  const [kind, argument] = first === undefined ? [] : unwrap(first)
  const isOperation = kind === 'A_Expr' && isRecord(argument) && argument.kind === 'AEXPR_OP'
  return (isOperation || others.length > 0) && AGGREGATES.has(lastName(funcname))
}

const AGGREGATES: ReadonlySet<string> = new Set(
  'array_agg avg bool_and bool_or count max min string_agg sum'.split(' '),
)

/** What an element of a list of constants costs beside other nodes. */
const PART = 0.1

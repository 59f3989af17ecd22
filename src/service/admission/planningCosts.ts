import { Objection } from './objection.ts'
import { isNothing, isRecord, list, unwrap, type Members } from './syntaxNode.ts'

/**
 * What PostgreSQL compares with each other while it takes in and plans a statement, when nothing ends it: each expression to
 * order or group by with all before it, and each condition of an AND below an OR with those of the others. A quarter of a
 * megabyte of them takes half a minute, with or without rows.
 */
export class PlanningCosts {
  #keys = 0
  #conditions = 0

  /** Takes note of a node; throws `Objection` where there are too many. */
  note(kind: string, members: Members): void {
    for (const member of KEY_LISTS) for (const key of list(members[member])) this.#keys += keysOf(key)
    if (this.#keys > MOST_KEYS) {
      throw new Objection(`Not authorized to order or group by more than ${MOST_KEYS} expressions`)
    }
    if (kind !== 'BoolExpr' || members.boolop !== 'AND_EXPR') return
    const conditions = list(members.args)
    if (conditions.length <= FEW_CONDITIONS && !conditions.some((each) => isAnd(each))) return
    this.#conditions += conditions.length
    if (this.#conditions > MOST_CONDITIONS) {
      throw new Objection(`Not authorized to join more than ${MOST_CONDITIONS} conditions by AND: use IN or NOT IN`)
    }
  }
}

/** One, or as many as are in brackets: `GROUP BY (a, b)`. */
function keysOf(node: unknown): number {
  if (isNothing(node)) return 1
  const [kind, members] = unwrap(node)
  return kind === 'RowExpr' && isRecord(members) ? list(members.args).length : 1
}

function isAnd(node: unknown): boolean {
  const [kind, members] = unwrap(node)
  return kind === 'BoolExpr' && isRecord(members) && members.boolop === 'AND_EXPR'
}

const KEY_LISTS = [
  'sortClause',
  'groupClause',
  'distinctClause',
  'partitionClause',
  'orderClause',
  'agg_order',
  'content',
]

/** As many columns as PostgreSQL's tables and results may have. */
const MOST_KEYS = 1664
/** A row is named by fewer; lists of such rows may be long. */
const FEW_CONDITIONS = 10
const MOST_CONDITIONS = 2000

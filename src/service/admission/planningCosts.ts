import { Objection } from './objection.ts'
import { isNothing, isRecord, list, unwrap, type Members } from './syntaxNode.ts'

/**
 * What PostgreSQL compares with each other while it takes in and plans a statement, when nothing ends it: each expression to
 * order or group by with all before it, each condition of an AND below an OR with those of the others, each aggregate and
 * window with all others, each WITH query with those around it, and what FROM names with all columns. A quarter of a megabyte
 * of them takes half a minute and more, with or without rows. Rows in rows make a text of twice the length each time.
 */
export class PlanningCosts {
  #nodes = 0
  #keys = 0
  #conditions = 0
  #alternatives = 0
  readonly #counts = new Map<string, number>()

  /** Takes note of a node; throws `Objection` where there are too many. */
  note(kind: string, members: Members): void {
    this.#nodes += 1
    if (this.#nodes > MOST_NODES) throw new Objection('Not authorized to write a statement of so many parts')
    for (const member of KEY_LISTS) for (const key of list(members[member])) this.#keys += keysOf(key)
    if (this.#keys > MOST_COLUMNS) {
      throw new Objection(`Not authorized to order or group by more than ${MOST_COLUMNS} expressions`)
    }
    if (widthOf(kind, members) > MOST_COLUMNS) throw tooManyColumns()
    this.#count(kind, members)
    // PostgreSQL plans it again wherever it is read.
    if (members.ctematerialized === 'CTEMaterializeNever') throw new Objection('Not authorized to use NOT MATERIALIZED')
    if (members.kind === 'GROUPING_SET_ROLLUP' && list(members.content).length > MOST_ROLLED_UP) {
      throw new Objection(`Not authorized to use more than ${MOST_ROLLED_UP} expressions in ROLLUP`)
    }
    if (kind === 'A_Expr') return this.#addConditions(conditionsOfRows(members))
    if (kind === 'BoolExpr' && members.boolop === 'OR_EXPR') return this.#addAlternatives(list(members.args).length)
    if (kind !== 'BoolExpr' || members.boolop !== 'AND_EXPR') return
    const conditions = list(members.args)
    if (conditions.length <= FEW_CONDITIONS && !conditions.some((each) => isAnd(each))) return
    this.#addConditions(conditions.length)
  }

  /** Negated, those of an OR are compared with each other like those of an AND. */
  #addAlternatives(count: number): void {
    if (count <= FEW_CONDITIONS) return
    this.#alternatives += count
    if (this.#alternatives > MOST_ALTERNATIVES) {
      throw new Objection(`Not authorized to join more than ${MOST_ALTERNATIVES} conditions by OR: use IN`)
    }
  }

  #addConditions(count: number): void {
    this.#conditions += count
    if (this.#conditions > MOST_CONDITIONS) {
      throw new Objection(`Not authorized to join more than ${MOST_CONDITIONS} conditions by AND: use IN or NOT IN`)
    }
  }

  #count(kind: string, members: Members): void {
    const counted = SOURCES.has(kind) ? 'FROM' : kind
    const most = MOST[counted]
    if (kind === 'RowExpr' && isDeepRow(members)) {
      throw new Objection(`Not authorized to put more than ${DEEPEST_ROW} rows in one another`)
    }
    if (most === undefined && counted !== 'ColumnRef') return
    const count = (this.#counts.get(counted) ?? 0) + 1
    this.#counts.set(counted, count)
    if (most !== undefined && count > most.count)
      throw new Objection(`Not authorized to use more than ${most.count} ${most.what}`)
    if ((this.#counts.get('FROM') ?? 0) * (this.#counts.get('ColumnRef') ?? 0) > MOST_NAMES) {
      throw new Objection('Not authorized to name so many columns of so many tables in one statement')
    }
  }
}

/** Whether a row has more rows in one another than may be. */
function isDeepRow({ args }: Members, depth = 1): boolean {
  if (depth > DEEPEST_ROW) return true
  return list(args).some((each) => {
    const [kind, inner] = unwrap(each)
    return kind === 'RowExpr' && isRecord(inner) && isDeepRow(inner, depth + 1)
  })
}

/** How many columns a query says that it has. */
function widthOf(kind: string, members: Members): number {
  if (kind !== 'SelectStmt') return 0
  return list(members.valuesLists).reduce((most: number, row) => {
    const [, items] = unwrap(row)
    return Math.max(most, isRecord(items) ? list(items.items).length : 0)
  }, list(members.targetList).length)
}

/** How many conditions a comparison of wide rows becomes: one for each column. */
function conditionsOfRows({ lexpr, rexpr, ...members }: Members): number {
  const width = lexpr === undefined ? 0 : keysOf(lexpr)
  if (width <= FEW_CONDITIONS) return 0
  if (members.kind !== 'AEXPR_IN' || rexpr === undefined) return width
  const [kind, rows] = unwrap(rexpr)
  return width * (kind === 'List' && isRecord(rows) ? list(rows.items).length : 1)
}

/** 403: PostgreSQL allows no more in a result. */
export function tooManyColumns(): Objection {
  return new Objection(`Not authorized to make more than ${MOST_COLUMNS} columns`)
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

/** What has rows, by its kind. */
const SOURCES: ReadonlySet<string> = new Set(['RangeVar', 'RangeSubselect', 'RangeFunction', 'JsonTable'])

/** Each takes less than half a second then (measured). */
const MOST: Readonly<Record<string, { readonly count: number; readonly what: string }>> = {
  CommonTableExpr: { count: 100, what: 'WITH queries' },
  FROM: { count: 500, what: 'tables and subqueries in FROM' },
  WindowDef: { count: 200, what: 'windows' },
  FuncCall: { count: 4000, what: 'functions' },
}
const MOST_NAMES = 1_000_000
const DEEPEST_ROW = 5

/** As many columns as PostgreSQL's tables and results may have. */
export const MOST_COLUMNS = 1664
/** Of the tree: a list of 70,000 numbers has fewer. They are read in about a third of a second. */
const MOST_NODES = 150_000
/** A row is named by fewer; lists of such rows may be long. */
const FEW_CONDITIONS = 10
export const MOST_CONDITIONS = 2000
const MOST_ALTERNATIVES = 5000
const MOST_ROLLED_UP = 100

import { exactNumber } from './exactNumber.ts'
import { givesRows, steadinessOf, type Steadiness } from './functions.ts'
import { isRecord, listIn, namesIn, nodeIn, nodesIn, textOf, type Members, type Node } from './nodes.ts'
import {
  keyColumns,
  leavesNoChoice,
  onlyTable,
  OWN_ID,
  ownOrder,
  targetsOf,
  windowLeavesNoChoice,
  type OrderKey,
} from './rowOrder.ts'

/** Why two requests for one statement may give different rows. `name`: what in the statement does it. */
export interface Unsteady {
  /**
   * changes: another value in each call. clock: the time of the request. sequence, rounding: a value depends on the order in
   * which the server happens to read. place: a place among records that are equal in the order. ties: which of such records
   * belong to the answer. sample: chance chooses them. locks: it locks what it reads. unknownFunction, unknownForm: this page
   * doesn't know what that does. notSelect: it isn't a statement that gives rows.
   */
  readonly cause:
    | 'changes'
    | 'clock'
    | 'sequence'
    | 'rounding'
    | 'place'
    | 'ties'
    | 'sample'
    | 'locks'
    | 'unknownFunction'
    | 'unknownForm'
    | 'notSelect'
  readonly name: string
}

/** What the tree of a statement proves about asking for its rows more than once, while its tables stay as they are. */
export interface Repeatability {
  /** Why the number of rows may be another each time; null if it is proved to be the same. */
  readonly count: Unsteady | null
  /** Why other rows may come each time; null if it is proved that the same do, but for `values`. */
  readonly rows: Unsteady | null
  /** Why a row may hold other values each time; null if it is proved to hold the same. */
  readonly values: Unsteady | null
  /** The columns of the answer that tell each of its rows from all others, also where other values change; null: none. */
  readonly keys: readonly string[] | null
  readonly order: readonly OrderKey[]
  /** It uses the date of today. */
  readonly isDated: boolean
}

/** Proves what it can, and takes everything that it doesn't know for unsteady. */
export function repeatability(tree: unknown): Repeatability {
  const [first, ...more] = listIn(isRecord(tree) ? tree['stmts'] : undefined)
  const top = nodeIn(isRecord(first) ? first['stmt'] : undefined)
  if (more.length > 0 || top?.kind !== 'SelectStmt') {
    const why: Unsteady = { cause: 'notSelect', name: '' }
    return { count: why, rows: why, values: why, keys: null, order: [], isDated: false }
  }
  const found: Found = { all: [], isDated: false }
  const inner = readSelect(top.of, { found, inner: new Set(), hurts: 'count', isTop: true })
  const firstOf = (...kinds: readonly Hurt[]) => found.all.find(({ hurts }) => kinds.includes(hurts))?.why ?? null
  return {
    count: firstOf('count'),
    rows: firstOf('count', 'rows'),
    values: firstOf('values'),
    keys: keyColumns(top.of, inner),
    order: ownOrder(top.of),
    isDated: found.isDated,
  }
}

/** What an unsteady part makes unsteady: the number of rows, which ones they are, or what is in them; or only their order. */
type Hurt = 'count' | 'rows' | 'values' | 'order'

interface Found {
  readonly all: { readonly why: Unsteady; readonly hurts: Hurt }[]
  isDated: boolean
}

interface Place {
  readonly found: Found
  /** The names of statements of WITH that hold here. */
  readonly inner: ReadonlySet<string>
  readonly hurts: Hurt
  readonly isTop: boolean
  /** Around it. */
  readonly select?: Members
}

function add({ found, hurts }: Place, cause: Unsteady['cause'], name: string): void {
  found.all.push({ why: { cause, name }, hurts })
}

/** Reads a SELECT, and returns the names of statements of WITH that hold in it. */
function readSelect(select: Members, around: Place): ReadonlySet<string> {
  const inner = new Set(around.inner)
  const { withClause, larg, rarg } = select
  const ctes = isRecord(withClause) ? nodesIn(withClause['ctes']) : []
  for (const { of } of ctes) inner.add(String(of['ctename']))
  const { isTop } = around
  const place: Place = { ...around, inner, select, isTop: false, hurts: isTop ? 'count' : around.hurts }
  const isSet = select['op'] !== 'SETOP_NONE'
  const isPlain = isTop && !isSet && select['distinctClause'] === undefined && select['groupClause'] === undefined
  const isGrouped = isTop && !isSet && select['distinctClause'] === undefined && !isPlain
  const isChosen = choosesRows(select)
  for (const cte of ctes) read(cte.of['ctequery'], place)
  for (const part of [larg, rarg]) if (isRecord(part)) readSelect(part, place)
  const groups = isGrouped ? keyColumns(select, inner) : null
  for (const target of targetsOf(select)) {
    // A group that is given by its number or name stands only here.
    const isValue = isPlain || (groups !== null && !groups.includes(target.name ?? ''))
    read(target.value, { ...place, hurts: isValue ? 'values' : place.hurts })
  }
  read(select['sortClause'], { ...place, hurts: isChosen ? place.hurts : 'order' })
  const rest = ['fromClause', 'whereClause', 'groupClause', 'havingClause', 'valuesLists', 'distinctClause']
  for (const name of [...rest, 'limitCount', 'limitOffset']) read(select[name], place)
  for (const { of } of nodesIn(select['windowClause'])) readWindow(of, place)
  for (const name of Object.keys(select)) if (!CLAUSES.has(name)) add(place, 'unknownForm', name)
  if (select['lockingClause'] !== undefined) add(place, 'locks', 'FOR UPDATE')
  if (isChosen && !leavesNoChoice(select, inner))
    add({ ...place, hurts: isTop ? 'rows' : place.hurts }, 'ties', choiceName(select))
  return inner
}

const CLAUSES: ReadonlySet<string> = new Set(
  (
    'targetList fromClause whereClause groupClause groupDistinct havingClause windowClause valuesLists sortClause ' +
    'limitCount limitOffset limitOption distinctClause withClause lockingClause op all larg rarg'
  ).split(' '),
)

/** Whether only some of the rows belong to the answer, by their order. */
function choosesRows(select: Members): boolean {
  const { limitCount, limitOffset, limitOption } = select
  const count = nodeIn(limitCount)
  const isLimited = count !== null && !(count.kind === 'A_Const' && count.of['isnull'] === true)
  // With ties, all that are equal to the last one come, too.
  const isWithTies = limitOption === 'LIMIT_OPTION_WITH_TIES'
  return (isLimited && !isWithTies) || limitOffset !== undefined || isDistinctOn(select)
}

function isDistinctOn(select: Members): boolean {
  return nodesIn(select['distinctClause']).length > 0
}

function choiceName(select: Members): string {
  if (isDistinctOn(select)) return 'DISTINCT ON'
  return select['limitCount'] === undefined ? 'OFFSET' : 'LIMIT'
}

/** Reads whatever stands there. */
function read(value: unknown, place: Place): void {
  if (Array.isArray(value)) {
    for (const each of value) read(each, place)
    return
  }
  if (!isRecord(value)) return
  const node = nodeIn(value)
  if (node === null) {
    for (const each of Object.values(value)) read(each, place)
    return
  }
  const special = SPECIAL[node.kind]
  if (special !== undefined) special(node, place)
  else if (PLAIN.has(node.kind)) for (const each of Object.values(node.of)) read(each, place)
  else add(place, 'unknownForm', node.kind)
}

/** Nodes that are as steady as what is in them. */
const PLAIN: ReadonlySet<string> = new Set(
  (
    'A_ArrayExpr A_Const A_Expr A_Indices A_Indirection A_Star BooleanTest BoolExpr CaseExpr CaseWhen CoalesceExpr ' +
    'CollateClause ColumnDef ColumnRef Float GroupingFunc GroupingSet Integer JoinExpr List MinMaxExpr NamedArgExpr ' +
    'NullTest RangeFunction RangeVar ResTarget RowExpr SortBy String TypeName'
  ).split(' '),
)

const SPECIAL: Readonly<Record<string, (node: Node, place: Place) => void>> = {
  SelectStmt: ({ of }, place) => void readSelect(of, place),
  RangeSubselect: ({ of }, place) => read(of['subquery'], place),
  RangeTableSample: ({ of }, place) => {
    if (of['repeatable'] === undefined) add(place, 'sample', 'TABLESAMPLE')
    read([of['relation'], of['args'], of['repeatable']], place)
  },
  SubLink: readSubquery,
  FuncCall: readCall,
  SQLValueFunction: ({ of }, place) => {
    const name = String(of['op']).replace(/^SVFOP_/, '')
    if (name === 'CURRENT_DATE') place.found.isDated = true
    else if (/TIME/.test(name) && place.hurts !== 'order') add(place, 'clock', name.replace(/_N$/, ''))
  },
  TypeCast: ({ of }, place) => {
    const constant = nodeIn(of['arg'])
    const text = constant?.kind === 'A_Const' && isRecord(constant.of['sval']) ? constant.of['sval']['sval'] : ''
    const word = /^\s*(now|today|tomorrow|yesterday)\b/i.exec(String(text))?.[1]
    if (word?.toLowerCase() === 'now') add(place, 'clock', `'${word}'`)
    else if (word !== undefined) place.found.isDated = true
    read(of['arg'], place)
  },
}

function readSubquery({ of }: Node, place: Place): void {
  const select = nodeIn(of['subselect'])?.of ?? {}
  read(of['testexpr'], place)
  const isThere = of['subLinkType'] === 'EXISTS_SUBLINK'
  // Whether there is a row does not depend on which one it is.
  const { limitCount: _, sortClause: __, ...unlimited } = select
  readSelect(isThere && select['limitOffset'] === undefined ? unlimited : select, place)
  if (of['subLinkType'] === 'ARRAY_SUBLINK' && !leavesNoChoice(select, place.inner))
    add(place, 'sequence', 'ARRAY(SELECT …)')
}

function readCall({ of }: Node, place: Place): void {
  const [name = '', schema = 'pg_catalog', ...more] = namesIn(of['funcname']).toReversed()
  const isKnown = schema === 'pg_catalog' && more.length === 0
  const steadiness = isKnown ? steadinessOf(name) : 'unknown'
  const within: Place = givesRows(name) ? { ...place, hurts: 'count' } : place
  read([of['args'], of['agg_order'], of['agg_filter']], within)
  if (isRecord(of['over'])) readWindow(of['over'], place)
  // The age of a time is counted to the midnight before.
  if (name === 'age' && isKnown) {
    if (listIn(of['args']).length < 2) place.found.isDated = true
    return
  }
  const fault = faultOf(steadiness, of, place)
  if (fault === null || (fault !== 'unknownFunction' && place.hurts === 'order')) return
  // What is not known may also give several rows.
  add(fault === 'unknownFunction' ? { ...place, hurts: 'count' } : place, fault, `${name}()`)
}

function faultOf(steadiness: Steadiness, call: Members, place: Place): Unsteady['cause'] | null {
  const { over } = call
  switch (steadiness) {
    case 'steady':
      return null
    case 'changes':
    case 'clock':
      return steadiness
    case 'unknown':
      return 'unknownFunction'
    case 'place':
      return isRecord(over) && isNumbered(over, place) ? null : 'place'
    case 'rounding':
      return listIn(call['args']).every((each) => exactNumber(nodeIn(each))) ? null : 'rounding'
    case 'sequence':
      return isInOrder(call, place) ? null : 'sequence'
  }
}

/** Whether what an aggregate takes in sequence comes in an order that leaves no choice, or is sorted as it counts once. */
function isInOrder(call: Members, { select = {}, inner }: Place): boolean {
  if (isRecord(call['over'])) return false
  if (call['agg_distinct'] === true) return true
  const keys = new Set(
    nodesIn(call['agg_order']).flatMap(({ of }) => nodesIn([of['node']]).map((node) => textOf(node))),
  )
  if (keys.size === 0) return false
  if (onlyTable(select, inner) !== null && keys.has(OWN_ID)) return true
  return nodesIn(call['args']).every((node) => node.kind === 'A_Const' || keys.has(textOf(node)))
}

function isNumbered(over: Members, { select = {}, inner }: Place): boolean {
  const named = nodesIn(select['windowClause']).find(({ of }) => of['name'] === (over['name'] ?? over['refname']))?.of
  const parts = (name: string) => [...listIn(named?.[name]), ...listIn(over[name])]
  const whole = { orderClause: parts('orderClause'), partitionClause: parts('partitionClause') }
  return windowLeavesNoChoice(select, whole, inner)
}

/** The frame of a window that counts rows takes some of those that are equal in its order and leaves others. */
function readWindow(window: Members, place: Place): void {
  read([window['partitionClause'], window['orderClause'], window['startOffset'], window['endOffset']], place)
  const options = Number(window['frameOptions'] ?? 0)
  const countsRows = (options & FRAME_OF_ROWS) !== 0
  if (countsRows && !isNumbered(window, place)) add(place, 'place', 'ROWS')
}

/** `FRAMEOPTION_ROWS` of PostgreSQL. */
const FRAME_OF_ROWS = 4

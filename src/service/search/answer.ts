import type { JsonText } from '../../protocol/jsonText.ts'
import { registered, type Table } from '../catalog/catalog.ts'
import { csvText, fieldJson, guardedName, named, shown, type Column } from '../catalog/column.ts'
import { invalid } from '../refusal.ts'
import { columnOf, MOST_COLUMNS, orderOf, sortKeysOf, type Rank, type Search } from './searchQuery.ts'
import { joined, list, name, sql, trusted, value, type Fragment } from '../sql/statement.ts'

/** The forms in which records are given. */
export const RECORDS_FORMATS = ['objects', 'lists', 'csv', 'tsv'] as const
export type RecordsFormat = (typeof RECORDS_FORMATS)[number]

/** What an answer shows of each record, in order: columns, and ranks. */
export type Shown = { readonly column: Column } | { readonly rank: Rank }

/** The name under which something is shown. */
export function shownName(item: Shown): string {
  return 'column' in item ? item.column.name : item.rank.name
}

/** The same items, for a file; `isGuarded` if nothing in it may look like a formula. */
export function dumped(items: readonly Shown[], isGuarded: boolean): readonly Shown[] {
  return items.map((item) => ('column' in item ? { column: { ...item.column, isDumped: true, isGuarded } } : item))
}

/** The name of something shown in the header of a file. */
export function headerName(item: Shown): string {
  return 'column' in item && item.column.isGuarded ? guardedName(item.column.name) : shownName(item)
}

/** `fields` of an answer. */
export function fieldsJson(items: readonly Shown[]): JsonText {
  return remembered(
    fieldsOf,
    items,
    () =>
      `[${items.map((item) => ('column' in item ? fieldJson(item.column) : `{"id": ${JSON.stringify(item.rank.name)}, "type": "float"}`)).join(', ')}]`,
  )
}

const fieldsOf = new WeakMap<readonly Shown[], JsonText>()
const allOf = new WeakMap<Table, readonly Shown[]>()
const objectsOf = new WeakMap<readonly Shown[], Fragment>()

/** What follows from a table alone is made once: a search by key would spend as long on that as in the database. */
function remembered<K extends object, T>(made: WeakMap<K, T>, key: K, make: () => T): T {
  const known = made.get(key)
  if (known !== undefined) return known
  const value = make()
  made.set(key, value)
  return value
}

/** What is shown for a request's `fields`: those named, else all columns and the ranks. Refuses names that are not there. */
export function pickShown(table: Table, search: Search, fields: readonly string[] | null): readonly Shown[] {
  const ranks = search.ranks.map((rank) => ({ rank }))
  if (fields === null || fields.length === 0) {
    const all = remembered(allOf, table, () => table.columns.map((column) => ({ column })))
    return ranks.length === 0 ? all : [...all, ...ranks]
  }
  if (fields.length > MOST_COLUMNS) throw invalid({ fields: [`may hold at most ${MOST_COLUMNS} names`] })
  return fields.map((field) => {
    const column = table.columns.find((item) => item.name === field)
    const found = column ? { column } : ranks.find(({ rank }) => rank.name === field)
    if (!found) throw invalid({ fields: [`invalid value "${field}"`] })
    return found
  })
}

/** A stretch of a search's records. */
export interface Stretch {
  readonly items: readonly Shown[]
  readonly distinct: boolean
  /** Decimal digits; for `fullStretchOf` also `all`. */
  readonly limit: string
  readonly offset: string
  /** Whether the registry may be read in the same statement. */
  readonly asksRegistry: boolean
}

/**
 * The records of a stretch as a subselect with the columns of `t` under their own names and each rank as `_rank0`, ….
 * Deep in a table only the `_id`s are sorted and skipped, not whole rows, which are looked up afterwards.
 */
export function stretchOf(table: Table, search: Search, stretch: Stretch): Fragment {
  if (stretch.distinct || (stretch.offset === '0' && search.ranks.length === 0))
    return fullStretchOf(table, search, stretch)
  const window = windowOf(stretch)
  const order = sql`order by ${orderOf(search)}`
  const ids =
    stretch.asksRegistry && search.findsAll && search.byId !== null && table.number !== 0
      ? idsByPlace(table, search.byId, stretch)
      : sql`array(select t."_id" from ${table.relation} t where ${search.where} ${order} ${window})`
  return sql`${wholeRows(table, search)} where t."_id" = any(${ids}) ${order}`
}

/** Like `stretchOf`, but sorts whole rows: for a stretch that is most of what is found. */
export function fullStretchOf(table: Table, search: Search, stretch: Stretch): Fragment {
  const window = windowOf(stretch)
  return stretch.distinct
    ? sql`${distinctRows(table, search, stretch.items)} ${distinctOrder(search, stretch.items)} ${window}`
    : sql`${wholeRows(table, search)} where ${search.where} order by ${orderOf(search)} ${window}`
}

/**
 * The `_id`s of a stretch of all records, ordered by `_id`, as an array. The registry knows how many records there are. If
 * no `_id` between the first and the last is missing, a place tells its `_id`; else a stretch in the second half is counted
 * from the end, which skips fewer.
 */
function idsByPlace(table: Table, direction: 'asc' | 'desc', stretch: Stretch): Fragment {
  const all = registered(table, 'records')
  const from = value(stretch.offset, 'int8')
  const limit = trusted(stretch.limit)
  const t = sql`from ${table.relation} t`
  const ids = (order: 'asc' | 'desc') => sql`select t."_id" ${t} order by t."_id" ${trusted(order)}`
  const behind = sql`greatest(${all} - ${from}, 0)`
  const nearEnd = sql`${ids(direction === 'asc' ? 'desc' : 'asc')} limit least(${limit}, ${behind}) offset greatest(${behind} - ${limit}, 0)`
  const nearStart = sql`${ids(direction)} ${windowOf(stretch)}`
  const [first, last] = [sql`(select min(t."_id") ${t})`, sql`(select max(t."_id") ${t})`]
  const skipped = sql`least(${from}, ${all})`
  const beyond = direction === 'asc' ? sql`>= ${first} + ${skipped}` : sql`<= ${last} - ${skipped}`
  const atPlace = sql`select t."_id" ${t} where t."_id" ${beyond} order by t."_id" ${trusted(direction)} limit ${limit}`
  return sql`case when ${last} - ${first} + 1 = ${all} then array(${atPlace})
    when ${from} > ${all} / 2 then array(${nearEnd}) else array(${nearStart}) end`
}

/** A stretch and the number of all records found (null: the registry has it). `before` precedes the whole statement. */
export interface CountedStretch {
  readonly before: Fragment
  readonly rows: Fragment
  readonly total: Fragment
}

/**
 * A stretch, as from `stretchOf`, and the total. If the search has conditions, one pass over the table gives both: it keeps
 * the `_id`s of all matches with their sort keys (measured: a third to half of the time of two passes with ranks; with only
 * a filter a little less than two passes, or a third more if half of the table matches).
 */
export function countedStretchOf(table: Table, search: Search, stretch: Stretch): CountedStretch {
  const before = trusted('')
  if (stretch.distinct) {
    const total = sql`(select count(*) from (${distinctRows(table, search, stretch.items)}) d)`
    return { before, rows: stretchOf(table, search, stretch), total }
  }
  if (search.findsAll) {
    // The list of tables isn't registered itself.
    const rows = stretchOf(table, search, stretch)
    if (table.number === 0) return { before, rows, total: sql`(select count(*) from ${table.relation})` }
    return { before, rows, total: stretch.asksRegistry ? registered(table, 'records') : trusted('null') }
  }
  const keys = sortKeysOf(search)
  const kept = keys.map((key, place) => sql`${key.value} as ${name(`k${place}`)}`)
  const order = keys.map((key, place) => sql`m.${name(`k${place}`)} ${key.direction}`)
  const ids = sql`select m."_id" from m order by ${list([...order, trusted('m."_id"')])} ${windowOf(stretch)}`
  return {
    before: sql`with m as materialized (
      select ${list([trusted('t."_id"'), ...kept])} from ${table.relation} t where ${search.where}) `,
    rows: sql`${wholeRows(table, search)} where t."_id" = any(array(${ids})) order by ${orderOf(search)}`,
    total: trusted('(select count(*) from m)'),
  }
}

function wholeRows(table: Table, search: Search): Fragment {
  const ranks = search.ranks.map((rank, place) => sql`${rank.value} as ${name(`_rank${place}`)}`)
  return sql`select ${list([trusted('t.*'), ...ranks])} from ${table.relation} t`
}

/** The limit is part of the text because it rarely changes: PostgreSQL can then keep one plan for all stretches. */
function windowOf({ limit, offset }: Stretch): Fragment {
  return sql`limit ${trusted(limit)} offset ${offset === '0' ? trusted('0') : value(offset, 'int8')}`
}

/** The answer's `records` as JSON text, made from a subselect such as `stretchOf` gives. */
export function recordsOf(
  items: readonly Shown[],
  search: Search,
  format: RecordsFormat,
  rows: Fragment,
  extra: readonly Fragment[] = [],
): Fragment {
  const more = list([trusted(''), ...extra])
  if (format === 'objects') {
    return sql`select '[' || coalesce(string_agg(row_to_json(s.*)::text, ','), '') || ']'${more}
      from (${rows}) t, lateral (select ${objectOf(items, search)}) s`
  }
  if (format === 'lists')
    return sql`select '[' || coalesce(string_agg(${listOf(items, search)}, ','), '') || ']'${more} from (${rows}) t`
  const separator = format === 'csv' ? ',' : '\t'
  const lines = sql`string_agg(${joined(
    items.map((item) => cell(item, search, separator)),
    quote(separator),
  )} || E'\\n', '')`
  return sql`select to_json(coalesce(${lines}, ''))::text${more} from (${rows}) t`
}

function objectOf(items: readonly Shown[], search: Search): Fragment {
  const make = () => named(items.map((item) => ({ name: shownName(item), value: jsonSource(item, search) })))
  // A rank depends on the search.
  return search.ranks.length > 0 ? make() : remembered(objectsOf, items, make)
}

/** A record of `t` as a JSON list. */
export function listOf(items: readonly Shown[], search: Search): Fragment {
  const cells = items.map((item) => sql`coalesce(to_json(${jsonSource(item, search)})::text, 'null')`)
  return sql`'[' || ${joined(cells, `','`)} || ']'`
}

function jsonSource(item: Shown, search: Search): Fragment {
  return 'column' in item ? shown(item.column, columnOf(item.column)) : rankOf(item.rank, search)
}

/** As COPY writes it: quoted if it contains the separator, a quote or a line break, or is empty but not null. */
function cell(item: Shown, search: Search, separator: string): Fragment {
  const text = cellText(item, search)
  const special = trusted(`E'[${separator === ',' ? ',' : '\\t'}"\\n\\r]'`)
  return sql`(select case when v is null then '' when v = '' or v ~ ${special} then '"' || replace(v, '"', '""') || '"' else v end from (select ${text} as v) c)`
}

/** The text of an item of `t`, before it is quoted. */
export function cellText(item: Shown, search: Search): Fragment {
  return 'column' in item ? csvText(item.column, columnOf(item.column)) : sql`${rankOf(item.rank, search)}::text`
}

function rankOf(rank: Rank, search: Search): Fragment {
  return sql`t.${name(`_rank${search.ranks.indexOf(rank)}`)}`
}

function quote(separator: string): string {
  return separator === ',' ? `','` : `E'\\t'`
}

function distinctRows(table: Table, search: Search, items: readonly Shown[]): Fragment {
  const columns = items.map((item) =>
    'column' in item
      ? columnOf(item.column)
      : sql`${item.rank.value} as ${name(`_rank${search.ranks.indexOf(item.rank)}`)}`,
  )
  return sql`select distinct ${list(columns)} from ${table.relation} t where ${search.where}`
}

/** By the sort, then by everything shown, so that pages of distinct rows don't overlap. */
function distinctOrder(search: Search, items: readonly Shown[]): Fragment {
  const places = items.map((_, place) => trusted(String(place + 1)))
  return sql`order by ${list([...search.sorted.map((key) => sql`${key.value} ${key.direction}`), ...places])}`
}

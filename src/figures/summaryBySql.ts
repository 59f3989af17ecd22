import type { CallOptions } from '../instances/client/actionClient.ts'
import type { SqlAnswer } from '../protocol/answers.ts'
import { jsonKind, type JsonText } from '../protocol/jsonText.ts'
import {
  shareOf,
  type Aside,
  type Coverage,
  type Figure,
  type Group,
  type Grouping,
  type Summary,
  type SummaryAnswer,
} from '../summary/summary.ts'
import { fieldsLeavingOut, type LeavingOut } from '../summary/summarySource.ts'
import { summaryStatements } from '../summary/summarySql.ts'
import { askSql, givenCount, givenJson, keptTable, together, type AskedTable } from './askSql.ts'
import { withoutEndingZeros } from '../summary/plainNumber.ts'

/** The most groups that are asked for: as many as a server gives at once. */
const GROUPS_MAX = 32_000

/** Groups, each with the number of its records, and whether the server had more of them. */
interface CountedGroups {
  readonly groups: readonly {
    readonly keys: readonly JsonText[]
    readonly figures: readonly JsonText[]
    readonly count: number
    /** What else is counted of all records. */
    readonly others: readonly number[]
  }[]
  readonly isCut: boolean
}

/** A summary by a few statements. */
export async function summaryBySql(table: AskedTable, summary: Summary, options: CallOptions): Promise<SummaryAnswer> {
  const start = performance.now()
  const { by, across, figures, keep, most } = summary
  const { query, fields } = await keptTable(table, options)
  const groupsMax = Math.min(table.client.profile.get().rowCap ?? GROUPS_MAX, GROUPS_MAX)
  // One more than are wanted shows that there are more.
  const statements = summaryStatements(summary, query, fields, groupsMax + 1)
  const ask = (sql: string | null, keys: number) => async (each: CallOptions) =>
    sql === null ? NONE : countedGroups(await askSql(table, sql, each), keys, figures.length, groupsMax)
  const columnsBy = across === null ? [] : [across]
  const crossed = [...by, ...columnsBy]
  const [groups = NONE, rows = NONE, columns = NONE, totals = NONE, rest = NONE, restColumns = NONE] = await together(
    [
      ask(statements.groups, crossed.length),
      ask(statements.rows, by.length),
      ask(statements.columns, 1),
      ask(statements.total, 0),
      ask(statements.rest, 0),
      ask(statements.restColumns, 1),
    ],
    options,
  )
  const [total = { keys: [], figures: [], count: 0, others: [] }] = totals.groups
  const records = total.count
  const finished = ({ groups: counted }: CountedGroups, groupings: readonly Grouping[]): readonly Group[] =>
    counted.map(({ keys, figures: values, count }) => ({
      keys: keys.map((key, place) => finishedKey(groupings[place], key)),
      figures: values.map((value, place) => finishedFigure(figures[place], value, count, records)),
    }))
  const totalsOfRows = finished(rows, by)
  const totalsOfColumns = finished(columns, columnsBy)
  const isParted = keep.length === 0 && crossed.every((each) => each.by !== 'element')
  const counted = sumOf(groups) + sumOf(across === null ? rest : restColumns)
  // A server may cut its answer without a word: then records are missing in the groups.
  const isCut = groups.isCut || rows.isCut || columns.isCut || (isParted && counted < records)
  const coverage: Coverage = isCut ? { kind: 'cut', at: groups.groups.length } : { kind: 'all' }
  const hasRest = most !== null && sumOf(rest) > 0
  return {
    groups:
      across === null ? finished(groups, by) : inOrderOf(totalsOfRows, totalsOfColumns, finished(groups, crossed)),
    totalsOfRows,
    totalsOfColumns,
    total: { keys: [], figures: finished({ groups: [total], isCut: false }, [])[0]?.figures ?? [] },
    rest: hasRest ? [...finished(rest, []), ...keyedAs(totalsOfColumns, finished(restColumns, columnsBy))] : null,
    records,
    aside: asideOf(fieldsLeavingOut(figures, fields), total.others),
    coverage,
    milliseconds: performance.now() - start,
  }
}

function asideOf(leaving: readonly LeavingOut[], counts: readonly number[]): readonly Aside[] {
  return leaving.flatMap(({ field: { id } }, place) => {
    const [nan = 0, infinite = 0] = counts.slice(2 * place, 2 * place + 2)
    return nan + infinite === 0 ? [] : [{ field: id, nan, infinite }]
  })
}

const NONE: CountedGroups = { groups: [], isCut: false }

function countedGroups({ rows, truncated }: SqlAnswer, keys: number, figures: number, most: number): CountedGroups {
  const groups = rows.slice(0, most).map((row) => ({
    keys: row.slice(0, keys).map((cell) => givenJson(cell)),
    figures: row.slice(keys, keys + figures).map((cell) => givenJson(cell)),
    count: givenCount(row[keys + figures]),
    others: row.slice(keys + figures + 1).map((cell) => givenCount(cell)),
  }))
  return { groups, isCut: truncated || rows.length > most }
}

/** Where a step begins, without the zeros that its arithmetic leaves. */
function finishedKey(grouping: Grouping | undefined, key: JsonText): JsonText {
  return typeof grouping?.by === 'object' && jsonKind(key) === 'number' ? withoutEndingZeros(key) : key
}

function finishedFigure(figure: Figure | undefined, value: JsonText, count: number, records: number): JsonText {
  if (figure?.kind === 'share') return shareOf(count, records)
  const isQuotient = figure?.kind === 'mean' || figure?.kind === 'median'
  return isQuotient && jsonKind(value) === 'number' ? withoutEndingZeros(value) : value
}

function sumOf({ groups }: CountedGroups): number {
  return groups.reduce((sum, { count }) => sum + count, 0)
}

/** The cells of a cross table, row by row, with the keys of its rows and columns. */
function inOrderOf(rows: readonly Group[], columns: readonly Group[], cells: readonly Group[]): readonly Group[] {
  const places = new Map(rows.map(({ keys }, place) => [idOf(keys), place]))
  const columnKeys = new Map(columns.map(({ keys }) => [idOf(keys), keys]))
  const placed = cells.map(({ keys, figures }) => {
    const place = places.get(idOf(keys.slice(0, -1))) ?? rows.length
    const ofRow = rows[place]?.keys ?? keys.slice(0, -1)
    const ofColumn = columnKeys.get(idOf(keys.slice(-1))) ?? keys.slice(-1)
    return { place, cell: { keys: [...ofRow, ...ofColumn], figures } }
  })
  return placed.toSorted((a, b) => a.place - b.place).map(({ cell }) => cell)
}

/** Groups with the keys that the columns have. */
function keyedAs(columns: readonly Group[], groups: readonly Group[]): readonly Group[] {
  const known = new Map(columns.map(({ keys }) => [idOf(keys), keys]))
  return groups.map((group) => ({ ...group, keys: known.get(idOf(group.keys)) ?? group.keys }))
}

/** The same for keys that are equal: each statement may give another form of a number (1.5 or 1.50). */
function idOf(keys: readonly JsonText[]): string {
  return keys.map((key) => (jsonKind(key) === 'number' ? withoutEndingZeros(key) : key)).join()
}

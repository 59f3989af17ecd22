import '../../query/operators/all.ts'
import { fieldKind, type Field } from '../../protocol/field.ts'
import { jsonToPlain, type JsonText } from '../../protocol/jsonText.ts'
import type { Condition } from '../../query/query.ts'
import { partText } from '../../query/queryLink.ts'
import { allParts, newConditionId } from '../../query/where.ts'
import type { Grouping, Summary } from '../../summary/summary.ts'
import { comparedText, withValueEdit } from '../../workspace/edits/valueEdits.ts'
import type { View } from '../../workspace/view.ts'
import { summariseWords } from '../../words/en/summarise.ts'
import { boundsOfSteps, partOperator, periodOf } from './groupKeys.ts'
import type { SummaryColumn, SummaryLine, SummaryTable } from './summaryTable.ts'

/** The records behind a cell, as a view that shows them; or why no filter can say which they are. */
export type GroupRecords = { readonly view: View } | { readonly refusal: string }

/** What a cell of a summary is of, and of whom it is asked. */
export interface AskedGroup {
  readonly view: View
  readonly summary: Summary
  readonly table: SummaryTable
  /** The table's. */
  readonly fields: readonly Field[]
  /** Whether the server can be asked for what a view shows. */
  readonly canAsk: (view: View) => boolean
}

/** The view of the records of a group, or of those in a cell: the query's, with filters for the group. */
export function recordsOfCell(asked: AskedGroup, row: number, column: number): GroupRecords {
  const { view, summary, table, fields, canAsk } = asked
  const [line, of] = [table.lines[row], table.columns[column]]
  if (line === undefined || of === undefined) return { refusal: summariseWords.cantAsk }
  const groups = keysOf(line, of, summary)
  const plain: View = { ...view, summary: '', chart: '' }
  // Where a stretch of time can't be asked for, the time as it is shown has to do.
  for (const isExact of [false, true]) {
    let next: View | string = plain
    if (line.kind === 'rest') next = withoutGroups(next, asked)
    for (const { grouping, key } of groups) {
      if (typeof next === 'string') break
      next = withGroup(next, grouping, key, fields, isExact)
    }
    if (typeof next === 'string') return { refusal: summariseWords.noFilter(next) }
    if (canAsk(next)) return { view: next }
  }
  return { refusal: summariseWords.cantAsk }
}

interface OneGroup {
  readonly grouping: Grouping
  readonly key: JsonText
}

function keysOf(line: SummaryLine, column: SummaryColumn, { by, across }: Summary): readonly OneGroup[] {
  const ofRow = line.kind === 'group' ? by.map((grouping, at) => ({ grouping, key: line.keys[at] ?? 'null' })) : []
  return across !== null && column.kind === 'across' ? [...ofRow, { grouping: across, key: column.key }] : ofRow
}

/** The view with filters for one group, or what no filter can say. */
function withGroup(
  view: View,
  { field, by }: Grouping,
  key: JsonText,
  fields: readonly Field[],
  isExact: boolean,
): View | string {
  const type = fields.find(({ id }) => id === field)?.type ?? ''
  const kind = fieldKind(type)
  const condition = (op: string, values: readonly string[]) => ({ id: newConditionId(), field, op, values })
  if (key === 'null') return withConditions(view, [condition('isNull', [])])
  if (by === 'value') {
    const text = comparedText(key, kind)
    if (text === undefined) return summariseWords.thisValue
    return withValueEdit(view, { field, kind, text }, 'only', isExact) ?? view
  }
  const text = jsonToPlain(key)
  if (by === 'element') return withConditions(view, [condition('arrayContains', [text])])
  if (typeof by === 'object') {
    const bounds = boundsOfSteps([text, text], by.step, type)
    // Infinity and NaN lie in no step.
    if (bounds === null) return withConditions(view, [condition('is', [text])])
    const below = bounds.until === null ? [] : [condition('lessThan', [bounds.until])]
    return withConditions(view, [condition('atLeast', [bounds.from]), ...below])
  }
  const part = partOperator(by)
  if (part !== null) return withConditions(view, [condition(part, [text])])
  // A day has one hour, and is compared as a day.
  const period = periodOf(kind === 'date' && by === 'hour' ? 'day' : by, key)
  if (period !== null) return withConditions(view, [condition('isIn', [period])])
  // Infinity lies in no stretch of time, and the hours of a clock have no dates.
  if (kind !== 'time') return withConditions(view, [condition('is', [text])])
  return withConditions(view, [condition('atHour', [String(Number(text.slice(0, 2)))])])
}

/** The view without the records of the groups that are shown; only the values of one field can be left out. */
function withoutGroups(view: View, { summary, table, fields }: AskedGroup): View | string {
  const [grouping] = summary.by
  if (grouping === undefined || summary.by.length > 1 || grouping.by !== 'value') return summariseWords.theRest
  const { field } = grouping
  const kind = fieldKind(fields.find(({ id }) => id === field)?.type ?? '')
  const keys = table.lines.flatMap((line) => (line.kind === 'group' ? [line.keys[0] ?? 'null'] : []))
  const texts = keys.map((key) => comparedText(key, kind))
  if (texts.includes(undefined)) return summariseWords.thisValue
  const values = texts.filter((text) => typeof text === 'string')
  const isNullShown = texts.includes(null)
  const rest: Condition = { id: newConditionId(), field, op: values.length === 1 ? 'isNot' : 'isNoneOf', values }
  if (values.length === 0) return withConditions(view, [{ ...rest, op: 'isNotNull' }])
  return withConditions(view, [isNullShown ? { ...rest, withoutNull: true } : rest])
}

/** The view with these as well, but for those that it has. */
function withConditions(view: View, conditions: readonly Condition[]): View {
  const parts = allParts(view.where)
  const before = new Set(parts.map((part) => partText(part)))
  return { ...view, where: { all: [...parts, ...conditions.filter((each) => !before.has(partText(each)))] } }
}

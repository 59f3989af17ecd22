import { isRecord } from '../../parser/repeatable/nodes.ts'
import type { CatalogueIndex } from '../completion/catalogue.ts'
import { textOf } from './binding/binding.ts'
import type { BoundItem, BoundSelect } from './binding/bound.ts'
import type { TextEdit } from '../textEdit.ts'
import { refused, type Edited } from './edit.ts'
import { editedSituation, meaningOf, outputNames, selectAt, situationAt, type Situation } from './situation.ts'

/**
 * Adds to GROUP BY what the SELECT at the cursor selects outside aggregates and does not group by yet. Only its GROUP BY
 * changes, and keeps what it has.
 */
export async function addToGroupBy(text: string, cursor: number, index: CatalogueIndex): Promise<Edited> {
  const situation = await situationAt(text, cursor, index)
  if (!('bound' in situation)) return situation
  const select = selectAt(situation)
  if (select === null || select.arm.list === null) return refused('elsewhere')
  const groups = groupsOf(select)
  if (groups.some((group) => isRecord(group) && 'GroupingSet' in group)) return refused('groupingSets')
  const isAggregate = aggregatesOf(index)
  const isGrouped = groups.length > 0 || select.node['havingClause'] !== undefined
  if (!isGrouped && !select.items.some(({ meaning }) => holds(meaning, isAggregate))) return refused('notGrouped')
  if (select.items.some(({ star }) => star !== null)) return refused('starFirst')
  const missing = missingOf(situation, select, groups, isAggregate)
  if (missing.length === 0) return refused('nothing')
  const edit = insertion(situation, select, missing)
  return isOnlyGrouped(situation, select, [edit])
}

type Test = (node: Record<string, unknown>) => boolean

function groupsOf({ meaning }: BoundSelect): readonly unknown[] {
  const groups = meaning['groupClause']
  return Array.isArray(groups) ? groups : []
}

/** A call that makes one value of many records; a window's is none. */
function aggregatesOf({ functionNamed }: CatalogueIndex): Test {
  return ({ FuncCall: call }) => {
    if (!isRecord(call) || call['over'] !== undefined) return false
    const sure = ['agg_star', 'agg_within_group', 'agg_filter', 'agg_distinct', 'agg_order']
    if (sure.some((member) => call[member] !== undefined)) return true
    const last: unknown = Array.isArray(call['funcname']) ? call['funcname'].at(-1) : null
    const name = isRecord(last) && isRecord(last['String']) ? last['String']['sval'] : null
    return typeof name === 'string' && functionNamed(name)?.kind === 'aggregate'
  }
}

/** Whether one is there, outside of subqueries. */
function holds(value: unknown, is: Test): boolean {
  if (Array.isArray(value)) return value.some((each) => holds(each, is))
  if (!isRecord(value)) return false
  const { SubLink: query } = value
  return is(value) || (isRecord(query) ? [query['testexpr']] : Object.values(value)).some((each) => holds(each, is))
}

/** The texts to group by, each once. */
function missingOf(
  { text, bound }: Situation,
  select: BoundSelect,
  groups: readonly unknown[],
  isAggregate: Test,
): readonly string[] {
  const grouped = new Set(groups.map((group) => JSON.stringify(groupedBy(group, select.items))))
  const added = new Map<string, string>()
  const add = (meaning: unknown, { start, end }: { readonly start: number; readonly end: number }) => {
    const key = JSON.stringify(meaning)
    if (!grouped.has(key) && !added.has(key)) added.set(key, text.slice(start, end))
  }
  for (const item of select.items) {
    const value = valueOf(item)
    const columns = ungrouped(value, select, grouped, isAggregate)
    if (columns.length === 0) continue
    const place = textOf(bound.phrase, item.expression)
    const isWhole = !holds(value, (node) => isAggregate(node) || 'SubLink' in node || isWindow(node))
    if (isWhole) {
      add(value, place)
      continue
    }
    for (const key of columns) {
      const written = bound.references.find(
        ({ pieces: [first, ...more], kind, relation, column }) =>
          kind === 'column' &&
          first !== undefined &&
          first.start >= place.start &&
          (more.at(-1) ?? first).end <= place.end &&
          relation !== null &&
          JSON.stringify([relation.id, column ? relation.columns.indexOf(column) : -1]) === key,
      )
      const [first, last] = [written?.pieces[0], written?.pieces.at(-1)]
      if (first && last) add({ column: JSON.parse(key) }, { start: first.start, end: last.end })
    }
  }
  return [...added.values()]
}

function isWindow({ FuncCall: call }: Record<string, unknown>): boolean {
  return isRecord(call) && call['over'] !== undefined
}

function valueOf({ meaning }: BoundItem): unknown {
  const [target]: unknown[] = Array.isArray(meaning) ? meaning : []
  return isRecord(target) ? target['val'] : null
}

/** `2` and the name of a result's column mean an item of the SELECT list. */
function groupedBy(group: unknown, items: readonly BoundItem[]): unknown {
  if (!isRecord(group)) return group
  if (typeof group['output'] === 'number') return valueOf(items[group['output']] ?? NO_ITEM)
  const constant = isRecord(group['A_Const']) ? group['A_Const']['ival'] : null
  const place = isRecord(constant) ? constant['ival'] : null
  return typeof place === 'number' ? valueOf(items[place - 1] ?? NO_ITEM) : group
}

const NO_ITEM: BoundItem = { expression: { from: 0, to: 0 }, columns: [], star: null, meaning: [] }

/** The columns of this SELECT that stand in an expression outside aggregates and are not grouped by, each as a text. */
function ungrouped(
  value: unknown,
  select: BoundSelect,
  grouped: ReadonlySet<string>,
  isAggregate: Test,
): readonly string[] {
  if (Array.isArray(value)) return value.flatMap((each) => ungrouped(each, select, grouped, isAggregate))
  if (!isRecord(value) || grouped.has(JSON.stringify(value)) || isAggregate(value)) return []
  const column = value['column']
  if (Array.isArray(column)) {
    const isOwn = select.level.relations.some(({ id }) => id === column[0])
    return isOwn ? [JSON.stringify(column)] : []
  }
  // An aggregate in a subquery is that one's own.
  const isSkipped: Test = 'SubLink' in value ? () => false : isAggregate
  return Object.values(value).flatMap((each) => ungrouped(each, select, grouped, isSkipped))
}

/** Behind what GROUP BY has, or a new one before HAVING and all that follows. */
function insertion({ text, bound }: Situation, { arm }: BoundSelect, missing: readonly string[]): TextEdit {
  const { phrase } = bound
  const endOf = (to: number) => phrase.pieces[to - 1]?.end ?? text.length
  const grouping = arm.clauses.find(({ kind }) => kind === 'group by')
  if (grouping) {
    const end = endOf(grouping.to)
    return { start: end, end, text: `, ${missing.join(', ')}` }
  }
  const before = arm.clauses.findLast(({ kind }) => kind === 'select' || kind === 'from' || kind === 'where')
  const end = endOf(before?.to ?? arm.to)
  const start = phrase.pieces[before?.from ?? arm.from]?.start ?? end
  const line = text.slice(text.lastIndexOf('\n', start - 1) + 1, start)
  // On a line of its own, if the clause before it has one.
  const isApart = before?.kind !== 'select' && /^\s*$/.test(line) && line.length < start
  return { start: end, end, text: `${isApart ? `\n${line}` : ' '}GROUP BY ${missing.join(', ')}` }
}

/** The edits, if nothing but the GROUP BY of that SELECT is other than before, and what stood in it is in it still. */
async function isOnlyGrouped(before: Situation, select: BoundSelect, edits: readonly TextEdit[]): Promise<Edited> {
  const after = await editedSituation(before, edits)
  const own = after?.bound.selects[before.bound.selects.indexOf(select)]
  if (after === null || own === undefined) return refused('changed', before.wanted)
  const [was, is] = [groupsOf(select), groupsOf(own)]
  const keeps = JSON.stringify(is.slice(0, was.length)) === JSON.stringify(was) && is.length > was.length
  select.meaning['groupClause'] = null
  own.meaning['groupClause'] = null
  const isSame =
    meaningOf(before) === meaningOf(after) && outputNames(before).join('\n') === outputNames(after).join('\n')
  return keeps && isSame ? { edits } : refused('changed', before.wanted)
}

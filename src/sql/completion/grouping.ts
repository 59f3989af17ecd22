import type { Scope } from '../scope.ts'
import type { Phrase } from '../statement/phrase.ts'
import { readOutputItem } from '../statement/outputName.ts'
import { columnAt, pathOf } from '../statement/relations.ts'
import { partsOf, wordAt, type Range } from '../statement/walk.ts'
import type { CatalogueIndex } from './catalogue.ts'
import type { Column } from '../statement/columns.ts'

/**
 * The columns that can stand at the cursor outside an aggregate, because GROUP BY names them; null where all can: without
 * GROUP BY, before the groups are made, and inside an aggregate.
 */
export function groupedColumns(
  phrase: Phrase,
  scope: Scope,
  { functionNamed }: CatalogueIndex,
): ReadonlySet<Column> | null {
  const { clause, arm, brackets, levels } = scope
  const grouping = arm.clauses.find(({ kind }) => kind === 'group by')
  if (grouping === undefined || !/^(?:select|having|order by)$/.test(clause)) return null
  const isAggregated = brackets.some((at) => {
    const head = wordAt(phrase, at - 1)
    return head === 'filter' || head === 'group' || (functionNamed(head)?.kind ?? 'function') === 'aggregate'
  })
  if (isAggregated) return null
  const list = arm.list ? partsOf(phrase, arm.list).filter(({ from, to }) => from < to) : []
  const grouped = new Set<Column>()
  for (const part of partsOf(phrase, { from: grouping.body, to: grouping.to })) {
    const path = pathOf(phrase, itemOf(phrase, part, list))
    const column = path ? columnAt(levels.slice(0, 1), path) : null
    if (column) grouped.add(column)
    else if (path === null && part.to - part.from > 1) return null
  }
  return grouped
}

/** What an item of GROUP BY groups by: `2` is the second item of the SELECT list, a name may be that of one. */
function itemOf(phrase: Phrase, part: Range, list: readonly Range[]): Range {
  const { text, pieces } = phrase
  const piece = pieces[part.from]
  if (piece === undefined || part.to - part.from !== 1) return part
  const written = text.slice(piece.start, piece.end)
  const items = list.map((each) => readOutputItem(phrase, each, () => ''))
  if (piece.kind === 'number') return items[Number(written) - 1]?.expression ?? part
  const path = pathOf(phrase, part)
  return (
    items.find(({ name, expression }) => name === path?.[0] && expression.to - expression.from < 4)?.expression ?? part
  )
}

/** Whether ORDER BY can only name what the SELECT list has, because of DISTINCT. */
export function isSortedByOutputs(phrase: Phrase, { clause, arm }: Scope): boolean {
  const select = arm.clauses.find(({ kind }) => kind === 'select')
  return (
    clause === 'order by' &&
    select !== undefined &&
    wordAt(phrase, select.from + 1) === 'distinct' &&
    wordAt(phrase, select.from + 2) !== 'on'
  )
}

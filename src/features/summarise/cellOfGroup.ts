import type { JsonText } from '../../protocol/jsonText.ts'
import type { Summary } from '../../summary/summary.ts'
import type { SummaryTable } from './summaryTable.ts'

/** Where a table has a group, by its keys as the answer has them; null is what was left out. */
export function cellOfGroup(
  { lines, columns }: SummaryTable,
  { by }: Summary,
  keys: readonly JsonText[] | null,
): readonly [row: number, column: number] {
  const names = JSON.stringify(keys?.slice(0, by.length) ?? null)
  const row = lines.findIndex((line) =>
    keys === null ? line.kind === 'rest' : line.kind === 'group' && JSON.stringify(line.keys) === names,
  )
  const across = keys?.[by.length]
  const column = columns.findIndex((each) =>
    across === undefined ? each.kind === 'figure' : each.kind === 'across' && each.key === across,
  )
  return [row, column]
}

/** The first keys of the groups that a cell is about: of the one that it shows, or of all in its row; null if of none. */
export function keysOfCell({ lines, columns }: SummaryTable, row: number, column: number): readonly JsonText[] | null {
  const line = lines[row]
  const of = columns[column]
  if (line?.kind !== 'group') return null
  return of?.kind === 'across' ? [...line.keys, of.key] : line.keys
}

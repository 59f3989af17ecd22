import { activeWhere } from '../../query/where.ts'
import { keptWords } from '../../words/en/kept.ts'
import type { View } from '../../workspace/view.ts'
import { whereSentence } from '../filter/sentence.ts'

/** What a view asks in few words, on one line: the name of a query that nobody has named. */
export function viewTitle(view: View): string {
  if (view.mode === 'sql') return view.sql.replaceAll(/\s+/g, ' ').trim()
  const { search, where, sort, limit, columns, distinct } = view
  const active = activeWhere(where)
  return keptWords.parts([
    ...(search.trim() === '' ? [] : [search.trim()]),
    ...(active === null ? [] : [whereSentence(active)]),
    ...(sort.length === 0 ? [] : [keptWords.sortedBy(sort.map(({ field }) => field))]),
    ...(limit === null ? [] : [keptWords.limit(limit)]),
    ...(columns === null ? [] : [keptWords.columns(columns.length)]),
    ...(distinct === true ? [keptWords.distinct] : []),
  ])
}

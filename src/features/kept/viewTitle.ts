import { activeWhere } from '../../query/where.ts'
import { keptWords } from '../../words/en/kept.ts'
import type { View } from '../../workspace/view.ts'
import { readSummary } from '../../summary/summaryLink.ts'
import { whereSentence } from '../filter/sentence.ts'
import { summaryText } from '../summarise/summaryText.ts'
import { shownName } from '../../words/shownName.ts'

/** What a view asks in few words, on one line: the name of a query that nobody has named. */
export function viewTitle(view: View): string {
  if (view.mode === 'sql') return view.sql.replaceAll(/\s+/g, ' ').trim()
  const { search, where } = view
  const active = activeWhere(where)
  const summary = readSummary(view.summary)
  return keptWords.parts([
    ...(summary === null ? [] : [summaryText(summary)]),
    ...(search.trim() === '' ? [] : [search.trim()]),
    ...(active === null ? [] : [whereSentence(active)]),
    // What is only about how records are shown.
    ...(summary !== null ? [] : shownParts(view)),
  ])
}

function shownParts({ sort, limit, columns, distinct }: View): readonly string[] {
  return [
    ...(sort.length === 0 ? [] : [keptWords.sortedBy(sort.map(({ field }) => shownName(field)))]),
    ...(limit === null ? [] : [keptWords.limit(limit)]),
    ...(columns === null ? [] : [keptWords.columns(columns.length)]),
    ...(distinct === true ? [keptWords.distinct] : []),
  ]
}

import type { View } from '../../../workspace/view.ts'
import { activeParts } from '../../../query/where.ts'
import { sentWords } from '../../../query/words.ts'
import { chartWords } from '../../../words/en/chart.ts'
import { whereSentence } from '../sentence.ts'

/** What is asked of a table as a person would say it: `Field programmes where subject is any of watershed, survey`. */
export function questionOf(title: string, { search, where }: Pick<View, 'search' | 'where'>): string {
  const parts = activeParts(where)
  return chartWords.question(title, sentWords(search), parts.length === 0 ? '' : whereSentence({ all: parts }))
}

import { chartWords } from '../../words/en/chart.ts'
import { dayWords } from '../../words/figures.ts'

/** What was asked, in words or as a statement; where; and when (ms since 1970). */
export interface Asked {
  readonly question: string
  readonly instance: string
  readonly at: number
}

/** The line below the title of a picture. A long statement is cut: it is known, and the picture has other things to show. */
export function chartSubtitle({ question, instance, at }: Asked): string {
  const line = question.replaceAll(/\s+/g, ' ').trim()
  const short = line.length > LONGEST ? `${line.slice(0, LONGEST).trimEnd()}…` : line
  return chartWords.subtitle(short, instance, dayWords(at))
}

const LONGEST = 160

import type { Figure, Grouping, Summary } from '../../summary/summary.ts'
import { summariseWords } from '../../words/en/summarise.ts'
import { shownName } from '../../words/shownName.ts'

/** A grouping in words: `stage`, `started_on by year`, `depth_m in steps of 10`. */
export function groupingWords({ field, by }: Grouping): string {
  return summariseWords.grouped(shownName(field), howWords({ field, by }))
}

/** How a field makes groups, after its name; null for its values. */
export function howWords({ by }: Grouping): string | null {
  if (by === 'value') return null
  if (by === 'element') return summariseWords.byElement
  return typeof by === 'object' ? summariseWords.inSteps(by.step) : summariseWords.by(summariseWords.units[by])
}

/** A figure in words: `count`, `mean of budget_eur`. */
export function figureWords(figure: Figure): string {
  return summariseWords.figure(figure.kind, 'field' in figure ? shownName(figure.field) : null)
}

/** A summary in few words: `count, share of total by stage across started_on by year`. */
export function summaryText({ by, across, figures, keep, most }: Summary): string {
  const words = summariseWords
  const sentence = words.sentence(
    by.length === 0 ? null : words.listed(by.map((grouping) => groupingWords(grouping))),
    across === null ? null : groupingWords(across),
    words.listed(figures.map((figure) => figureWords(figure))),
  )
  const kept = keep.flatMap(({ figure, sign, value }) => {
    const of = figures[figure]
    return of === undefined ? [] : [words.kept(figureWords(of), sign, value)]
  })
  const whole = kept.length === 0 ? sentence : words.keepOf(sentence, words.listed(kept))
  return most === null ? whole : words.topOf(whole, most)
}

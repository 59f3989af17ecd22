import type { Figures } from '../../summary/figures.ts'
import type { SummaryAnswer } from '../../summary/summary.ts'
import { summariseWords } from '../../words/en/summarise.ts'
import { recordsWords, tookWords } from '../../words/figures.ts'
import type { StatusText } from '../result/statusText.ts'
import type { SummaryTable } from './summaryTable.ts'
import { shownName } from '../../words/shownName.ts'

/** What the status bar says of a summary: `4 groups × 12 · from 58,984 records · 86 ms · by SQL · complete`. */
export function summaryStatus(
  { size }: SummaryTable,
  { coverage, records, milliseconds }: SummaryAnswer,
  way: Figures['way'],
  /** How a copy is called that was asked; null if the server was. */
  onCopy: string | null,
): StatusText {
  const words = summariseWords
  return {
    count: words.sizeOf(size.rows, size.columns),
    about: false,
    cut:
      coverage.kind === 'cut'
        ? { tag: words.cutTag(coverage.at), why: words.cutWhy }
        : coverage.kind === 'sample'
          ? {
              tag: coverage.isFirst === true ? words.firstTag(coverage.of) : words.sampleTag(coverage.of),
              why: words.sampleWhy(coverage.total),
            }
          : null,
    took:
      coverage.kind === 'sample' ? tookWords(milliseconds) : words.from(recordsWords(records), tookWords(milliseconds)),
    way: onCopy ?? words.ways[way],
    unsorted: false,
    complete: coverage.kind === 'all',
    isOpenEnded: false,
    missing: null,
    doubt: null,
  }
}

/** What figures leave out: NaN and infinity, of each field; null if there is none. */
export function leftOutWords({ aside = [] }: SummaryAnswer): string | null {
  const sentences = aside.flatMap(({ field, nan, infinite }) => [
    ...(nan > 0 ? [summariseWords.nanLeftOut(shownName(field), nan)] : []),
    ...(infinite > 0 ? [summariseWords.infinityLeftOut(shownName(field), infinite)] : []),
  ])
  return sentences.length === 0 ? null : sentences.join(' ')
}

/** What has to be known of a table that is not of all records, or of all groups; null if it is. */
export function partialWords({ coverage }: SummaryAnswer): string | null {
  if (coverage.kind === 'all') return null
  if (coverage.kind === 'cut') return summariseWords.cut(coverage.at)
  const { of, total, isFirst, stretches } = coverage
  return isFirst === true ? summariseWords.first(of, total) : summariseWords.sample(of, total, stretches)
}

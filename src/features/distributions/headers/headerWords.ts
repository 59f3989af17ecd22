import type { FieldKind } from '../../../protocol/field.ts'
import type { JsonText } from '../../../protocol/jsonText.ts'
import type { Coverage } from '../../../summary/summary.ts'
import type { Bars, Distribution } from '../../../summary/figures.ts'
import { distributionWords } from '../../../words/en/distributions/distributions.ts'
import { shareWords } from '../values/shareWords.ts'
import { boundsOf } from '../values/steps.ts'
import { plainWords, readKind, valueWords, type ReadKind } from '../values/valueWords.ts'

/** A value in words, null and empty text among them. */
export function namedValue(value: JsonText, kind?: ReadKind): string {
  if (value === 'null') return distributionWords.null
  if (value === '""') return distributionWords.empty
  return valueWords(value, kind)
}

/** The line over stacked values: its two ends; over bars that are all alike, their range. Shares are of all records, as that of null beside them is. */
export function captionOf({ records, shape }: Distribution, kind: FieldKind): readonly [string, string] {
  const words = distributionWords
  if (records === 0) return [words.noRecords, '']
  if (shape.kind === 'nothing') return [words.allNull, '']
  if (shape.kind === 'allDistinct') return [words.allDistinct, '']
  if (shape.kind === 'bars') {
    const read = readKindOf(shape, kind)
    return [`${valueWords(shape.bars.from, read)}–${valueWords(shape.bars.to, read)}`, '']
  }
  const [top] = shape.values
  if (top === undefined || !isTelling(shape)) {
    return [shape.distinct === null ? words.manyValues : words.distinct(shape.distinct), '']
  }
  return [namedValue(top.value, readKindOf(shape, kind)), shareWords(top.count, records)]
}

/** Whether the most frequent values say something of a column: they are more than a few among very many. */
export function isTelling(shape: Distribution['shape'] & { kind: 'values' }): boolean {
  const [top] = shape.values
  if (top === undefined) return false
  return shape.others === 0 || top.count / valued(shape) >= LEAST_SHARE
}

const LEAST_SHARE = 0.04

/** How the values of a distribution are read. */
export function readKindOf(shape: Distribution['shape'], kind: FieldKind): ReadKind {
  if (shape.kind === 'bars') return readKind(kind, [shape.bars.from, shape.bars.to])
  return readKind(kind, shape.kind === 'values' ? shape.values.map(({ value }) => value) : [])
}

/** How many records have a value. */
function valued({ values, others }: Distribution['shape'] & { kind: 'values' }): number {
  return values.reduce((sum, { value, count }) => (value === 'null' ? sum : sum + count), others)
}

/** What a screen reader hears of a column after its name and type, and what describes the header. */
export function saidOf(
  distribution: Distribution,
  kind: FieldKind,
): { readonly name: string; readonly description: string } {
  const { records, nulls, coverage } = distribution
  const share = nulls === 0 ? '' : distributionWords.nullShare(shareWords(nulls, records))
  const sentences = [spreadWords(distribution, kind), sampleWords(coverage)]
  return { name: share, description: sentences.filter(Boolean).join(' ') }
}

function spreadWords({ records, shape }: Distribution, own: FieldKind): string {
  const words = distributionWords
  const kind = readKindOf(shape, own)
  if (records === 0 || shape.kind === 'nothing') return ''
  if (shape.kind === 'allDistinct') return words.everyDistinct
  if (shape.kind === 'bars') {
    const range = words.spread(valueWords(shape.bars.from, kind), valueWords(shape.bars.to, kind))
    const { isLog, afterZero } = shape.bars
    const scale = !isLog
      ? ''
      : afterZero === undefined
        ? words.onLogScale
        : words.onLogScaleAfterZero(valueWords(afterZero, kind))
    return [range, scale, tallestWords(shape.bars, own, records)].filter(Boolean).join(' ')
  }
  const [top] = shape.values
  const distinct = shape.distinct === null ? '' : words.distinctValues(shape.distinct)
  if (top === undefined || !isTelling(shape)) return distinct
  return `${words.mostFrequent(namedValue(top.value, kind), shareWords(top.count, records))} ${distinct}`.trim()
}

/** Where most values lie; empty if no bar stands out. */
function tallestWords(bars: Bars, kind: FieldKind, records: number): string {
  const { counts, beside } = bars
  const most = Math.max(...counts)
  const all = counts.reduce((sum, count) => sum + count, beside)
  const at = counts.indexOf(most)
  const bounds =
    counts.length < 2 || most * counts.length < STANDS_OUT * all
      ? null
      : boundsOf(bars, { from: at, to: at + 1 }, { kind })
  if (bounds === null) return ''
  const [from, to] = bounds.map((value) => plainWords(value, readKind(kind, [bars.from, bars.to])))
  return distributionWords.tallest(distributionWords.range(from ?? '', to ?? ''), shareWords(most, records))
}

/** So many times its even share. */
const STANDS_OUT = 1.5

/** That something is not of all records; empty if it is. */
export function sampleWords(coverage: Coverage): string {
  if (coverage.kind !== 'sample') return ''
  const { of, total, isFirst, stretches } = coverage
  return isFirst === true ? distributionWords.fromFirst(of, total) : distributionWords.fromSample(of, total, stretches)
}

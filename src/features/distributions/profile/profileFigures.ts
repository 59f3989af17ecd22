import type { FieldKind } from '../../../protocol/field.ts'
import type { JsonText } from '../../../protocol/jsonText.ts'
import type { ColumnProfile } from '../../../summary/figures.ts'
import { profileWords } from '../../../words/en/distributions/profile.ts'
import { countWords } from '../../../words/figures.ts'
import { decimalOf, decimalText, rounded } from '../values/decimal.ts'
import { shareWords } from '../values/shareWords.ts'
import { valueWords } from '../values/valueWords.ts'

/** A figure as it is listed. */
export interface ListedFigure {
  readonly name: string
  readonly words: string
  /** What a screen reader adds to the name. */
  readonly unit?: string
  /** It says how many, not what. */
  readonly isCount: boolean
  /** All digits, where the words leave some out. */
  readonly whole?: string | undefined
}

/** The figures that a profile has, in the order in which they are read; those that it has not are left out. */
export function profileFigures(profile: ColumnProfile, kind: FieldKind): readonly ListedFigure[] {
  const { distribution, min, max, mean, median, lowerQuartile, upperQuartile, farOut } = profile
  const names = profileWords.figures
  const isTime = kind === 'date' || kind === 'timestamp' || kind === 'time'
  const [first, last] = isTime
    ? [names.earliest, names.latest]
    : kind === 'text'
      ? [names.first, names.last]
      : [names.min, names.max]
  const decimals = Math.max(
    2,
    ...[min, max, median].map((value) => (value === null ? 0 : (decimalOf(value)?.scale ?? 0))),
  )
  const value = (name: string, of: JsonText | null): readonly ListedFigure[] =>
    of === null ? [] : [{ name, isCount: false, ...figureWords(of, kind, decimals) }]
  const percentile = (name: string, of: JsonText | null) =>
    value(name, of).map((figure) => ({ ...figure, unit: profileWords.percentile }))
  const { nulls, records, shape } = distribution
  const longest = profile.longest
  return [
    ...value(names.mean, mean),
    {
      name: names.nulls,
      isCount: true,
      words: nulls === 0 ? '0' : profileWords.withShare(countWords(nulls), shareWords(nulls, records)),
    },
    ...value(names.median, median),
    ...count(names.distinct, profile.distinct),
    ...percentile(names.lowerQuartile, lowerQuartile),
    ...count(names.negative, profile.negative),
    ...percentile(names.upperQuartile, upperQuartile),
    ...count(names.zero, profile.zero),
    ...value(first, min),
    ...(farOut === null ? [] : count(names.farOut, farOut.count)),
    ...value(last, max),
    ...(shape.kind === 'bars' && shape.bars.beside > 0 ? count(names.beside, shape.bars.beside) : []),
    ...count(names.empty, profile.empty),
    ...(longest === null
      ? []
      : [
          {
            name: names.longest,
            isCount: true,
            words: countWords(longest),
            whole: kind === 'array' ? profileWords.elements(longest) : profileWords.characters(longest),
          },
        ]),
  ]
}

function count(name: string, of: number | null): readonly ListedFigure[] {
  return of === null ? [] : [{ name, isCount: true, words: countWords(of) }]
}

/** A figure with as many decimals as the values have, and two at least: a mean goes on for ever. */
export function figureWords(
  value: JsonText,
  kind: FieldKind,
  decimals: number,
): Omit<ListedFigure, 'name' | 'isCount'> {
  const decimal = decimalOf(value)
  if (decimal === null || decimal.scale <= decimals) return { words: valueWords(value, kind) }
  return { words: valueWords(decimalText(rounded(decimal, decimals)), kind), whole: valueWords(value, kind) }
}

import type { FieldKind } from '../../../protocol/field.ts'
import type { JsonText } from '../../../protocol/jsonText.ts'
import type { ColumnProfile } from '../../../summary/figures.ts'
import { distributionWords } from '../../../words/en/distributions/distributions.ts'
import { profileWords } from '../../../words/en/distributions/profile.ts'
import { countWords } from '../../../words/figures.ts'
import { decimalOf, decimalText, rounded } from '../values/decimal.ts'
import { shareWords } from '../values/shareWords.ts'
import { readKind, valueWords, type ReadKind } from '../values/valueWords.ts'

/** A figure as it is listed. */
export interface ListedFigure {
  readonly name: string
  readonly words: string
  /** What a screen reader adds to the name. */
  readonly unit?: string
  /** It says how many, not what. */
  readonly isCount: boolean
  /** Of all records, beside a count. */
  readonly share?: string
  /** All digits, where the words leave some out. */
  readonly whole?: string | undefined
}

/** The figures that a profile has, in the order in which they are read; those that it has not are left out. */
export function profileFigures(profile: ColumnProfile, kind: FieldKind): readonly ListedFigure[] {
  const { distribution, min, max, mean, median, lowerQuartile, upperQuartile, farOut } = profile
  const names = profileWords.figures
  const read = readKind(kind, [min, max])
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
    of === null ? [] : [{ name, isCount: false, ...figureWords(of, read, decimals) }]
  const percentile = (name: string, of: JsonText | null) =>
    value(name, of).map((figure) => ({ ...figure, unit: profileWords.percentile }))
  const { nulls, records, shape } = distribution
  const { longest, nan } = profile
  const infinite = profile.infinite ?? 0
  // NaN and infinity are counted by name.
  const beside = shape.kind === 'bars' ? shape.bars.beside - (nan ?? 0) - infinite : 0
  return [
    ...value(names.mean, mean),
    {
      name: names.nulls,
      isCount: true,
      words: countWords(nulls),
      ...(nulls === 0 ? {} : { share: shareWords(nulls, records) }),
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
    ...(nan !== null && nan > 0 ? count(names.nan, nan) : []),
    ...(infinite > 0 ? count(names.infinite, infinite) : []),
    ...(beside > 0 ? count(names.beside, beside) : []),
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

/** How many characters are missing after each figure, so that points stand below each other; of all the same where there is no room. */
export function missingDecimals(figures: readonly ListedFigure[]): ReadonlyMap<string, number> {
  const values = figures.filter(
    ({ isCount, words }) => !isCount && words.length <= VALUE_LONGEST && /^-?[\d,.]+$/.test(words),
  )
  const most = values.reduce((longest, { words }) => Math.max(longest, after(words)), 0)
  const missing = values.map(({ name, words }) => [name, most - after(words)] as const)
  const hasRoom = values.every(({ words }) => words.length + most - after(words) <= VALUE_LONGEST)
  return new Map(hasRoom ? missing : [])
}

/** How many characters stand from the point on. */
const after = (words: string) => words.length - (words.indexOf('.') < 0 ? words.length : words.indexOf('.'))

/** Longer ones get a line to themselves. */
export const VALUE_LONGEST = 15

/** A figure with as many decimals as the values have, and two at least: a mean goes on for ever. */
export function figureWords(value: JsonText, kind: ReadKind, decimals: number): Omit<ListedFigure, 'name' | 'isCount'> {
  if (value === '""') return { words: distributionWords.empty }
  const decimal = decimalOf(value)
  if (decimal === null || decimal.scale <= decimals) return { words: valueWords(value, kind) }
  return { words: valueWords(decimalText(rounded(decimal, decimals)), kind), whole: valueWords(value, kind) }
}

import type { Field, FieldKind } from '../../../protocol/field.ts'
import type { Bars, ColumnProfile } from '../../../summary/figures.ts'
import { profileWords } from '../../../words/en/distributions/profile.ts'
import { barPath, highest, partPath } from '../headers/barPaths.ts'
import { valueAt } from '../values/steps.ts'
import { readKind, shortWords, valueWords, type ReadKind } from '../values/valueWords.ts'
import { barParts } from './barParts.ts'
import styles from './Histogram.module.css'
import { farWords } from './FarOutNote.tsx'
import { shownName } from '../../../words/shownName.ts'

export interface HistogramProps {
  readonly field: Field
  readonly kind: FieldKind
  readonly profile: ColumnProfile
}

const WIDTH = 264
const HEIGHT = 72

/** The bars of a column, with the middle half and what lies far out set off. */
export function Histogram({ field, kind, profile }: HistogramProps) {
  const { shape } = profile.distribution
  if (shape.kind !== 'bars') return null
  const { bars } = shape
  const box = { width: WIDTH, height: HEIGHT, isZeroApart: bars.afterZero !== undefined }
  const scale = highest(bars.counts)
  const read = readKind(kind, [profile.min ?? bars.from, profile.max ?? bars.to])
  const { middle: half, far } = barParts(bars, profile)
  const middle = bars.counts.length > 8 ? valueAt(bars, Math.floor(bars.counts.length / 2), kind) : null
  const hasMiddle = profile.lowerQuartile !== null && profile.upperQuartile !== null
  // Infinity is an outlier in no bar.
  const hasFar = far.length > 0
  return (
    <figure className={styles.histogram}>
      <svg
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a drawing that follows the theme is no file
        role="img"
        aria-label={spokenHistogram(shownName(field.id), read, bars, profile)}
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        preserveAspectRatio="none"
      >
        <path className={styles.bar} d={barPath(bars.counts, scale, box)} />
        <path className={styles.middle} d={partPath(bars.counts, half, box)} />
        <path className={styles.farBar} d={partPath(bars.counts, far, box)} />
      </svg>
      <div className={styles.axis} aria-hidden="true">
        <span>{shortWords(bars.from, read)}</span>
        {middle !== null && <span>{shortWords(middle, read)}</span>}
        <span>{shortWords(bars.to, read)}</span>
      </div>
      {(hasMiddle || hasFar || bars.isLog) && (
        <p className={styles.legend} aria-hidden="true">
          {hasMiddle && (
            <>
              <b className={styles.middleKey} />
              {profileWords.middleHalf}
            </>
          )}
          {hasFar && (
            <>
              <b className={styles.farKey} />
              {profileWords.farOut}
            </>
          )}
          {bars.isLog && (
            <span>{bars.afterZero === undefined ? profileWords.logScale : profileWords.logScaleAfterZero}</span>
          )}
        </p>
      )}
    </figure>
  )
}

function spokenHistogram(column: string, kind: ReadKind, bars: Bars, profile: ColumnProfile): string {
  const { lowerQuartile, upperQuartile, farOut, min, max } = profile
  const words = profileWords.drawing
  // Infinity is in no bar.
  const [from = '', to = ''] = [min ?? bars.from, max ?? bars.to].map((end, at) =>
    valueWords(/infinity/i.test(end) ? ([bars.from, bars.to][at] ?? end) : end, kind),
  )
  return [
    words.bars(column, bars.isLog, from, to),
    ...(lowerQuartile !== null && upperQuartile !== null
      ? [words.middle(valueWords(lowerQuartile, kind), valueWords(upperQuartile, kind))]
      : []),
    ...(farOut !== null && farOut.count > 0 ? [words.far(farOut.count, farWords(farOut, kind))] : []),
  ].join('; ')
}

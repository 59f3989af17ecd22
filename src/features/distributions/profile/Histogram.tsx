import type { Field, FieldKind } from '../../../protocol/field.ts'
import type { Bars, ColumnProfile } from '../../../summary/figures.ts'
import { profileWords } from '../../../words/en/distributions/profile.ts'
import { barPath, highest } from '../headers/barPaths.ts'
import { placeOf, valueAt } from '../values/steps.ts'
import { shortWords, valueWords } from '../values/valueWords.ts'
import styles from './Histogram.module.css'
import { farWords } from './FarOutNote.tsx'

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
  const box = { width: WIDTH, height: HEIGHT }
  const scale = highest(bars.counts)
  const part = partOf(bars, profile)
  const middle = bars.counts.length > 8 ? valueAt(bars, Math.floor(bars.counts.length / 2), kind) : null
  const hasMiddle = profile.lowerQuartile !== null && profile.upperQuartile !== null
  const hasFar = profile.farOut !== null && profile.farOut.count > 0
  return (
    <figure className={styles.histogram}>
      <svg
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a drawing that follows the theme is no file
        role="img"
        aria-label={spokenHistogram(field.id, kind, bars, profile)}
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        preserveAspectRatio="none"
      >
        <path className={styles.bar} d={barPath(bars.counts, scale, box, (place) => part(place) === 'rest')} />
        <path className={styles.middle} d={barPath(bars.counts, scale, box, (place) => part(place) === 'middle')} />
        <path className={styles.farBar} d={barPath(bars.counts, scale, box, (place) => part(place) === 'far')} />
      </svg>
      <div className={styles.axis} aria-hidden="true">
        <span>{shortWords(bars.from, kind)}</span>
        {middle !== null && <span>{shortWords(middle, kind)}</span>}
        <span>{shortWords(bars.to, kind)}</span>
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
          {bars.isLog && <span>{profileWords.logScale}</span>}
        </p>
      )}
    </figure>
  )
}

/** What a bar is a part of, by the place of its middle. */
function partOf(bars: Bars, { lowerQuartile, upperQuartile, farOut }: ColumnProfile) {
  const at = (value: string | null) => {
    if (value === null) return null
    return placeOf(bars, value.startsWith('"') ? String(JSON.parse(value)) : value)
  }
  const [low, high, below, above] = [lowerQuartile, upperQuartile, farOut?.below ?? null, farOut?.above ?? null].map(at)
  const hasFar = farOut !== null && farOut.count > 0
  return (place: number): 'rest' | 'middle' | 'far' => {
    if (hasFar && above !== null && above !== undefined && place + 1 > above && place >= Math.floor(above)) return 'far'
    if (hasFar && below !== null && below !== undefined && place < below && place + 1 <= Math.ceil(below)) return 'far'
    if (low === null || high === null || low === undefined || high === undefined) return 'rest'
    return place + 1 > low && place < Math.max(high, low + 1e-9) ? 'middle' : 'rest'
  }
}

function spokenHistogram(column: string, kind: FieldKind, bars: Bars, profile: ColumnProfile): string {
  const { lowerQuartile, upperQuartile, farOut, min, max } = profile
  const words = profileWords.drawing
  const from = valueWords(min ?? bars.from, kind)
  const to = valueWords(max ?? bars.to, kind)
  return [
    words.bars(column, bars.isLog, from, to),
    ...(lowerQuartile !== null && upperQuartile !== null
      ? [words.middle(valueWords(lowerQuartile, kind), valueWords(upperQuartile, kind))]
      : []),
    ...(farOut !== null && farOut.count > 0 ? [words.far(farOut.count, farWords(farOut))] : []),
  ].join('; ')
}

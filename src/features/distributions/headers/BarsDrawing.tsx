import type { Stretch } from '../values/steps.ts'
import { barPath, highest } from './barPaths.ts'
import styles from './HeaderDetail.module.css'

export interface BarsDrawingProps {
  readonly counts: readonly number[]
  /** How many of them are left while another column is brushed. */
  readonly left: readonly number[] | null
  /** px */
  readonly width: number
  /** The column is filtered. */
  readonly isStrong: boolean
  readonly stretch: Stretch | null
  /** The first bar holds 0 alone, on a logarithmic scale. */
  readonly isZeroApart: boolean
}

/** Bars, 24 px high. */
export function BarsDrawing({ counts, left, width, isStrong, stretch, isZeroApart }: BarsDrawingProps) {
  const box = { width, height: HEIGHT, isZeroApart }
  const scale = highest(counts)
  const isIn = (place: number) => stretch !== null && place >= stretch.from && place < stretch.to
  return (
    <svg className={styles.bars} viewBox={`0 0 ${width} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden="true">
      <path
        className={left !== null ? styles.before : isStrong && stretch === null ? styles.strong : styles.bar}
        d={barPath(counts, scale, box, stretch === null ? undefined : (place) => !isIn(place))}
      />
      {stretch !== null && <path className={styles.strong} d={barPath(counts, scale, box, isIn)} />}
      {left !== null && <path className={styles.strong} d={barPath(left, scale, box)} />}
    </svg>
  )
}

const HEIGHT = 23

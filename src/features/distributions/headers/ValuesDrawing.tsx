import type { FieldKind } from '../../../protocol/field.ts'
import type { Distribution } from '../../../summary/figures.ts'
import { distributionWords } from '../../../words/en/distributions/distributions.ts'
import { shareWords } from '../values/shareWords.ts'
import { segmentsOf } from './barPaths.ts'
import styles from './HeaderDetail.module.css'
import { captionOf, isTelling, namedValue, readKindOf } from './headerWords.ts'

export interface ValuesDrawingProps {
  readonly distribution: Distribution
  readonly kind: FieldKind
  /** How many of each are left while another column is brushed. */
  readonly left: readonly number[] | null
  readonly isStrong: boolean
  /** A value was pressed; JSON. */
  readonly onValue: (value: string) => void
}

/** The most frequent values, stacked, under a line of words; each is a way to its records. */
export function ValuesDrawing({ distribution, kind, left, isStrong, onValue }: ValuesDrawingProps) {
  const { shape, records } = distribution
  const [start, end] = captionOf(distribution, kind)
  const isStacked = shape.kind === 'values' && isTelling(shape)
  const values = isStacked ? shape.values.filter(({ value }) => value !== 'null') : []
  const others = isStacked ? shape.others : 0
  const segments = segmentsOf(
    values.map(({ count }) => count),
    others,
  )
  const leftOf = (value: string) => {
    const place = shape.kind === 'values' ? shape.values.findIndex((each) => each.value === value) : -1
    return left?.[place] ?? null
  }
  return (
    // The same is chosen by keyboard among the facets of the column.
    <span
      className={styles.values}
      data-part={left === null || !isStacked ? undefined : ''}
      title={start}
      aria-hidden="true"
    >
      <span className={styles.caption}>
        <span className={styles.first}>{start}</span>
        <span>{end}</span>
      </span>
      {isStacked ? (
        <span className={styles.stack}>
          {segments.map(({ place, share }) => {
            const counted = place === null ? null : (values[place] ?? null)
            if (counted === null) {
              return (
                <span
                  key="others"
                  className={styles.segment}
                  style={{ flexGrow: share }}
                  title={distributionWords.others(others)}
                >
                  <i />
                </span>
              )
            }
            const { value, count } = counted
            const rest = leftOf(value)
            return (
              // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions -- for the mouse; by keyboard the same is a facet
              <span
                key={value}
                className={styles.segment}
                style={{ flexGrow: share }}
                data-strong={isStrong || undefined}
                data-value=""
                title={distributionWords.counted(
                  namedValue(value, readKindOf(shape, kind)),
                  count,
                  shareWords(count, records),
                )}
                onMouseDown={(event) => event.stopPropagation()}
                onClick={(event) => {
                  event.stopPropagation()
                  onValue(value)
                }}
              >
                <i>{rest !== null && <b style={{ inlineSize: `${count === 0 ? 0 : (rest / count) * 100}%` }} />}</i>
              </span>
            )
          })}
        </span>
      ) : (
        <span className={styles.stack} data-kind={shape.kind === 'nothing' ? 'nothing' : undefined}>
          {records > 0 && (
            <span className={styles.segment} style={{ flexGrow: 1 }}>
              <i />
            </span>
          )}
        </span>
      )}
    </span>
  )
}

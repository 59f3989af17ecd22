import type { Distribution } from '../../../summary/figures.ts'
import { distributionWords } from '../../../words/en/distributions/distributions.ts'
import { shareWords } from '../values/shareWords.ts'
import styles from './HeaderDetail.module.css'
import { sampleWords } from './headerWords.ts'

/** Beside a drawing: how many have no value, and that not all records were looked at. */
export function NullShare({ distribution: { nulls, records, coverage } }: { readonly distribution: Distribution }) {
  const isSample = coverage.kind === 'sample'
  if (nulls === 0 && !isSample) return null
  return (
    <span className={styles.aside} aria-hidden="true" title={sampleWords(coverage) || undefined}>
      {isSample && <span>{coverage.isFirst ? distributionWords.first : distributionWords.sample}</span>}
      {nulls > 0 && (
        <span className={styles.nulls}>
          <svg viewBox="0 0 10 10">
            <circle cx="5" cy="5" r="3.4" />
            <path d="M1.4 8.6 8.6 1.4" />
          </svg>
          {shareWords(nulls, records)}
        </span>
      )}
    </span>
  )
}

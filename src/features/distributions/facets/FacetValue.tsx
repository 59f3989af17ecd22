import { Check } from 'lucide-react'
import { Button } from '../../../ui/Button.tsx'
import { Icon } from '../../../ui/Icon.tsx'
import { NullMark } from '../../../ui/NullMark.tsx'
import { showToast } from '../../../ui/Toast.tsx'
import { distributionWords } from '../../../words/en/distributions/distributions.ts'
import { facetWords } from '../../../words/en/distributions/facets.ts'
import { countWords } from '../../../words/figures.ts'
import { namedValue } from '../headers/headerWords.ts'
import type { ReadKind } from '../values/valueWords.ts'
import type { FacetEdit } from './facetEdits.ts'
import styles from './Facets.module.css'
import type { ListedValue } from './facetValues.ts'

export interface FacetValueProps {
  readonly value: ListedValue
  readonly kind: ReadKind
  /** The count that fills the line. */
  readonly highest: number
  /** Whether anybody can be asked for what an edit leaves. */
  readonly canEdit: (edit: FacetEdit) => boolean
  readonly onEdit: (edit: FacetEdit) => void
}

/** A value of a facet: its tick, its count, and what else can be done with it. */
export function FacetValue({ value: { text, value, count, state }, kind, highest, canEdit, onEdit }: FacetValueProps) {
  const refusal = (edit: FacetEdit) => (canEdit(edit) ? {} : { 'aria-disabled': true, title: distributionWords.noWay })
  const act = (edit: FacetEdit) => {
    if (canEdit(edit)) onEdit(edit)
    else showToast(distributionWords.noWay)
  }
  const words = namedValue(value, kind)
  const isExcluded = state === 'excluded'
  return (
    <li className={styles.value} data-state={state}>
      <label className={styles.line}>
        <span className={styles.box}>
          <input
            type="checkbox"
            aria-label={facetWords.value(words, count, isExcluded)}
            checked={state === 'included'}
            {...refusal('toggle')}
            onChange={() => act('toggle')}
          />
          <Icon icon={Check} size={12} />
        </span>
        <span className={styles.track} aria-hidden="true">
          <b style={{ inlineSize: `${((count ?? 0) / highest) * 100}%` }} />
        </span>
        <span className={styles.words} title={words}>
          {text === null && (
            <span aria-hidden="true">
              <NullMark />{' '}
            </span>
          )}
          {words}
        </span>
        {isExcluded && <span className={styles.excluded}>{facetWords.excluded}</span>}
      </label>
      <span className={styles.acts}>
        <Button size="sm" label={facetWords.onlyValue(words)} {...refusal('only')} onClick={() => act('only')}>
          {facetWords.only}
        </Button>
        {isExcluded ? (
          <Button size="sm" label={facetWords.includeValue(words)} {...refusal('toggle')} onClick={() => act('toggle')}>
            {facetWords.include}
          </Button>
        ) : (
          <Button
            size="sm"
            label={facetWords.excludeValue(words)}
            {...refusal('exclude')}
            onClick={() => act('exclude')}
          >
            {facetWords.exclude}
          </Button>
        )}
      </span>
      <span className={styles.count} aria-hidden="true">
        {count === null ? '' : countWords(count)}
      </span>
    </li>
  )
}

import { ArrowDown, ArrowUp } from 'lucide-react'
import type { FieldKind } from '../../protocol/field.ts'
import type { Sort } from '../../query/query.ts'
import { Icon } from '../../ui/Icon.tsx'
import { filterWords } from '../../words/en/filter/filter.ts'
import { Chip } from './Chip.tsx'
import styles from './FilterBar.module.css'
import { orderWords, sortSentence } from './sentence.ts'

export interface SortChipProps {
  readonly sort: Sort
  readonly kind: FieldKind
  /** The server does not sort. */
  readonly isOff: boolean
  readonly onTurn: () => void
  readonly onRemove: (chip: HTMLElement | null) => void
}

/** One key of the sort; its button reverses it. */
export function SortChip({ sort, kind, isOff, onTurn, onRemove }: SortChipProps) {
  return (
    <Chip
      label={sortSentence(sort, kind)}
      off={isOff}
      removeLabel={filterWords.removeSort(sort.field)}
      onRemove={onRemove}
    >
      <button
        type="button"
        aria-disabled={isOff || undefined}
        title={isOff ? filterWords.noSort : filterWords.reverse(orderWords(kind, !sort.descending))}
        onClick={() => !isOff && onTurn()}
      >
        <Icon icon={sort.descending ? ArrowDown : ArrowUp} />
        <span className={styles.column}>{sort.field}</span>{' '}
        <span className={styles.operator}>{orderWords(kind, sort.descending)}</span>
      </button>
    </Chip>
  )
}

import { ArrowDown, ArrowUp } from 'lucide-react'
import type { KeyboardEvent } from 'react'
import type { FieldKind } from '../../../protocol/field.ts'
import type { Sort } from '../../../query/query.ts'
import { classNames } from '../../../ui/classNames.ts'
import { Icon } from '../../../ui/Icon.tsx'
import { filterWords } from '../../../words/en/filter/filter.ts'
import { sortWords } from '../../../words/en/filter/sort.ts'
import { Chip } from '../Chip.tsx'
import bar from '../FilterBar.module.css'
import { orderWords, sortSentence } from '../sentence.ts'
import styles from './Sort.module.css'
import { shownName } from '../../../words/shownName.ts'

export interface SortChipProps {
  readonly sort: Sort
  readonly kind: FieldKind
  /** The server does not sort. */
  readonly isOff: boolean
  /** The server puts nulls where its database does, whatever it is asked. */
  readonly areNullsFixed: boolean
  readonly onTurn: () => void
  readonly onNulls: () => void
  /** By keys: the sort by this field is decided one key sooner, or later. */
  readonly onMove: (by: -1 | 1) => void
  readonly onRemove: (chip: HTMLElement | null) => void
}

/** One key of the sort; one button reverses it, one puts nulls at the other end. */
export function SortChip(props: SortChipProps) {
  const { sort, kind, isOff, areNullsFixed, onTurn, onNulls, onMove, onRemove } = props
  const areFirst = areNullsFixed ? sort.descending : sort.nullsFirst === true
  const mayMoveNulls = !isOff && !areNullsFixed
  const press = (event: KeyboardEvent) => {
    const by = event.key === 'ArrowLeft' ? -1 : event.key === 'ArrowRight' ? 1 : null
    if (by === null || !event.shiftKey || !(event.ctrlKey || event.metaKey)) return
    event.preventDefault()
    onMove(by)
  }
  return (
    <Chip
      label={sortSentence(sort, kind)}
      off={isOff}
      removeLabel={sortWords.remove(shownName(sort.field))}
      onRemove={onRemove}
    >
      <button
        type="button"
        aria-disabled={isOff || undefined}
        title={isOff ? filterWords.noSort : sortWords.reverse(orderWords(kind, !sort.descending))}
        onClick={() => !isOff && onTurn()}
        onKeyDown={press}
      >
        <Icon icon={sort.descending ? ArrowDown : ArrowUp} />
        <span className={bar.column}>{shownName(sort.field)}</span>{' '}
        <span className={bar.operator}>{orderWords(kind, sort.descending)}</span>
      </button>
      {/* It is never null. */}
      {sort.field !== '_id' && (
        <button
          type="button"
          className={classNames(styles.nulls, areFirst && styles.first)}
          aria-disabled={!mayMoveNulls || undefined}
          title={areNullsFixed ? sortWords.nullsFixed : areFirst ? sortWords.putNullsLast : sortWords.putNullsFirst}
          onClick={() => mayMoveNulls && onNulls()}
          onKeyDown={press}
        >
          {areFirst ? sortWords.nullsFirst : sortWords.nullsLast}
        </button>
      )}
    </Chip>
  )
}

import { Plus } from 'lucide-react'
import { Fragment, useRef, useState } from 'react'
import type { ActionClient } from '../../../instances/client/actionClient.ts'
import { useProfile } from '../../../instances/profile/useProfile.ts'
import { fieldKind, type Field } from '../../../protocol/field.ts'
import type { Route } from '../../../query/route.ts'
import { sentWords } from '../../../query/words.ts'
import { navigate, type View } from '../../../workspace/view.ts'
import { withNullsMoved, withoutSort, withSortMoved, withSortTurned } from '../../../workspace/edits/viewEdits.ts'
import { Button } from '../../../ui/Button.tsx'
import { laterComponent } from '../../../ui/later.tsx'
import { sortWords } from '../../../words/en/filter/sort.ts'
import styles from '../FilterBar.module.css'
import { SortChip } from './SortChip.tsx'

const AddSort = laterComponent(() => import('./AddSort.tsx').then((module) => module.AddSort))

export interface SortKeysProps {
  readonly client: ActionClient
  readonly route: Route | null
  readonly view: View
  readonly fields: readonly Field[]
  /** The server refuses to sort: the sort of the view is kept but has no effect. */
  readonly mayNotSort: boolean
  readonly onRemove: (next: View, chip: HTMLElement | null) => void
  /** The button that adds a key has its words, too. */
  readonly isRoomy?: boolean
}

/** The sort in the sentence: `sorted by … then …`, and a button that adds a key. */
export function SortKeys({ client, route, view, fields, mayNotSort, onRemove, isRoomy }: SortKeysProps) {
  const add = useRef<HTMLButtonElement>(null)
  const [isAdding, setIsAdding] = useState(false)
  const areNullsFixed = useProfile(client, (known) => known.knowsNullsLast === false) && route !== 'sql'
  const kindOf = (id: string) => fieldKind(fields.find((field) => field.id === id)?.type ?? '')
  // Only what is shown can sort records of which alike ones count once.
  const sortable = view.distinct === true && view.columns !== null ? view.columns : fields.map(({ id }) => id)
  const others = fields.filter(
    // PostgreSQL has no order for JSON.
    ({ id }) => sortable.includes(id) && kindOf(id) !== 'json' && !view.sort.some(({ field }) => field === id),
  )
  const hasKeys = view.sort.length > 0
  return (
    <>
      {(!hasKeys || mayNotSort) && sentWords(view.search) !== '' ? (
        <span className={styles.word} data-keeps="">
          {sortWords.bestFirst}
        </span>
      ) : (
        !hasKeys && !isRoomy && <span className={styles.word}>{sortWords.sortedBy}</span>
      )}
      {view.sort.map((sort, index) => (
        <Fragment key={sort.field}>
          <span className={styles.word}>{index === 0 ? sortWords.sortedBy : sortWords.thenBy}</span>
          <SortChip
            sort={sort}
            kind={kindOf(sort.field)}
            isOff={mayNotSort}
            areNullsFixed={areNullsFixed}
            onTurn={() => navigate(withSortTurned(view, sort.field))}
            onNulls={() => navigate(withNullsMoved(view, sort.field))}
            onMove={(by) => navigate(withSortMoved(view, sort.field, by))}
            onRemove={(chip) => onRemove(withoutSort(view, sort.field), chip)}
          />
        </Fragment>
      ))}
      {!mayNotSort && (
        <Button
          ref={add}
          variant={isRoomy ? 'default' : 'ghost'}
          icon={Plus}
          iconOnly={hasKeys && !isRoomy}
          label={hasKeys ? sortWords.add : undefined}
          aria-haspopup="dialog"
          aria-expanded={isAdding}
          disabled={fields.length === 0}
          onClick={() => setIsAdding(!isAdding)}
        >
          {sortWords.add}
        </Button>
      )}
      {isAdding && (
        <AddSort
          fields={others}
          onAdd={(key) => navigate({ ...view, sort: [...view.sort, key] })}
          anchor={add}
          onClose={() => setIsAdding(false)}
        />
      )}
    </>
  )
}

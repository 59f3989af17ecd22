import { ArrowDown, ArrowUp } from 'lucide-react'
import { useState, type RefObject } from 'react'
import { fieldKind, type Field } from '../../../protocol/field.ts'
import type { Sort } from '../../../query/query.ts'
import { Button } from '../../../ui/Button.tsx'
import { SearchField } from '../../../ui/Field.tsx'
import { Popover } from '../../../ui/floating/Popover.tsx'
import { Icon, typeIcon } from '../../../ui/Icon.tsx'
import { sortWords } from '../../../words/en/filter/sort.ts'
import { orderWords } from '../sentence.ts'
import styles from './Sort.module.css'
import { shownName } from '../../../words/shownName.ts'

export interface AddSortProps {
  /** Those that the result is not sorted by yet. */
  readonly fields: readonly Field[]
  readonly onAdd: (key: Sort) => void
  readonly anchor: RefObject<HTMLElement | null>
  readonly onClose: () => void
}

/** Chooses one more field to sort by, and its direction at once. */
export function AddSort({ fields, onAdd, anchor, onClose }: AddSortProps) {
  const [text, setText] = useState('')
  const sought = text.trim().toLowerCase()
  const found = fields.filter(({ id }) => id.toLowerCase().includes(sought))
  const [first] = found
  const add = (field: string, descending: boolean) => {
    onAdd({ field, descending })
    onClose()
  }
  return (
    <Popover open onClose={onClose} anchor={anchor} label={sortWords.add}>
      <div className={styles.panel}>
        <div className={styles.find}>
          <SearchField
            label={sortWords.find}
            value={text}
            onChange={setText}
            onKeyDown={(event) => {
              if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
              event.preventDefault()
              if (first !== undefined) add(first.id, false)
            }}
          />
        </div>
        {first === undefined ? (
          <p className={styles.none}>{fields.length === 0 ? sortWords.all : sortWords.none}</p>
        ) : (
          <ul className={styles.columns} aria-label={sortWords.columns}>
            {found.map(({ id, type }) => (
              <SortField key={id} id={id} type={type} takesEnter={id === first.id} onAdd={add} />
            ))}
          </ul>
        )}
      </div>
    </Popover>
  )
}

interface SortFieldProps {
  readonly id: string
  readonly type: string
  readonly takesEnter: boolean
  readonly onAdd: (field: string, descending: boolean) => void
}

function SortField({ id, type, takesEnter, onAdd }: SortFieldProps) {
  const kind = fieldKind(type)
  return (
    <li data-enter={takesEnter || undefined}>
      <Icon icon={typeIcon(kind)} />
      <span title={id}>{id}</span>
      {[false, true].map((descending) => (
        <Button
          key={String(descending)}
          size="sm"
          variant="ghost"
          icon={descending ? ArrowDown : ArrowUp}
          label={sortWords.by(shownName(id), orderWords(kind, descending))}
          onClick={() => onAdd(id, descending)}
        >
          {orderWords(kind, descending)}
        </Button>
      ))}
    </li>
  )
}

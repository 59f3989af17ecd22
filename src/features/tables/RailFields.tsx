import type { DragEvent, KeyboardEvent } from 'react'
import { fieldKind, type Field } from '../../protocol/field.ts'
import { Icon, typeIcon } from '../../ui/Icon.tsx'
import { tablesWords } from '../../words/en/tables/tables.ts'
import { isolated } from '../../words/isolated.ts'
import { shownName } from '../../words/shownName.ts'
import { dragNameForSql, type NameForSql } from './namesForSql.ts'
import styles from './Rail.module.css'

export interface RailFieldsProps {
  readonly fields: readonly Field[]
  /** The names of those that are shown; null is all. */
  readonly shown: readonly string[] | null
  /** Writes a name into the statement; absent where none is written. */
  readonly onName: ((name: NameForSql) => void) | undefined
}

/** The fields of a table: where a statement is written, each is a button that writes its name there, and can be dragged. */
export function RailFields({ fields, shown, onName }: RailFieldsProps) {
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the keys are those of its buttons
    <ul className={styles.list} onKeyDown={onName && moveFocus}>
      {fields.map((field, index) => {
        const title = [shownName(field.id), field.type, labelOf(field)].filter(Boolean).map(isolated).join(', ')
        const content = (
          <>
            <Icon icon={typeIcon(fieldKind(field.type))} />
            <span>{shownName(field.id)}</span>
            {shown?.includes(field.id) === false && <span className={styles.aside}>{tablesWords.hidden}</span>}
          </>
        )
        if (!onName)
          return (
            <li key={field.id} className={styles.item} title={title}>
              {content}
            </li>
          )
        const name = { kind: 'field', name: field.id } as const
        return (
          <li key={field.id}>
            <button
              type="button"
              className={styles.item}
              title={`${title}\n${tablesWords.pressToInsert}`}
              // One stop for all of them; the arrow keys go on.
              tabIndex={index === 0 ? 0 : -1}
              onClick={() => onName(name)}
              {...draggedAs(name)}
            >
              {content}
            </button>
          </li>
        )
      })}
    </ul>
  )
}

function moveFocus(event: KeyboardEvent<HTMLUListElement>): void {
  const step = STEPS.get(event.key)
  if (step === undefined) return
  const all = [...event.currentTarget.querySelectorAll('button')]
  const at = all.findIndex((button) => button === document.activeElement)
  event.preventDefault()
  all[Math.min(all.length - 1, Math.max(0, at + step))]?.focus()
}

const STEPS: ReadonlyMap<string, number> = new Map([
  ['ArrowDown', 1],
  ['ArrowUp', -1],
  ['Home', -Infinity],
  ['End', Infinity],
])

/** Makes an element one that is dragged into a statement as a name. */
export function draggedAs(name: NameForSql) {
  return { draggable: true, onDragStart: (event: DragEvent) => dragNameForSql(event, name) }
}

/** The field's name in the data dictionary, if it has one there. */
export function labelOf(field: Field): string {
  const label = field.info?.['label']
  return typeof label === 'string' ? label : ''
}

import { Eye, EyeOff, ListFilter } from 'lucide-react'
import type { DragEvent, KeyboardEvent } from 'react'
import { fieldKind, labelOf, type Field } from '../../protocol/field.ts'
import { Button } from '../../ui/Button.tsx'
import { classNames } from '../../ui/classNames.ts'
import { Icon, typeIcon } from '../../ui/Icon.tsx'
import { tablesWords } from '../../words/en/tables/tables.ts'
import { isolated } from '../../words/isolated.ts'
import { shownName } from '../../words/shownName.ts'
import { useNullShare } from '../result/nullShares.ts'
import { dragNameForSql, type NameForSql } from './namesForSql.ts'
import styles from './Rail.module.css'

/** What can be done with the fields of a table whose records are shown. */
export interface FieldActions {
  /** Goes to the column, which is shown for it; absent where there are no columns. */
  readonly onGo?: ((field: string) => void) | undefined
  readonly onFilter: (field: string) => void
  readonly onShow: (field: string, isShown: boolean) => void
}

export interface RailFieldsProps {
  readonly fields: readonly Field[]
  /** Their table, by id. */
  readonly table: string | null
  /** The names of those that are shown; null is all. */
  readonly shown: readonly string[] | null
  /** Writes a name into the statement; absent where none is written. */
  readonly onName: ((name: NameForSql) => void) | undefined
  /** Absent where no records are shown. */
  readonly actions: FieldActions | undefined
}

/**
 * The fields of a table. A press goes to the column, F or a second press filters by it, H hides or shows it; where a
 * statement is written, a press writes its name there, as does dragging.
 */
export function RailFields({ fields, ...rest }: RailFieldsProps) {
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the keys are those of its buttons
    <ul className={styles.list} onKeyDown={moveFocus}>
      {fields.map((field, index) => (
        <RailField key={field.id} field={field} isFirst={index === 0} {...rest} />
      ))}
    </ul>
  )
}

interface RailFieldProps extends Omit<RailFieldsProps, 'fields'> {
  readonly field: Field
  readonly isFirst: boolean
}

function RailField({ field, table, shown, onName, actions, isFirst }: RailFieldProps) {
  const name = shownName(field.id)
  const isShown = shown === null || shown.includes(field.id)
  const share = useNullShare(table, field.id)
  const press = pressOf(field.id, onName, actions)
  const title = [name, field.type, labelOf(field), share, isShown ? '' : tablesWords.hidden].filter(Boolean)
  const show = () => actions?.onShow(field.id, !isShown)
  return (
    <li className={styles.field}>
      <button
        type="button"
        data-field=""
        className={classNames(styles.item, !isShown && styles.hidden)}
        title={title.map(isolated).join(', ') + (onName ? `\n${tablesWords.pressToInsert}` : '')}
        // One stop for all of them; the arrow keys go on.
        tabIndex={isFirst ? 0 : -1}
        onClick={press}
        onDoubleClick={() => actions?.onFilter(field.id)}
        onKeyDown={(event) => {
          if (actions) pressKey(event, { f: () => actions.onFilter(field.id), h: show })
        }}
        {...(onName && draggedAs({ kind: 'field', name: field.id }))}
      >
        <Icon icon={typeIcon(fieldKind(field.type))} />
        <span>{name}</span>
        {share !== '' && (
          <small className={styles.aside} aria-hidden="true">
            {share}
          </small>
        )}
        {!isShown && (
          <span className={styles.away}>
            <Icon icon={EyeOff} size={12} />
          </span>
        )}
      </button>
      {actions && (
        <span className={styles.acts}>
          {/* By keyboard these are F and H. */}
          <Act icon={ListFilter} label={tablesWords.filterBy(name)} onClick={() => actions.onFilter(field.id)} />
          <Act
            icon={isShown ? EyeOff : Eye}
            label={isShown ? tablesWords.hideField(name) : tablesWords.showField(name)}
            onClick={show}
          />
        </span>
      )}
    </li>
  )
}

function Act(props: { readonly icon: typeof Eye; readonly label: string; readonly onClick: () => void }) {
  return <Button variant="ghost" size="sm" iconOnly tabIndex={-1} {...props} />
}

function pressOf(field: string, onName: RailFieldsProps['onName'], actions: FieldActions | undefined) {
  if (onName) return () => onName({ kind: 'field', name: field })
  return () => (actions?.onGo ?? actions?.onFilter)?.(field)
}

function pressKey(event: KeyboardEvent, acts: Readonly<Record<string, () => void>>): void {
  const act = event.ctrlKey || event.metaKey || event.altKey ? undefined : acts[event.key]
  if (act === undefined) return
  event.preventDefault()
  event.stopPropagation()
  act()
}

function moveFocus(event: KeyboardEvent<HTMLUListElement>): void {
  const step = STEPS.get(event.key)
  if (step === undefined) return
  const all = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-field]')]
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

// oxlint-disable jsx-a11y/prefer-tag-over-role -- a select shows its options only when it is opened
import { Plus } from 'lucide-react'
import { useId, useState, type KeyboardEvent, type RefObject } from 'react'
import { fieldKind, labelOf, type Field } from '../../../protocol/field.ts'
import { newCondition } from '../../../query/newCondition.ts'
import type { Path } from '../../../query/treePaths.ts'
import { readTypedCondition, type TypedCondition, type TypedConditions } from '../../../query/typed/typedCondition.ts'
import { SearchField } from '../../../ui/Field.tsx'
import { Popover } from '../../../ui/floating/Popover.tsx'
import { Icon, typeIcon } from '../../../ui/Icon.tsx'
import { RichText } from '../../../ui/RichText.tsx'
import { conditionWords } from '../../../words/en/filter/conditions.ts'
import { filterWords } from '../../../words/en/filter/filter.ts'
import { shownName } from '../../../words/shownName.ts'
import { navigate, type View } from '../../../workspace/view.ts'
import { withConditionSet } from '../../../workspace/edits/viewEdits.ts'
import { exampleOf } from './example.ts'
import { choicesOf, type Choice } from './addChoices.ts'
import styles from './AddCondition.module.css'
import { WholeCondition } from './WholeCondition.tsx'

export interface AddConditionProps {
  readonly view: View
  readonly fields: readonly Field[]
  /** The group that the condition joins. */
  readonly into: Path
  readonly anchor: RefObject<HTMLElement | null>
  readonly onField: (field: string) => void
  readonly onClose: () => void
}

/** Adds a filter by one field: a column is searched in it, or a whole condition typed. */
export function AddCondition(props: AddConditionProps) {
  return (
    <Popover open onClose={props.onClose} anchor={props.anchor} label={filterWords.addFilter}>
      <AddForm {...props} />
    </Popover>
  )
}

function AddForm({ view, fields, into, onField, onClose }: AddConditionProps) {
  const id = useId()
  const [text, setText] = useState('')
  const [at, setAt] = useState(-1)
  const choices = choicesOf(text, fields)
  const marked = Math.min(at, choices.length - 1)
  // A name that is still being typed is no mistake.
  const isName = choices[0]?.kind === 'field' || text.trim() === ''
  const read = isName ? null : (readTypedCondition(text, fields, 'text', false) ?? withoutColumn(text))
  const type = (next: string) => {
    setText(next)
    setAt(next.trim() === '' ? -1 : 0)
  }
  const takeAll = (conditions: readonly TypedCondition[]) => {
    navigate(conditions.reduce((now, each) => withConditionSet(now, newCondition(each.field, each), into), view))
    type('')
  }
  const take = (choice: Choice) => (choice.kind === 'field' ? onField(choice.field.id) : takeAll(choice.conditions))
  const press = (event: KeyboardEvent) => {
    const step = STEPS.get(event.key)
    const choice = choices[marked]
    if (event.nativeEvent.isComposing || (step === undefined && event.key !== 'Enter')) return
    event.preventDefault()
    if (step !== undefined && choices.length === 0) return
    if (step !== undefined) setAt((Math.max(marked, step === 1 ? -1 : 0) + step + choices.length) % choices.length)
    else if (choice !== undefined) take(choice)
    // Nothing more to add.
    else if (text.trim() === '') onClose()
  }
  return (
    <div className={styles.form}>
      <SearchField
        label={conditionWords.columnOrCondition}
        value={text}
        onChange={type}
        role="combobox"
        aria-expanded={choices.length > 0}
        aria-controls={id}
        aria-activedescendant={marked >= 0 ? `${id}${marked}` : undefined}
        aria-autocomplete="list"
        data-autofocus=""
        onKeyDown={press}
      />
      {read !== null && (
        <div className={styles.read}>
          <WholeCondition whole={read} fields={fields} onTake={takeAll} onText={type} />
        </div>
      )}
      <div role="listbox" id={id} aria-label={conditionWords.columns} className={styles.choices}>
        {choices.map((choice, index) => (
          // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the field takes the keys
          <div
            key={choice.kind === 'field' ? choice.field.id : ''}
            id={`${id}${index}`}
            role="option"
            aria-selected={index === marked}
            tabIndex={-1}
            className={styles.choice}
            // The focus stays where one types.
            onPointerDown={(event) => event.preventDefault()}
            onClick={() => take(choice)}
          >
            <ChoiceWords choice={choice} />
          </div>
        ))}
      </div>
      <p className={styles.hint}>
        <RichText parts={conditionWords.typeWhole(exampleOf(fields, fields[0]?.id ?? '…'))} />
      </p>
    </div>
  )
}

/** Such as a value alone, or a sign before one. */
function withoutColumn(text: string): TypedConditions {
  return { says: 'unread', field: null, rest: text.trim() }
}

function ChoiceWords({ choice }: { readonly choice: Choice }) {
  if (choice.kind === 'conditions') {
    return (
      <>
        <Icon icon={Plus} />
        <span>{conditionWords.addThis(choice.conditions.length)}</span>
      </>
    )
  }
  const { id } = choice.field
  const label = labelOf(choice.field)
  return (
    <>
      <Icon icon={typeIcon(fieldKind(choice.field.type))} />
      <span>{shownName(id)}</span>
      {label !== '' && label !== id && <small>{label}</small>}
    </>
  )
}

const STEPS: ReadonlyMap<string, number> = new Map([
  ['ArrowDown', 1],
  ['ArrowUp', -1],
])

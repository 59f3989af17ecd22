import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { CornerDownLeft, Plus } from 'lucide-react'
import { useRef, useState, type RefObject } from 'react'
import type { ActionClient } from '../../instances/client/actionClient.ts'
import { valuesQuery, type OfferedValues } from '../../results/offeredValues.ts'
import { fieldKind, type Field } from '../../protocol/field.ts'
import { navigate, type View } from '../../workspace/view.ts'
import { Button } from '../../ui/Button.tsx'
import { Checkbox, SearchField, Select } from '../../ui/Field.tsx'
import { Icon, Spinner, typeIcon } from '../../ui/Icon.tsx'
import { Popover, PopoverFoot } from '../../ui/floating/Popover.tsx'
import { operatorOf, operatorsFor } from '../../query/operators/registry.ts'
import type { OperatorId } from '../../query/query.ts'
import { conditionsOf } from '../../query/where.ts'
import { filterWords } from '../../words/en/filter/filter.ts'
import styles from './FilterPopover.module.css'
import { valueWords } from './sentence.ts'
import { useLate } from '../../ui/browser/useLate.ts'
import { knownValues, valueList, valuesHint } from './valueList.ts'
import { toggledValues, withConditionSet } from '../../workspace/viewEdits.ts'

export interface FilterPopoverProps {
  readonly instanceId: string
  readonly client: ActionClient
  readonly resource: string
  readonly view: View
  readonly fields: readonly Field[]
  /** The condition that is changed, or made. */
  readonly conditionId: string
  /** Its column. */
  readonly field: string
  readonly onField: (field: string) => void
  /** It was opened to add a condition, so the column is chosen first. */
  readonly isNew: boolean
  readonly anchor: RefObject<HTMLElement | null>
  readonly onClose: () => void
}

/** Changes one condition: what is ticked applies at once, and the popover stays open. */
export function FilterPopover(props: FilterPopoverProps) {
  return (
    <Popover open onClose={props.onClose} anchor={props.anchor} label={filterWords.popover.title(props.field)}>
      <ColumnFilter {...props} />
    </Popover>
  )
}

/** State that belongs to one condition, and starts afresh with another one. */
interface Visit {
  readonly conditionId: string
  readonly op: OperatorId
  readonly text: string
  /** The values at the top of the list: those chosen when the condition was opened, and typed ones. */
  readonly onTop: readonly string[]
}

function ColumnFilter(props: FilterPopoverProps) {
  const { instanceId, client, resource, view, fields, conditionId, field, onField, isNew, onClose } = props
  const words = filterWords.popover
  const kind = fieldKind(fields.find(({ id }) => id === field)?.type ?? '')
  const condition = conditionsOf(view.where).find(({ id }) => id === conditionId)
  const chosen = condition?.values ?? NONE
  const begun = (): Visit => ({
    conditionId,
    op: condition === undefined || chosen.length === 0 ? NEW_OPERATOR : condition.op,
    text: '',
    onTop: chosen,
  })
  const [visit, setVisit] = useState<Visit>(begun)
  if (visit.conditionId !== conditionId) setVisit(begun())
  const { op, text, onTop } = visit
  const sought = useLate(text, PAUSE_MS)
  const known = knownValues(kind)
  const offered = useQuery({
    ...valuesQuery(instanceId, client, resource, field, sought),
    enabled: known === null,
    placeholderData: (before, query) => (query?.queryKey[2] === undefined ? undefined : keepPreviousData(before)),
  })
  const values = known ?? offered.data?.values ?? NONE
  const list = valueList(onTop, values, text, kind)
  const hint = valuesHint(kind, text, field)

  // All changes of one visit to the popover make one step of the history.
  const hasChanged = useRef(false)
  const find = useRef<HTMLInputElement>(null)
  const apply = (values: readonly string[], by = op) => {
    const next = withConditionSet(view, { ...condition, id: conditionId, field, op: by, values })
    if (navigate(next, hasChanged.current ? 'replace' : 'push')) hasChanged.current = true
  }
  const toggle = (value: string) => apply(toggledValues(chosen, value, operatorOf(op).takes === 'one'))
  const choose = (wanted: OperatorId) => {
    setVisit({ ...visit, op: wanted })
    apply(operatorOf(wanted).takes === 'one' ? chosen.slice(0, 1) : chosen, wanted)
  }
  const toggleTyped = (value: string) => {
    toggle(value)
    setVisit({ ...visit, text: '', onTop: onTop.includes(value) ? onTop : [value, ...onTop] })
    // The pressed button disappears with the typed text.
    find.current?.focus()
  }
  const isKnownField = fields.some(({ id }) => id === field)
  const names = isKnownField ? fields.map(({ id }) => id) : [field, ...fields.map(({ id }) => id)]

  return (
    <div className={styles.filter}>
      <div className={styles.pair}>
        <Select
          label={words.column}
          icon={<Icon icon={typeIcon(kind)} />}
          value={field}
          onChange={onField}
          options={names.map((name) => ({ value: name, title: name }))}
        />
        <Select
          label={words.operator}
          value={op}
          options={operatorsFor(kind).map(({ id, words: { name } }) => ({ value: id, title: name }))}
          onChange={choose}
        />
      </div>
      <div className={styles.find}>
        <SearchField
          ref={find}
          label={words.find}
          placeholder={known?.length === 0 ? words.type : words.findOrType}
          value={text}
          onChange={(wanted) => setVisit({ ...visit, text: wanted })}
          data-autofocus={isNew ? undefined : ''}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
            event.preventDefault()
            if (list.onEnter !== null) toggleTyped(list.onEnter)
          }}
        />
      </div>
      <ul className={styles.values} aria-label={words.values(field)} aria-busy={offered.isFetching}>
        {list.listed.map((value) => (
          <li
            key={value}
            className={styles.value}
            data-enter={value === list.onEnter || undefined}
            title={valueWords(value)}
          >
            <Checkbox label={valueWords(value)} checked={chosen.includes(value)} onChange={() => toggle(value)} />
            {value === list.onEnter && <Icon icon={CornerDownLeft} size={12} />}
          </li>
        ))}
        {list.typed !== null && <TypedValue list={list} onUse={toggleTyped} />}
      </ul>
      {hint !== null && <p className={styles.hint}>{hint}</p>}
      {offered.isError && known === null && <p className={styles.hint}>{words.failed}</p>}
      <PopoverFoot>
        <span className={styles.count}>
          {offered.isPending && known === null && <Spinner />}
          {known === null && offered.data !== undefined && countOf(offered.data, text)}
        </span>
        {chosen.length > 0 && (
          <Button size="sm" variant="ghost" onClick={() => apply(NONE)}>
            {words.remove}
          </Button>
        )}
        <Button size="sm" onClick={onClose}>
          {words.done}
        </Button>
      </PopoverFoot>
    </div>
  )
}

interface TypedValueProps {
  readonly list: ReturnType<typeof valueList>
  readonly onUse: (value: string) => void
}

function TypedValue({ list: { typed, onEnter }, onUse }: TypedValueProps) {
  return (
    <li className={styles.typed} data-enter={typed === onEnter || undefined}>
      <button type="button" onClick={() => typed !== null && onUse(typed)}>
        <Icon icon={Plus} />
        <span>{filterWords.popover.use(typed ?? '')}</span>
        {typed === onEnter && <Icon icon={CornerDownLeft} size={12} />}
      </button>
    </li>
  )
}

function countOf({ values, others }: OfferedValues, text: string): string {
  const words = filterWords.popover
  if (others !== 'none') return others === 'some' ? words.more : words.perhapsMore
  return text.trim() === '' ? words.count(values.length) : words.found(values.length)
}

const NONE: readonly string[] = []
const PAUSE_MS = 200

/** The operator of a new condition, and of one without values. */
const NEW_OPERATOR: OperatorId = 'isAnyOf'

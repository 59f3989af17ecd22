import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { CornerDownLeft, Plus } from 'lucide-react'
import { useRef, useState, type RefObject } from 'react'
import type { ActionClient } from '../client/actionClient.ts'
import { valuesQuery } from '../client/queries.ts'
import { fieldKind, type Field } from '../protocol/field.ts'
import { navigate, type View } from '../state/view.ts'
import { Button } from '../ui/Button.tsx'
import { Checkbox, SearchField, Select } from '../ui/Field.tsx'
import { Icon, Spinner, typeIcon } from '../ui/Icon.tsx'
import { Popover, PopoverFoot } from '../ui/Popover.tsx'
import { countWords } from './figures.ts'
import styles from './FilterPopover.module.css'
import { valueWords } from './sentence.ts'
import { useLate } from './useLate.ts'
import { knownValues, valueList, valuesHint } from './valueList.ts'
import { toggledValues, withFilterValues } from './viewEdits.ts'

export interface FilterPopoverProps {
  readonly instanceId: string
  readonly client: ActionClient
  readonly resource: string
  readonly view: View
  readonly fields: readonly Field[]
  /** The column whose filter is shown. */
  readonly field: string
  readonly onField: (field: string) => void
  /** It was opened to add a filter, so the column is chosen first. */
  readonly isNew: boolean
  readonly anchor: RefObject<HTMLElement | null>
  readonly onClose: () => void
}

/** The filter on one column: what is ticked applies at once, and the popover stays. */
export function FilterPopover(props: FilterPopoverProps) {
  return (
    <Popover open onClose={props.onClose} anchor={props.anchor} label={`Filter on ${props.field}`}>
      <ColumnFilter {...props} />
    </Popover>
  )
}

/** What belongs to the column in hand, and begins anew with another one. */
interface Visit {
  readonly field: string
  readonly isSingle: boolean
  readonly text: string
  /** The values that stand on top: those chosen when the column was opened, and typed ones. */
  readonly onTop: readonly string[]
}

function ColumnFilter(props: FilterPopoverProps) {
  const { instanceId, client, resource, view, fields, field, onField, isNew, onClose } = props
  const kind = fieldKind(fields.find(({ id }) => id === field)?.type ?? '')
  const chosen = view.filters.find((filter) => filter.field === field)?.values ?? NONE
  const [visit, setVisit] = useState<Visit>(() => visitOf(field, chosen))
  if (visit.field !== field) setVisit(visitOf(field, chosen))
  const { isSingle, text, onTop } = visit
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
  const apply = (wanted: readonly string[]) => {
    navigate(withFilterValues(view, field, wanted), hasChanged.current ? 'replace' : 'push')
    hasChanged.current = true
  }
  const toggle = (value: string) => apply(toggledValues(chosen, value, isSingle))
  const toggleTyped = (value: string) => {
    toggle(value)
    setVisit({ ...visit, text: '', onTop: onTop.includes(value) ? onTop : [value, ...onTop] })
    // The button that was pressed goes with the typed text.
    find.current?.focus()
  }
  const isKnownField = fields.some(({ id }) => id === field)
  const names = isKnownField ? fields.map(({ id }) => id) : [field, ...fields.map(({ id }) => id)]

  return (
    <div className={styles.filter}>
      <div className={styles.pair}>
        <Select
          label="Column"
          icon={<Icon icon={typeIcon(kind)} />}
          value={field}
          onChange={onField}
          options={names.map((name) => ({ value: name, title: name }))}
        />
        <Select
          label="Operator"
          value={isSingle ? 'is' : 'is any of'}
          options={OPERATORS}
          onChange={(operator) => {
            setVisit({ ...visit, isSingle: operator === 'is' })
            if (operator === 'is' && chosen.length > 1) apply(chosen.slice(0, 1))
          }}
        />
      </div>
      <div className={styles.find}>
        <SearchField
          ref={find}
          label="Find a value"
          placeholder={known?.length === 0 ? 'Type a value' : 'Find or type a value'}
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
      <ul className={styles.values} aria-label={`Values of ${field}`} aria-busy={offered.isFetching}>
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
      {offered.isError && known === null && (
        <p className={styles.hint}>The values could not be loaded. Type one; it is used as it is.</p>
      )}
      <PopoverFoot>
        <span className={styles.count}>
          {offered.isPending && known === null && <Spinner />}
          {known === null && offered.data !== undefined && countOf(offered.data, text)}
        </span>
        {chosen.length > 0 && (
          <Button size="sm" variant="ghost" onClick={() => apply(NONE)}>
            Remove
          </Button>
        )}
        <Button size="sm" onClick={onClose}>
          Done
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
        <span>Use "{typed}"</span>
        {typed === onEnter && <Icon icon={CornerDownLeft} size={12} />}
      </button>
    </li>
  )
}

function visitOf(field: string, chosen: readonly string[]): Visit {
  return { field, isSingle: chosen.length === 1, text: '', onTop: chosen }
}

function countOf({ values, complete }: { values: readonly string[]; complete: boolean }, text: string): string {
  if (!complete) return 'More in the data: type to find them'
  const found = text.trim() === '' ? '' : ' found'
  return `${countWords(values.length)} ${values.length === 1 ? 'value' : 'values'}${found}`
}

const NONE: readonly string[] = []
const PAUSE_MS = 200

const OPERATORS = [
  { value: 'is', title: 'is' },
  { value: 'is any of', title: 'is any of' },
] as const

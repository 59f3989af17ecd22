import { ArrowDown, ArrowUp, CircleAlert, Plus, X } from 'lucide-react'
import { Fragment, useImperativeHandle, useRef, useState, type KeyboardEvent, type Ref } from 'react'
import type { ActionClient } from '../client/actionClient.ts'
import { fieldKind, type Field, type FieldKind } from '../protocol/field.ts'
import { sentWords, type Filter, type Sort } from '../protocol/querySpec.ts'
import { navigate, type View } from '../state/view.ts'
import { Button } from '../ui/Button.tsx'
import { Icon } from '../ui/Icon.tsx'
import type { Failure } from './failure.ts'
import styles from './FilterBar.module.css'
import { FilterPopover } from './FilterPopover.tsx'
import { refusalWords } from './filterRefusal.ts'
import { LimitField } from './LimitField.tsx'
import { SearchRecords } from './SearchRecords.tsx'
import { filterSentence, operatorWords, orderWords, sortSentence, valuesOnChip, valueWords } from './sentence.ts'
import { withFilterValues, withoutSort, withSortTurned } from './viewEdits.ts'

export interface FilterBarHandle {
  focusSearch(): void
  /** Opens the popover of a new filter, on that field if one is given. */
  addFilter(field: string | null): void
}

export interface FilterBarProps {
  readonly instanceId: string
  readonly client: ActionClient
  readonly resource: string | null
  readonly view: View
  readonly fields: readonly Field[]
  /** The server refuses to sort: the sort of the view is kept, and has no effect. */
  readonly mayNotSort: boolean
  /** The filter that the server refused. */
  readonly refusal: { readonly field: string; readonly failure: Failure } | null
  readonly ref?: Ref<FilterBarHandle> | undefined
}

/** The filter form as a sentence: `Records matching … where … and … sorted by … limit …`. */
export function FilterBar({ instanceId, client, resource, view, fields, mayNotSort, refusal, ref }: FilterBarProps) {
  const search = useRef<HTMLInputElement>(null)
  const add = useRef<HTMLButtonElement>(null)
  const anchor = useRef<HTMLElement>(null)
  const group = useRef<HTMLDivElement>(null)
  const [editing, setEditing] = useState<{ chip: string | null; field: string; place: number } | null>(null)

  const open = (chip: string | null, field: string | null, at: HTMLElement | null) => {
    const chosen = field ?? firstToFilter(fields, view.filters)
    if (chosen === null || at === null) return
    anchor.current = at
    setEditing({ chip, field: chosen, place: view.filters.findIndex((filter) => filter.field === chip) })
  }
  const close = () => {
    // The chip of a filter without values goes with its popover; the focus has to go somewhere else then.
    const leaves = editing?.chip != null && !view.filters.some(({ field }) => field === editing.chip)
    setEditing(null)
    if (leaves) add.current?.focus()
  }
  useImperativeHandle(ref, () => ({
    focusSearch: () => search.current?.select(),
    addFilter: (field) => open(null, fields.some(({ id }) => id === field) ? field : null, add.current),
  }))

  const kindOf = (id: string): FieldKind => fieldKind(fields.find((field) => field.id === id)?.type ?? '')
  const shown = [...view.filters]
  if (editing?.chip != null && !shown.some(({ field }) => field === editing.chip))
    shown.splice(Math.max(0, editing.place), 0, { field: editing.chip, values: [] })

  /** Takes a chip away and puts the focus on the chip before it, or on what adds one. */
  const removed = (next: View, chip: HTMLElement | null) => {
    const chips = [...(group.current?.querySelectorAll<HTMLElement>('[data-chip]') ?? [])]
    const before = chips[chips.findIndex((one) => one === chip) - 1]
    navigate(next)
    const target = before?.querySelector<HTMLElement>('button') ?? add.current
    target?.focus()
  }

  return (
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a fieldset can't be laid out as a sentence
    <div ref={group} className={styles.sentence} role="group" aria-label="Filter">
      <div className={styles.matching}>
        <span className={styles.word}>Records matching</span>
        <span className={styles.search}>
          <SearchRecords ref={search} view={view} disabled={resource === null} />
        </span>
      </div>
      <div className={styles.conditions}>
        {shown.map((filter, index) => (
          <Fragment key={filter.field}>
            <span className={styles.word}>{index === 0 ? 'where' : 'and'}</span>
            <FilterChip
              filter={filter}
              isOpen={editing?.chip === filter.field}
              isRefused={refusal?.field === filter.field}
              onOpen={(at) => (editing?.chip === filter.field ? close() : open(filter.field, filter.field, at))}
              onRemove={(chip) => removed(withFilterValues(view, filter.field, []), chip)}
            />
          </Fragment>
        ))}
        <Button
          ref={add}
          variant="ghost"
          icon={Plus}
          aria-haspopup="dialog"
          aria-expanded={editing !== null && editing.chip === null}
          disabled={resource === null || fields.length === 0}
          onClick={(event) => (editing?.chip === null ? close() : open(null, null, event.currentTarget))}
        >
          Add filter
        </Button>
        {shown.length > 0 && view.sort.length > 0 && <span className={styles.break} />}
        {(view.sort.length === 0 || mayNotSort) && sentWords(view.search) !== '' && (
          <span className={styles.word} data-keeps="">
            best matches first
          </span>
        )}
        {view.sort.map((sort, index) => (
          <Fragment key={sort.field}>
            <span className={styles.word}>{index === 0 ? 'sorted by' : 'then'}</span>
            <SortChip
              sort={sort}
              kind={kindOf(sort.field)}
              isOff={mayNotSort}
              onTurn={() => navigate(withSortTurned(view, sort.field))}
              onRemove={(chip) => removed(withoutSort(view, sort.field), chip)}
            />
          </Fragment>
        ))}
        <LimitField view={view} disabled={resource === null} />
      </div>
      {view.search !== '' && sentWords(view.search) === '' && (
        <p className={styles.nothing}>There is no word in “{view.search}” to search for, so all records are shown.</p>
      )}
      {mayNotSort && view.sort.length > 0 && (
        <p className={styles.nothing} role="note">
          This server does not sort: the records come in an order of its own.
        </p>
      )}
      {refusal !== null && (
        <p className={styles.refusal} role="alert">
          <Icon icon={CircleAlert} />
          <span>
            The server refused the filter on <b>{refusal.field}</b>. {refusalWords(refusal.failure)}
          </span>
        </p>
      )}
      {editing !== null && resource !== null && (
        <FilterPopover
          instanceId={instanceId}
          client={client}
          resource={resource}
          view={view}
          fields={fields}
          field={editing.field}
          isNew={editing.chip === null}
          onField={(field) => setEditing({ ...editing, field })}
          anchor={anchor}
          onClose={close}
        />
      )}
    </div>
  )
}

/** A new filter begins with the first text field that has none yet. */
function firstToFilter(fields: readonly Field[], filters: readonly Filter[]): string | null {
  const free = fields.filter(({ id }) => id !== '_id' && !filters.some((filter) => filter.field === id))
  const first = free.find(({ type }) => fieldKind(type) === 'text') ?? free[0] ?? fields[0]
  return first?.id ?? null
}

interface FilterChipProps {
  readonly filter: Filter
  readonly isOpen: boolean
  readonly isRefused: boolean
  readonly onOpen: (at: HTMLElement) => void
  readonly onRemove: (chip: HTMLElement | null) => void
}

function FilterChip({ filter, isOpen, isRefused, onOpen, onRemove }: FilterChipProps) {
  const { shown, more } = valuesOnChip(filter.values)
  return (
    <Chip
      label={filterSentence(filter)}
      refused={isRefused}
      removeLabel={`Remove filter on ${filter.field}`}
      onRemove={onRemove}
    >
      <button
        type="button"
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onClick={(event) => onOpen(event.currentTarget)}
        title={filter.values.length > 1 || more > 0 ? filter.values.map(valueWords).join('\n') : undefined}
      >
        {isRefused && <Icon icon={CircleAlert} />}
        <span className={styles.column}>{filter.field}</span>{' '}
        <span className={styles.operator}>{operatorWords(filter.values)}</span>{' '}
        {shown.map((value) => (
          <Fragment key={value}>
            <span className={styles.value}>{valueWords(value)}</span>{' '}
          </Fragment>
        ))}
        {more > 0 && <span className={styles.operator}>and {more} more</span>}
        {filter.values.length === 0 && <span className={styles.operator}>…</span>}
      </button>
    </Chip>
  )
}

interface SortChipProps {
  readonly sort: Sort
  readonly kind: FieldKind
  readonly isOff: boolean
  readonly onTurn: () => void
  readonly onRemove: (chip: HTMLElement | null) => void
}

function SortChip({ sort, kind, isOff, onTurn, onRemove }: SortChipProps) {
  return (
    <Chip label={sortSentence(sort, kind)} off={isOff} removeLabel={`Remove sort on ${sort.field}`} onRemove={onRemove}>
      <button
        type="button"
        aria-disabled={isOff || undefined}
        title={isOff ? 'This server does not sort' : `Turn round: ${orderWords(kind, !sort.descending)}`}
        onClick={() => !isOff && onTurn()}
      >
        <Icon icon={sort.descending ? ArrowDown : ArrowUp} />
        <span className={styles.column}>{sort.field}</span>{' '}
        <span className={styles.operator}>{orderWords(kind, sort.descending)}</span>
      </button>
    </Chip>
  )
}

interface ChipProps {
  readonly label: string
  readonly removeLabel: string
  readonly refused?: boolean | undefined
  /** It is kept and has no effect. */
  readonly off?: boolean | undefined
  readonly onRemove: (chip: HTMLElement | null) => void
  readonly children: React.ReactNode
}

function Chip({ label, removeLabel, refused, off, onRemove, children }: ChipProps) {
  const chip = useRef<HTMLSpanElement>(null)
  const press = (event: KeyboardEvent) => {
    if (event.key !== 'Backspace' && event.key !== 'Delete') return
    event.preventDefault()
    onRemove(chip.current)
  }
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Backspace and Delete on either of its buttons
    <span
      ref={chip}
      className={styles.chip}
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a fieldset can't stand in the line of a sentence
      role="group"
      aria-label={label}
      data-chip=""
      data-refused={refused || undefined}
      data-off={off || undefined}
      onKeyDown={press}
    >
      {children}
      <button
        type="button"
        className={styles.remove}
        aria-label={removeLabel}
        title={removeLabel}
        onClick={() => onRemove(chip.current)}
      >
        <Icon icon={X} size={12} />
      </button>
    </span>
  )
}

import { CircleAlert, Plus } from 'lucide-react'
import { Fragment, useImperativeHandle, useRef, type Ref } from 'react'
import type { ActionClient } from '../../instances/client/actionClient.ts'
import { fieldKind, type Field, type FieldKind } from '../../protocol/field.ts'
import type { Condition } from '../../query/query.ts'
import { partText } from '../../query/queryLink.ts'
import { sentWords } from '../../query/toSearch.ts'
import { navigate, type View } from '../../workspace/view.ts'
import { Button } from '../../ui/Button.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { laterComponent } from '../../ui/later.tsx'
import { RichText } from '../../ui/RichText.tsx'
import { filterWords } from '../../words/en/filter/filter.ts'
import { ConditionChip, GroupChip } from './ConditionChip.tsx'
import styles from './FilterBar.module.css'
import { LimitField } from './LimitField.tsx'
import { SearchRecords } from './SearchRecords.tsx'
import { SortChip } from './SortChip.tsx'
import { useEditedCondition } from './useEditedCondition.ts'
import { withoutSort, withPartRemoved, withSortTurned } from '../../workspace/viewEdits.ts'

const FilterPopover = laterComponent(() => import('./FilterPopover.tsx').then((module) => module.FilterPopover))

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
  /** The server refuses to sort: the sort of the view is kept but has no effect. */
  readonly mayNotSort: boolean
  /** The condition that the server refused. */
  readonly refusal: { readonly condition: Condition; readonly why: string } | null
  readonly ref?: Ref<FilterBarHandle> | undefined
}

/** The filter form as a sentence: `Records matching … where … and … sorted by … limit …`. */
export function FilterBar({ instanceId, client, resource, view, fields, mayNotSort, refusal, ref }: FilterBarProps) {
  const search = useRef<HTMLInputElement>(null)
  const add = useRef<HTMLButtonElement>(null)
  const group = useRef<HTMLDivElement>(null)
  const { edited, anchor, parts, ...editing } = useEditedCondition(view.where, fields)
  const close = () => {
    // The chip goes with its popover if it has no values, so the focus must go somewhere else.
    if (editing.close()) add.current?.focus()
  }
  useImperativeHandle(ref, () => ({
    focusSearch: () => search.current?.select(),
    addFilter: (field) => editing.openNew(fields.some(({ id }) => id === field) ? field : null, add.current),
  }))

  const kindOf = (id: string): FieldKind => fieldKind(fields.find((field) => field.id === id)?.type ?? '')

  /** Removes a chip and puts the focus on the chip before it, or on the button that adds one. */
  const removed = (next: View, chip: HTMLElement | null) => {
    const chips = [...(group.current?.querySelectorAll<HTMLElement>('[data-chip]') ?? [])]
    const before = chips[chips.findIndex((one) => one === chip) - 1]
    navigate(next)
    const target = before?.querySelector<HTMLElement>('button') ?? add.current
    target?.focus()
  }

  return (
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a fieldset can't be laid out as a sentence
    <div ref={group} className={styles.sentence} role="group" aria-label={filterWords.form}>
      <div className={styles.matching}>
        <span className={styles.word}>{filterWords.matching}</span>
        <span className={styles.search}>
          <SearchRecords ref={search} view={view} disabled={resource === null} />
        </span>
      </div>
      <div className={styles.conditions}>
        {parts.map((part, index) => (
          <Fragment key={'field' in part ? part.id : partText(part)}>
            <span className={styles.word}>{index === 0 ? filterWords.where : filterWords.and}</span>
            {'field' in part ? (
              <ConditionChip
                condition={part}
                isOpen={edited?.chip?.id === part.id}
                isRefused={refusal?.condition.id === part.id}
                onOpen={(at) => (edited?.chip?.id === part.id ? close() : editing.openChip(part, at))}
                onRemove={(chip) => removed(withPartRemoved(view, part), chip)}
              />
            ) : (
              <GroupChip group={part} onRemove={(chip) => removed(withPartRemoved(view, part), chip)} />
            )}
          </Fragment>
        ))}
        <Button
          ref={add}
          variant="ghost"
          icon={Plus}
          aria-haspopup="dialog"
          aria-expanded={edited !== null && edited.chip === null}
          disabled={resource === null || fields.length === 0}
          onClick={(event) => (edited?.chip === null ? close() : editing.openNew(null, event.currentTarget))}
        >
          {filterWords.addFilter}
        </Button>
        {parts.length > 0 && view.sort.length > 0 && <span className={styles.break} />}
        {(view.sort.length === 0 || mayNotSort) && sentWords(view.search) !== '' && (
          <span className={styles.word} data-keeps="">
            {filterWords.bestFirst}
          </span>
        )}
        {view.sort.map((sort, index) => (
          <Fragment key={sort.field}>
            <span className={styles.word}>{index === 0 ? filterWords.sortedBy : filterWords.thenBy}</span>
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
        <p className={styles.nothing}>{filterWords.noWords(view.search)}</p>
      )}
      {mayNotSort && view.sort.length > 0 && (
        <p className={styles.nothing} role="note">
          {filterWords.noSort}
        </p>
      )}
      {refusal !== null && (
        <p className={styles.refusal} role="alert">
          <Icon icon={CircleAlert} />
          <span>
            <RichText parts={filterWords.refused(refusal.condition.field, refusal.why)} />
          </span>
        </p>
      )}
      {edited !== null && resource !== null && (
        <FilterPopover
          instanceId={instanceId}
          client={client}
          resource={resource}
          view={view}
          fields={fields}
          conditionId={edited.id}
          field={edited.field}
          isNew={edited.chip === null}
          onField={editing.chooseField}
          anchor={anchor}
          onClose={close}
        />
      )}
    </div>
  )
}

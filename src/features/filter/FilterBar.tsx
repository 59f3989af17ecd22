import { Plus } from 'lucide-react'
import { useImperativeHandle, useRef, useState, type ReactNode, type Ref } from 'react'
import type { ActionClient } from '../../instances/client/actionClient.ts'
import type { Field } from '../../protocol/field.ts'
import type { Condition } from '../../query/query.ts'
import { pathOfCondition, withPartAt, type Path } from '../../query/treePaths.ts'
import { allParts } from '../../query/where.ts'
import { navigate, type View } from '../../workspace/view.ts'
import { Button } from '../../ui/Button.tsx'
import { classNames } from '../../ui/classNames.ts'
import { laterComponent, laterModule } from '../../ui/later.tsx'
import { filterWords } from '../../words/en/filter/filter.ts'
import { ConditionChip } from './ConditionChip.tsx'
import styles from './FilterBar.module.css'
import { LimitField } from './LimitField.tsx'
import { SearchRecords } from './search/SearchRecords.tsx'
import { SortKeys } from './sort/SortKeys.tsx'
import { StepButtons } from './StepButtons.tsx'
import { useEditing } from './useEditing.ts'
import type { Planning } from './plan/usePlan.ts'
import { withConditionSet } from '../../workspace/edits/viewEdits.ts'

const ConditionPopover = laterComponent(() =>
  import('./popover/ConditionPopover.tsx').then((module) => module.ConditionPopover),
)
const AddCondition = laterComponent(() => import('./popover/AddCondition.tsx').then((module) => module.AddCondition))
const GroupChip = laterComponent(() => import('./groups/GroupChip.tsx').then((module) => module.GroupChip))
const FilterSheet = laterComponent(() => import('./sheet/FilterSheet.tsx').then((module) => module.FilterSheet))
const SummaryChips = laterComponent(() =>
  import('../summarise/chips/SummaryChips.tsx').then((module) => module.SummaryChips),
)
const chipKeys = laterModule(() => import('./groups/chipKeys.ts'))
const GroupPopover = laterComponent(() => import('./groups/GroupPopover.tsx').then((module) => module.GroupPopover))

export interface FilterBarHandle {
  focusSearch(): void
  /** Opens the form as a sheet, as on a phone. */
  openSheet(): void
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
  readonly planning: Planning
  /** How many records match; null while unknown. */
  readonly matching: number | null
  /** The id of the condition that the server refused. */
  readonly refused: string | null
  /** The button that keeps the query. */
  readonly keep: ReactNode
  readonly ref?: Ref<FilterBarHandle> | undefined
}

/** The filter form as a sentence: `Records matching … where … and … sorted by … limit …`. */
export function FilterBar(props: FilterBarProps) {
  const { instanceId, client, resource, view, fields, mayNotSort, ref } = props
  const search = useRef<HTMLInputElement>(null)
  const add = useRef<HTMLButtonElement>(null)
  const group = useRef<HTMLDivElement>(null)
  const keys = useRef<Awaited<ReturnType<typeof chipKeys>> | null>(null)
  const [isSheet, setIsSheet] = useState(false)
  const { edited, anchor, ...editing } = useEditing(view.where, fields)
  const parts = allParts(view.where)
  const isDistinct = view.distinct === true && view.summary === ''
  const close = () => {
    const where = editing.close()
    if (where === null) return
    // The chip goes with its popover if it has no values, so the focus must go somewhere else.
    navigate({ ...view, where }, 'replace')
    add.current?.focus()
  }
  const openPath =
    edited === null ? null : edited.kind === 'group' ? edited.path : pathOfCondition(view.where, edited.id)
  useImperativeHandle(ref, () => ({
    focusSearch: () => search.current?.select(),
    openSheet: () => setIsSheet(true),
    addFilter: (field) => editing.openNew(fields.some(({ id }) => id === field) ? field : null, [], add.current),
  }))

  const addingTo = edited?.kind === 'condition' && edited.isNew ? edited.into : null
  const isAdding = addingTo?.length === 0
  const asksField = edited?.kind === 'condition' && edited.isNew && !edited.isFieldChosen

  /** Removes a chip and puts the focus on the chip before it, or on the button that adds one. */
  const removed = (next: View, chip: HTMLElement | null) => {
    const chips = [...(group.current?.querySelectorAll<HTMLElement>('[data-chip]') ?? [])]
    const before = chips[chips.findIndex((one) => one === chip) - 1]
    navigate(next)
    const target = before?.querySelector<HTMLElement>('button') ?? add.current
    target?.focus()
  }

  const withoutPart = (path: Path) => ({ ...view, where: withPartAt(view.where, path, null) })
  const popover = (
    <>
      {asksField && (
        <AddCondition {...{ view, fields, anchor }} into={edited.into} onField={editing.chooseField} onClose={close} />
      )}
      {edited?.kind === 'condition' && !asksField && resource !== null && (
        <ConditionPopover
          instanceId={instanceId}
          client={client}
          resource={resource}
          view={view}
          fields={fields}
          conditionId={edited.id}
          field={edited.field}
          into={edited.into}
          isNew={edited.isNew}
          matching={props.matching}
          onField={editing.chooseField}
          anchor={anchor}
          onClose={close}
        />
      )}
      {edited?.kind === 'group' && (
        <GroupPopover
          view={view}
          fields={fields}
          path={edited.path}
          anchor={anchor}
          onOpenGroup={(path) => anchor.current && editing.openGroup(path, anchor.current)}
          onOpenCondition={(condition) => anchor.current && editing.openCondition(condition, anchor.current)}
          onAdd={() => editing.openNew(null, edited.path, anchor.current)}
          onClose={close}
        />
      )}
    </>
  )
  return (
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a fieldset can't be laid out as a sentence
    <div ref={group} className={styles.sentence} role="group" aria-label={filterWords.form}>
      <div className={styles.matching}>
        {isDistinct ? (
          <span className={styles.word}>{filterWords.distinctMatching}</span>
        ) : (
          <span className={classNames(styles.word, styles.intro)}>{filterWords.matching}</span>
        )}
        <span className={styles.search}>
          <SearchRecords ref={search} route={props.planning.route} view={view} disabled={resource === null} />
        </span>
      </div>
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- keys of the chips in it */}
      <div
        className={styles.conditions}
        onFocus={() => void chipKeys().then((module) => (keys.current = module))}
        onKeyDown={(event) => keys.current?.pressOnChip(event, view, group.current)}
        onKeyUp={(event) => keys.current?.keepSpace(event)}
      >
        {parts.map((part, index) => (
          <span key={'field' in part ? part.id : `group ${index}`} className={styles.joined}>
            <span className={styles.word}>{index === 0 ? filterWords.where : filterWords.and}</span>
            {'field' in part ? (
              <ConditionChip
                condition={part}
                fields={fields}
                path={[index]}
                isOpen={openPath?.join() === String(index)}
                isRefused={props.refused === part.id}
                onOpen={(at) => (openPath?.join() === String(index) ? close() : editing.openCondition(part, at))}
                onNulls={() => navigate(withConditionSet(view, withNullTurned(part)))}
                onRemove={(chip) => removed(withoutPart([index]), chip)}
              />
            ) : (
              <GroupChip
                group={part}
                fields={fields}
                path={[index]}
                open={openPath}
                addingTo={addingTo}
                onOpenGroup={(path, at) => (openPath?.join() === path.join() ? close() : editing.openGroup(path, at))}
                onOpenCondition={(condition, at) =>
                  edited?.kind === 'condition' && edited.id === condition.id
                    ? close()
                    : editing.openCondition(condition, at)
                }
                onAdd={(path, at) => (addingTo?.join() === path.join() ? close() : editing.openNew(null, path, at))}
                onRemove={(chip) => removed(withoutPart([index]), chip)}
              />
            )}
          </span>
        ))}
        {parts.length === 0 && <span className={styles.word}>{filterWords.where}</span>}
        <Button
          ref={add}
          variant="ghost"
          icon={Plus}
          aria-haspopup="dialog"
          aria-expanded={isAdding}
          disabled={resource === null || fields.length === 0}
          onClick={(event) => (isAdding ? close() : editing.openNew(null, [], event.currentTarget))}
        >
          {filterWords.addFilter}
        </Button>
        <span className={styles.break} />
        {view.summary === '' ? (
          <>
            <SortKeys {...{ client, view, fields, mayNotSort }} route={props.planning.route} onRemove={removed} />
            <LimitField view={view} disabled={resource === null} />
          </>
        ) : (
          <SummaryChips instanceId={instanceId} resource={resource} view={view} fields={fields} />
        )}
        <StepButtons view={view} keep={props.keep} />
      </div>
      {isSheet && (
        <FilterSheet
          instanceId={instanceId}
          resource={resource}
          client={client}
          view={view}
          fields={fields}
          mayNotSort={mayNotSort}
          planning={props.planning}
          matching={props.matching}
          onOpenCondition={editing.openCondition}
          onOpenGroup={editing.openGroup}
          onAdd={(at) => editing.openNew(null, [], at)}
          onClose={() => setIsSheet(false)}
        >
          {popover}
        </FilterSheet>
      )}
      {!isSheet && popover}
    </div>
  )
}

function withNullTurned(condition: Condition): Condition {
  const { withoutNull, ...rest } = condition
  return withoutNull === true ? rest : { ...rest, withoutNull: true }
}

import type { RefObject } from 'react'
import { fieldKind, type Field, type FieldKind } from '../../../protocol/field.ts'
import { isStep } from '../../../summary/summaryLink.ts'
import type { DateUnit, GroupBy, Grouping } from '../../../summary/summary.ts'
import { Button } from '../../../ui/Button.tsx'
import { Select } from '../../../ui/Field.tsx'
import { Popover, PopoverBody, PopoverFoot } from '../../../ui/floating/Popover.tsx'
import { summariseWords } from '../../../words/en/summarise.ts'
import { shownName } from '../../../words/shownName.ts'
import { groupingOf, makesGroups, stepOf, valuesOf, type Sample } from '../proposals.ts'
import styles from './Summarise.module.css'
import { TypedField } from './TypedField.tsx'

export interface GroupingPopoverProps {
  readonly grouping: Grouping
  readonly isAcross: boolean
  readonly fields: readonly Field[]
  readonly sample: Sample
  readonly anchor: RefObject<HTMLElement | null>
  readonly onGrouping: (grouping: Grouping) => void
  /** Puts rows into columns, or back. */
  readonly onTurn: () => void
  readonly onRemove: () => void
  readonly onClose: () => void
}

/** Changes which field makes groups, how, and whether they are rows or columns. */
export function GroupingPopover(props: GroupingPopoverProps) {
  const { grouping, isAcross, fields, sample, anchor, onGrouping, onTurn, onRemove, onClose } = props
  const words = summariseWords
  const field = fields.find(({ id }) => id === grouping.field) ?? { id: grouping.field, type: 'text' }
  const kind = fieldKind(field.type)
  const hows = howsOf(kind)
  const named = fields.filter((each) => makesGroups(each))
  return (
    <Popover open onClose={onClose} anchor={anchor} label={words.changeGrouping(shownName(grouping.field))}>
      <PopoverBody>
        <div className={styles.form}>
          <label className={styles.field}>
            <span>{words.field}</span>
            <Select
              label={words.field}
              value={grouping.field}
              options={(named.includes(field) ? named : [field, ...named]).map(({ id }) => ({
                value: id,
                title: shownName(id),
              }))}
              onChange={(id) => onGrouping(groupingOf(named.find((each) => each.id === id) ?? field, sample))}
            />
          </label>
          {hows.length > 1 && (
            <label className={styles.field}>
              <span>{words.how}</span>
              <Select
                label={words.how}
                value={typeof grouping.by === 'object' ? 'step' : grouping.by}
                options={hows.map((how) => ({ value: how, title: howTitle(how) }))}
                onChange={(how) => onGrouping({ field: field.id, by: byOf(how, field, sample) })}
              />
            </label>
          )}
          {typeof grouping.by === 'object' && (
            <TypedField
              key={grouping.by.step}
              label={words.step}
              value={grouping.by.step}
              read={(text) => (isStep(text) ? null : words.badStep)}
              onValue={(step) => onGrouping({ field: field.id, by: { step } })}
            />
          )}
          <label className={styles.field}>
            <span>{words.place}</span>
            <Select
              label={words.place}
              value={isAcross ? 'columns' : 'rows'}
              options={(['rows', 'columns'] as const).map((place) => ({ value: place, title: words[place] }))}
              onChange={onTurn}
            />
          </label>
        </div>
      </PopoverBody>
      <PopoverFoot>
        <Button size="sm" onClick={onClose}>
          {words.done}
        </Button>
        <span className={styles.spacer} />
        <Button size="sm" variant="ghost" onClick={onRemove}>
          {words.remove}
        </Button>
      </PopoverFoot>
    </Popover>
  )
}

type How = 'value' | 'element' | 'step' | DateUnit

function howsOf(kind: FieldKind): readonly How[] {
  if (kind === 'date') return ['year', 'quarter', 'month', 'week', 'day', 'monthOfYear', 'weekday']
  if (kind === 'timestamp')
    return ['year', 'quarter', 'month', 'week', 'day', 'hour', 'monthOfYear', 'weekday', 'hourOfDay', 'value']
  if (kind === 'time') return ['value', 'hour', 'hourOfDay']
  if (kind === 'array') return ['element', 'value']
  return kind === 'integer' || kind === 'numeric' ? ['value', 'step'] : ['value']
}

function howTitle(how: How): string {
  const { byValue, byElement, bySteps, units } = summariseWords
  if (how === 'value') return byValue
  if (how === 'element') return byElement
  return how === 'step' ? bySteps : units[how]
}

function byOf(how: How, field: Field, sample: Sample): GroupBy {
  return how === 'step' ? { step: stepOf(valuesOf(field, sample)) ?? '10' } : how
}

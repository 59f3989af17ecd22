import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useId, useRef, useState, type RefObject } from 'react'
import type { ActionClient } from '../../../instances/client/actionClient.ts'
import { fieldKind, type Field } from '../../../protocol/field.ts'
import { grouped, switched } from '../../../query/treeEdits.ts'
import { withPartAt, type Path } from '../../../query/treePaths.ts'
import { readTypedCondition, type TypedCondition } from '../../../query/typedCondition.ts'
import { newConditionId } from '../../../query/where.ts'
import { valuesQuery, type OfferedValues } from '../../../results/offeredValues.ts'
import { useLate } from '../../../ui/browser/useLate.ts'
import { Button } from '../../../ui/Button.tsx'
import { Checkbox, SearchField, Select } from '../../../ui/Field.tsx'
import { Popover, PopoverFoot } from '../../../ui/floating/Popover.tsx'
import { Icon, Spinner, typeIcon } from '../../../ui/Icon.tsx'
import { RichText } from '../../../ui/RichText.tsx'
import { conditionWords } from '../../../words/en/filter/conditions.ts'
import { filterWords } from '../../../words/en/filter/filter.ts'
import { popoverWords } from '../../../words/en/filter/popover.ts'
import { navigate, type View } from '../../../workspace/view.ts'
import { withConditionSet } from '../../../workspace/edits/viewEdits.ts'
import { NullsNote } from './NullsNote.tsx'
import { OperatorList } from './OperatorList.tsx'
import styles from './Popover.module.css'
import { Reads, ReadsAs } from './Reads.tsx'
import { TickedValues } from './TickedValues.tsx'
import { useComparison, type Comparing } from './useComparison.ts'
import { knownValues, memberList, valueList, valuesHint, type ValueList } from './valueList.ts'
import { ValueInputs } from './ValueInputs.tsx'

export interface ConditionPopoverProps {
  readonly instanceId: string
  readonly client: ActionClient
  readonly resource: string
  readonly view: View
  readonly fields: readonly Field[]
  /** The condition that is changed, or made. */
  readonly conditionId: string
  /** Its field. */
  readonly field: string
  /** The group that it joins if it is new. */
  readonly into: Path
  readonly onField: (field: string) => void
  /** It was opened to add a condition, so the field is chosen first. */
  readonly isNew: boolean
  /** How many records match the query as it is; null while unknown. */
  readonly matching: number | null
  readonly anchor: RefObject<HTMLElement | null>
  readonly onClose: () => void
}

/** Changes one condition: what is ticked applies at once, what is typed on Enter and Done. */
export function ConditionPopover(props: ConditionPopoverProps) {
  return (
    <Popover open onClose={props.onClose} anchor={props.anchor} label={popoverWords.title(props.field)}>
      <ConditionForm {...props} />
    </Popover>
  )
}

function ConditionForm(props: ConditionPopoverProps) {
  const { instanceId, client, resource, view, fields, conditionId, field, into, isNew, onClose } = props
  const words = popoverWords
  const kind = fieldKind(fields.find(({ id }) => id === field)?.type ?? '')
  const comparing = useComparison({ view, conditionId, field, kind, into })
  const { condition, operator, entry, text, typed } = comparing
  const find = useRef<HTMLInputElement>(null)
  const isOffered = entry === 'ticked' && OFFERED.has(operator.id)
  // A whole condition, on whatever field it names.
  const whole = isNew ? readTypedCondition(text, fields) : null
  const wholeId = useId()
  const [beginsWithColumn] = useState(() => isTouched() || isByKeyboard())
  const sought = useLate(whole === null ? text : '', PAUSE_MS)
  const known = isOffered ? knownValues(kind) : NONE
  const offered = useQuery({
    ...valuesQuery(instanceId, client, resource, field, sought),
    enabled: known === null,
    placeholderData: (before, query) => (query?.queryKey[2] === undefined ? undefined : keepPreviousData(before)),
  })
  const members = operator.members?.()
  const isPeriods = operator.takes === 'periods'
  const list: ValueList = isPeriods
    ? { listed: comparing.onTop, typed: null, onEnter: null }
    : members === undefined
      ? valueList(comparing.onTop, known ?? offered.data?.values ?? NONE, text, kind)
      : memberList(members, text)
  const hint = isOffered ? valuesHint(kind) : null
  const isTyped = entry === 'typed' || isPeriods || known?.length === 0
  const addTyped = (value: string) => {
    comparing.addTyped(value)
    // The pressed button disappears with the typed text.
    find.current?.focus()
  }
  const takeWhole = (condition: TypedCondition) => {
    navigate(withConditionSet(view, { id: newConditionId(), ...condition }, into))
    comparing.setText('')
  }
  const done = () => {
    if (whole !== null) takeWhole(whole)
    else if (typed !== null) comparing.takeTyped(null)
    onClose()
  }
  const isKnownField = fields.some(({ id }) => id === field)
  const names = isKnownField ? fields.map(({ id }) => id) : [field, ...fields.map(({ id }) => id)]

  return (
    <div className={styles.form}>
      <div className={styles.head}>
        <Select
          label={words.column}
          icon={<Icon icon={typeIcon(kind)} />}
          value={field}
          onChange={props.onField}
          options={names.map((name) => ({ value: name, title: name }))}
        />
        <SearchField
          ref={find}
          label={words.find}
          placeholder={members ? words.find : isTyped ? words.type : words.findOrType}
          value={text}
          onChange={comparing.setText}
          aria-describedby={isNew ? wholeId : undefined}
          data-autofocus={isNew && beginsWithColumn ? undefined : ''}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
            event.preventDefault()
            if (whole !== null) takeWhole(whole)
            else if (!comparing.takeTyped(entry === 'ticked' ? list.onEnter : null) && text.trim() === '') done()
          }}
        />
        {isNew && (
          <p id={wholeId} className={styles.whole}>
            <RichText parts={conditionWords.typeWhole(exampleOf(fields, field))} />
          </p>
        )}
      </div>
      <div className={styles.sides}>
        <OperatorList kind={kind} value={typed?.op ?? operator.id} onChoose={comparing.chooseOperator} />
        <div className={styles.pane}>
          {whole === null ? (
            <Reads comparing={comparing} field={field} />
          ) : (
            <ReadsAs condition={{ id: '', ...whole }} />
          )}
          {whole === null && (
            <NullsNote
              instanceId={instanceId}
              client={client}
              resource={resource}
              field={field}
              op={typed?.op ?? operator.id}
              withoutNull={condition?.withoutNull === true}
            />
          )}
          {operator.keepsNull === true && condition !== undefined && (
            <div className={styles.nulls}>
              <Checkbox
                label={filterWords.nullCounts}
                checked={condition.withoutNull !== true}
                onChange={(counts) => {
                  const { withoutNull: _, ...rest } = condition
                  comparing.change(counts ? rest : { ...rest, withoutNull: true })
                }}
              />
            </div>
          )}
          <ValueInputs
            takes={operator.takes}
            kind={kind}
            values={comparing.inputs}
            onValues={comparing.setInputs}
            onEnter={done}
          />
          {entry === 'ticked' && typed === null && whole === null && (
            <TickedValues
              field={field}
              list={list}
              names={members}
              chosen={comparing.chosen}
              counts={offered.data?.counts}
              busy={offered.isFetching}
              onToggle={comparing.toggle}
              onUse={addTyped}
            />
          )}
          {hint !== null && <p className={styles.hint}>{hint}</p>}
          {offered.isError && known === null && <p className={styles.hint}>{words.failed}</p>}
          {known === null && whole === null && (
            <p className={styles.count}>
              {offered.isPending && <Spinner />}
              {offered.data !== undefined && countOf(offered.data, text)}
            </p>
          )}
        </div>
      </div>
      <PopoverFoot>
        <Edits comparing={comparing} view={view} onClose={onClose} />
        <Button size="sm" onClick={done}>
          {words.done}
          {props.matching !== null && condition !== undefined && (
            <span className={styles.matching} aria-hidden="true">
              {conditionWords.matching(props.matching)}
            </span>
          )}
        </Button>
      </PopoverFoot>
    </div>
  )
}

/** A condition as it can be typed; a number is compared by its size. */
function exampleOf(fields: readonly Field[], field: string): string {
  const number = fields.find(({ id, type }) => id !== '_id' && ['integer', 'numeric'].includes(fieldKind(type)))
  return number === undefined ? `${field} = …` : `${number.id} > 100`
}

/** Its keyboard would cover what can be chosen. */
const isTouched = () => window.matchMedia('(pointer: coarse)').matches

/** By keyboard the column comes first, as the way back to it is less known than Tab. */
const isByKeyboard = () => document.activeElement?.matches(':focus-visible') === true

interface EditsProps {
  readonly comparing: Comparing
  readonly view: View
  readonly onClose: () => void
}

/** What else can be done with a condition that is part of the query. */
function Edits({ comparing, view, onClose }: EditsProps) {
  const { condition, path, show, change } = comparing
  if (condition === undefined || path === null) return <span className={styles.space} />
  const group = grouped(view.where, path)
  const turn = () => {
    const next = switched(condition)
    if ('field' in next) change(next)
  }
  return (
    <>
      <Button size="sm" variant="ghost" onClick={turn}>
        {condition.off === true ? conditionWords.turnOn : conditionWords.turnOff}
      </Button>
      <Button size="sm" variant="ghost" onClick={comparing.invert}>
        {conditionWords.invert}
      </Button>
      {group !== null && (
        <Button size="sm" variant="ghost" onClick={() => show({ ...view, where: group.where })}>
          {conditionWords.groupBefore}
        </Button>
      )}
      <span className={styles.space} />
      <Button
        size="sm"
        variant="ghost"
        onClick={() => {
          show({ ...view, where: withPartAt(view.where, path, null) })
          onClose()
        }}
      >
        {popoverWords.remove}
      </Button>
    </>
  )
}

function countOf({ values, others, counts }: OfferedValues, text: string): string {
  const words = popoverWords
  if (others !== 'none') return others === 'some' ? words.more : words.perhapsMore
  if (text.trim() !== '') return words.found(values.length)
  return counts === undefined ? words.count(values.length) : conditionWords.counted(values.length)
}

const NONE: readonly string[] = []

/** Operators for which the values of the field are listed; those of a list are of its elements. */
const OFFERED: ReadonlySet<string> = new Set(['is', 'isNot', 'isAnyOf', 'isNoneOf'])
const PAUSE_MS = 200

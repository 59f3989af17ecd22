import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useId, useMemo, useRef, useState, type RefObject } from 'react'
import type { ActionClient } from '../../../instances/client/actionClient.ts'
import { useProfile } from '../../../instances/profile/useProfile.ts'
import { fieldKind, type Field } from '../../../protocol/field.ts'
import { newCondition } from '../../../query/newCondition.ts'
import type { Query } from '../../../query/query.ts'
import type { Path } from '../../../query/treePaths.ts'
import { withKnownValues } from '../../../query/commaValues.ts'
import { readTypedCondition, type TypedCondition } from '../../../query/typed/typedCondition.ts'
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
import { shownName } from '../../../words/shownName.ts'
import { navigate, type View } from '../../../workspace/view.ts'
import { withConditionSet } from '../../../workspace/edits/viewEdits.ts'
import { whereSentence } from '../sentence.ts'
import { NullsNote } from './NullsNote.tsx'
import { OperatorList } from './OperatorList.tsx'
import styles from './Popover.module.css'
import { Reads } from './Reads.tsx'
import { WholeCondition } from './WholeCondition.tsx'
import { exampleOf } from './example.ts'
import { ConditionEdits } from './ConditionEdits.tsx'
import { isWithin, othersThan } from './othersThan.ts'
import { TickedValues } from './TickedValues.tsx'
import { useComparison } from './useComparison.ts'
import { calledNull, knownValues, memberList, valueList, valuesHint, withYears, type ValueList } from './valueList.ts'
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
    <Popover open onClose={props.onClose} anchor={props.anchor} label={popoverWords.title(shownName(props.field))}>
      <ConditionForm {...props} />
    </Popover>
  )
}

function ConditionForm(props: ConditionPopoverProps) {
  const { instanceId, client, resource, view, fields, conditionId, field, into, isNew, onClose } = props
  const words = popoverWords
  const kind = fieldKind(fields.find(({ id }) => id === field)?.type ?? '')
  const onlyEquals = useProfile(
    client,
    (known) => ['off', 'refused'].includes(known.sql) && known.rangeFilters !== 'yes',
  )
  const comparing = useComparison({ view, conditionId, field, kind, into, onlyEquals })
  const { condition, operator, entry, text, typed } = comparing
  const find = useRef<HTMLInputElement>(null)
  const place = comparing.path ?? into
  const others = useMemo(() => othersThan(view, place, resource, fields), [view, place, resource, fields])
  const isOffered = entry === 'ticked' && OFFERED.has(operator.id)
  // A whole condition, on whatever field it names.
  const read = isNew ? readTypedCondition(text, fields, kind) : null
  const wholeId = useId()
  const [beginsWithColumn] = useState(isTouched)
  const isWhole = read?.says === 'conditions' || read?.says === 'either'
  const wanted = isWhole ? '' : (comparing.value ?? text)
  const sought = useLate(wanted, PAUSE_MS)
  const known = isOffered ? knownValues(kind) : NONE
  const isPeriods = operator.takes === 'periods'
  const offered = useQuery({
    ...valuesQuery(instanceId, client, { query: others, fields }, field, isPeriods ? '' : sought),
    enabled: known === null || isPeriods,
    placeholderData: (before, query) => (query?.queryKey[2] === undefined ? undefined : keepPreviousData(before)),
  })
  const members = operator.members?.()
  const list: ValueList = isPeriods
    ? { listed: withYears(comparing.onTop, offered.data?.values ?? NONE, text), typed: null, onEnter: null }
    : members === undefined
      ? valueList(
          comparing.onTop,
          known ?? offered.data?.values ?? NONE,
          text,
          kind,
          read === null || read.says === 'noColumn' ? comparing.value : null,
        )
      : memberList(members, text)
  // A value of the data may read as a condition.
  const isNoColumn = read?.says === 'noColumn' && list.listed.length === 0
  const whole =
    read?.says === 'noColumn' && !isNoColumn ? null : withKnownValues(read, text, field, offered.data?.values)
  const hint = isOffered ? valuesHint(kind, onlyEquals) : null
  const isTyped = entry === 'typed' || entry === 'inputs' || isPeriods || known?.length === 0
  const addTyped = (value: string) => {
    comparing.addTyped(value)
    // The pressed button disappears with the typed text.
    find.current?.focus()
  }
  const takeWhole = (conditions: readonly TypedCondition[]) => {
    navigate(conditions.reduce((now, each) => withConditionSet(now, newCondition(each.field, each), into), view))
    comparing.setText('')
  }
  // A value may be written as null is asked for.
  const isNullWord = isOffered && kind === 'text' && /^null$/i.test(text.trim())
  const called = isNullWord ? calledNull(list.listed, text) : NONE
  const areAwaited = isNullWord && (sought !== wanted || offered.isFetching)
  const isEntered = useRef(false)
  const enter = () => {
    if (whole?.says === 'conditions') takeWhole(whole.conditions)
    else if (areAwaited) isEntered.current = true
    else if (called[0] !== undefined) addTyped(called[0])
    else if (whole?.says === 'either' || whole?.says === 'noColumn' || comparing.problem !== null) return
    else if (!comparing.takeTyped(entry === 'ticked' ? list.onEnter : null) && text.trim() === '') done()
  }
  const done = () => {
    if (whole?.says === 'conditions') takeWhole(whole.conditions)
    else if (typed !== null && whole?.says !== 'noColumn') comparing.takeTyped(null)
    onClose()
  }
  const enterLate = useEffectEvent(enter)
  useEffect(() => {
    if (areAwaited || !isEntered.current) return
    isEntered.current = false
    enterLate()
  }, [areAwaited])
  const pane = useRef<HTMLDivElement>(null)
  const [moves, setMoves] = useState(0)
  useEffect(() => {
    if (moves > 0) (pane.current?.querySelector<HTMLElement>(`.${styles.inputs} input`) ?? find.current)?.focus()
  }, [moves])
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
          options={names.map((name) => ({ value: name, title: shownName(name) }))}
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
            enter()
          }}
        />
        {isNew && (
          <p id={wholeId} className={styles.whole}>
            <RichText parts={conditionWords.typeWhole(exampleOf(fields, field))} />
          </p>
        )}
      </div>
      <div className={styles.sides}>
        <OperatorList
          kind={kind}
          value={typed?.op ?? operator.id}
          onChoose={comparing.chooseOperator}
          onChosen={() => setMoves(moves + 1)}
        />
        <div ref={pane} className={styles.pane}>
          {whole === null && called.length === 0 && (
            <Reads comparing={comparing} fields={fields} field={field} kind={kind} isFound={list.listed.length > 0} />
          )}
          {whole !== null && (
            <WholeCondition whole={whole} fields={fields} onTake={takeWhole} onText={comparing.setText} />
          )}
          {called.length > 0 && typed !== null && (
            <div className={styles.either}>
              <Button size="sm" onClick={() => comparing.choose(typed)}>
                {whereSentence(newCondition(field, typed, ''), fields)}
              </Button>
            </div>
          )}
          {whole === null && (comparing.path?.length ?? into.length + 1) === 1 && (
            <NullsNote
              instanceId={instanceId}
              client={client}
              others={others}
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
          {entry === 'ticked' && (typed === null || called.length > 0) && !isWhole && !isNoColumn && (
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
          {isPeriods && offered.data !== undefined && offered.data.others !== 'none' && (
            <p className={styles.hint}>{words.moreYears}</p>
          )}
          {hint !== null && <p className={styles.hint}>{hint}</p>}
          {offered.isError && known === null && <p className={styles.hint}>{words.failed}</p>}
          {known === null && whole === null && (
            <p className={styles.count}>
              {offered.isPending && <Spinner />}
              {offered.data !== undefined && countOf(offered.data, text, others)}
            </p>
          )}
        </div>
      </div>
      <PopoverFoot>
        <ConditionEdits comparing={comparing} view={view} onClose={onClose} />
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

/** Its keyboard would cover what can be chosen. */
const isTouched = () => window.matchMedia('(pointer: coarse)').matches

function countOf({ values, others, counts }: OfferedValues, text: string, within: Query): string {
  const words = popoverWords
  if (others !== 'none') return others === 'some' ? words.more : words.perhapsMore
  if (text.trim() !== '') return words.found(values.length)
  return counts === undefined ? words.count(values.length) : conditionWords.counted(values.length, isWithin(within))
}

const NONE: readonly string[] = []

/** Operators for which the values of the field are listed; those of a list are of its elements. */
const OFFERED: ReadonlySet<string> = new Set(['is', 'isNot', 'isAnyOf', 'isNoneOf'])
const PAUSE_MS = 200

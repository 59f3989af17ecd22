import { useId, type KeyboardEvent } from 'react'
import type { FieldKind } from '../../../protocol/field.ts'
import { boundsOf } from '../../../query/dates/period.ts'
import { LATELY_UNITS, NAMED_PERIODS, lately, namedPeriod } from '../../../query/dates/relative.ts'
import type { Takes } from '../../../query/operator.ts'
import { Select, TextField } from '../../../ui/Field.tsx'
import { conditionWords } from '../../../words/en/filter/conditions.ts'
import { isZone } from './comparisonEdits.ts'
import styles from './Popover.module.css'

export interface ValueInputsProps {
  readonly takes: Takes
  readonly kind: FieldKind
  readonly values: readonly string[]
  readonly onValues: (values: readonly string[]) => void
  /** Enter was pressed in one of them. */
  readonly onEnter: () => void
}

/** An input for each value of an operator that takes several of different meaning. */
export function ValueInputs({ takes, kind, values, onValues, onEnter }: ValueInputsProps) {
  const words = conditionWords
  const at = (place: number) => values[place] ?? ''
  const set = (place: number) => (value: string) =>
    onValues(values.map((each, here) => (here === place ? value : each)))
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
    event.preventDefault()
    onEnter()
  }
  const isNumber = kind === 'integer' || kind === 'numeric'
  const typing = { onKeyDown, autoComplete: 'off', spellCheck: false, mono: kind !== 'text' } as const
  switch (takes) {
    case 'bounds':
      return (
        <div className={styles.inputs} data-takes="bounds">
          <TextField
            label={words.from}
            value={at(0)}
            onChange={set(0)}
            inputMode={isNumber ? 'decimal' : undefined}
            {...typing}
          />
          <TextField
            label={words.until}
            value={at(1)}
            onChange={set(1)}
            inputMode={isNumber ? 'decimal' : undefined}
            {...typing}
          />
        </div>
      )
    case 'path':
      return (
        <div className={styles.inputs}>
          <TextField label={words.path} hint={words.pathHint} value={at(0)} onChange={set(0)} {...typing} />
          <TextField label={words.value} value={at(1)} onChange={set(1)} {...typing} />
        </div>
      )
    case 'lately':
      return (
        <div className={styles.inputs}>
          <TextField
            label={words.count}
            inputMode="numeric"
            value={at(0)}
            onChange={set(0)}
            error={/^\d{1,4}$/.test(at(0)) ? null : words.badCount}
            {...typing}
          />
          <Select
            label={words.unit}
            value={at(1)}
            onChange={set(1)}
            options={LATELY_UNITS.map((unit) => ({ value: unit, title: words.units[unit] }))}
          />
          <Zone value={at(2)} onChange={set(2)} onKeyDown={onKeyDown} />
          <Today period={lately(values)} />
        </div>
      )
    case 'named':
      return (
        <div className={styles.inputs}>
          <Select
            label={words.period}
            value={at(0)}
            onChange={set(0)}
            options={NAMED_PERIODS.map((name) => ({ value: name, title: name }))}
          />
          <Zone value={at(1)} onChange={set(1)} onKeyDown={onKeyDown} />
          <Today period={namedPeriod(values)} />
        </div>
      )
    case 'nothing':
    case 'one':
    case 'many':
    case 'periods':
    case 'members':
      return null
  }
}

interface ZoneProps {
  readonly value: string
  readonly onChange: (value: string) => void
  readonly onKeyDown: (event: KeyboardEvent) => void
}

function Zone({ value, onChange, onKeyDown }: ZoneProps) {
  const list = useId()
  return (
    <>
      <TextField
        label={conditionWords.zone}
        list={list}
        value={value}
        onChange={onChange}
        onKeyDown={onKeyDown}
        autoComplete="off"
        spellCheck={false}
        error={isZone(value) ? null : conditionWords.badZone}
      />
      <datalist id={list}>
        {['UTC', ...Intl.supportedValuesOf('timeZone')].map((zone) => (
          <option key={zone}>{zone}</option>
        ))}
      </datalist>
    </>
  )
}

/** What the words mean today. */
function Today({ period }: { readonly period: string }) {
  const bounds = boundsOf(period)
  if (bounds === null) return null
  // The last day of it is the one before it ends.
  const last = new Date(Date.parse(`${bounds.until.slice(0, 10)}T00:00:00Z`) - 86_400_000).toISOString()
  return <p className={styles.reads}>{conditionWords.today(bounds.from.slice(0, 10), last.slice(0, 10))}</p>
}

import { useRef, useState } from 'react'
import type { FieldKind } from '../../../protocol/field.ts'
import { boundsOf } from '../../../query/dates/period.ts'
import type { Operator } from '../../../query/operator.ts'
import { operatorOf, operatorsFor } from '../../../query/operators/registry.ts'
import type { Condition, OperatorId } from '../../../query/query.ts'
import { inverted } from '../../../query/treeEdits.ts'
import { partAt, pathOfCondition, type Path } from '../../../query/treePaths.ts'
import { readTyped, type Comparison } from '../../../query/typed.ts'
import { navigate, type View } from '../../../workspace/view.ts'
import { toggledValues, withConditionSet } from '../../../workspace/edits/viewEdits.ts'
import { carriedOver, compared, entryOf, isComplete, type Entry } from './comparisonEdits.ts'

export interface ComparisonOf {
  readonly view: View
  readonly conditionId: string
  readonly field: string
  readonly kind: FieldKind
  /** The group that the condition joins if it is new. */
  readonly into: Path
}

/** A condition while it is changed: what is asked of it, and what is typed and not asked yet. */
export interface Comparing {
  /** As it is in the query; undefined while it is in none. */
  readonly condition: Condition | undefined
  readonly path: Path | null
  readonly operator: Operator
  readonly entry: Entry
  readonly chosen: readonly string[]
  readonly text: string
  /** The values of an operator that has inputs, as far as they are filled in. */
  readonly inputs: readonly string[]
  /** The values at the top of the list: those chosen when the condition was opened, and typed ones. */
  readonly onTop: readonly string[]
  /** What the typed text says, if that is not asked already; null for text that narrows the list down. */
  readonly typed: Comparison | null
  readonly setText: (text: string) => void
  readonly setInputs: (values: readonly string[]) => void
  readonly chooseOperator: (op: OperatorId) => void
  readonly toggle: (value: string) => void
  readonly addTyped: (value: string) => void
  /** Asks what is typed; `first` is what Enter takes of the list. False if there is nothing to take. */
  readonly takeTyped: (first: string | null) => boolean
  readonly invert: () => void
  readonly change: (condition: Condition) => void
  readonly show: (view: View) => void
}

interface Visit {
  readonly conditionId: string
  readonly op: OperatorId
  readonly text: string
  readonly inputs: readonly string[]
  readonly onTop: readonly string[]
}

/** The state of one condition's popover; it starts afresh with another condition. */
export function useComparison({ view, conditionId, field, kind, into }: ComparisonOf): Comparing {
  const path = pathOfCondition(view.where, conditionId)
  const part = path === null ? undefined : partAt(view.where, path)
  const condition = part !== undefined && 'field' in part ? part : undefined
  const chosen = condition?.values ?? NONE
  const begun = (op: OperatorId, values: readonly string[]): Visit => ({
    conditionId,
    op,
    text: entryOf(op) === 'typed' ? (values[0] ?? '') : '',
    inputs: values,
    onTop: entryOf(op) === 'ticked' ? values : NONE,
  })
  const [visit, setVisit] = useState<Visit>(() => begun(condition?.op ?? firstOperator(kind), chosen))
  if (visit.conditionId !== conditionId) setVisit(begun(condition?.op ?? firstOperator(kind), chosen))
  const { op, text, inputs, onTop } = visit
  const operator = operatorOf(op)
  const entry = entryOf(op)

  // All changes of one visit to the popover make one step of the history.
  const hasChanged = useRef(false)
  const show = (next: View) => {
    if (navigate(next, hasChanged.current ? 'replace' : 'push')) hasChanged.current = true
  }
  const change = (next: Condition) => show(withConditionSet(view, next, into))
  const apply = (comparison: Comparison) => {
    if (condition === undefined && !isComplete(comparison)) return
    change(compared(condition ?? { id: conditionId, field, op, values: NONE }, comparison))
  }
  const take = (comparison: Comparison) => {
    apply(comparison)
    setVisit(begun(comparison.op, comparison.values))
  }
  const toggle = (value: string) => apply({ op, values: toggledValues(chosen, value, operator.takes === 'one') })
  const addTyped = (value: string) => {
    toggle(value)
    setVisit({ ...visit, text: '', onTop: onTop.includes(value) ? onTop : [value, ...onTop] })
  }
  const said = readTyped(text, kind) ?? (entry === 'typed' && text.trim() !== '' ? { op, values: [text.trim()] } : null)
  // In a list of periods a typed one joins the others.
  const isOneMore = operator.takes === 'periods' && said?.op === 'isIn'
  const isAsked = said !== null && condition !== undefined && isSame(said, condition)
  const typed = isAsked || isOneMore ? null : said
  return {
    condition,
    path,
    operator,
    entry,
    chosen,
    text,
    inputs,
    onTop,
    typed,
    setText: (wanted) => setVisit({ ...visit, text: wanted }),
    setInputs: (values) => {
      setVisit({ ...visit, inputs: values })
      if (isComplete({ op, values })) apply({ op, values })
    },
    chooseOperator: (wanted) => {
      const zone = Intl.DateTimeFormat().resolvedOptions().timeZone
      const given = entry === 'inputs' ? inputs : entry === 'typed' && text.trim() !== '' ? [text.trim()] : chosen
      const { takes, part } = operatorOf(wanted)
      // The first day of the week is no month.
      const kept = part === operator.part ? given : NONE
      const values = carriedOver(kept, operator.takes, takes, zone)
      const next = begun(wanted, values)
      setVisit(values.length === 0 && entry !== 'typed' ? { ...next, text } : next)
      if (isComplete({ op: wanted, values })) apply({ op: wanted, values })
    },
    toggle,
    addTyped,
    takeTyped: (first) => {
      const period = operator.takes === 'periods' && boundsOf(text.trim()) !== null ? text.trim() : null
      const value = operator.takes === 'periods' ? period : first
      if (typed !== null) take(typed)
      else if (value !== null && !isAsked) addTyped(value)
      return typed !== null || value !== null
    },
    invert: () => {
      if (condition === undefined) return
      const opposite = inverted(condition)
      if (!('field' in opposite)) return
      change(opposite)
      setVisit(begun(opposite.op, opposite.values))
    },
    change,
    show,
  }
}

function isSame(a: Comparison, b: Comparison): boolean {
  return a.op === b.op && a.values.length === b.values.length && a.values.every((value, at) => value === b.values[at])
}

/** A new condition begins with a list of values, where the values of such a field can be listed. */
function firstOperator(kind: FieldKind): OperatorId {
  const wanted = kind === 'array' ? 'arrayContains' : kind === 'json' ? 'pathIs' : 'isAnyOf'
  return operatorsFor(kind).find(({ id }) => id === wanted)?.id ?? 'isAnyOf'
}

const NONE: readonly string[] = []

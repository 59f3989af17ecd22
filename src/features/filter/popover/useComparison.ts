import { useRef, useState } from 'react'
import type { FieldKind } from '../../../protocol/field.ts'
import { boundsOf } from '../../../query/dates/period.ts'
import { operatorOf, operatorsFor } from '../../../query/operators/registry.ts'
import type { Condition, OperatorId } from '../../../query/query.ts'
import { inverted } from '../../../query/treeEdits.ts'
import { partAt, pathOfCondition, type Path } from '../../../query/treePaths.ts'
import type { Comparison, Operator } from '../../../query/operator.ts'
import { newCondition } from '../../../query/newCondition.ts'
import { settled, settledTyped, type Settled } from '../../../query/settled.ts'
import { readSigned, readTyped } from '../../../query/typed/typed.ts'
import { readPhrase } from '../../../query/typed/typedPhrase.ts'
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
  /** The instance compares by equality alone. */
  readonly onlyEquals: boolean
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
  /** The typed value as it is compared, which may be written otherwise; null if it can't be. */
  readonly value: string | null
  /** Why what is typed can't be asked: it can be read in two ways, or not at all. */
  readonly problem: Exclude<Settled, { readonly is: 'clear' }> | null
  readonly setText: (text: string) => void
  readonly setInputs: (values: readonly string[]) => void
  readonly chooseOperator: (op: OperatorId) => void
  readonly toggle: (value: string) => void
  readonly addTyped: (value: string) => void
  /** Asks what is typed; `first` is what Enter takes of the list. False if there is nothing to take. */
  readonly takeTyped: (first: string | null) => boolean
  /** Asks one of the ways in which what is typed can be read. */
  readonly choose: (choice: Comparison) => void
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
export function useComparison({ view, conditionId, field, kind, into, onlyEquals }: ComparisonOf): Comparing {
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
  const beginning = () => {
    if (condition !== undefined) return begun(condition.op, chosen)
    const first = firstOperator(kind, onlyEquals)
    return begun(first, carriedOver(NONE, 'nothing', operatorOf(first).takes, ''))
  }
  const [visit, setVisit] = useState<Visit>(beginning)
  if (visit.conditionId !== conditionId) setVisit(beginning())
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
    change(compared(condition ?? newCondition(field, { op: comparison.op, values: NONE }, conditionId), comparison))
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
  const isTyped = entry === 'typed'
  const plain = text.trim()
  // Beside an operator that was chosen a period is its value.
  const read = (isTyped ? readSigned(text, kind) : readTyped(text, kind)) ?? readPhrase(text, kind)
  const isCompared = plain !== '' && operator.members === undefined && (isTyped || entry === 'ticked')
  // Instead of a range one value.
  const isOne = plain !== '' && operator.takes === 'bounds'
  const compares = read ?? (isOne ? { op: 'is', values: [plain] } : isCompared ? { op, values: [plain] } : null)
  const inputsMean =
    entry === 'inputs' && isComplete({ op, values: inputs }) ? settled({ op, values: inputs }, kind) : null
  const means = compares === null ? inputsMean : settledTyped(compares, kind)
  const meant = means?.is === 'clear' && compares !== null ? means.comparison : null
  const said = read === null && !isTyped && !isOne ? null : meant
  const value = plain === '' || means === null ? plain : (meant?.values[0] ?? null)
  // In a list of periods a typed one joins the others.
  const isOneMore = operator.takes === 'periods' && said?.op === 'isIn'
  const isAsked = said !== null && condition !== undefined && isSame(said, condition)
  const typed = isAsked || isOneMore ? null : said
  const choose = (choice: Comparison) => {
    const [first] = choice.values
    if (read !== null || isTyped || entry === 'inputs') take(choice)
    else if (first !== undefined) addTyped(first)
  }
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
    value,
    problem: means === null || means.is === 'clear' ? null : means,
    choose,
    setText: (wanted) => setVisit({ ...visit, text: wanted }),
    setInputs: (values) => {
      setVisit({ ...visit, inputs: values })
      const given = isComplete({ op, values }) ? settled({ op, values }, kind) : null
      if (given?.is === 'clear') apply(given.comparison)
    },
    chooseOperator: (wanted) => {
      const zone = Intl.DateTimeFormat().resolvedOptions().timeZone
      const given = entry === 'inputs' ? inputs : entry === 'typed' && text.trim() !== '' ? [text.trim()] : chosen
      const { takes, part } = operatorOf(wanted)
      // The first day of the week is no month.
      const kept = part === operator.part ? given : NONE
      const values = carriedOver(kept, operator.takes, takes, zone)
      const visited = begun(wanted, values)
      setVisit(values.length === 0 && entry !== 'typed' ? { ...visited, text } : visited)
      const next = isComplete({ op: wanted, values }) ? settled({ op: wanted, values }, kind) : null
      if (next?.is === 'clear') apply(next.comparison)
    },
    toggle,
    addTyped,
    takeTyped: (first) => {
      const period = value !== null && boundsOf(value) !== null ? value : null
      const taken = operator.takes === 'periods' ? period : first
      if (typed !== null) take(typed)
      else if (taken !== null && !isAsked) addTyped(taken)
      return typed !== null || taken !== null
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

/** How one mostly compares such a field: numbers by a range, dates by periods, what else can be listed by a list of values. */
function firstOperator(kind: FieldKind, onlyEquals: boolean): OperatorId {
  const wanted = (onlyEquals ? undefined : IN_ORDER.get(kind)) ?? OF_PARTS.get(kind)
  return operatorsFor(kind).find(({ id }) => id === wanted)?.id ?? 'isAnyOf'
}

const OF_PARTS: ReadonlyMap<FieldKind, OperatorId> = new Map([
  ['array', 'arrayContains'],
  ['json', 'pathIs'],
])

const IN_ORDER: ReadonlyMap<FieldKind, OperatorId> = new Map([
  ['integer', 'between'],
  ['numeric', 'between'],
  ['date', 'isIn'],
  ['timestamp', 'isIn'],
])

const NONE: readonly string[] = []

import { ArrowDown, ArrowUp, ChevronRight } from 'lucide-react'
import { Fragment, useId, useRef, useState, type KeyboardEvent } from 'react'
import type { Plan, PlanStep } from '../../../sql/plan/plan.ts'
import { heaviestStep } from '../../../sql/plan/planSummary.ts'
import { Icon } from '../../../ui/Icon.tsx'
import { VisuallyHidden } from '../../../ui/VisuallyHidden.tsx'
import { planWords } from '../../../words/en/sql/plan.ts'
import { countWords, tenthsWords } from '../../../words/figures.ts'
import styles from './PlanTable.module.css'
import { usePlanSteps, type PlanColumn } from './usePlanSteps.ts'
import { StepDetails } from './StepDetails.tsx'
import { apartWords, kindWords, metWords, shareWords, subjectWords, type TitleOf } from './stepWords.ts'

export interface PlanTableProps {
  readonly plan: Plan
  readonly titleOf: TitleOf
}

/**
 * The steps of a plan, each indented below the one that it works for, or sorted by a figure. Up and down go from step to
 * step, Enter unfolds one; all steps are one stop of Tab.
 */
export function PlanTable({ plan, titleOf }: PlanTableProps) {
  const table = useRef<HTMLTableElement>(null)
  const [active, setActive] = useState(plan.root.id)
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set())
  const heaviest = heaviestStep(plan)
  const isTimed = plan.totalMs !== null
  const words = planWords.columns
  const { steps, sorted, sortBy } = usePlanSteps(plan)
  const header = (column: PlanColumn, title: string, className?: string) => (
    <SortedHeader
      title={title}
      className={className}
      order={sorted?.column === column ? sorted.order : null}
      onSort={() => sortBy(column)}
    />
  )
  const move = (event: KeyboardEvent) => {
    const buttons = [...(table.current?.querySelectorAll<HTMLElement>('[data-step]') ?? [])]
    const to = placeAfter(
      event.key,
      buttons.findIndex((button) => button === document.activeElement),
      buttons.length,
    )
    if (to === null) return
    event.preventDefault()
    buttons[to]?.focus()
  }
  const turn = (id: string) =>
    setOpen(open.has(id) ? new Set([...open].filter((each) => each !== id)) : new Set([...open, id]))
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- keys of the buttons inside, which bubble up
    <table ref={table} className={styles.table} aria-label={planWords.steps} onKeyDown={move}>
      <thead>
        <tr>
          <th scope="col">{words.step}</th>
          {header('expected', words.expected, plan.isMeasured ? styles.spare : undefined)}
          {plan.isMeasured && header('met', words.met)}
          {header('own', isTimed ? words.ownMs : words.ownCost)}
          <th scope="col" className={styles.share}>
            {isTimed ? words.shareOfTime : words.shareOfCost}
          </th>
        </tr>
      </thead>
      <tbody>
        {steps.map((step) => (
          <StepRow
            key={step.id}
            step={step}
            plan={plan}
            titleOf={titleOf}
            isInTree={sorted === null}
            isHeaviest={step === heaviest}
            isActive={step.id === active}
            isOpen={open.has(step.id)}
            onActive={() => setActive(step.id)}
            onTurn={() => turn(step.id)}
          />
        ))}
      </tbody>
    </table>
  )
}

interface StepRowProps extends PlanTableProps {
  readonly step: PlanStep
  /** It stands below the step that it works for. */
  readonly isInTree: boolean
  readonly isHeaviest: boolean
  readonly isActive: boolean
  readonly isOpen: boolean
  readonly onActive: () => void
  readonly onTurn: () => void
}

function StepRow({ step, plan, titleOf, isInTree, isHeaviest, isActive, isOpen, onActive, onTurn }: StepRowProps) {
  const id = useId()
  const apart = apartWords(step)
  return (
    <Fragment>
      <tr data-heaviest={isHeaviest || undefined} data-idle={step.facts.loops === 0 || undefined}>
        <th scope="row">
          <div className={styles.step}>
            {isInTree && <Lines step={step} plan={plan} />}
            <button
              type="button"
              data-step={step.id}
              tabIndex={isActive ? 0 : -1}
              aria-expanded={isOpen}
              aria-controls={isOpen ? id : undefined}
              onFocus={onActive}
              onClick={onTurn}
              title={step.lines[0]}
            >
              <b>{kindWords(step)}</b> <span>{subjectWords(step, titleOf)}</span>
              {apart !== '' && <small>{apart}</small>}
              <VisuallyHidden>{planWords.level(step.level)}</VisuallyHidden>
              <Icon icon={ChevronRight} size={12} />
            </button>
          </div>
        </th>
        <Figures step={step} plan={plan} />
      </tr>
      {isOpen && (
        <tr id={id} className={styles.details}>
          <td colSpan={plan.isMeasured ? 5 : 4}>
            <StepDetails step={step} />
          </td>
        </tr>
      )}
    </Fragment>
  )
}

interface SortedHeaderProps {
  readonly title: string
  readonly className: string | undefined
  readonly order: 'asc' | 'desc' | null
  readonly onSort: () => void
}

function SortedHeader({ title, className, order, onSort }: SortedHeaderProps) {
  return (
    <th
      scope="col"
      className={className}
      aria-sort={order === null ? 'none' : order === 'desc' ? 'descending' : 'ascending'}
    >
      <button type="button" className={styles.sort} onClick={onSort}>
        {order !== null && <Icon icon={order === 'desc' ? ArrowDown : ArrowUp} size={12} />}
        {title}
      </button>
    </th>
  )
}

function Figures({ step, plan }: { readonly step: PlanStep; readonly plan: Plan }) {
  const share = shareWords(step.share)
  return (
    <>
      <td className={plan.isMeasured ? styles.spare : undefined}>{countWords(step.rows.expected)}</td>
      {plan.isMeasured && <td data-off={step.rows.off?.direction}>{metWords(step)}</td>}
      <td>{tenthsWords(step.ownMs ?? step.ownCost)}</td>
      <td className={styles.share} title={share}>
        <VisuallyHidden>{share}</VisuallyHidden>
        <span className={styles.track} aria-hidden="true">
          <span style={{ inlineSize: `${step.share * 100}%` }} />
        </span>
      </td>
    </>
  )
}

/** The lines of the tree before a step: one for each level that goes on below it, and the one that leads to it. */
function Lines({ step, plan }: { readonly step: PlanStep; readonly plan: Plan }) {
  const places = step.id.split('.').map(Number)
  let above = plan.root
  return places.slice(1).map((place, at) => {
    const isLast = place === above.children.length - 1
    above = above.children[place] ?? above
    const leads = at === places.length - 2
    const kind = leads ? (isLast ? 'end' : 'branch') : isLast ? 'none' : 'through'
    // oxlint-disable-next-line react/no-array-index-key -- levels have no other identity
    return <span key={at} className={styles.line} data-kind={kind} aria-hidden="true" />
  })
}

/** Where a key leads from the step at `now`; null if it leads nowhere. */
function placeAfter(key: string, now: number, count: number): number | null {
  if (now === -1) return null
  if (key === 'ArrowDown') return Math.min(now + 1, count - 1)
  if (key === 'ArrowUp') return Math.max(now - 1, 0)
  if (key === 'Home') return 0
  return key === 'End' ? count - 1 : null
}

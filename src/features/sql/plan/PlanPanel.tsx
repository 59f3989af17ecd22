import { ArrowLeft, Copy, LoaderCircle, Timer } from 'lucide-react'
import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'
import type { ActionClient } from '../../../instances/client/actionClient.ts'
import type { Plan } from '../../../sql/plan/plan.ts'
import { planFindings } from '../../../sql/plan/planSummary.ts'
import { Button } from '../../../ui/Button.tsx'
import { copyText } from '../../../ui/browser/copyText.ts'
import { Menu } from '../../../ui/floating/Menu.tsx'
import { Spinner } from '../../../ui/Icon.tsx'
import { RichText } from '../../../ui/RichText.tsx'
import { showToast } from '../../../ui/Toast.tsx'
import { planWords } from '../../../words/en/sql/plan.ts'
import { secondsWords, tookWords } from '../../../words/figures.ts'
import type { Asked, Failure } from '../../result/failure.ts'
import { FailureAlert } from '../../result/FailureAlert.tsx'
import { SHOWN_AS_STOP_MS, useElapsed } from '../../result/useElapsed.ts'
import { useTask, type TaskState } from '../../result/useTask.ts'
import { useTables } from '../../tables/useTables.ts'
import { useStatementFailure, type ShownFailure } from '../errors/useStatementFailure.ts'
import { askPlan, isRefusalOfExplain } from './askPlan.ts'
import styles from './PlanPanel.module.css'
import { PlanTable } from './PlanTable.tsx'
import { findingWords, type TitleOf } from './stepWords.ts'

export interface PlanPanelProps {
  readonly instanceId: string
  readonly client: ActionClient
  /** The statement that is explained. */
  readonly sql: string
  /** The statement in the editor is another one by now. */
  readonly isEdited: boolean
  readonly asked: Asked
  readonly onBack: () => void
}

/** How the server would carry a statement out, asked for when this is drawn; measured, by running it, only when that is pressed. */
export function PlanPanel({ instanceId, client, sql, isEdited, asked, onBack }: PlanPanelProps) {
  const expected = useTask<Plan | null>(sql)
  const measured = useTask<Plan | null>(sql)
  const [since, setSince] = useState(0)
  const { data: tables } = useTables(instanceId, client)
  const titles = useMemo(() => new Map(tables?.map(({ id, title }) => [id, title])), [tables])
  const titleOf = (name: string) => titles.get(name) ?? name
  const ask = useEffectEvent(() => expected.start(({ signal }) => askPlan(client, sql, false, signal)))
  useEffect(() => ask(), [])
  const measure = () => {
    setSince(performance.now())
    measured.start(({ signal }) => askPlan(client, sql, true, signal))
  }
  const plan = planOf(measured.state) ?? planOf(expected.state)
  const statement = useMemo(() => ({ text: sql, sql }), [sql])
  const why = useStatementFailure({
    statement,
    error: errorOf(measured.state) ?? errorOf(expected.state),
    ran: sql,
    text: sql,
    asked,
    instanceId,
    client,
  })
  const failure = failureOf(measured.state, why) ?? failureOf(expected.state, why)
  return (
    <section className={styles.panel} aria-label={planWords.title}>
      <div className={styles.bar}>
        <Button size="sm" variant="ghost" icon={ArrowLeft} onClick={onBack}>
          {planWords.back}
        </Button>
        <h2>{planWords.title}</h2>
        {isEdited && <span>{planWords.ofEarlier}</span>}
        <span className={styles.spacer} />
        <MeasureButton
          since={measured.state.kind === 'running' ? since : null}
          disabled={expected.state.kind !== 'done'}
          onMeasure={measure}
          onStop={measured.stop}
        />
      </div>
      {failure && (
        <div className={styles.failure}>
          <FailureAlert failure={failure} actions={null} />
        </div>
      )}
      {plan === null ? (
        expected.state.kind === 'running' && (
          <output className={styles.hint}>
            <Spinner /> {planWords.asking}
          </output>
        )
      ) : (
        <>
          <div className={styles.steps}>
            <PlanTable plan={plan} titleOf={titleOf} />
          </div>
          <Summary plan={plan} titleOf={titleOf} />
        </>
      )}
    </section>
  )
}

function planOf(state: TaskState<Plan | null>): Plan | null {
  return state.kind === 'done' ? state.value : null
}

function errorOf(state: TaskState<Plan | null>): Error | null {
  return state.kind === 'failed' ? state.error : null
}

/** In the words that a run of the statement would fail with. */
function failureOf(state: TaskState<Plan | null>, why: ShownFailure | null): Failure | null {
  if (state.kind === 'done' && state.value === null) return { ...planWords.unreadable, serverText: null }
  if (state.kind !== 'failed' || why === null) return null
  return isRefusalOfExplain(state.error) ? { ...why.failure, what: planWords.notExplained, remedy: null } : why.failure
}

interface MeasureButtonProps {
  /** When the run began that is waited for, ms of `performance.now()`. */
  readonly since: number | null
  readonly disabled: boolean
  readonly onMeasure: () => void
  readonly onStop: () => void
}

/** Measure by running it; after a second of waiting it is Stop, and counts. */
function MeasureButton({ since, disabled, onMeasure, onStop }: MeasureButtonProps) {
  const elapsed = useElapsed(since)
  if (elapsed !== null && elapsed >= SHOWN_AS_STOP_MS) {
    return (
      <Button size="sm" icon={LoaderCircle} count={secondsWords(elapsed)} onClick={onStop}>
        {planWords.stop}
      </Button>
    )
  }
  return (
    <Button
      size="sm"
      icon={Timer}
      busy={since !== null}
      disabled={disabled}
      title={planWords.measureHint}
      onClick={() => since === null && onMeasure()}
    >
      {planWords.measure}
    </Button>
  )
}

function Summary({ plan, titleOf }: { readonly plan: Plan; readonly titleOf: TitleOf }) {
  const findings = planFindings(plan)
  return (
    <div className={styles.summary}>
      <p>
        {findings.map((finding) => (
          <span key={finding.kind}>
            <RichText parts={findingWords(finding, plan, titleOf)} />{' '}
          </span>
        ))}
        {plan.totalMs !== null && <span>{planWords.total(tookWords(plan.totalMs))}</span>}
        {!plan.isMeasured && <span>{planWords.notRun}</span>}
      </p>
      <CopyPlan plan={plan} />
    </div>
  )
}

function CopyPlan({ plan }: { readonly plan: Plan }) {
  const button = useRef<HTMLButtonElement>(null)
  const [isOpen, setIsOpen] = useState(false)
  const items = (['text', 'json'] as const).map((form) => ({
    id: form,
    title: planWords.copyAs[form],
    onChoose: () => void copy(plan[form]),
  }))
  return (
    <>
      <Button
        ref={button}
        size="sm"
        icon={Copy}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        onClick={() => setIsOpen(!isOpen)}
      >
        {planWords.copy}
      </Button>
      {isOpen && (
        <Menu label={planWords.copy} groups={[items]} anchor={button} align="end" onClose={() => setIsOpen(false)} />
      )}
    </>
  )
}

async function copy(text: string): Promise<void> {
  showToast((await copyText(text)) ? planWords.copied : planWords.notCopied)
}

import { CircleCheck, CircleDashed, CircleX, TriangleAlert } from 'lucide-react'
import { useEffect, useRef, type ReactNode } from 'react'
import type { Step } from '../../../instances/diagnosis/step.ts'
import { Button } from '../../../ui/Button.tsx'
import { Icon, Spinner } from '../../../ui/Icon.tsx'
import { useMediaQuery } from '../../../ui/browser/useMediaQuery.ts'
import { VisuallyHidden } from '../../../ui/VisuallyHidden.tsx'
import { diagnosisWords } from '../../../words/en/connect/diagnosis.ts'
import { secondsWords } from '../../../words/figures.ts'
import styles from './Diagnosis.module.css'
import { Remedies } from './Remedies.tsx'
import { stepWords } from './stepWords.ts'
import type { ConnectionTest } from './useConnectionTest.ts'

export interface DiagnosisProps {
  readonly test: ConnectionTest
  /** Takes over the path prefix under which the API was found; absent if the connection can't be changed. */
  readonly onPrefix?: ((prefix: string) => void) | undefined
  /** Shown below the steps. */
  readonly children: ReactNode
}

/** The steps of a test as they come: what is so, what is in the way, and what to send to whom. */
export function Diagnosis({ test, onPrefix, children }: DiagnosisProps) {
  const { steps, running } = test
  const section = useRef<HTMLElement>(null)
  const isBelow = useMediaQuery('(max-width: 899.98px)')
  useEffect(() => {
    // It is below the form, out of sight of the person who started it.
    if (!running || !isBelow) return undefined
    const frame = requestAnimationFrame(() => section.current?.scrollIntoView())
    return () => cancelAnimationFrame(frame)
  }, [running, isBelow])
  return (
    <section ref={section} className={styles.side} aria-label={diagnosisWords.title} aria-busy={running}>
      <h2>
        {diagnosisWords.title} <output>{summary(test)}</output>
      </h2>
      {steps.length === 0 && !running && <p className={styles.untested}>{diagnosisWords.about}</p>}
      <ol>
        {steps.map((step) => (
          <StepLine key={stepWords(step).title} step={step} onPrefix={onPrefix} />
        ))}
        {running && (
          <li className={styles.step}>
            <Spinner />
            <span className={styles.title}>{diagnosisWords.waiting}</span>
          </li>
        )}
      </ol>
      {children}
    </section>
  )
}

const OUTCOME_ICONS = { ok: CircleCheck, warning: TriangleAlert, failed: CircleX, skipped: CircleDashed } as const

function StepLine({ step, onPrefix }: { readonly step: Step } & Pick<DiagnosisProps, 'onPrefix'>) {
  const { finding, outcome, remedies } = step
  const { title, measure, detail } = stepWords(step)
  const prefix = finding.code === 'apiElsewhere' ? finding.found : null
  return (
    <li className={styles.step} data-outcome={outcome}>
      <Icon icon={OUTCOME_ICONS[outcome]} size={16} />
      <VisuallyHidden>{outcomeWords(outcome)}</VisuallyHidden>
      <span className={styles.title}>{title}</span>
      <span className={styles.measure}>{measure}</span>
      {(detail !== null || remedies.length > 0) && (
        <div className={styles.more}>
          {detail !== null && <p>{detail}</p>}
          {prefix !== null && onPrefix && (
            <Button size="sm" onClick={() => onPrefix(prefix)}>
              {diagnosisWords.takePrefix(prefix)}
            </Button>
          )}
          {prefix !== null && !onPrefix && <p>{diagnosisWords.hostMustFix}</p>}
          {remedies.length > 0 && <Remedies remedies={remedies} />}
        </div>
      )}
    </li>
  )
}

function outcomeWords(outcome: Step['outcome']): string {
  return outcome === 'warning' || outcome === 'failed' ? diagnosisWords[outcome] : ''
}

function summary({ steps, running, stopped, milliseconds }: ConnectionTest): string {
  if (running) return diagnosisWords.running
  if (stopped) return diagnosisWords.stoppedAfter(steps.length)
  if (steps.length === 0) return diagnosisWords.notTested
  const failed = steps.findIndex((step) => step.outcome === 'failed')
  if (failed !== -1) return diagnosisWords.failedAt(failed + 1, steps.length)
  return diagnosisWords.passed(steps.length, secondsWords(milliseconds))
}

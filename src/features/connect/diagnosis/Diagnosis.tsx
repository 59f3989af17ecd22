import { CircleCheck, CircleDashed, CircleX, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Step } from '../../../instances/diagnosis/step.ts'
import { Icon } from '../../../ui/Icon.tsx'
import { VisuallyHidden } from '../../../ui/VisuallyHidden.tsx'
import { diagnosisWords } from '../../../words/en/connect/diagnosis.ts'
import { secondsWords } from '../../../words/figures.ts'
import styles from './Diagnosis.module.css'
import { stepWords } from './stepWords.ts'
import type { ConnectionTest } from './useConnectionTest.ts'

export interface DiagnosisProps {
  readonly test: ConnectionTest
  /** Shown below the steps. */
  readonly children: ReactNode
}

/** The steps of a test that has ended: what is so, and what is in the way. */
export function Diagnosis({ test, children }: DiagnosisProps) {
  const { steps } = test
  return (
    <section className={styles.side} aria-label={diagnosisWords.title}>
      <h2>
        {diagnosisWords.title} <output>{summary(test)}</output>
      </h2>
      <ol>
        {steps.map((step) => (
          <StepLine key={stepWords(step).title} step={step} />
        ))}
      </ol>
      {children}
    </section>
  )
}

const OUTCOME_ICONS = { ok: CircleCheck, warning: TriangleAlert, failed: CircleX, skipped: CircleDashed } as const

function StepLine({ step }: { readonly step: Step }) {
  const { outcome } = step
  const { title, measure, detail } = stepWords(step)
  return (
    <li className={styles.step} data-outcome={outcome}>
      <Icon icon={OUTCOME_ICONS[outcome]} size={16} />
      <VisuallyHidden>{outcomeWords(outcome)}</VisuallyHidden>
      <span className={styles.title}>{title}</span>
      <span className={styles.measure}>{measure}</span>
      {detail !== null && (
        <div className={styles.more}>
          <p>{detail}</p>
        </div>
      )}
    </li>
  )
}

function outcomeWords(outcome: Step['outcome']): string {
  return outcome === 'warning' || outcome === 'failed' ? diagnosisWords[outcome] : ''
}

function summary({ steps, milliseconds }: ConnectionTest): string {
  const failed = steps.findIndex((step) => step.outcome === 'failed')
  if (failed !== -1) return diagnosisWords.failedAt(failed + 1, steps.length)
  return diagnosisWords.passed(steps.length, secondsWords(milliseconds))
}

import { Check, ChevronRight, CircleCheck, CircleX, Minus, TriangleAlert } from 'lucide-react'
import { useEffect, useId, useState, type ReactNode } from 'react'
import type { Step } from '../../../instances/diagnosis/step.ts'
import { Button } from '../../../ui/Button.tsx'
import { Icon, Spinner } from '../../../ui/Icon.tsx'
import { diagnosisWords } from '../../../words/en/connect/diagnosis.ts'
import { verdictWords } from '../../../words/en/connect/verdict.ts'
import { secondsWords } from '../../../words/figures.ts'
import { Remedies } from '../diagnosis/Remedies.tsx'
import { stepWords } from '../diagnosis/stepWords.ts'
import type { ConnectionTest } from '../diagnosis/useConnectionTest.ts'
import styles from './Verdict.module.css'
import { verdictLines, verdictSentence, verdictTitle } from './verdictLines.ts'

export interface VerdictProps {
  readonly test: ConnectionTest
  /** What the portal is or will be called. */
  readonly name: string
  readonly host: string
  /** Takes over the path prefix under which the API was found; absent if the connection can't be changed. */
  readonly onPrefix?: ((prefix: string) => void) | undefined
  /** Leads to the sample, if there is one to look around meanwhile. */
  readonly onSample?: (() => void) | undefined
  /** The steps one by one, under *What was tried*. */
  readonly children: ReactNode
}

/** What a test of the connection has come to: what works there, or the one thing in the way and what to do about it. */
export function Verdict({ test, name, host, onPrefix, onSample, children }: VerdictProps) {
  if (test.running) return <Asking host={host} />
  if (test.stopped) return <output className={styles.asking}>{verdictWords.stopped}</output>
  const failed = test.steps.find(({ outcome }) => outcome === 'failed')
  if (failed)
    return (
      <section className={styles.verdict} aria-label={verdictWords.result} role="alert" data-failed="">
        <Failure step={failed} onPrefix={onPrefix} onSample={onSample} />
        <Tried test={test}>{children}</Tried>
      </section>
    )
  if (test.probed === null) return null
  const { found } = test.probed
  return (
    <section className={styles.verdict} aria-label={verdictWords.result}>
      <output className={styles.head}>
        <Icon icon={found.token === 'refused' ? TriangleAlert : CircleCheck} size={16} />
        <b>{verdictTitle(name, found)}</b>
        <small>{secondsWords(test.milliseconds)}</small>
        <span>{verdictSentence(found)}</span>
      </output>
      <ul className={styles.lines}>
        {verdictLines(found).map(({ words, works }) => (
          <li key={words} data-works={works || undefined}>
            <Icon icon={works ? Check : Minus} size={12} />
            {words}
          </li>
        ))}
      </ul>
      {test.steps
        .filter(({ outcome }) => outcome === 'warning')
        .map((step) => (
          <Warning key={step.finding.code} step={step} />
        ))}
      <Tried test={test}>{children}</Tried>
    </section>
  )
}

function Warning({ step }: { readonly step: Step }) {
  const { title, detail } = stepWords(step)
  return (
    <div className={styles.ways}>
      <b>{title}</b>
      {detail !== null && <p>{detail}</p>}
      {step.remedies.length > 0 && <Remedies remedies={step.remedies} />}
    </div>
  )
}

/** Counts the time, so that a slow portal is seen to be asked. */
function Asking({ host }: { readonly host: string }) {
  const [tenths, setTenths] = useState(0)
  useEffect(() => {
    const timer = setInterval(() => setTenths((now) => now + 1), 100)
    return () => clearInterval(timer)
  }, [])
  return (
    <output className={styles.asking}>
      <Spinner />
      {verdictWords.asking(host)}
      <span aria-hidden="true">, {secondsWords(tenths * 100)}</span>
    </output>
  )
}

interface FailureProps extends Pick<VerdictProps, 'onPrefix' | 'onSample'> {
  readonly step: Step
}

function Failure({ step, onPrefix, onSample }: FailureProps) {
  const { finding, remedies } = step
  const { title, detail } = stepWords(step)
  const prefix = finding.code === 'apiElsewhere' ? finding.found : null
  const isUnreadable = finding.code === 'notReadable'
  return (
    <>
      <div className={styles.head}>
        <Icon icon={CircleX} size={16} />
        <b>{title}</b>
        {detail !== null && <span>{detail}</span>}
      </div>
      <div className={styles.ways}>
        {prefix !== null && onPrefix && (
          <Button onClick={() => onPrefix(prefix)}>{diagnosisWords.takePrefix(prefix)}</Button>
        )}
        {prefix !== null && !onPrefix && <p>{diagnosisWords.hostMustFix}</p>}
        {remedies.length > 0 && <Remedies remedies={remedies} />}
        {isUnreadable && <p>{verdictWords.untilThen}</p>}
        {onSample && <Button onClick={onSample}>{verdictWords.sample}</Button>}
      </div>
    </>
  )
}

function Tried({ test, children }: { readonly test: ConnectionTest; readonly children: ReactNode }) {
  const [open, setOpen] = useState(false)
  const id = useId()
  const failed = test.steps.findIndex(({ outcome }) => outcome === 'failed')
  const tried = failed === -1 ? test.steps.length : failed + 1
  return (
    <>
      <button
        type="button"
        className={styles.tried}
        aria-expanded={open}
        aria-controls={id}
        onClick={() => setOpen(!open)}
      >
        <Icon icon={ChevronRight} />
        {verdictWords.tried}
        <small>{verdictWords.triedSteps(tried, test.steps.length)}</small>
      </button>
      <div id={id} hidden={!open}>
        {open && children}
      </div>
    </>
  )
}

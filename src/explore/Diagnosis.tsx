import { Check, CircleCheck, CircleDashed, CircleX, Copy, TriangleAlert } from 'lucide-react'
import { useEffect, useRef, useState, type ReactNode } from 'react'
import type { Remedy } from '../client/remedy.ts'
import type { Step } from '../client/testConnection.ts'
import { Button } from '../ui/Button.tsx'
import { Icon, Spinner } from '../ui/Icon.tsx'
import { VisuallyHidden } from '../ui/VisuallyHidden.tsx'
import { useMediaQuery } from '../ui/useMediaQuery.ts'
import { copyText } from './copyText.ts'
import styles from './Diagnosis.module.css'
import type { ConnectionTest } from './useConnectionTest.ts'

export interface DiagnosisProps {
  readonly test: ConnectionTest
  /** Takes over the path prefix under which the API was found; absent where the connection can't be changed. */
  readonly onPrefix?: ((prefix: string) => void) | undefined
  /** What stands below the steps. */
  readonly children: ReactNode
}

/** The steps of a test as they come: what is so, what stands in the way, and what to send to whom. */
export function Diagnosis({ test, onPrefix, children }: DiagnosisProps) {
  const { steps, running } = test
  const section = useRef<HTMLElement>(null)
  const isBelow = useMediaQuery('(max-width: 899.98px)')
  useEffect(() => {
    // It stands below the form, out of sight of whoever has asked for it.
    if (!running || !isBelow) return undefined
    const frame = requestAnimationFrame(() => section.current?.scrollIntoView())
    return () => cancelAnimationFrame(frame)
  }, [running, isBelow])
  return (
    <section ref={section} className={styles.side} aria-label="Diagnosis" aria-busy={running}>
      <h2>
        Diagnosis <output>{summary(test)}</output>
      </h2>
      {steps.length === 0 && !running && (
        <p className={styles.untested}>
          Test connection goes through address, host, access from this page, API and token, asks what the server can do,
          and says what stands in the way.
        </p>
      )}
      <ol>
        {steps.map((step) => (
          <li key={step.title} className={styles.step} data-outcome={step.outcome}>
            <Icon icon={OUTCOME_ICONS[step.outcome]} size={16} />
            <VisuallyHidden>{OUTCOME_WORDS[step.outcome]}</VisuallyHidden>
            <span className={styles.title}>{step.title}</span>
            <span className={styles.measure}>{step.measure}</span>
            <StepMore step={step} onPrefix={onPrefix} />
          </li>
        ))}
        {running && (
          <li className={styles.step}>
            <Spinner />
            <span className={styles.title}>Waiting for an answer</span>
          </li>
        )}
      </ol>
      {children}
    </section>
  )
}

const OUTCOME_ICONS = { ok: CircleCheck, warning: TriangleAlert, failed: CircleX, skipped: CircleDashed } as const
const OUTCOME_WORDS = { ok: '', warning: 'Warning: ', failed: 'Failed: ', skipped: '' } as const

function StepMore({ step, onPrefix }: { readonly step: Step } & Pick<DiagnosisProps, 'onPrefix'>) {
  const { detail, remedies, prefix } = step
  if (detail === null && remedies.length === 0) return null
  return (
    <div className={styles.more}>
      {detail !== null && <p>{detail}</p>}
      {prefix !== null && onPrefix && (
        <Button size="sm" onClick={() => onPrefix(prefix)}>
          Use {prefix}
        </Button>
      )}
      {prefix !== null && !onPrefix && <p>The host of this page has to correct its settings.</p>}
      {remedies.length > 0 && <Remedies remedies={remedies} />}
    </div>
  )
}

function Remedies({ remedies }: { readonly remedies: readonly Remedy[] }) {
  const [copied, setCopied] = useState<{ readonly text: string; readonly done: boolean } | null>(null)
  useEffect(() => {
    if (copied === null) return undefined
    const timer = setTimeout(() => setCopied(null), 3000)
    return () => clearTimeout(timer)
  }, [copied])
  const copy = async (text: string) => setCopied({ text, done: await copyText(text) })
  return (
    <fieldset className={styles.remedy} aria-label="Remedy">
      {remedies.map(({ purpose, text }) => (
        <div key={purpose}>
          <p>{purpose}</p>
          <div className={styles.code}>
            <code data-lines={text.includes('\n') || undefined}>{text}</code>
            <Button
              size="sm"
              icon={copied?.text === text && copied.done ? Check : Copy}
              title={`Copy: ${text}`}
              onClick={() => void copy(text)}
            >
              Copy
            </Button>
          </div>
        </div>
      ))}
      <output>
        {copied?.done === true && <VisuallyHidden>Copied.</VisuallyHidden>}
        {copied?.done === false && <p>The browser does not let the page copy. Mark the line and copy it.</p>}
      </output>
    </fieldset>
  )
}

function summary({ steps, running, stopped, milliseconds }: ConnectionTest): string {
  if (running) return 'running'
  if (stopped) return `stopped after ${steps.length}`
  if (steps.length === 0) return 'not tested yet'
  const failed = steps.findIndex((step) => step.outcome === 'failed')
  if (failed !== -1) return `failed at step ${failed + 1} of ${steps.length}`
  return `${steps.length} of ${steps.length}, ${(milliseconds / 1000).toFixed(1)} s`
}

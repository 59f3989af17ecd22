import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { Connection } from '../../../instances/transport/connection.ts'
import type { Probed } from '../../../instances/profile/probe.ts'
import type { Step } from '../../../instances/diagnosis/step.ts'
import { testConnection } from '../../../instances/diagnosis/testConnection.ts'
import type { Handler } from '../../../protocol/handler.ts'

/** A test of a connection: the steps as they come. */
export interface ConnectionTest {
  readonly steps: readonly Step[]
  readonly running: boolean
  /** It was stopped before its end. */
  readonly stopped: boolean
  readonly failed: boolean
  /** How long the whole test took, once it has ended. */
  readonly milliseconds: number
  /** What the portal calls itself; null while it has not said so. */
  readonly siteTitle: string | null
  /** What the server can do; null until the last step has found it. */
  readonly probed: Probed | null
  /** `resource` is a table that is asked for too, by id. */
  readonly start: (connection: Connection, resource: string | null) => void
  readonly stop: () => void
  /** Forgets what was found: it was about another address. */
  readonly reset: () => void
}

interface Findings {
  readonly steps: readonly Step[]
  readonly running: boolean
  readonly stopped: boolean
  readonly milliseconds: number
}

const NOTHING: Findings = { steps: [], running: false, stopped: false, milliseconds: 0 }

/** What is tested: a connection, and by its id a table that is asked for too. */
export interface Tested {
  readonly connection: Connection
  readonly resource: string | null
}

/** One test at a time; a new one, `reset` and leaving the page end the one that runs. `first` is tested at once. */
export function useConnectionTest(handler: Handler, first: Tested | null): ConnectionTest {
  const [findings, setFindings] = useState(first === null ? NOTHING : { ...NOTHING, running: true })
  const run = useRef<AbortController>(null)

  const walk = async ({ connection, resource }: Tested) => {
    run.current?.abort()
    const mine = new AbortController()
    run.current = mine
    const begun = performance.now()
    let steps: readonly Step[] = []
    try {
      const page = { origin: window.location.origin }
      for await (const step of testConnection(handler, connection, page, resource, mine.signal)) {
        if (mine.signal.aborted) return
        steps = [...steps, step]
        setFindings({ steps, running: true, stopped: false, milliseconds: 0 })
      }
    } catch (error) {
      if (!mine.signal.aborted) throw error
    }
    if (!mine.signal.aborted) {
      setFindings({ steps, running: false, stopped: false, milliseconds: performance.now() - begun })
    }
  }
  const walkFirst = useEffectEvent(() => {
    if (first !== null) void walk(first)
  })
  useEffect(() => {
    const timer = setTimeout(() => walkFirst(), 0)
    return () => {
      clearTimeout(timer)
      run.current?.abort()
    }
  }, [])
  return {
    ...findings,
    failed: !findings.running && findings.steps.some((step) => step.outcome === 'failed'),
    siteTitle: siteTitleIn(findings.steps),
    probed: probedIn(findings.steps),
    start: (connection, resource) => {
      setFindings({ ...NOTHING, running: true })
      void walk({ connection, resource })
    },
    stop: () => {
      run.current?.abort()
      setFindings((now) => ({ ...now, running: false, stopped: true }))
    },
    reset: () => {
      run.current?.abort()
      setFindings(NOTHING)
    },
  }
}

function probedIn(steps: readonly Step[]): Probed | null {
  const last = steps.at(-1)?.finding
  return last?.code === 'capabilities' ? last.probed : null
}

function siteTitleIn(steps: readonly Step[]): string | null {
  for (const { finding } of steps) if (finding.code === 'api') return finding.siteTitle
  return null
}

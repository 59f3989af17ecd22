import { useEffect, useRef, useState } from 'react'
import type { Connection } from '../client/connection.ts'
import { testConnection, type Step } from '../client/testConnection.ts'
import type { Handler } from '../protocol/handler.ts'

/** A test of a connection: the steps as they come. */
export interface ConnectionTest {
  readonly steps: readonly Step[]
  readonly running: boolean
  /** It was stopped before its end. */
  readonly stopped: boolean
  readonly failed: boolean
  /** How long the whole test took, once it has ended. */
  readonly milliseconds: number
  readonly start: (connection: Connection) => void
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

/** One test at a time; a new one, `reset` and leaving the page end the one that runs. */
export function useConnectionTest(handler: Handler): ConnectionTest {
  const [findings, setFindings] = useState(NOTHING)
  const run = useRef<AbortController>(null)
  useEffect(() => () => run.current?.abort(), [])

  const start = async (connection: Connection) => {
    run.current?.abort()
    const mine = new AbortController()
    run.current = mine
    const begun = performance.now()
    let steps: readonly Step[] = []
    setFindings({ ...NOTHING, running: true })
    try {
      for await (const step of testConnection(handler, connection, { origin: window.location.origin }, mine.signal)) {
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
  return {
    ...findings,
    failed: !findings.running && findings.steps.some((step) => step.outcome === 'failed'),
    start: (connection) => void start(connection),
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

import type { PlanNode } from './planNode.ts'
import type { StepKind } from './stepKind.ts'
import type { StepSubject } from './stepSubject.ts'

/** The plan of a statement as steps. */
export interface Plan {
  readonly root: PlanStep
  /** All steps, each before those below it. */
  readonly steps: readonly PlanStep[]
  /** Whether the statement was run for it, so that rows were counted. */
  readonly isMeasured: boolean
  /** What the steps took together, in ms; null if no time was measured. */
  readonly totalMs: number | null
  /** The plan as psql shows it, and as PostgreSQL sent it. */
  readonly text: string
  readonly json: string
}

/** One step: a node of the plan with what was worked out about it. */
export interface PlanStep {
  /** The places on the way to it, as `0.1`; unique in its plan. */
  readonly id: string
  /** 1 for the step that gives the result. */
  readonly level: number
  readonly kind: StepKind
  /** PostgreSQL's own name, as `Parallel Hash Left Join`. */
  readonly name: string
  /** Set where it is worked out apart from the step above, as PostgreSQL names it: `CTE active`, `SubPlan 1`. */
  readonly apart: string | null
  readonly on: StepSubject
  readonly rows: StepRows
  /** Without the steps below, in ms; null if no time was measured. */
  readonly ownMs: number | null
  /** Of the cost that PostgreSQL expects, without the steps below. */
  readonly ownCost: number
  /** Of the whole: of the time where it was measured, else of the cost. */
  readonly share: number
  readonly facts: StepFacts
  /** PostgreSQL's own words, as psql shows them. */
  readonly lines: readonly string[]
  readonly children: readonly PlanStep[]
}

/** How many rows a step gives, in all its runs together. */
export interface StepRows {
  readonly expected: number
  /** null if the statement was not run. */
  readonly met: number | null
  /** PostgreSQL gave an average of several runs, which it rounds. */
  readonly isAbout: boolean
  /** How many times more or fewer than expected, if ten times or more. */
  readonly off: { readonly direction: 'more' | 'fewer'; readonly factor: number } | null
}

/** What else was measured. */
export interface StepFacts {
  /** How often it ran; 0: never. null if the statement was not run. */
  readonly loops: number | null
  /** How many processes shared it; null if it is no part of a parallel one. */
  readonly processes: number | null
  /** Rows read and left out by its conditions, in all runs. */
  readonly removed: number
  /** In kB; null where none was told. */
  readonly memoryKb: number | null
  readonly diskKb: number | null
}

/** A step whose figures aren't worked out yet. */
export interface DraftStep {
  readonly node: PlanNode
  readonly children: readonly DraftStep[]
}

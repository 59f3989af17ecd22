import type { Plan, PlanStep } from './plan.ts'

/** What a sentence below a plan says; each was measured, but for the cost, which PostgreSQL expects. */
export type PlanFinding =
  | { readonly kind: 'mostTime' | 'mostCost'; readonly step: PlanStep; readonly share: number }
  | { readonly kind: 'moreRows' | 'fewerRows'; readonly step: PlanStep }
  | { readonly kind: 'disk'; readonly step: PlanStep; readonly diskKb: number }

/** At most two things to know about a plan, the most telling first; none if nothing stands out. */
export function planFindings(plan: Plan): readonly PlanFinding[] {
  const findings = [mostOf(plan), surpriseOf(plan), diskOf(plan)]
  return findings.filter((finding) => finding !== null).slice(0, 2)
}

/** The step that takes the most: the strong one of the table. null if all are alike. */
export function heaviestStep(plan: Plan): PlanStep | null {
  const first = plan.steps.reduce((most, step) => (step.share > most.share ? step : most), plan.root)
  return plan.steps.length > 1 && first.share >= TELLING ? first : null
}

const TELLING = 0.2

function mostOf(plan: Plan): PlanFinding | null {
  const step = heaviestStep(plan)
  if (step === null) return null
  return { kind: plan.totalMs === null ? 'mostCost' : 'mostTime', step, share: step.share }
}

/** The estimate that was furthest off, where it began to be: those above it only follow. */
function surpriseOf({ steps }: Plan): PlanFinding | null {
  const began = steps.filter(
    ({ rows, children }) => rows.off !== null && children.every((each) => each.rows.off === null),
  )
  const [first] = began.toSorted((one, other) => factor(other) - factor(one))
  if (first === undefined) return null
  return { kind: first.rows.off?.direction === 'fewer' ? 'fewerRows' : 'moreRows', step: first }
}

function diskOf({ steps }: Plan): PlanFinding | null {
  const [first] = steps.toSorted((one, other) => kilobytes(other) - kilobytes(one))
  return first === undefined || kilobytes(first) === 0 ? null : { kind: 'disk', step: first, diskKb: kilobytes(first) }
}

function factor({ rows }: PlanStep): number {
  return rows.off?.factor ?? 0
}

function kilobytes({ facts }: PlanStep): number {
  return facts.diskKb ?? 0
}

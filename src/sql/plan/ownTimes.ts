import { isInitPlan, numberIn, textIn, typeOf, type PlanNode } from './planNode.ts'
import type { DraftStep } from './plan.ts'

/**
 * What each step took without those below it, in ms, and all together; null if no time was measured. PostgreSQL gives the
 * average of a step's runs with what is below it. Below a Gather several processes work at once, so their sum is shared
 * among them.
 */
export function ownTimes(root: DraftStep, processes: ReadonlyMap<PlanNode, number>): OwnTimes | null {
  if (numberIn(root.node, 'Actual Total Time') === null) return null
  const own = new Map<PlanNode, number>()
  const whole = (node: PlanNode) =>
    ((numberIn(node, 'Actual Total Time') ?? 0) * (numberIn(node, 'Actual Loops') ?? 0)) / (processes.get(node) ?? 1)
  const walk = ({ node, children }: DraftStep): void => {
    const below = children.filter((child) => !isInitPlan(child.node)).reduce((sum, child) => sum + whole(child.node), 0)
    own.set(node, whole(node) - below)
    children.forEach(walk)
  }
  walk(root)
  for (const { parent, plan } of initPlans(root)) takeFromUsers(parent, plan, own, whole(plan.node))
  // Rounding, and clocks of several processes, may leave less than nothing.
  const of = (node: PlanNode) => Math.max(0, own.get(node) ?? 0)
  const sum = [...own.keys()].reduce((all, node) => all + of(node), 0)
  return { of, total: whole(root.node), sum: Math.max(sum, whole(root.node)) }
}

export interface OwnTimes {
  readonly of: (node: PlanNode) => number
  readonly total: number
  /** Of all own times, of which shares are taken: more than the total where rounded times of many runs add up to more. */
  readonly sum: number
}

function* initPlans(step: DraftStep): Generator<{ readonly parent: DraftStep; readonly plan: DraftStep }> {
  for (const plan of step.children) {
    if (isInitPlan(plan.node)) yield { parent: step, plan }
    yield* initPlans(plan)
  }
}

/**
 * What is worked out apart (`CTE active`, `InitPlan 1`) runs when its first value is needed, so its time is in the step that
 * reads it, somewhere below the one that it stands under; several share it as their own times go.
 */
function takeFromUsers(parent: DraftStep, plan: DraftStep, own: Map<PlanNode, number>, took: number): void {
  const held = (node: PlanNode) => Math.max(0, own.get(node) ?? 0)
  const around = [...stepsWithout(parent, plan)].map(({ node }) => node)
  const users = around.filter((node) => uses(node, plan.node))
  const likely = users.length > 0 ? users : [longest(around, held, parent.node)]
  const sum = likely.reduce((all, node) => all + held(node), 0)
  if (sum > 0) for (const node of likely) own.set(node, held(node) - (Math.min(took, sum) * held(node)) / sum)
}

function* stepsWithout(step: DraftStep, left: DraftStep): Generator<DraftStep> {
  if (step === left) return
  yield step
  for (const child of step.children) yield* stepsWithout(child, left)
}

/** PostgreSQL doesn't show what a step gives, only its conditions; then it is the one that took the longest. */
function longest(nodes: readonly PlanNode[], held: (node: PlanNode) => number, first: PlanNode): PlanNode {
  return nodes.reduce((best, node) => (held(node) > held(best) ? node : best), first)
}

function uses(node: PlanNode, plan: PlanNode): boolean {
  const name = textIn(plan, 'Subplan Name') ?? ''
  if (name.startsWith('CTE ')) return typeOf(node) === 'CTE Scan' && textIn(node, 'CTE Name') === name.slice(4)
  // PostgreSQL 15 and 16 say `InitPlan 1 (returns $0)`, later ones refer to `(InitPlan 1).col1`.
  const parameters = name.match(/\$\d+/g)
  const marks = parameters ?? [`(${name})`]
  return Object.entries(node).some(
    ([property, value]) =>
      property !== 'Subplan Name' && typeof value === 'string' && marks.some((mark) => mentions(value, mark)),
  )
}

/** Not as the beginning of a longer number. */
function mentions(text: string, mark: string): boolean {
  for (let at = text.indexOf(mark); at !== -1; at = text.indexOf(mark, at + 1)) {
    if (!/\d/.test(text.charAt(at + mark.length))) return true
  }
  return false
}

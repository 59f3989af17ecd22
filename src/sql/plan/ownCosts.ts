import { numberIn, textIn, typeOf, type PlanNode } from './planNode.ts'
import type { DraftStep } from './plan.ts'

/**
 * What each step costs without those below it, as PostgreSQL expects it; together they make the cost of the whole. Its cost of
 * a step has what is below in it, once: what a nested loop runs again for each row of its other side counts as often, and what
 * a LIMIT doesn't let run to its end counts in part.
 */
export function ownCosts(root: DraftStep): ReadonlyMap<PlanNode, number> {
  const own = new Map<PlanNode, number>()
  const walk = ({ node, children }: DraftStep, part: number): void => {
    const cost = costOf(node)
    const below = children.map((child) => costOf(child.node) * runsOf(child, node, children, cost))
    const sum = below.reduce((all, each) => all + each, 0)
    const shrunk = sum > cost && sum > 0 ? cost / sum : 1
    own.set(node, part * Math.max(0, cost - sum * shrunk))
    children.forEach((child, place) => {
      const held = costOf(child.node)
      walk(child, held === 0 ? 0 : (part * shrunk * (below[place] ?? 0)) / held)
    })
  }
  walk(root, 1)
  return own
}

function costOf(node: PlanNode): number {
  return numberIn(node, 'Total Cost') ?? 0
}

/** How often a step is expected to run for one run of the one above, as far as the cost of that has room for it. */
function runsOf(child: DraftStep, above: PlanNode, children: readonly DraftStep[], cost: number): number {
  const own = costOf(child.node)
  if (own === 0) return 1
  const rest = children.filter((each) => each !== child).reduce((all, { node }) => all + costOf(node), 0)
  return Math.max(1, Math.min(wishedRuns(child.node, above, children), (cost - rest) / own))
}

function wishedRuns(child: PlanNode, above: PlanNode, children: readonly DraftStep[]): number {
  const relationship = textIn(child, 'Parent Relationship')
  if (relationship === 'SubPlan') return runsOfSubPlan(child, above)
  if (typeOf(above) !== 'Nested Loop' || relationship !== 'Inner') return 1
  const outer = children.find(({ node }) => textIn(node, 'Parent Relationship') === 'Outer')
  return outer === undefined ? 1 : (numberIn(outer.node, 'Plan Rows') ?? 1)
}

/** Once where its rows are kept as a hash, for each row that is given, or for each that a condition with it looks at. */
function runsOfSubPlan(child: PlanNode, above: PlanNode): number {
  const name = textIn(child, 'Subplan Name') ?? ''
  const conditions = Object.entries(above).flatMap(([property, value]) =>
    /Cond$|Filter$/.test(property) && typeof value === 'string' && value.includes(name) ? [value] : [],
  )
  if (conditions.some((condition) => condition.includes(`hashed ${name}`))) return 1
  return conditions.length > 0 ? Infinity : (numberIn(above, 'Plan Rows') ?? 1)
}

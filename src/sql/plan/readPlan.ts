import { jsonKind, jsonToPlain, type JsonText } from '../../protocol/jsonText.ts'
import { ownCosts } from './ownCosts.ts'
import { ownTimes } from './ownTimes.ts'
import type { DraftStep, Plan, PlanStep, StepFacts } from './plan.ts'
import { isNode, nodesIn, numberIn, textIn, type PlanNode } from './planNode.ts'
import { nodeLines, planText } from './planText.ts'
import { kindOf, nodeName } from './stepKind.ts'
import { belowStep, rowsOf, TOP, type Surroundings } from './stepRows.ts'
import { subjectOf } from './stepSubject.ts'

/** Reads what `EXPLAIN (FORMAT JSON)` gave, as JSON or as a text of it; null if it is no plan. */
export function readPlan(given: JsonText): Plan | null {
  const json = jsonKind(given) === 'string' ? jsonToPlain(given) : given
  const explained = parsed(json)
  const node = explained?.['Plan']
  if (!isNode(node)) return null
  const hasDecimals = /"Actual Rows": *\d+\.\d/.test(json)
  const root = draft(node, 1)
  if (root === null) return null
  const around = new Map<PlanNode, Surroundings>()
  place(root, TOP, around)
  const processes = new Map([...around].map(([each, { gather }]) => [each, gather?.processes ?? 1]))
  const times = ownTimes(root, processes)
  const costs = ownCosts(root)
  const totalCost = numberIn(node, 'Total Cost') ?? 0
  const step = (of: DraftStep, id: string, level: number): PlanStep => {
    const own = { ms: times?.of(of.node) ?? null, cost: costs.get(of.node) ?? 0 }
    const surroundings = around.get(of.node) ?? TOP
    return {
      id,
      level,
      kind: kindOf(of.node),
      name: nodeName(of.node),
      apart: textIn(of.node, 'Subplan Name'),
      on: subjectOf(of.node),
      rows: rowsOf(of, surroundings, hasDecimals),
      ownMs: own.ms,
      ownCost: own.cost,
      share: own.ms === null ? partOf(own.cost, totalCost) : partOf(own.ms, times?.sum ?? 0),
      facts: factsOf(of.node, surroundings),
      lines: nodeLines(of.node, hasDecimals),
      children: of.children.map((child, at) => step(child, `${id}.${at}`, level + 1)),
    }
  }
  const first = step(root, '0', 1)
  return {
    root: first,
    steps: [...stepsOf(first)],
    isMeasured: numberIn(node, 'Actual Loops') !== null,
    totalMs: times?.total ?? null,
    text: planText(node, hasDecimals, explained),
    json,
  }
}

function parsed(json: string): PlanNode | undefined {
  try {
    const explained: unknown = JSON.parse(json)
    return Array.isArray(explained) ? explained.find(isNode) : undefined
  } catch {
    return undefined
  }
}

/** null if it is nested deeper than any plan. */
function draft(node: PlanNode, level: number): DraftStep | null {
  if (level > DEEPEST) return null
  const children: DraftStep[] = []
  for (const each of nodesIn(node)) {
    const child = draft(each, level + 1)
    if (child === null) return null
    children.push(child)
  }
  return { node, children }
}

const DEEPEST = 1000

function place(step: DraftStep, around: Surroundings, all: Map<PlanNode, Surroundings>): void {
  all.set(step.node, around)
  for (const child of step.children) place(child, belowStep(step, child, around), all)
}

function* stepsOf(step: PlanStep): Generator<PlanStep> {
  yield step
  for (const child of step.children) yield* stepsOf(child)
}

function partOf(part: number, whole: number): number {
  return whole > 0 ? Math.min(1, part / whole) : 0
}

function factsOf(node: PlanNode, { gather }: Surroundings): StepFacts {
  const loops = numberIn(node, 'Actual Loops')
  const removed = Object.keys(node).filter((name) => name.startsWith('Rows Removed by '))
  const sorted = numberIn(node, 'Sort Space Used')
  const isOnDisk = textIn(node, 'Sort Space Type') === 'Disk'
  const disk = isOnDisk ? sorted : numberIn(node, 'Disk Usage')
  return {
    loops,
    processes: gather === null || loops === null ? null : gather.processes,
    removed: Math.round(removed.reduce((sum, name) => sum + (numberIn(node, name) ?? 0), 0) * (loops ?? 0)),
    memoryKb: isOnDisk ? null : (sorted ?? numberIn(node, 'Peak Memory Usage')),
    diskKb: disk === 0 ? null : disk,
  }
}

import { numberIn, textIn, typeOf, type PlanNode } from './planNode.ts'
import type { DraftStep, StepRows } from './plan.ts'

/** What is known of the way down to a step. */
export interface Surroundings {
  /** Set below a Gather. */
  readonly gather: { readonly workers: number; readonly processes: number; readonly loops: number } | null
  /** Whether it may be stopped before its last row. */
  readonly mayStop: boolean
  readonly parent: PlanNode | null
}

export const TOP: Surroundings = { gather: null, mayStop: false, parent: null }

/** What holds below a step. */
export function belowStep({ node, children }: DraftStep, child: DraftStep, around: Surroundings): Surroundings {
  return { gather: gatherBelow(node, children, around), mayStop: mayStopBelow(node, child.node, around), parent: node }
}

function gatherBelow(node: PlanNode, [first]: readonly DraftStep[], { gather }: Surroundings) {
  if (!typeOf(node).startsWith('Gather')) return gather
  const workers = numberIn(node, 'Workers Planned') ?? 0
  const loops = numberIn(node, 'Actual Loops') ?? 1
  const runs = first === undefined ? null : numberIn(first.node, 'Actual Loops')
  const processes = runs === null || loops === 0 ? workers + 1 : Math.max(1, Math.round(runs / loops))
  return { workers, processes, loops }
}

/** A LIMIT stops what is below it, but not what must be read whole before the first row comes. */
function mayStopBelow(node: PlanNode, child: PlanNode, { mayStop }: Surroundings): boolean {
  const type = typeOf(node)
  if (/^(?:Limit|Merge Join)$/.test(type) || textIn(child, 'Parent Relationship') === 'SubPlan') return true
  if (/^(?:Sort|Hash|Aggregate|Bitmap Heap Scan)$/.test(type)) return false
  const isInner = textIn(child, 'Parent Relationship') === 'Inner'
  const isOnce = /^(?:Semi|Anti)$/.test(textIn(node, 'Join Type') ?? '') || node['Inner Unique'] === true
  return mayStop || (isInner && isOnce && type === 'Nested Loop')
}

/** The rows of a step, in all its runs. `hasDecimals`: their average was given with two decimals. */
export function rowsOf(step: DraftStep, around: Surroundings, hasDecimals: boolean): StepRows {
  const { node } = step
  const planned = numberIn(node, 'Plan Rows') ?? 0
  const [rows, loops] = [numberIn(node, 'Actual Rows'), numberIn(node, 'Actual Loops')]
  if (rows === null || loops === null) return { expected: planned, met: null, isAbout: false, off: null }
  const times = loops === 0 ? 1 : timesOf(step, around, loops)
  const met = Math.round(rows * loops)
  const isAbout = loops >= (hasDecimals ? EXACT_LOOPS : 2)
  const off = loops === 0 || ODD.has(typeOf(node)) ? null : offBy(planned * times, met)
  const isKnownCause = off?.direction === 'fewer' ? around.mayStop : isRewound(node, around)
  return { expected: Math.round(planned * times), met, isAbout, off: isKnownCause ? null : off }
}

/** Two decimals of so many runs are off by less than half a row. */
const EXACT_LOOPS = 100

/**
 * How often the rows of one run are expected. Where processes share a step, PostgreSQL plans with its part for each: the
 * leader does what its work for the workers leaves; groups and sums of a part are made by each worker.
 */
function timesOf(step: DraftStep, { gather }: Surroundings, loops: number): number {
  if (gather === null || !isShared(step)) return loops
  const { workers } = gather
  return gather.loops * (isPartial(step) ? workers : workers + Math.max(0, 1 - LEADER_LOSES * workers))
}

const LEADER_LOSES = 0.3

/** Whether each process has a part of its rows. */
function isShared(step: DraftStep): boolean {
  if (step.node['Parallel Aware'] === true) return true
  return step.children.some((child) => textIn(child.node, 'Parent Relationship') === 'Outer' && isShared(child))
}

function isPartial(step: DraftStep): boolean {
  if (textIn(step.node, 'Partial Mode') === 'Partial') return true
  return step.children.some((child) => textIn(child.node, 'Parent Relationship') === 'Outer' && isPartial(child))
}

/** They give no rows, but a set of places. */
const ODD: ReadonlySet<string> = new Set(['BitmapAnd', 'BitmapOr'])

/** A merge join goes back on its inner side for rows that are alike, and they count again. */
function isRewound(node: PlanNode, { parent }: Surroundings): boolean {
  return parent !== null && typeOf(parent) === 'Merge Join' && textIn(node, 'Parent Relationship') === 'Inner'
}

function offBy(expected: number, met: number): StepRows['off'] {
  const ratio = Math.max(met, 1) / Math.max(expected, 1)
  if (ratio >= FAR_OFF) return { direction: 'more', factor: ratio }
  return ratio <= 1 / FAR_OFF ? { direction: 'fewer', factor: 1 / ratio } : null
}

const FAR_OFF = 10

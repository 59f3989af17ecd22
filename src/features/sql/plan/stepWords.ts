import type { PlanFinding } from '../../../sql/plan/planSummary.ts'
import type { Plan, PlanStep } from '../../../sql/plan/plan.ts'
import type { StepKind } from '../../../sql/plan/stepKind.ts'
import type { RichPart } from '../../../words/catalogue.ts'
import { planWords } from '../../../words/en/sql/plan.ts'
import { bytesWords, countWords } from '../../../words/figures.ts'

/** The title of a table, by its name in the database. */
export type TitleOf = (name: string) => string

/** What a step does, in a word or two. */
export function kindWords({ kind, name }: PlanStep): string {
  return kind === 'other' ? name : planWords.kinds[kind]
}

/** What a step works on, to stand after what it does; empty if there is nothing to say. */
export function subjectWords(step: PlanStep, titleOf: TitleOf): string {
  return (SUBJECTS[step.kind] ?? readWords)(step, titleOf)
}

type SubjectWords = (step: PlanStep, titleOf: TitleOf) => string

const SUBJECTS: Partial<Record<StepKind, SubjectWords>> = {
  find: ({ on }) => on.condition ?? on.index ?? '',
  compute: ({ on }) => (on.condition === null ? '' : planWords.on.if(on.condition)),
  append: partsWords,
  mergeInOrder: partsWords,
  gather: ({ on }) => (on.workers === null ? '' : planWords.on.workers(on.workers)),
  join: (step) => planWords.on.list(joinParts(step)),
  keep: keptWords,
  sort: keysWords,
  group: keysWords,
  remember: keysWords,
}

function readWords(step: PlanStep, titleOf: TitleOf): string {
  const { condition } = step.on
  const what = objectOf(step, titleOf)
  if (what === null) return condition ?? ''
  return condition === null ? what : planWords.on.where(what, condition)
}

function partsWords({ children }: PlanStep): string {
  return planWords.on.parts(children.length)
}

function keptWords({ children: [below], facts }: PlanStep, titleOf: TitleOf): string {
  const kept = below === undefined ? null : objectOf(below, titleOf)
  const size = facts.memoryKb === null ? null : planWords.on.memory(kilobytes(facts.memoryKb))
  return planWords.on.list([...some(kept), ...some(size)])
}

function keysWords({ on, facts }: PlanStep): string {
  const words = planWords.on
  const by = on.keys.length === 0 ? null : words.by(on.keys)
  return words.list([...some(by), ...some(facts.diskKb === null ? null : words.disk(kilobytes(facts.diskKb)))])
}

function joinParts({ on }: PlanStep): readonly string[] {
  const words = planWords.on
  const { side, method, condition } = on
  const known = side !== null && isSide(side) ? words.sides[side] : side
  return [
    ...some(known),
    ...(method === null ? [] : [words.method[method]]),
    ...(condition === null ? [] : [words.on(condition)]),
  ]
}

function isSide(side: string): side is keyof typeof planWords.on.sides {
  return Object.hasOwn(planWords.on.sides, side)
}

function some(text: string | null): readonly string[] {
  return text === null ? [] : [text]
}

/** The table, function or query that a step reads; null if it reads none by name. */
function objectOf({ kind, on }: PlanStep, titleOf: TitleOf): string | null {
  if (on.table !== null) return titleOf(on.table)
  // PostgreSQL's own name for a part of UNION and its like.
  if (on.name === null || on.name.startsWith('*')) return null
  return kind === 'call' ? planWords.on.called(on.name) : on.name
}

/** That a step is worked out apart from the one above it; empty if it isn't. */
export function apartWords({ apart }: PlanStep): string {
  if (apart === null) return ''
  if (apart.startsWith('CTE ')) return planWords.apart.with(apart.slice(4))
  return apart.startsWith('InitPlan') ? planWords.apart.once : planWords.apart.each
}

/** A step within a sentence; of several of its kind, which one. */
function doingWords(step: PlanStep, plan: Plan, titleOf: TitleOf): string {
  const { kind, on } = step
  const words = planWords.doing
  const isOnly = plan.steps.filter((other) => other.kind === kind).length === 1
  if (kind === 'join' && on.condition !== null && !isOnly) return words.joinOn(on.condition)
  if (kind === 'sort' && on.keys.length > 0 && !isOnly) return words.sortBy(on.keys)
  if (kind === 'group' && on.keys.length > 0 && !isOnly) return words.groupBy(on.keys)
  const what = objectOf(step, titleOf)
  const doing = isDone(kind) ? words[kind] : null
  if (typeof doing === 'string') return doing
  return doing === null || what === null ? words.other(kindWords(step)) : doing(what)
}

type Done = Exclude<keyof typeof planWords.doing, 'other' | 'joinOn' | 'sortBy' | 'groupBy'>

function isDone(kind: StepKind): kind is StepKind & Done {
  return kind !== 'other' && Object.hasOwn(planWords.doing, kind)
}

/** What the page says of a plan below its steps. */
export function findingWords(finding: PlanFinding, plan: Plan, titleOf: TitleOf): readonly RichPart[] {
  const words = planWords.findings
  const { step } = finding
  const doing = doingWords(step, plan, titleOf)
  switch (finding.kind) {
    case 'mostTime':
    case 'mostCost':
      return words[finding.kind](shareWords(finding.share), doing)
    case 'moreRows':
    case 'fewerRows':
      return words.rows(doing, countWords(step.rows.expected), metWords(step) ?? '')
    case 'disk':
      return words.disk(doing, kilobytes(finding.diskKb))
  }
}

/** A share in whole percent, never more than it is. */
export function shareWords(share: number): string {
  return share > 0 && share < 0.01 ? planWords.lessThan(1) : planWords.percent(Math.floor(share * 100 + ROUNDING))
}

/** So that 0.29 is 29 %, whatever its last bit. */
const ROUNDING = 1e-9

/** How many rows a step met; null if it was not run. */
export function metWords({ rows, facts }: PlanStep): string | null {
  if (rows.met === null) return null
  if (facts.loops === 0) return planWords.neverRan
  const count = countWords(rows.met)
  return rows.isAbout ? planWords.about(count) : count
}

/** Everything measured of a step, in sentences. */
export function factWords(step: PlanStep): readonly string[] {
  const words = planWords.facts
  const { rows, facts, ownMs, share } = step
  if (facts.loops === 0) return [words.never]
  const factor = rows.off === null ? null : countWords(Math.floor(rows.off.factor))
  const removed = countWords(facts.removed)
  return [
    ...(rows.met === null ? [] : [words.rows(countWords(rows.expected), metWords(step) ?? '')]),
    ...(rows.off === null || factor === null ? [] : [words[rows.off.direction](factor)]),
    ...(ownMs === null ? [] : [words.share(shareWords(share))]),
    ...(facts.removed === 0 ? [] : [words.removed((facts.loops ?? 1) > 1 ? planWords.about(removed) : removed)]),
    ...((facts.loops ?? 1) > 1 && facts.processes === null ? [words.ran(facts.loops ?? 0)] : []),
    ...((facts.processes ?? 1) > 1 ? [words.processes(facts.processes ?? 0)] : []),
    ...(facts.memoryKb === null ? [] : [words.memory(kilobytes(facts.memoryKb))]),
    ...(facts.diskKb === null ? [] : [words.disk(kilobytes(facts.diskKb))]),
  ]
}

/** PostgreSQL's kB are of 1024 bytes. */
function kilobytes(count: number): string {
  return bytesWords(count * 1024)
}

import type { Columns, Known } from './statement/columns.ts'
import type { FromItem, Join } from './statement/fromItems.ts'
import type { Phrase } from './statement/phrase.ts'
import { readQuery, type Arm, type Clause, type ClauseKind, type Query } from './statement/query.ts'
import {
  DEEPEST,
  insideCte,
  levelOf,
  outputsOf,
  withCtes,
  type Level,
  type Surroundings,
  type VisibleCte,
} from './statement/relations.ts'
import { insideAt, isQueryAt, nextAt, wordAt, type Range } from './statement/walk.ts'

/** What can be named where the cursor is. */
export interface Scope {
  /** Whose columns can be named, the innermost first: the outer ones are those of the queries around. */
  readonly levels: readonly Level[]
  /** The queries of WITH, hidden ones left out. */
  readonly ctes: readonly VisibleCte[]
  /** What the query gives, where its names can be used; `only`: behind UNION nothing else can. */
  readonly outputs: { readonly columns: () => Columns; readonly only: boolean } | null
  readonly clause: ClauseKind
  /** Where the clause's keywords begin, and what they say. */
  readonly range: Clause
  readonly query: Query
  readonly arm: Arm
  /** In FROM: what of it the cursor is in. */
  readonly source: SourcePlace | null
  /** The innermost bracket around the cursor inside this query, by its opening piece. */
  readonly bracket: number | null
  /** All of them, the outermost first. */
  readonly brackets: readonly number[]
  /** Whether it is in a bracket of joins, which no other clause can follow. */
  readonly sourceBracket: boolean
}

/** `item`: a table is named, or what follows it is written. `expression`: in ON or in the arguments of a function. */
export type SourcePlace =
  | { readonly kind: 'item'; readonly join: Join | null }
  | { readonly kind: 'expression'; readonly sides: { readonly left: Level; readonly right: Level } | null }
  | { readonly kind: 'using'; readonly left: Level; readonly right: Level }

/** What is visible at the cursor of a statement, by its tokens alone: also while it is not finished. */
export function scopeAt(phrase: Phrase, known: Known): Scope {
  const around: Surroundings = { phrase, known, ctes: [], depth: 0 }
  const from = wordAt(phrase, 0) === 'explain' ? explained(phrase) : 0
  return inQuery(around, readQuery(phrase, { from, to: phrase.pieces.length }), [])
}

/** Behind EXPLAIN and its options. */
export function explained(phrase: Phrase): number {
  let at = 1
  while (/^(?:analyze|analyse|verbose)$/.test(wordAt(phrase, at))) at += 1
  const inside = wordAt(phrase, at) === '(' ? insideAt(phrase, at) : null
  return inside !== null && !isQueryAt(phrase, inside) ? nextAt(phrase, at) : at
}

function inQuery(outer: Surroundings, query: Query, levels: readonly Level[]): Scope {
  const { phrase } = outer
  const { at } = phrase
  if (query.withClause && holds(query.withClause, at)) {
    const place = query.ctes.findIndex(({ inside }) => inside !== null && holds(inside, at))
    const inside = query.ctes[place]?.inside
    if (inside) return inQuery(insideCte(outer, query, place), readQuery(phrase, inside), levels)
  }
  const around = withCtes(outer, query)
  const arm = query.arms.find((each) => holds(each, at)) ?? query.arms.at(-1)
  const clause = arm?.clauses.find((each) => holds(each, at)) ?? arm?.clauses.at(-1)
  if (arm === undefined || clause === undefined) throw new Error('a query without an arm')
  const kind = query.withClause && holds(query.withClause, at) ? 'with' : clause.kind
  const base = {
    ctes: visible(around.ctes),
    outputs: null,
    clause: kind,
    range: clause,
    query,
    arm,
    source: null,
    bracket: null,
    brackets: [],
    sourceBracket: false,
  }
  switch (kind) {
    case 'query': {
      const inside = insideAt(phrase, clause.from)
      return holds(inside, at) && around.depth < DEEPEST
        ? inQuery(around, readQuery(phrase, inside), levels)
        : { ...base, levels: [] }
    }
    case 'from':
      return inFrom(around, arm.sources, levels, base)
    case 'with':
    case 'start':
    case 'limit':
    case 'for':
    case 'table':
    case 'into':
      return { ...base, levels: [] }
    case 'values':
      return inExpression(around, clause, levels, { ...base, levels })
    case 'select':
    case 'where':
    case 'group by':
    case 'having':
    case 'window':
    case 'order by': {
      const isJoined = query.arms.length > 1
      const own = [levelOf(around, arm.sources), ...levels]
      if (kind !== 'order by') {
        const outputs = kind === 'group by' ? { columns: () => outputsOf(around, arm), only: false } : null
        return inExpression(around, clause, own, { ...base, levels: own, outputs })
      }
      const first = query.arms[0] ?? arm
      const outputs = { columns: () => outputsOf(around, first), only: isJoined }
      return inExpression(around, clause, isJoined ? [] : own, { ...base, levels: isJoined ? [] : own, outputs })
    }
  }
}

/** Goes into the subquery that the cursor is in, if there is one. */
function inExpression(around: Surroundings, { from, to }: Range, levels: readonly Level[], here: Scope): Scope {
  const { phrase } = around
  const brackets: number[] = []
  let end = to
  for (let at = from; at < end;) {
    const inside = (phrase.closes[at] ?? -1) >= 0 ? insideAt(phrase, at) : null
    if (inside === null || !holds(inside, phrase.at)) {
      at = nextAt(phrase, at)
      continue
    }
    const isQuery = wordAt(phrase, at) === '(' && around.depth < DEEPEST && isQueryAt(phrase, inside)
    if (isQuery) return inQuery(around, readQuery(phrase, inside), levels)
    brackets.push(at)
    at += 1
    end = inside.to
  }
  return { ...here, bracket: brackets.at(-1) ?? null, brackets }
}

type Base = Omit<Scope, 'levels'>

function inFrom(around: Surroundings, sources: readonly FromItem[], outer: readonly Level[], base: Base): Scope {
  const { at } = around.phrase
  const place = sources.findIndex((each) => holds(each, at))
  const item = sources[place]
  const here: Scope = { ...base, levels: [], source: { kind: 'item', join: null } }
  return item ? inItem(around, item, sources.slice(0, place), outer, here) : here
}

/** `before`: what stands to the left, which LATERAL and the arguments of functions see. */
function inItem(
  around: Surroundings,
  item: FromItem,
  before: readonly FromItem[],
  outer: readonly Level[],
  here: Scope,
): Scope {
  const { at } = around.phrase
  const beside = () => [levelOf(around, before), ...outer]
  switch (item.kind) {
    case 'table':
      return here
    case 'subquery':
      if (!holds(item.inside, at) || around.depth > DEEPEST) return here
      return inQuery(around, readQuery(around.phrase, item.inside), item.lateral ? beside() : outer)
    case 'function': {
      if (!holds(item.inside, at)) return here
      const levels = beside()
      const scope: Scope = { ...here, levels, source: { kind: 'expression', sides: null } }
      return inExpression(around, item, levels, scope)
    }
    case 'bracket':
      return holds(item.inside, at) ? inItem(around, item.item, before, outer, { ...here, sourceBracket: true }) : here
    case 'join': {
      if (holds(item.left, at)) return inItem(around, item.left, before, outer, here)
      const joining: Scope = { ...here, source: { kind: 'item', join: item } }
      if (holds(item.right, at)) return inItem(around, item.right, [...before, item.left], outer, joining)
      if (item.using && holds(item.using.inside, at)) {
        const left = levelOf(around, [item.left])
        const right = levelOf(around, [item.right])
        return { ...here, source: { kind: 'using', left, right } }
      }
      if (!item.on || !holds(item.on, at)) return joining
      const levels = [levelOf(around, [item.left, item.right]), ...outer]
      const sides = { left: levelOf(around, [item.left]), right: levelOf(around, [item.right]) }
      const scope: Scope = { ...here, levels, source: { kind: 'expression', sides } }
      return inExpression(around, item.on, levels, scope)
    }
  }
}

function holds({ from, to }: Range, at: number): boolean {
  return at >= from && at < to
}

function visible(ctes: readonly VisibleCte[]): readonly VisibleCte[] {
  return ctes.filter(({ name }, index) => !ctes.some((other, place) => place > index && other.name === name))
}

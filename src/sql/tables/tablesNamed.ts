import { explained } from '../scope.ts'
import { readFrom, type FromItem } from '../statement/fromItems.ts'
import { pieceName, wholePhrase, type Phrase } from '../statement/phrase.ts'
import { readQuery, type Clause, type Query } from '../statement/query.ts'
import { DEEPEST } from '../statement/relations.ts'
import { insideAt, isName, isQueryAt, nextAt, wordAt, type Range } from '../statement/walk.ts'
import { statementsOf } from '../statements.ts'

/** A table that a text reads, where it is named; places in UTF-16 units, ends exclusive. */
export interface TableName {
  /** Of a path such as `public.works` all parts, the table's own name last. */
  readonly path: readonly string[]
  readonly start: number
  readonly end: number
  /** Where an alias can be written, if none is there and one may be; else null. */
  readonly aliasAt: number | null
}

/**
 * The tables that the statements of a text read, in the order of the text, each as often as it is named. Names of WITH are
 * left out where they hide tables; functions are none.
 */
export function tablesNamed(text: string): readonly TableName[] {
  return statementsOf(text)
    .flatMap((statement) => {
      const phrase = wholePhrase(text, statement)
      const found: TableName[] = []
      const to = phrase.pieces.length
      inQuery(
        { phrase, found, hidden: NOTHING, depth: 0 },
        { from: wordAt(phrase, 0) === 'explain' ? explained(phrase) : 0, to },
      )
      return found
    })
    .toSorted((a, b) => a.start - b.start)
}

interface Around {
  readonly phrase: Phrase
  readonly found: TableName[]
  /** The names of WITH that hide tables here. */
  readonly hidden: ReadonlySet<string>
  readonly depth: number
}

const NOTHING: ReadonlySet<string> = new Set()

function inQuery(outer: Around, range: Range): void {
  if (outer.depth > DEEPEST) return
  const query = readQuery(outer.phrase, range)
  const around = { ...outer, hidden: inWith(outer, query), depth: outer.depth + 1 }
  for (const { clauses } of query.arms) for (const clause of clauses) inClause(around, clause)
}

/** The names that are hidden behind WITH: each of its queries sees those before it, and itself under RECURSIVE. */
function inWith(outer: Around, { ctes, recursive }: Query): ReadonlySet<string> {
  const hidden = new Set(outer.hidden)
  for (const { name, inside } of ctes) {
    if (recursive) hidden.add(name)
    if (inside !== null) inQuery({ ...outer, hidden: new Set(hidden), depth: outer.depth + 1 }, inside)
    hidden.add(name)
  }
  return hidden
}

function inClause(around: Around, clause: Clause): void {
  const { phrase } = around
  if (clause.kind === 'query') inQuery(around, insideAt(phrase, clause.from))
  else if (clause.kind === 'from') for (const item of readFrom(phrase, bodyOf(clause))) inItem(around, item)
  else if (clause.kind === 'table') note(around, clause.body, null, true)
  else if (clause.kind !== 'for') inExpression(around, { from: clause.from, to: clause.to })
}

function bodyOf({ body, to }: Clause): Range {
  return { from: body, to }
}

function inItem(around: Around, item: FromItem): void {
  switch (item.kind) {
    case 'table':
      return note(around, nameFrom(around.phrase, item), item.alias, false)
    case 'function':
      return inExpression(around, item.inside)
    case 'subquery':
      return inQuery(around, item.inside)
    case 'bracket':
      return inItem(around, item.item)
    case 'join':
      inItem(around, item.left)
      inItem(around, item.right)
      if (item.on !== null) inExpression(around, item.on)
  }
}

/** Behind ONLY and LATERAL. */
function nameFrom(phrase: Phrase, { from, to }: Range): number {
  let at = from
  while (at < to && /^(?:lateral|only)$/.test(wordAt(phrase, at))) at += 1
  return at
}

/** `isCommand`: of `TABLE works`, which takes no alias. */
function note({ phrase, found, hidden }: Around, from: number, alias: string | null, isCommand: boolean): void {
  const path: string[] = []
  let at = from
  while (isName(phrase, at)) {
    const piece = phrase.pieces[at]
    if (piece) path.push(pieceName(phrase, piece))
    at += 1
    if (wordAt(phrase, at) !== '.') break
    at += 1
  }
  const first = phrase.pieces[from]
  const last = phrase.pieces[at - 1]
  if (!first || !last || path.length === 0) return
  if (path.length === 1 && hidden.has(path[0] ?? '')) return
  // `ROWS FROM (f(), g())` names functions.
  if (first.word === 'rows' && wordAt(phrase, at) === 'from') return
  const star = wordAt(phrase, at) === '*' ? phrase.pieces[at] : undefined
  found.push({
    path,
    start: first.start,
    end: last.end,
    aliasAt: alias === null && !isCommand ? (star ?? last).end : null,
  })
}

/** Looks into the brackets of an expression for queries. */
function inExpression(around: Around, { from, to }: Range): void {
  const { phrase } = around
  for (let at = from; at < to; at = nextAt(phrase, at)) {
    if ((phrase.closes[at] ?? -1) < 0) continue
    const inside = insideAt(phrase, at)
    if (wordAt(phrase, at) === '(' && isQueryAt(phrase, inside)) inQuery(around, inside)
    else if (around.depth <= DEEPEST) inExpression({ ...around, depth: around.depth + 1 }, inside)
  }
}

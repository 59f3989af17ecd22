import { readFrom, type FromItem } from './fromItems.ts'
import { pieceName, type Phrase } from './phrase.ts'
import { insideAt, isName, namesInBracket, nextAt, wordAt, type Range } from './walk.ts'

export type ClauseKind =
  | 'with'
  | 'select'
  | 'into'
  | 'from'
  | 'where'
  | 'group by'
  | 'having'
  | 'window'
  | 'order by'
  | 'limit'
  | 'for'
  | 'values'
  | 'table'
  | 'query'
  /** Behind UNION, before what it joins; or what begins no query. */
  | 'start'

/** A clause with its keywords: what it says begins at `body`. */
export interface Clause extends Range {
  readonly kind: ClauseKind
  readonly body: number
}

/** A query of a WITH clause. `inside` is null until its bracket is written. */
export interface Cte {
  readonly name: string
  readonly columns: readonly string[] | null
  readonly inside: Range | null
}

/** One arm of a query: what stands between two set operations. */
export interface Arm extends Range {
  readonly clauses: readonly Clause[]
  /** Without ALL and DISTINCT ON; null if the arm is no SELECT. */
  readonly list: Range | null
  readonly sources: readonly FromItem[]
}

/** A query as its pieces show it; subqueries are read when they are asked for. */
export interface Query extends Range {
  readonly recursive: boolean
  readonly ctes: readonly Cte[]
  readonly withClause: Range | null
  readonly arms: readonly Arm[]
}

/** Reads a query from its pieces, also one that is not finished. */
export function readQuery(phrase: Phrase, { from, to }: Range): Query {
  const { ctes, recursive, behind } = readWith(phrase, from, to)
  const arms: Arm[] = []
  let at = behind
  while (at < to || arms.length === 0) {
    const end = armEnd(phrase, at, to)
    arms.push(readArm(phrase, { from: at, to: end }))
    if (end >= to) break
    at = end + 1
    while (at < to && /^(?:all|distinct)$/.test(wordAt(phrase, at))) at += 1
    if (at >= to) arms.push(readArm(phrase, { from: at, to }))
  }
  return { from, to, recursive, ctes, withClause: behind > from ? { from, to: behind } : null, arms }
}

function readWith(
  phrase: Phrase,
  from: number,
  to: number,
): { ctes: readonly Cte[]; recursive: boolean; behind: number } {
  if (wordAt(phrase, from) !== 'with') return { ctes: [], recursive: false, behind: from }
  const recursive = wordAt(phrase, from + 1) === 'recursive'
  const ctes: Cte[] = []
  let at = from + (recursive ? 2 : 1)
  while (at < to) {
    const piece = phrase.pieces[at]
    if (piece === undefined || BEGINS_ARM.has(piece.word) || piece.word === '(') break
    if (isName(phrase, at)) {
      const name = pieceName(phrase, piece)
      at += 1
      const columns =
        wordAt(phrase, at) === '(' && wordAt(phrase, at + 1) !== 'select' ? namesInBracket(phrase, at) : null
      if (columns !== null) at = nextAt(phrase, at)
      while (at < to && /^(?:as|not|materialized)$/.test(wordAt(phrase, at))) at += 1
      const inside = wordAt(phrase, at) === '(' ? insideAt(phrase, at) : null
      if (inside !== null) at = nextAt(phrase, at)
      ctes.push({ name, columns, inside })
    }
    // SEARCH and CYCLE, or what is being typed.
    while (at < to && wordAt(phrase, at) !== ',' && !BEGINS_ARM.has(wordAt(phrase, at))) at = nextAt(phrase, at)
    if (wordAt(phrase, at) !== ',') break
    at += 1
  }
  return { ctes, recursive, behind: Math.min(at, to) }
}

const BEGINS_ARM: ReadonlySet<string> = new Set(['select', 'values', 'table'])
const SET_OPERATIONS: ReadonlySet<string> = new Set(['union', 'intersect', 'except'])

function armEnd(phrase: Phrase, from: number, to: number): number {
  for (let at = from; at < to; at = nextAt(phrase, at)) {
    if (SET_OPERATIONS.has(wordAt(phrase, at)) && isKeyword(phrase, at, to)) return at
  }
  return to
}

function readArm(phrase: Phrase, { from, to }: Range): Arm {
  const clauses = clausesOf(phrase, from, to)
  const select = clauses.find(({ kind }) => kind === 'select')
  return {
    from,
    to,
    clauses,
    list: select ? { from: select.body, to: select.to } : null,
    sources: clauses.flatMap((clause) =>
      clause.kind === 'from' ? readFrom(phrase, { from: clause.body, to: clause.to }) : [],
    ),
  }
}

function clausesOf(phrase: Phrase, from: number, to: number): readonly Clause[] {
  const begun: { kind: ClauseKind; from: number; body: number }[] = []
  if (from >= to || clauseAt(phrase, from, to) === null) {
    begun.push({ kind: wordAt(phrase, from) === '(' ? 'query' : 'start', from, body: from })
  }
  for (let at = from; at < to;) {
    const kind = clauseAt(phrase, at, to)
    if (kind !== null) begun.push({ kind, from: at, body: bodyOf(phrase, kind, at, to) })
    at = kind === 'select' ? bodyOf(phrase, kind, at, to) : nextAt(phrase, at)
  }
  return begun.map((clause, index) => ({ ...clause, to: begun[index + 1]?.from ?? to }))
}

/** `SELECT DISTINCT ON (…)` belongs to the keywords, `ON (…)` being looked into by whoever needs it. */
function bodyOf(phrase: Phrase, kind: ClauseKind, from: number, to: number): number {
  let at = from + 1
  if (kind === 'group by' || kind === 'order by') {
    if (wordAt(phrase, at) === 'by') at += 1
    if (kind === 'group by' && /^(?:all|distinct)$/.test(wordAt(phrase, at))) at += 1
  }
  if (kind !== 'select') return Math.min(at, to)
  if (/^(?:all|distinct)$/.test(wordAt(phrase, at))) at += 1
  if (wordAt(phrase, at) === 'on' && wordAt(phrase, at + 1) === '(') at = nextAt(phrase, at + 1)
  return Math.min(at, to)
}

const CLAUSES: Readonly<Record<string, ClauseKind>> = {
  select: 'select',
  into: 'into',
  from: 'from',
  where: 'where',
  group: 'group by',
  having: 'having',
  window: 'window',
  order: 'order by',
  limit: 'limit',
  offset: 'limit',
  fetch: 'limit',
  for: 'for',
  values: 'values',
  table: 'table',
}

function clauseAt(phrase: Phrase, at: number, to: number): ClauseKind | null {
  const word = wordAt(phrase, at)
  if (phrase.pieces[at]?.kind !== 'word' || !Object.hasOwn(CLAUSES, word)) return null
  const before = wordAt(phrase, at - 1)
  if (word === 'group' && before === 'within') return null
  if (word === 'from' && before === 'distinct' && /^(?:is|not)$/.test(wordAt(phrase, at - 2))) return null
  if (/^(?:values|table)$/.test(word) && !/^(?:|\(|\)|all|distinct|union|except|intersect)$/.test(before)) return null
  if (word === 'for' && before === ',') return null
  return isKeyword(phrase, at, to) ? (CLAUSES[word] ?? null) : null
}

/** A reserved word is a name behind a dot and behind AS: `t.order`, `a AS from FROM t`; a dot at the end of a word is unfinished. */
function isKeyword(phrase: Phrase, at: number, to: number): boolean {
  const before = wordAt(phrase, at - 1)
  if (before === '.') return (phrase.pieces[at - 1]?.end ?? 0) < (phrase.pieces[at]?.start ?? 0)
  if (before !== 'as') return true
  const next = wordAt(phrase, at + 1)
  return at + 1 < to && next !== ',' && !Object.hasOwn(CLAUSES, next)
}

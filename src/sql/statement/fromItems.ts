import { keywordKind } from '../keywords.ts'
import { pieceName, type Phrase } from './phrase.ts'
import { insideAt, isName, isQueryAt, namesInBracket, nextAt, wordAt, type Range } from './walk.ts'

interface Aliased extends Range {
  readonly alias: string | null
  /** `AS t (a, b)`: new names for the first columns. */
  readonly aliasColumns: readonly string[] | null
}

/** An item of FROM, between two commas. */
export type FromItem =
  | (Aliased & { readonly kind: 'table'; readonly path: readonly string[] })
  | (Aliased & {
      readonly kind: 'function'
      readonly name: string
      readonly ordinality: boolean
      readonly inside: Range
    })
  | (Aliased & { readonly kind: 'subquery'; readonly inside: Range; readonly lateral: boolean })
  | (Aliased & { readonly kind: 'bracket'; readonly inside: Range; readonly item: FromItem })
  | Join

export interface Join extends Range {
  readonly kind: 'join'
  readonly left: FromItem
  readonly right: FromItem
  /** `ON` and what follows it; null without one. */
  readonly on: Range | null
  /** The names in USING and its bracket. */
  readonly using: { readonly names: readonly string[]; readonly inside: Range } | null
  readonly natural: boolean
  /** Whether it takes no condition. */
  readonly free: boolean
}

/** The items of a FROM clause in order. */
export function readFrom(phrase: Phrase, { from, to }: Range): readonly FromItem[] {
  const items: FromItem[] = []
  let at = from
  while (at < to) {
    const item = readJoined(phrase, at, to)
    items.push(item)
    at = Math.max(item.to, at)
    if (wordAt(phrase, at) === ',') at += 1
    else if (at < to) at = Math.max(at + 1, nextAt(phrase, at))
  }
  return items
}

/** Whether a join begins here: `LEFT` with a bracket is the function. */
export function isJoinAt(phrase: Phrase, at: number): boolean {
  if (phrase.pieces[at]?.kind !== 'word') return false
  const word = wordAt(phrase, at)
  if (/^(?:join|natural|cross|inner)$/.test(word)) return true
  return /^(?:left|right|full)$/.test(word) && wordAt(phrase, at + 1) !== '('
}

function readJoined(phrase: Phrase, from: number, to: number): FromItem {
  let item = readPrimary(phrase, from, to)
  let at = item.to
  while (at < to && wordAt(phrase, at) !== ',') {
    if (!isJoinAt(phrase, at)) {
      // What fits nothing, such as a word that is still being typed.
      at = nextAt(phrase, at)
      continue
    }
    const begin = at
    // What stands between a table and the next join is written there.
    item = { ...item, to: begin }
    while (at < to && /^(?:natural|cross|inner|left|right|full|outer)$/.test(wordAt(phrase, at))) at += 1
    const words = phrase.pieces.slice(begin, at).map(({ word }) => word)
    if (wordAt(phrase, at) === 'join') at += 1
    const right = readPrimary(phrase, at, to)
    const { on, using, end } = readCondition(phrase, right.to, to)
    const natural = words.includes('natural')
    item = {
      kind: 'join',
      from,
      to: end,
      left: item,
      right,
      on,
      using,
      natural,
      free: natural || words.includes('cross'),
    }
    at = end
  }
  return { ...item, to: at }
}

function readCondition(phrase: Phrase, from: number, to: number): Pick<Join, 'on' | 'using'> & { end: number } {
  let at = from
  while (at < to && !isJoinAt(phrase, at) && !/^(?:,|on|using)$/.test(wordAt(phrase, at))) at = nextAt(phrase, at)
  const word = wordAt(phrase, at)
  if (at >= to || (word !== 'on' && word !== 'using')) return { on: null, using: null, end: from }
  if (word === 'using') {
    if (wordAt(phrase, at + 1) !== '(') return { on: null, using: null, end: at + 1 }
    const using = { names: namesInBracket(phrase, at + 1), inside: insideAt(phrase, at + 1) }
    return { on: null, using, end: nextAt(phrase, at + 1) }
  }
  const begin = at
  while (at < to && !isJoinAt(phrase, at) && wordAt(phrase, at) !== ',') at = nextAt(phrase, at)
  return { on: { from: begin, to: at }, using: null, end: at }
}

function readPrimary(phrase: Phrase, from: number, to: number): FromItem {
  let at = from
  const lateral = wordAt(phrase, at) === 'lateral'
  while (at < to && /^(?:lateral|only)$/.test(wordAt(phrase, at))) at += 1
  if (wordAt(phrase, at) === '(') {
    const inside = insideAt(phrase, at)
    const aliased = { from, ...readAlias(phrase, nextAt(phrase, at), to) }
    if (isQueryAt(phrase, inside)) return { kind: 'subquery', inside, lateral, ...aliased }
    const item = inside.from < inside.to ? readJoined(phrase, inside.from, inside.to) : null
    return item ? { kind: 'bracket', inside, item, ...aliased } : { kind: 'table', path: [], ...aliased }
  }
  const path: string[] = []
  while (
    at < to &&
    (isName(phrase, at) || phrase.pieces[at]?.kind === 'cursor') &&
    (path.length > 0 || !isReserved(phrase, at))
  ) {
    const piece = phrase.pieces[at]
    if (piece) path.push(pieceName(phrase, piece))
    at += 1
    if (wordAt(phrase, at) !== '.') break
    at += 1
  }
  if (wordAt(phrase, at) === '(' && path.length > 0) {
    const inside = insideAt(phrase, at)
    at = nextAt(phrase, at)
    const ordinality = wordAt(phrase, at) === 'with' && wordAt(phrase, at + 1) === 'ordinality'
    const aliased = { from, ...readAlias(phrase, ordinality ? at + 2 : at, to) }
    return { kind: 'function', name: path.at(-1) ?? '', ordinality, inside, ...aliased }
  }
  if (wordAt(phrase, at) === '*' && path.length > 0) at += 1
  return { kind: 'table', path, from, ...readAlias(phrase, at, to) }
}

function isReserved({ pieces }: Phrase, at: number): boolean {
  const piece = pieces[at]
  const kind = piece?.kind === 'word' ? keywordKind(piece.word) : null
  return kind === 'reserved' || kind === 'typeOrFunction'
}

function readAlias(phrase: Phrase, from: number, to: number): Pick<Aliased, 'alias' | 'aliasColumns' | 'to'> {
  let at = from
  const hasAs = at < to && wordAt(phrase, at) === 'as'
  if (hasAs) at += 1
  const piece = phrase.pieces[at]
  const isBare = piece !== undefined && at < to && (piece.kind === 'name' || isFreeWord(phrase, at, hasAs))
  const alias = isBare ? pieceName(phrase, piece) : null
  if (alias !== null) at += 1
  const hasColumns = (alias !== null || hasAs) && at < to && wordAt(phrase, at) === '('
  const aliasColumns = hasColumns ? namesInBracket(phrase, at) : null
  if (hasColumns) at = nextAt(phrase, at)
  if (wordAt(phrase, at) === 'tablesample' && at < to) {
    at = Math.min(to, at + 2)
    if (wordAt(phrase, at) === '(') at = nextAt(phrase, at)
    if (wordAt(phrase, at) === 'repeatable' && wordAt(phrase, at + 1) === '(') at = nextAt(phrase, at + 1)
  }
  return { alias, aliasColumns, to: at }
}

function isFreeWord(phrase: Phrase, at: number, hasAs: boolean): boolean {
  const piece = phrase.pieces[at]
  if (piece?.kind === 'cursor') return hasAs && piece.end > piece.start
  const kind = piece?.kind === 'word' ? keywordKind(piece.word) : 'reserved'
  return kind === null || kind === 'columnName'
}

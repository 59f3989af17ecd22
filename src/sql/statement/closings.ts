import type { Piece } from './piece.ts'

/** Where the brackets of a statement begin and end, each by the index of its piece; -1 for a piece that is no bracket. */
export interface Closings {
  /** The piece that ends the inside: its own bracket, or what can't stand inside, or behind the last piece. */
  readonly closes: Int32Array
  /** The first piece behind it. */
  readonly after: Int32Array
  /** The bracket that a closing one closes. */
  readonly opens: Int32Array
  /** 1 for brackets with a query inside, be it in further brackets. */
  readonly queries: Uint8Array
}

/**
 * Finds the end of each bracket, also while some are not closed yet: in `count( FROM t` the bracket ends before `FROM`,
 * because no call can have that inside.
 */
export function closings(pieces: readonly Piece[]): Closings {
  const closes = new Int32Array(pieces.length).fill(-1)
  const after = new Int32Array(pieces.length).fill(-1)
  const opens = new Int32Array(pieces.length).fill(-1)
  const queries = new Uint8Array(pieces.length)
  const open: Open[] = []
  const counts = { '(': 0, '[': 0 }
  const close = (at: number, behind: number) => {
    const top = open.pop()
    if (top === undefined) return
    counts[top.sign] -= 1
    closes[top.index] = at
    after[top.index] = behind
    if (behind > at) opens[at] = top.index
    if (top.isQuery) queries[top.index] = 1
  }
  for (const [index, { word }] of pieces.entries()) {
    if (word === '') continue
    if (word === '(' || word === '[') {
      counts[word] += 1
      open.push({ index, sign: word, isQuery: false, hasSelect: false })
    } else if (word === ')' || word === ']') {
      const sign = word === ')' ? '(' : '['
      if (counts[sign] === 0) continue
      while (open.at(-1)?.sign !== sign) close(index, index)
      close(index, index + 1)
    } else if (open.length > 0 && pieces[index]?.kind === 'word') {
      if (BEGINNINGS.has(word)) markQueries(pieces, open, index)
      while (open.length > 0 && mustEnd(pieces, open.at(-1), index)) close(index, index)
      const top = open.at(-1)
      if (top && word === 'select') top.hasSelect = true
      if (top && SET_OPERATIONS.has(word)) top.hasSelect = false
    }
  }
  while (open.length > 0) close(pieces.length, pieces.length)
  return { closes, after, opens, queries }
}

interface Open {
  readonly index: number
  readonly sign: '(' | '['
  isQuery: boolean
  hasSelect: boolean
}

const BEGINNINGS: ReadonlySet<string> = new Set(['select', 'with', 'values', 'table'])
const SET_OPERATIONS: ReadonlySet<string> = new Set(['union', 'intersect', 'except'])

/** In `((select` both brackets hold a query. */
function markQueries(pieces: readonly Piece[], open: readonly Open[], index: number): void {
  let at = index - 1
  for (let level = open.length - 1; level >= 0; level -= 1) {
    const each = open[level]
    if (each?.index !== at || pieces[at]?.word !== '(' || each.isQuery) return
    each.isQuery = true
    at -= 1
  }
}

function mustEnd(pieces: readonly Piece[], top: Open | undefined, index: number): boolean {
  const word = pieces[index]?.word ?? ''
  const before = pieces[index - 1]?.word
  if (top === undefined || before === '.' || before === 'as') return false
  if (top.isQuery) return word === 'select' && top.hasSelect && !FOLLOWED_BY_SELECT.has(before ?? '')
  if (!NEVER_INSIDE.has(word)) return false
  const head = pieces[top.index - 1]?.word ?? ''
  switch (word) {
    case 'from':
      return !FROM_INSIDE.has(head) && before !== 'distinct'
    case 'where':
      return head !== 'filter'
    case 'group':
      return before !== 'within'
    default:
      return true
  }
}

const FOLLOWED_BY_SELECT: ReadonlySet<string> = new Set([...SET_OPERATIONS, 'all', 'distinct'])
const NEVER_INSIDE: ReadonlySet<string> = new Set([
  ...SET_OPERATIONS,
  ...'from where group having limit offset fetch window'.split(' '),
])
const FROM_INSIDE: ReadonlySet<string> = new Set(['extract', 'substring', 'trim', 'overlay', 'position'])

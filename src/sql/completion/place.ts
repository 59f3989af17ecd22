import { keywordKind } from '../keywords.ts'
import type { Scope } from '../scope.ts'
import { pieceName, type Phrase } from '../statement/phrase.ts'
import type { Piece } from '../statement/piece.ts'
import { isName, nextAt, wordAt } from '../statement/walk.ts'
import type { CatalogueIndex } from './catalogue.ts'
import { joinWords, laterClauses, operatorWords } from './keywords.ts'

/**
 * What can be written at the cursor. `operand`: an expression begins. `after`: one has ended. `source`: a table is named.
 * `words`: only the keywords, or nothing.
 */
export interface Place {
  readonly expected: 'operand' | 'after' | 'source' | 'using' | 'type' | 'words'
  /** The keywords that can stand here, the likeliest first. */
  readonly words: readonly string[]
  /** The names before the dot that the cursor is behind. */
  readonly path: readonly string[]
  /** The piece before that path. */
  readonly before: number
}

/** Tells by the pieces before the cursor what can follow them. */
export function placeOf(phrase: Phrase, scope: Scope, index: CatalogueIndex): Place {
  const path: string[] = []
  let before = phrase.at - 1
  while (wordAt(phrase, before) === '.' && isName(phrase, before - 1)) {
    const piece = phrase.pieces[before - 1]
    if (piece) path.unshift(pieceName(phrase, piece))
    before -= 2
  }
  if (wordAt(phrase, before) === '.') return { expected: 'words', words: [], path, before }
  return { ...expectedAt(phrase, scope, before, index), path, before }
}

type Expected = Omit<Place, 'path' | 'before'>

const NOTHING: Expected = { expected: 'words', words: [] }

function only(...words: readonly string[]): Expected {
  return { expected: 'words', words }
}

const QUERY = ['SELECT', 'WITH', 'VALUES']

function expectedAt(phrase: Phrase, scope: Scope, before: number, index: CatalogueIndex): Expected {
  if (before < 0) return only('SELECT', 'WITH')
  const fixed = fixedWords(phrase, scope, before)
  if (fixed !== null) return fixed
  const word = wordAt(phrase, before)
  const head = scope.bracket === null ? null : wordAt(phrase, scope.bracket - 1)
  switch (scope.clause) {
    case 'with':
      return inWith(phrase, scope, before)
    case 'start':
    case 'query':
      if (/^(?:\(|union|intersect|except|all|distinct|explain|analyze)$/.test(word)) return startWords(word)
      return word === ')' ? only(...laterClauses(phrase, scope)) : NOTHING
    case 'limit':
      return /^(?:limit|offset|fetch|first|next)$/.test(word) ? NOTHING : only(...laterClauses(phrase, scope))
    case 'into':
    case 'for':
    case 'table':
      return NOTHING
    case 'window':
    case 'values':
      if (scope.bracket === null) return NOTHING
      break
    case 'from':
      if (scope.source?.kind === 'using') return { expected: 'using', words: [] }
      if (scope.source?.kind !== 'expression') return inSource(phrase, scope, before)
      break
    case 'select':
    case 'where':
    case 'group by':
    case 'having':
    case 'order by':
  }
  if (head === 'over' || (scope.clause === 'window' && scope.bracket !== null))
    return inWindow(phrase, scope, before, index)
  if (head === 'exists' && word === '(') return only(...QUERY)
  if (head === 'extract' && word === '(') return only(...FIELDS)
  if (head === 'extract' && wordAt(phrase, before - 1) === '(') return only('FROM')
  return beginsOperand(phrase, before) ? operand(phrase, scope, before, index) : after(phrase, scope, before, index)
}

function startWords(word: string): Expected {
  if (/^(?:union|intersect|except)$/.test(word)) return only('ALL', 'SELECT', 'VALUES')
  if (word === 'explain') return only('SELECT', 'ANALYZE', 'WITH')
  return word === '(' || word === 'analyze' ? only(...QUERY) : only('SELECT', 'VALUES')
}

const FIELDS = 'year month day hour minute second quarter week dow isodow doy epoch century decade'.split(' ')

/** What certain words before the cursor leave no choice about, wherever they stand. */
function fixedWords(phrase: Phrase, scope: Scope, before: number): Expected | null {
  const word = wordAt(phrase, before)
  const earlier = wordAt(phrase, before - 1)
  const isOperator = endsOperand(phrase, before - 1)
  switch (word) {
    case 'is':
      return only('NULL', 'NOT NULL', 'NOT', 'TRUE', 'FALSE', 'DISTINCT FROM')
    case 'not':
      if (earlier === 'is') return only('NULL', 'DISTINCT FROM', 'TRUE', 'FALSE')
      return isOperator ? only('IN', 'LIKE', 'ILIKE', 'BETWEEN') : null
    case 'distinct':
      return earlier === 'is' || earlier === 'not' ? only('FROM') : null
    case 'group':
      return earlier === 'within' ? NOTHING : only('BY')
    case 'order':
    case 'partition':
      return only('BY')
    case 'nulls':
      return isOperator || /^(?:asc|desc)$/.test(earlier) ? only('FIRST', 'LAST') : null
    case 'union':
    case 'intersect':
    case 'except':
      return startWords(word)
    case 'within':
      return only('GROUP (')
    case 'time':
      return earlier === 'at' ? only('ZONE') : null
    case 'at':
      return isOperator ? only('TIME ZONE') : null
    case 'in':
    case 'exists':
    case 'any':
    case 'array':
    case 'with':
      return word === 'with' ? only('RECURSIVE') : NOTHING
    case 'as': {
      const isCast = scope.bracket !== null && wordAt(phrase, scope.bracket - 1) === 'cast'
      if (isCast) return { expected: 'type', words: [] }
      return scope.clause === 'with' ? only('MATERIALIZED', 'NOT MATERIALIZED') : NOTHING
    }
    case '::':
      return { expected: 'type', words: [] }
    case 'over':
    case 'filter':
      return wordAt(phrase, before - 1) === ')' ? NOTHING : null
    default:
      return null
  }
}

function inWith(phrase: Phrase, scope: Scope, before: number): Expected {
  const word = wordAt(phrase, before)
  if (word === ')') {
    const opener = openerOf(phrase, before)
    return /^(?:as|materialized)$/.test(wordAt(phrase, opener - 1)) ? only('SELECT') : only('AS')
  }
  if (word === '(' || word === ',' || word === 'recursive' || word === 'materialized') return NOTHING
  return scope.bracket === null && isName(phrase, before) ? only('AS') : NOTHING
}

function openerOf({ opens }: Phrase, close: number): number {
  return Math.max(0, opens[close] ?? 0)
}

function inSource(phrase: Phrase, scope: Scope, before: number): Expected {
  const word = wordAt(phrase, before)
  if (word === 'lateral') return { expected: 'source', words: [] }
  if (word === 'from' || word === 'join' || word === ',') return { expected: 'source', words: ['LATERAL'] }
  if (word === '(' && wordAt(phrase, before - 1) === 'lateral') return only(...QUERY)
  if (word === '(') return { expected: 'source', words: QUERY }
  if (word === 'only') return { expected: 'source', words: [] }
  if (/^(?:left|right|full)$/.test(word)) return only('JOIN', 'OUTER JOIN')
  if (/^(?:inner|cross|outer)$/.test(word)) return only('JOIN')
  if (word === 'natural') return only('JOIN', 'LEFT JOIN', 'INNER JOIN')
  if (word === 'tablesample') return only('SYSTEM (', 'BERNOULLI (')
  if (word === 'using') return NOTHING
  if (word === 'on') return { expected: 'operand', words: [] }
  const { source } = scope
  const join = source?.kind === 'item' ? source.join : null
  const open = word === ')' ? openerOf(phrase, before) : before
  const isCall = word === ')' && isName(phrase, open - 1)
  const isBare = BEFORE_SOURCE.has(wordAt(phrase, open - 1)) || (isCall && BEFORE_SOURCE.has(wordAt(phrase, open - 2)))
  const alias = isBare ? ['AS'] : []
  if (join && phrase.at < (join.on?.from ?? join.using?.inside.from ?? 0)) return only(...alias)
  if (join && !join.free && join.on === null && join.using === null) return only('ON', 'USING (', ...alias)
  const isInBracket = scope.sourceBracket
  return only(...joinWords, ...(isInBracket ? [] : laterClauses(phrase, scope)), ...alias)
}

const BEFORE_SOURCE: ReadonlySet<string> = new Set(['from', 'join', ',', 'only', 'lateral', '.', '('])

function inWindow(phrase: Phrase, scope: Scope, before: number, index: CatalogueIndex): Expected {
  const word = wordAt(phrase, before)
  if (word === '(') return only('PARTITION BY', 'ORDER BY')
  if (beginsOperand(phrase, before)) return operand(phrase, scope, before, index)
  let ordered = false
  for (let at = scope.bracket ?? before; at < before; at += 1) ordered ||= wordAt(phrase, at) === 'order'
  return { expected: 'after', words: ordered ? [...sortWords(word), ...operatorWords] : ['ORDER BY', ...operatorWords] }
}

function sortWords(word: string): readonly string[] {
  if (/^(?:first|last)$/.test(word)) return []
  return /^(?:asc|desc)$/.test(word) ? ['NULLS FIRST', 'NULLS LAST'] : ['DESC', 'ASC', 'NULLS FIRST', 'NULLS LAST']
}

/** Whether an expression begins behind this piece. */
function beginsOperand(phrase: Phrase, before: number): boolean {
  const piece = phrase.pieces[before]
  if (piece === undefined) return true
  if (piece.kind === 'word') return BEFORE_OPERAND.has(piece.word) && !(wordAt(phrase, before - 1) === '.')
  if (piece.word === '*') return !isStar(phrase, before)
  return piece.kind === 'operator' || /^(?:[([,]|:=)$/.test(piece.word)
}

const BEFORE_OPERAND: ReadonlySet<string> = new Set(
  'select distinct all where and or not on having by when then else case between like ilike to from for using limit offset symmetric zone escape'.split(
    ' ',
  ),
)

/** `*` for all columns, not the sign of a multiplication. */
function isStar(phrase: Phrase, index: number): boolean {
  return /^(?:select|distinct|all|,|\.|\()$/.test(wordAt(phrase, index - 1))
}

function endsOperand(phrase: Phrase, index: number): boolean {
  return index >= 0 && !beginsOperand(phrase, index)
}

const CONSTANTS: readonly string[] = ['CASE', 'NULL', 'TRUE', 'FALSE', 'CURRENT_DATE', 'CURRENT_TIMESTAMP', 'INTERVAL']

function operand(phrase: Phrase, scope: Scope, before: number, { functionNamed }: CatalogueIndex): Expected {
  const word = wordAt(phrase, before)
  const head = scope.bracket === null ? '' : wordAt(phrase, scope.bracket - 1)
  if (head === 'filter' && word === '(') return only('WHERE')
  if (head === 'group' && word === '(') return only('ORDER BY')
  if (scope.clause === 'order by' && scope.outputs?.only) return { expected: 'operand', words: [] }
  const isCall = scope.bracket !== null && before === scope.bracket && isName(phrase, scope.bracket - 1)
  return {
    expected: 'operand',
    words: [
      ...(word === 'select' || (isCall && functionNamed(head)?.kind === 'aggregate') ? ['DISTINCT'] : []),
      ...(word === '(' && (!isCall || /^(?:in|exists|any|all|some|array)$/.test(head)) ? ['SELECT'] : []),
      ...(word === 'case' ? ['WHEN'] : []),
      ...(word === 'not' || /^(?:where|and|or|on|when|having)$/.test(word)
        ? ['EXISTS (', ...(word === 'not' ? [] : ['NOT'])]
        : []),
      ...CONSTANTS,
    ],
  }
}

function after(phrase: Phrase, scope: Scope, before: number, index: CatalogueIndex): Expected {
  const word = wordAt(phrase, before)
  if (isLabelled(phrase, scope, before)) return only(...laterClauses(phrase, scope))
  if (isInBetween(phrase, before)) return only('AND')
  const inCase = caseWords(phrase, scope, before)
  if (inCase !== null) return { expected: 'after', words: [...inCase, ...operatorWords] }
  const head = scope.bracket === null ? '' : wordAt(phrase, scope.bracket - 1)
  const call = callWords(phrase, scope, before, index)
  if (scope.bracket !== null) {
    if (head === 'cast') return { expected: 'after', words: ['AS', ...operatorWords] }
    if (word === '*') return NOTHING
    const sorted = head === 'group' && isName(phrase, before) ? sortWords(word) : []
    const isAggregate = index.functionNamed(head)?.kind === 'aggregate'
    return { expected: 'after', words: [...sorted, ...(isAggregate ? ['ORDER BY'] : []), ...operatorWords, ...call] }
  }
  if (isStar(phrase, before) && word === '*') return only(...laterClauses(phrase, scope))
  return { expected: 'after', words: wordsAfter(phrase, scope, before, call) }
}

/** Whether the piece before the cursor is the name of an item in the SELECT list. */
function isLabelled(phrase: Phrase, { clause, bracket }: Scope, before: number): boolean {
  if (clause !== 'select' || bracket !== null || !isName(phrase, before)) return false
  const earlier = phrase.pieces[before - 1]
  if (earlier === undefined || earlier.word === 'as') return earlier !== undefined
  if (keywordKind(wordAt(phrase, before)) !== null || earlier.word === 'over') return false
  return (
    earlier.word === ')' ||
    earlier.word === ']' ||
    /^(?:name|string|number)$/.test(earlier.kind) ||
    isPlainWord(earlier)
  )
}

function isPlainWord({ kind, word }: Piece): boolean {
  return kind === 'word' && (keywordKind(word) === null || word === 'end') && !/^(?:time|at)$/.test(word)
}

/** Whether a BETWEEN waits for its AND. */
function isInBetween(phrase: Phrase, before: number): boolean {
  for (let at = before; at >= 0; at -= 1) {
    const opener = phrase.opens[at] ?? -1
    if (opener >= 0) at = opener
    else if (/^(?:and|or|not|where|on|when|then|else|select|having|by|,|\(|\[)$/.test(wordAt(phrase, at))) return false
    if (wordAt(phrase, at) === 'between') return true
  }
  return false
}

/** Outside brackets, the next clauses among them. */
function wordsAfter(phrase: Phrase, scope: Scope, before: number, call: readonly string[]): readonly string[] {
  const word = wordAt(phrase, before)
  const clauses = laterClauses(phrase, scope)
  const others = operatorWords.filter((each) => each !== 'AND' && each !== 'OR')
  if (scope.clause === 'select') {
    return [...clauses.slice(0, 1), 'AS', ...call, ...operatorWords, ...clauses.slice(1)]
  }
  if (scope.clause === 'from') return ['AND', ...joinWords, ...clauses, 'OR', ...others]
  if (scope.clause === 'group by') return [...clauses, ...operatorWords]
  if (scope.clause !== 'order by') return ['AND', 'OR', ...clauses, ...others, ...call]
  const isDone = /^(?:asc|desc|first|last)$/.test(word) || scope.outputs?.only === true
  return [...sortWords(word), ...clauses, ...call, ...(isDone ? [] : operatorWords)]
}

/** What belongs to the call that ends before the cursor. */
function callWords(
  phrase: Phrase,
  { clause }: Scope,
  before: number,
  { functionNamed }: CatalogueIndex,
): readonly string[] {
  if (wordAt(phrase, before) !== ')' || !/^(?:select|order by|having)$/.test(clause)) return []
  const called = functionNamed(wordAt(phrase, openerOf(phrase, before) - 1))
  if (called === null || called.kind === 'function') return []
  if (/^(?:mode|percentile_\w+)$/.test(called.name)) return ['WITHIN GROUP (']
  return [...(clause === 'having' ? [] : ['OVER (']), ...(called.kind === 'aggregate' ? ['FILTER ('] : [])]
}

/** What goes on in a CASE that was begun and not ended. */
function caseWords(phrase: Phrase, scope: Scope, before: number): readonly string[] | null {
  const states: string[] = []
  const from = scope.bracket === null ? scope.range.from : scope.bracket + 1
  for (let at = from; at <= before; at = nextAt(phrase, at)) {
    const word = wordAt(phrase, at)
    if (word === 'case') states.push(word)
    else if (word === 'end') states.pop()
    else if (states.length > 0 && /^(?:when|then|else)$/.test(word)) states[states.length - 1] = word
  }
  return IN_CASE.get(states.at(-1) ?? '') ?? null
}

const IN_CASE: ReadonlyMap<string, readonly string[]> = new Map([
  ['case', ['WHEN']],
  ['when', ['THEN']],
  ['then', ['WHEN', 'ELSE', 'END']],
  ['else', ['END']],
])

import { nearestColumn } from '../../../query/nearestColumn.ts'
import { keywordKind } from '../../../sql/keywords.ts'
import type { FromItem, Join } from '../../../sql/statement/fromItems.ts'
import { levelOf } from '../../../sql/statement/relations.ts'
import { fixWords } from '../../../words/en/statement/faults.ts'
import { inserting, replacing, type Fault } from './fault.ts'
import { knownOf } from './knownTables.ts'
import { aroundOf, tokenOfPlace, type Refused } from './refused.ts'
import { signsChanged } from './valueFaults.ts'
import {
  endsOperand,
  indexesOf,
  loneBrackets,
  nameAt,
  rangeOf,
  tokenAt,
  textAt,
  wordAt,
  type Written,
} from './written.ts'

/** A syntax error: what a person has most likely written wrong, else what can't stand where the parser stopped. */
export function syntaxFault(refused: Refused): Fault {
  const { written } = refused
  const placed = tokenOfPlace(refused)
  for (const read of READERS) {
    const fault = read(refused, placed)
    if (fault !== null) return fault
  }
  const last = written.tokens.length - 1
  if (placed > last)
    return { problem: { code: 'endsEarly', last: textAt(written, last) }, range: rangeOf(written, last), fix: null }
  const near = placed === -1 ? (/at or near "(.+)"$/.exec(refused.first)?.[1] ?? '') : textAt(written, placed)
  return { problem: { code: 'unexpected', near }, range: rangeOf(written, placed), fix: null }
}

/** The surest first. `at` is the token at which the parser stopped: one behind the last at the end, -1 if it does not say. */
const READERS: readonly ((refused: Refused, at: number) => Fault | null)[] = [
  unfinished,
  idWithoutQuotes,
  backticks,
  otherSigns,
  tooManyBrackets,
  openBracket,
  misspelt,
  tooManyCommas,
  emptyList,
  joinWithoutCondition,
  missingComma,
]

function unfinished({ written }: Refused): Fault | null {
  const at = written.tokens.length - 1
  const last = written.tokens[at]
  if (last === undefined || !last.unfinished || !/^(?:string|name)$/.test(last.kind)) return unfinishedComment(written)
  const sign = last.kind === 'name' ? '"' : "'"
  const { text } = written
  const rest = text.slice(last.start + 1, last.end).trimEnd()
  // Where more than a word follows, nobody knows how far it was meant to go.
  const isWord = /^[^\s'"();,]+$/.test(rest)
  const end = last.start + 1 + rest.length
  return {
    problem: { code: 'unfinished', what: last.kind === 'name' ? 'name' : 'text' },
    range: { start: last.start, end: isWord ? end : lineEnd(text, last.start) },
    fix: isWord ? inserting(fixWords.addClosing(sign), [end, sign]) : null,
  }
}

function unfinishedComment({ text, tokens }: Written): Fault | null {
  const start = text.indexOf('/*', tokens.at(-1)?.end ?? 0)
  if (start === -1 || text.lastIndexOf('*/') > start) return null
  const end = text.trimEnd().length
  return {
    problem: { code: 'unfinished', what: 'comment' },
    range: { start, end: lineEnd(text, start) },
    fix: inserting(fixWords.addClosing('*/'), [end, ' */']),
  }
}

function lineEnd(text: string, from: number): number {
  const end = text.indexOf('\n', from)
  return from + text.slice(from, end === -1 ? text.length : end).trimEnd().length
}

/** PostgreSQL reads the id of a table as a subtraction, or as a number with something behind it. */
function idWithoutQuotes({ written, place }: Refused): Fault | null {
  if (place === null) return null
  for (const { index: start, 0: id } of written.text.matchAll(
    /(?<![\w"-])[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}(?![\w"-])/gi,
  )) {
    const range = { start, end: start + id.length }
    if (place < range.start || place > range.end || isInQuotes(written, start)) continue
    return {
      problem: { code: 'idWithoutQuotes' },
      range,
      fix: inserting(fixWords.addQuotes, [range.start, '"'], [range.end, '"']),
    }
  }
  return null
}

function isInQuotes(written: Written, place: number): boolean {
  const token = written.tokens[tokenAt(written, place)]
  return token !== undefined && token.start < place && /^(?:string|name)$/.test(token.kind)
}

function backticks({ written }: Refused): Fault | null {
  const signs = [...written.text.matchAll(/`/g)]
    .map(({ index }) => index)
    .filter((place) => !isInQuotes(written, place))
  const [first, second] = signs
  if (first === undefined || second === undefined || signs.length % 2 === 1) return null
  return {
    problem: { code: 'backticks' },
    range: { start: first, end: second + 1 },
    fix: { label: fixWords.addQuotes, edits: signs.map((start) => ({ start, end: start + 1, text: '"' })) },
  }
}

/** `a > 1 && b < 2`: the parser stops behind it. */
function otherSigns({ written }: Refused): Fault | null {
  const [at] = indexesOf(written, (each) => textAt(written, each) === '&&')
  return at === undefined ? null : signsChanged(written, '&&', 'AND', rangeOf(written, at))
}

/** A bracket that closes none; also where a server that runs the statement inside brackets says something else. */
export function tooManyBrackets({ written }: Pick<Refused, 'written'>): Fault | null {
  const [at] = loneBrackets(written).closing
  if (at === undefined) return null
  return {
    problem: { code: 'bracketTooMany' },
    range: rangeOf(written, at),
    fix: replacing(fixWords.remove(textAt(written, at)), rangeOf(written, at), ''),
  }
}

/** Where a clause begins or the text ends, an open bracket is one too many. */
function openBracket({ written }: Refused, at: number): Fault | null {
  const open = loneBrackets(written).open.findLast((each) => each < at || at === -1)
  if (open === undefined || (at < written.tokens.length && !BEGINS_CLAUSE.test(wordAt(written, at)))) return null
  // An empty operand before the end is not mended by a bracket.
  const before = Math.min(at, written.tokens.length) - 1
  const end = rangeOf(written, before)?.end
  const sign = textAt(written, open) === '[' ? ']' : ')'
  const fix =
    end === undefined || !endsOperand(written, before) ? null : inserting(fixWords.addClosing(sign), [end, sign])
  return { problem: { code: 'bracketOpen' }, range: rangeOf(written, open), fix }
}

const BEGINS_CLAUSE = /^(?:from|where|group|having|order|limit|offset|union|except|intersect|window|fetch)$/

const KEYWORDS =
  'select from where group order having limit offset join left right inner outer full cross union intersect except between distinct like ilike case when then else with values and not null asc desc using'.split(
    ' ',
  )

/** The word where the parser stopped or the one before it, which it took for a name; or the first of all. */
function misspelt(refused: Refused, at: number): Fault | null {
  const { written } = refused
  const candidates = [at, at - 1, 0].filter((each) => each >= 0 && nameIsNoKeyword(written, each))
  for (const each of candidates) {
    const isFirst = each === 0
    const word = wordAt(written, each)
    const nearest = nearestColumn(word, isFirst ? ['select', 'with', 'values'] : KEYWORDS)
    // An alias of one letter is near to no keyword.
    if (nearest === null || word.length < 3 || isColumn(refused, each)) continue
    const isSmall = textAt(written, each) === word
    const by = isSmall ? nearest : nearest.toUpperCase()
    const range = rangeOf(written, each)
    return {
      problem: { code: 'keywordMisspelt', written: textAt(written, each), nearest: by },
      range,
      fix: replacing(fixWords.changeTo(by), range, by),
    }
  }
  return null
}

function nameIsNoKeyword(written: Written, at: number): boolean {
  const word = wordAt(written, at)
  return word !== '' && keywordKind(word) === null && !KEYWORDS.includes(word)
}

function isColumn(refused: Refused, at: number): boolean {
  const { written } = refused
  const name = nameAt(written, at)
  const start = written.tokens[at]?.start
  if (name === null || start === undefined) return false
  return aroundOf(refused, start).scope.levels.some(({ relations }) =>
    relations.some(
      (relation) => relation.name === name || relation.columns().list.some((column) => column.name === name),
    ),
  )
}

function tooManyCommas({ written }: Refused, at: number): Fault | null {
  const comma = at - 1
  const isEnd = at >= written.tokens.length || textAt(written, at) === ')' || BEGINS_CLAUSE.test(wordAt(written, at))
  if (textAt(written, comma) !== ',' || !isEnd) return null
  const range = rangeOf(written, comma)
  return { problem: { code: 'commaTooMany' }, range, fix: replacing(fixWords.remove('the comma'), range, '') }
}

function emptyList({ written }: Refused, at: number): Fault | null {
  if (textAt(written, at) !== ')' || textAt(written, at - 1) !== '(' || wordAt(written, at - 2) !== 'in') return null
  return { problem: { code: 'listEmpty' }, range: rangeOf(written, at - 1, at), fix: null }
}

/** Where WHERE or the end follows a join that lacks ON. */
function joinWithoutCondition(refused: Refused, at: number): Fault | null {
  const { written, tables } = refused
  const isBehind = at >= written.tokens.length || BEGINS_CLAUSE.test(wordAt(written, at))
  if (!isBehind || at < 1) return null
  const place = written.tokens[at]?.start ?? written.text.length
  const { phrase, scope } = aroundOf(refused, place)
  const join = scope.arm.sources.flatMap(joinsIn).find(({ on, using, free }) => on === null && using === null && !free)
  if (join === undefined) return null
  const word = phrase.pieces.slice(join.left.to, join.right.from).find((piece) => piece.word === 'join')
  const end = phrase.pieces.slice(join.right.from, join.right.to).findLast(({ kind }) => kind !== 'cursor')?.end
  const around = { phrase, known: knownOf(tables), ctes: scope.ctes, depth: 0 }
  const names = [join.left, join.right].map((side) =>
    levelOf(around, [side]).relations.flatMap((relation) => relation.columns().list.map(({ name }) => name)),
  )
  const shared = (names[0] ?? []).filter((name) => name !== '_id' && (names[1] ?? []).includes(name))
  const [only] = shared
  const fix =
    shared.length !== 1 || only === undefined || end === undefined
      ? null
      : inserting(fixWords.using(only), [end, ` USING (${only})`])
  return {
    problem: { code: 'joinWithoutCondition' },
    range: word === undefined ? null : { start: word.start, end: word.end },
    fix,
  }
}

function joinsIn(item: FromItem): readonly Join[] {
  if (item.kind === 'bracket') return joinsIn(item.item)
  return item.kind === 'join' ? [...joinsIn(item.left), ...joinsIn(item.right), item] : []
}

/** Two columns side by side in a list: the second was read as the name of the first. */
function missingComma(refused: Refused, at: number): Fault | null {
  const { written } = refused
  const token = written.tokens[at]
  const start = token?.start
  if (start === undefined || !endsOperand(written, at - 1)) return null
  const isOperand =
    nameAt(written, at) !== null
      ? keywordKind(wordAt(written, at)) === null
      : token?.kind === 'number' || token?.kind === 'string'
  const { clause } = aroundOf(refused, start).scope
  if (!isOperand || !/^(?:select|group by|order by|values)$/.test(clause)) return null
  const places = [at]
  if (
    nameAt(written, at - 1) !== null &&
    isColumn(refused, at - 1) &&
    endsOperand(written, at - 2) &&
    !/^(?:as|,)$/.test(wordAt(written, at - 2))
  )
    places.unshift(at - 1)
  const ends = places.flatMap((each) => rangeOf(written, each - 1)?.end ?? [])
  const shown = places[0] ?? at
  return {
    problem: { code: 'commaMissing', near: textAt(written, shown) },
    range: rangeOf(written, shown),
    fix: inserting(fixWords.addComma, ...ends.map((end) => [end, ','] as const)),
  }
}

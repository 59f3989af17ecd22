import { nearestColumn } from '../../../query/nearestColumn.ts'
import { fixWords } from '../../../words/en/statement/faults.ts'
import type { SqlFix } from './sqlFix.ts'
import { replacing, type Fault } from './fault.ts'
import { callOf, tokenOfPlace, type Refused } from './refused.ts'
import { closingOf, namesLike, rangeOf, textAt, wordAt, type Written } from './written.ts'

/** A call that the database refuses: `called` is the function in its words, with the types of its arguments. */
export function noFunction(refused: Refused, called: string): Fault {
  const [, name = called, types = ''] = /^(.*?)\((.*)\)$/.exec(called) ?? []
  const plain = name.replaceAll('"', '')
  const at = callOf(refused, plain)
  const range = rangeOf(refused.written, at)
  if (refused.allowed.has(plain)) {
    const fix = argumentConverted(refused.written, at, plain, types)
    const said = types.replaceAll('unknown', 'text')
    return { problem: { code: 'argumentsUnfit', name: plain, types: said }, range, fix }
  }
  const asCase = refused.isRowan ? null : callAsCase(refused.written, at, plain)
  if (asCase !== null) return { problem: { code: 'noFunction', name: plain, nearest: null }, range, fix: asCase }
  const nearest = nearestFunction(plain, refused)
  return { problem: { code: 'noFunction', name: plain, nearest }, range, fix: changed(range, nearest) }
}

/** A function that the server does not let statements call; it may be one that there is not. */
export function functionNotAllowed(refused: Refused, name: string): Fault {
  const { written } = refused
  const at = callOf(refused, name)
  const range = rangeOf(written, at)
  if (name.toLowerCase() === 'filter') {
    return { problem: { code: 'filterNotAllowed' }, range, fix: filterAsCase(written, at) }
  }
  const extracted = name.toLowerCase() === 'extract' ? extractAsPart(written, at) : null
  if (extracted !== null) {
    return { problem: { code: 'functionNotAllowed', name, nearest: 'date_part' }, range, fix: extracted }
  }
  const asCase = refused.isRowan ? null : callAsCase(written, at, name.toLowerCase())
  if (asCase !== null) return { problem: { code: 'functionNotAllowed', name, nearest: null }, range, fix: asCase }
  const nearest = nearestFunction(name, refused)
  return { problem: { code: 'functionNotAllowed', name, nearest }, range, fix: changed(range, nearest) }
}

function changed(range: Fault['range'], nearest: string | null): SqlFix | null {
  return nearest === null ? null : replacing(fixWords.changeTo(nearest), range, nearest)
}

function nearestFunction(name: string, { isRowan, allowed }: Refused): string | null {
  const plain = name.toLowerCase()
  const syntax = isRowan ? ['coalesce', 'nullif', 'greatest', 'least'] : []
  return ELSEWHERE.get(plain) ?? nearestColumn(plain, [...allowed, ...syntax])
}

/** What other databases call functions that take the same arguments. */
const ELSEWHERE: ReadonlyMap<string, string> = new Map([
  ['ifnull', 'coalesce'],
  ['nvl', 'coalesce'],
  ['isnull', 'coalesce'],
  ['len', 'length'],
  ['char_length', 'length'],
  ['character_length', 'length'],
  ['ucase', 'upper'],
  ['lcase', 'lower'],
  ['getdate', 'now'],
  ['mean', 'avg'],
  ['average', 'avg'],
  ['stdev', 'stddev'],
  ['rand', 'random'],
  ['truncate', 'trunc'],
])

/** Without another type for its first argument, where PostgreSQL has a function for that. */
function argumentConverted(written: Written, at: number, name: string, types: string): SqlFix | null {
  const to =
    name === 'round' && types === 'double precision, integer'
      ? 'numeric'
      : TAKES_TEXT.has(name) && !/^(?:text|character|unknown)/.test(types)
        ? 'text'
        : null
  const open = at + 1
  if (to === null || types === '' || textAt(written, open) !== '(') return null
  const last = firstArgumentEnd(written, open)
  const range = rangeOf(written, open + 1, last)
  if (range === null || last <= open) return null
  const text = written.text.slice(range.start, range.end)
  const by = last === open + 1 || /^[\w."]+$/.test(text) ? `${text}::${to}` : `(${text})::${to}`
  return replacing(fixWords.convert(by), range, by)
}

/** Their first argument is a text. */
const TAKES_TEXT: ReadonlySet<string> = new Set(
  'upper lower initcap length btrim ltrim rtrim left right substring substr replace split_part reverse md5 repeat strpos regexp_replace regexp_matches regexp_match lpad rpad'.split(
    ' ',
  ),
)

/** The last token of the argument behind an opening bracket or a comma. */
function firstArgumentEnd(written: Written, open: number, close = closingOf(written, open)): number {
  for (let at = open + 1; at < close; at += 1) {
    if (textAt(written, at) === '(') at = closingOf(written, at)
    else if (textAt(written, at) === ',') return at - 1
  }
  return close - 1
}

/** `count(x) FILTER (WHERE c)` as `count(CASE WHEN c THEN x END)`. */
function filterAsCase(written: Written, filter: number): SqlFix | null {
  const [close, bracket] = [filter - 1, filter + 1]
  const end = closingOf(written, bracket)
  let open = close
  while (open > 0 && closingOf(written, open) !== close) open -= 1
  if (textAt(written, close) !== ')' || wordAt(written, bracket + 1) !== 'where' || end === -1) return null
  const isDistinct = wordAt(written, open + 1) === 'distinct'
  const first = open + (isDistinct ? 2 : 1)
  if (firstArgumentEnd(written, open) !== close - 1) return null
  const [values, condition] = [rangeOf(written, first, close - 1), rangeOf(written, bracket + 2, end - 1)]
  const rest = rangeOf(written, filter, end)
  const closed = rangeOf(written, close)
  if (values === null || condition === null || rest === null || closed === null || first >= close) return null
  const taken = written.text.slice(values.start, values.end)
  const when = written.text.slice(condition.start, condition.end)
  const by = `CASE WHEN ${when} THEN ${taken === '*' ? '1' : taken} END`
  return {
    label: fixWords.changeTo('CASE'),
    edits: [
      { ...values, text: by },
      { start: closed.end, end: rest.end, text: '' },
    ],
  }
}

/** `coalesce(a, b)` and `nullif(a, b)` for servers that allow neither. */
function callAsCase(written: Written, at: number, name: string): SqlFix | null {
  const close = closingOf(written, at + 1)
  const whole = rangeOf(written, at, close)
  if (whole === null || textAt(written, at + 1) !== '(' || !/^(?:coalesce|ifnull|nvl|isnull|nullif)$/.test(name))
    return null
  const values: string[] = []
  for (let first = at + 2; first < close;) {
    const last = firstArgumentEnd(written, first - 1, close)
    const range = rangeOf(written, first, last)
    if (range === null || last < first) return null
    values.push(written.text.slice(range.start, range.end))
    first = last + 2
  }
  const [one = '', other = ''] = values
  if (values.length < 2 || (name === 'nullif' && values.length !== 2)) return null
  const cases = values.slice(0, -1).map((value) => `WHEN ${value} IS NOT NULL THEN ${value}`)
  const by =
    name === 'nullif'
      ? `CASE WHEN ${one} IS DISTINCT FROM ${other} THEN ${one} END`
      : `CASE ${cases.join(' ')} ELSE ${values.at(-1) ?? ''} END`
  return replacing(fixWords.changeTo('CASE'), whole, by)
}

/** `extract(year FROM d)` as `date_part('year', d)`. */
function extractAsPart(written: Written, at: number): SqlFix | null {
  const close = closingOf(written, at + 1)
  const unit = textAt(written, at + 2).replaceAll("'", '')
  const from = rangeOf(written, at, at + 3)
  if (close === -1 || wordAt(written, at + 3) !== 'from' || from === null) return null
  return { label: fixWords.changeTo('date_part'), edits: [{ ...from, text: `date_part('${unit}',` }] }
}

/** A type that there is not, or that may not be used. */
export function noType(refused: Refused, name: string): Fault {
  const { written } = refused
  const placed = tokenOfPlace(refused)
  const named = namesLike(written, name)
  const at = named.includes(placed)
    ? placed
    : (named.find((each) => /^(?:::|as)$/i.test(textAt(written, each - 1))) ?? named[0] ?? -1)
  const nearest = nearestColumn(name, TYPES)
  const range = rangeOf(written, at)
  return { problem: { code: 'noType', name: `"${name}"`, nearest }, range, fix: changed(range, nearest) }
}

const TYPES =
  'integer int bigint smallint numeric decimal real float8 text varchar date timestamp timestamptz time interval boolean bool uuid json jsonb'.split(
    ' ',
  )

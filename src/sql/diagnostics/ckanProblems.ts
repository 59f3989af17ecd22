import { nearestColumn } from '../../query/nearestColumn.ts'
import { sqlLiteral, sqlName } from '../../query/sqlText.ts'
import type { CatalogueIndex, SqlCatalogue } from '../completion/catalogue.ts'
import { keywordKind } from '../keywords.ts'
import { foldCase } from '../names.ts'
import type { Token } from '../tokens.ts'
import type { TextEdit } from '../textEdit.ts'
import type { Diagnostic, Fix } from './diagnostic.ts'
import type { ParsedStatement } from './parsedStatement.ts'
import { sqlparseKeywords } from './sqlparseKeywords.ts'

/**
 * What CKAN refuses in the text of a statement, before PostgreSQL reads it: `#` is a sign of a second statement, ` :word` is a
 * parameter, and a word before a bracket is a function, unless sqlparse knows it for a keyword. In quotes and comments the
 * page writes such signs in another way (`readsAsMeant.ts`).
 */
export function ckanProblems(read: ParsedStatement, { catalogue }: CatalogueIndex): readonly Diagnostic[] {
  return [...signProblems(read), ...wordProblems(read, catalogue)]
}

function signProblems({ text, tokens }: ParsedStatement): readonly Diagnostic[] {
  return tokens.flatMap((token, index): readonly Diagnostic[] => {
    const { kind, start, end } = token
    const written = text.slice(start, end)
    const next = tokens[index + 1]
    if (kind === 'operator' && written.includes('#')) {
      return [{ start, end, severity: 'error', problem: { code: 'ckanHash' }, fixes: pathInSteps(text, token, next) }]
    }
    // `[:2]`; to Python a letter is one.
    if (written !== ':' || next?.start !== end || /[\p{L}\p{N}_$:\\]/u.test(text.charAt(start - 1))) return []
    const name = text.slice(next.start, next.end)
    if (!/^[\p{L}\p{N}_$]/u.test(name)) return []
    const fixes = [{ what: { do: 'addBlank' }, edits: [{ start: end, end, text: ' ' }] } as const]
    return [{ start, end: next.end, severity: 'error', problem: { code: 'ckanColon', name }, fixes }]
  })
}

/** `a #>> '{b,c}'` is `a -> 'b' ->> 'c'`. */
function pathInSteps(text: string, { start, end }: Token, next: Token | undefined): readonly Fix[] {
  const sign = text.slice(start, end)
  const path = next ? /^'\{([\p{L}\p{N}_, ]+)\}'$/u.exec(text.slice(next.start, next.end))?.[1] : undefined
  if (next === undefined || path === undefined || !/^#>>?$/.test(sign)) return []
  const steps = path.split(',').map((step) => (/^\s*\d+\s*$/.test(step) ? step.trim() : sqlLiteral(step.trim())))
  const written = steps
    .map((step, at) => `${at === steps.length - 1 ? sign.replace('#', '-') : '->'} ${step}`)
    .join(' ')
  return [{ what: { do: 'write', text: written }, edits: [{ start, end: next.end, text: written }] }]
}

function wordProblems(read: ParsedStatement, catalogue: SqlCatalogue): readonly Diagnostic[] {
  const { text, tokens } = read
  return tokens.flatMap((token, index): readonly Diagnostic[] => {
    const next = tokens[index + 1]
    if (token.kind !== 'word' || next === undefined || text.charAt(next.start) !== '(') return []
    const written = text.slice(token.start, token.end)
    const word = foldCase(written)
    if (!/^[a-z]/.test(word) || NEVER_FUNCTIONS.has(word) || catalogue.allowed?.has(word) === true) return []
    const isKeyword = sqlparseKeywords.has(word)
    if (isKeyword && next.start > token.end) return []
    const place = { start: token.start, end: token.end, severity: 'error' } as const
    if (word === 'filter' && isBehindCall(text, tokens, index)) {
      return [{ ...place, problem: { code: 'ckanFilter' }, fixes: caseForFilter(text, tokens, index) }]
    }
    if (isKeyword && (keywordKind(word) !== null || STRUCTURE.has(word))) {
      const edits = [{ start: token.end, end: token.end, text: ' ' }]
      const fixes = [{ what: { do: 'addBlank' }, edits } as const]
      return [{ ...place, problem: { code: 'ckanNeedsBlank', word: written }, fixes }]
    }
    if (isColumnList(text, tokens, index)) {
      const quoted = sqlName(word)
      const edits = [{ start: token.start, end: token.end, text: quoted }]
      const fixes = [{ what: { do: 'quote', text: quoted }, edits } as const]
      return [{ ...place, problem: { code: 'ckanColumnList', name: word }, fixes }]
    }
    return [{ ...place, ...functionProblem(text, token, catalogue) }]
  })
}

/** A function that is not in the list, with the nearest one that is. */
export function functionProblem(
  text: string,
  { start, end }: Pick<Token, 'start' | 'end'>,
  { functions, allowed }: SqlCatalogue,
): Pick<Diagnostic, 'problem' | 'fixes'> {
  const name = foldCase(text.slice(start, end))
  // One that PostgreSQL has is not misspelt; nor are words of the grammar, such as `greatest` and `numeric`.
  const isMeant = keywordKind(name) !== null || functions.some((each) => each.name === name)
  const nearest = EQUALS.get(name) ?? (isMeant ? null : nearestColumn(name, [...(allowed ?? [])]))
  const fixes =
    nearest === null ? [] : [{ what: { do: 'write', text: nearest }, edits: [{ start, end, text: nearest }] } as const]
  return { problem: { code: 'functionRefused', name, nearest }, fixes }
}

/** Functions of the list that give the same. */
const EQUALS: ReadonlyMap<string, string> = new Map([
  ['char_length', 'length'],
  ['character_length', 'length'],
  ['every', 'bool_and'],
])

/** Keywords even directly before a bracket. */
const NEVER_FUNCTIONS: ReadonlySet<string> = new Set(['case', 'in', 'values', 'using', 'from', 'as'])

/** Keywords of a statement's structure that may be names elsewhere. */
const STRUCTURE: ReadonlySet<string> = new Set([
  'over',
  'by',
  'rollup',
  'cube',
  'sets',
  'filter',
  'within',
  'partition',
  'range',
  'rows',
  'groups',
  'escape',
  'recursive',
])

function isBehindCall(text: string, tokens: readonly Token[], index: number): boolean {
  return text.charAt(tokens[index - 1]?.start ?? -1) === ')'
}

/** `AS t (a, b)` and `WITH t (a, b) AS`. */
function isColumnList(text: string, tokens: readonly Token[], index: number): boolean {
  const word = (at: number) => foldCase(text.slice(tokens[at]?.start ?? 0, tokens[at]?.end ?? 0))
  if (word(index - 1) === 'as') return true
  const close = closeOf(text, tokens, index + 1)
  const isFirst = /^(?:with|recursive|,)$/.test(word(index - 1))
  return isFirst && close !== null && word(close + 1) === 'as' && /^(?:\(|not|materialized)$/.test(word(close + 2))
}

/** The bracket that closes the one at a place. */
function closeOf(text: string, tokens: readonly Token[], open: number): number | null {
  let depth = 0
  for (let at = open; at < tokens.length; at += 1) {
    const sign = tokens[at]?.kind === 'punctuation' ? text.charAt(tokens[at]?.start ?? 0) : ''
    if (sign === '(') depth += 1
    if (sign === ')') depth -= 1
    if (depth === 0) return at
  }
  return null
}

function openOf(text: string, tokens: readonly Token[], close: number): number | null {
  let depth = 0
  for (let at = close; at >= 0; at -= 1) {
    const sign = tokens[at]?.kind === 'punctuation' ? text.charAt(tokens[at]?.start ?? 0) : ''
    if (sign === ')') depth += 1
    if (sign === '(') depth -= 1
    if (depth === 0) return at
  }
  return null
}

/** Aggregates of one argument that pass nulls over: `sum(a) FILTER (WHERE b)` is `sum(CASE WHEN b THEN a END)`. */
const PASS_NULLS: ReadonlySet<string> = new Set(
  `avg bit_and bit_or bool_and bool_or count max min stddev stddev_pop stddev_samp sum var_pop var_samp variance`.split(
    ' ',
  ),
)

function caseForFilter(text: string, tokens: readonly Token[], filter: number): readonly Fix[] {
  const open = openOf(text, tokens, filter - 1)
  const close = closeOf(text, tokens, filter + 1)
  const [name, where, last] = [tokens[(open ?? 0) - 1], tokens[filter + 2], tokens[close ?? -1]]
  if (open === null || !name || !where || !last || foldCase(text.slice(where.start, where.end)) !== 'where') return []
  const [begin, end] = [tokens[open]?.end ?? 0, tokens[filter - 1]?.start ?? 0]
  const first = tokens[open + 1]
  if (!PASS_NULLS.has(foldCase(text.slice(name.start, name.end))) || !first) return []
  const argument = text.slice(begin, end).trim()
  const isDistinct = foldCase(text.slice(first.start, first.end)) === 'distinct'
  const holdsMore = tokens
    .slice(open + 1, filter - 1)
    .some(({ start, end: stop }) => /^(?:order|,)$/i.test(text.slice(start, stop)))
  if (holdsMore) return []
  const value = isDistinct ? text.slice(first.end, end).trim() : argument === '*' ? '1' : argument
  const condition = text.slice(where.end, last.start).trim()
  const call = `${isDistinct ? 'DISTINCT ' : ''}CASE WHEN ${condition} THEN ${value} END`
  const edits: readonly TextEdit[] = [
    { start: begin, end, text: call },
    { start: tokens[filter - 1]?.end ?? 0, end: last.end, text: '' },
  ]
  return [{ what: { do: 'caseForFilter' }, edits }]
}

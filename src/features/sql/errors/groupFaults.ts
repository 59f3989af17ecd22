import { readOutputItem } from '../../../sql/statement/outputName.ts'
import { partsOf, type Range } from '../../../sql/statement/walk.ts'
import type { Phrase } from '../../../sql/statement/phrase.ts'
import { fixWords } from '../../../words/en/statement/faults.ts'
import type { SqlFix } from './sqlFix.ts'
import { inserting, type Fault } from './fault.ts'
import { isAggregate } from '../../../sql/isAggregate.ts'
import { aroundOf, pathEnd, tokenOfPlace, type Around, type Refused } from './refused.ts'
import { closingOf, namesLike, rangeOf, textAt, wordAt } from './written.ts'

/** A column that is neither grouped nor in an aggregate. */
export function notGrouped(refused: Refused, said: string): Fault {
  const { written } = refused
  const name = said.split('.').at(-1) ?? said
  const placed = tokenOfPlace(refused)
  const first = placed === -1 ? (namesLike(written, name)[0] ?? -1) : placed
  const range = rangeOf(written, first, pathEnd(written, first))
  const problem = { code: 'notGrouped', column: `"${name}"` } as const
  if (range === null) return { problem, range, fix: null }
  const column = written.text.slice(range.start, range.end)
  return { problem, range, fix: withGroups(aroundOf(refused, range.start), column) }
}

/** Adds what has to be grouped: the items of the SELECT list without an aggregate, or the column alone where it is no part of one. */
function withGroups({ phrase, scope }: Around, column: string): SqlFix | null {
  const { arm } = scope
  if (arm.list === null) return null
  const items = partsOf(phrase, arm.list).map((part) => readOutputItem(phrase, part, () => '').expression)
  const plain = items.filter((item) => !holds(phrase, item, isAggregate) && !isConstant(phrase, item))
  if (plain.some((item) => holds(phrase, item, (word) => word === '*'))) return null
  const texts = plain.map((item) => textOf(phrase, item))
  const wanted = texts.some((text) => text.includes(column)) ? texts : [column]
  const grouping = arm.clauses.find(({ kind }) => kind === 'group by')
  if (grouping !== undefined) {
    const body = { from: grouping.body, to: grouping.to }
    const had = partsOf(phrase, body).map((part) => textOf(phrase, part))
    const missing = wanted.filter((text, place) => !had.includes(text) && !had.includes(String(place + 1)))
    const end = endOf(phrase, body)
    if (end === null || missing.length === 0) return null
    return inserting(fixWords.addToGroupBy(missing.join(', ')), [end, `, ${missing.join(', ')}`])
  }
  const before = arm.clauses.findLast(({ kind }) => kind === 'where' || kind === 'from')
  const end = before === undefined ? null : endOf(phrase, before)
  return end === null
    ? null
    : inserting(fixWords.groupBy(wanted.join(', ')), [
        end,
        `${spaceBefore(phrase, before)}GROUP BY ${wanted.join(', ')}`,
      ])
}

/** On a line of its own where the clause before stands so. */
function spaceBefore({ text, pieces }: Phrase, clause: Range | undefined): string {
  const start = pieces[clause?.from ?? -1]?.start ?? 0
  const line = /\n([ \t]*)$/.exec(text.slice(0, start))
  return line === null ? ' ' : `\n${line[1] ?? ''}`
}

function holds({ pieces }: Phrase, { from, to }: Range, is: (word: string) => boolean): boolean {
  return pieces.slice(from, to).some(({ word }) => is(word))
}

function isConstant({ pieces }: Phrase, { from, to }: Range): boolean {
  return pieces
    .slice(from, to)
    .every(({ kind, word }) => kind === 'string' || kind === 'number' || kind === 'cursor' || word === 'null')
}

function textOf({ text, pieces }: Phrase, { from, to }: Range): string {
  const own = pieces.slice(from, to).filter(({ kind }) => kind !== 'cursor')
  const [first, last] = [own[0], own.at(-1)]
  return first === undefined || last === undefined ? '' : text.slice(first.start, last.end)
}

function endOf({ pieces }: Phrase, { from, to }: Range): number | null {
  return pieces.slice(from, to).findLast(({ kind }) => kind !== 'cursor')?.end ?? null
}

/** An aggregate, a window function or one that gives rows where none can stand; `clause` in the server's words. */
export function misplaced(
  refused: Refused,
  code: 'aggregateMisplaced' | 'windowMisplaced' | 'rowsMisplaced',
  clause: string,
): Fault {
  const { written } = refused
  const at = tokenOfPlace(refused)
  const range = rangeOf(written, at)
  const name = textAt(written, at)
  const fix =
    code === 'aggregateMisplaced' && clause === 'WHERE' && range !== null ? movedToHaving(refused, range.start) : null
  return { problem: { code, name, clause }, range, fix }
}

/** The whole of WHERE as HAVING, where it is one condition about groups. */
function movedToHaving(refused: Refused, place: number): SqlFix | null {
  const { phrase, scope } = aroundOf(refused, place)
  const { clauses } = scope.arm
  const where = clauses.find(({ kind }) => kind === 'where')
  const grouping = clauses.find(({ kind }) => kind === 'group by')
  if (where === undefined || grouping === undefined || clauses.some(({ kind }) => kind === 'having')) return null
  if (holds(phrase, where, (word) => word === 'and' || word === 'or')) return null
  const [start, end] = [phrase.pieces[where.from]?.start, phrase.pieces[grouping.from]?.start]
  const last = endOf(phrase, grouping)
  if (start === undefined || end === undefined || last === null) return null
  const condition = textOf(phrase, { from: where.body, to: where.to })
  return {
    label: fixWords.moveToHaving,
    edits: [
      { start, end, text: '' },
      { start: last, end: last, text: `${spaceBefore(phrase, grouping)}HAVING ${condition}` },
    ],
  }
}

/** A subquery for one value that gave several. */
export function severalRows({ written }: Refused): Fault {
  const opens = written.tokens.flatMap((_, at) => (textAt(written, at) === '(' && isSingleValue(at) ? [at] : []))
  const only = opens.length === 1 ? (opens[0] ?? -1) : -1
  const close = closingOf(written, only)
  const range = rangeOf(written, only, close === -1 ? only : close)
  const end = rangeOf(written, close)?.start
  const inner = written.text.slice(range?.start ?? 0, range?.end ?? 0)
  const fix =
    end === undefined || /\b(?:limit|fetch|offset)\b/i.test(inner)
      ? null
      : inserting(fixWords.limitOne, [end, ' LIMIT 1'])
  return { problem: { code: 'severalRows' }, range: rangeOf(written, only + (only === -1 ? 0 : 1)), fix }

  function isSingleValue(at: number): boolean {
    if (!/^(?:select|with|values)$/.test(wordAt(written, at + 1))) return false
    // In FROM, behind IN, EXISTS, ANY, ALL and ARRAY, and in WITH, it may have many rows.
    if (
      /^(?:from|join|in|exists|any|some|all|as|materialized|lateral|array|union|except|intersect)$/.test(
        wordAt(written, at - 1),
      )
    )
      return false
    return textAt(written, at - 1) !== ',' || !isInFrom(at)
  }

  function isInFrom(at: number): boolean {
    for (let before = at - 1; before >= 0; before -= 1) {
      const word = wordAt(written, before)
      if (word === 'from') return true
      if (/^(?:select|where|having|on|by)$/.test(word)) return false
    }
    return false
  }
}

import { keywordKind } from '../keywords.ts'
import { scopeAt, type Scope } from '../scope.ts'
import type { Column } from '../statement/columns.ts'
import { phraseAt, type Phrase } from '../statement/phrase.ts'
import { relationNamed } from '../statement/relations.ts'
import { parameterName, tokensOf } from '../tokens.ts'
import { columnKey, knownOf, tableName, type CatalogueIndex, type CatalogueTable } from './catalogue.ts'
import {
  aliasItems,
  columnItem,
  columnItems,
  columnsOfRelation,
  joinItems,
  usingItems,
  writerOf,
  type Writer,
} from './columnItems.ts'
import { functionItems } from './functionItems.ts'
import { groupedColumns, isSortedByOutputs } from './grouping.ts'
import type { Completion } from './item.ts'
import { fit, foldText } from './matching.ts'
import { placeOf, type Place } from './place.ts'
import { snippetItems } from './snippetItems.ts'
import { hasValues, unitItems, valueItems, valuesOf } from './valueItems.ts'
import { valuePlaceOf, type ValuePlace } from './valuePlace.ts'

/** What can be written at a cursor, and what would be known better with more of the catalogue. */
export interface Completions {
  /** The likeliest first. */
  readonly items: readonly Completion[]
  /** Whether there are others, which come when more is typed. */
  readonly more: boolean
  /** What each of them replaces, in UTF-16 units, `end` exclusive. */
  readonly range: { readonly start: number; readonly end: number }
  /** Tables whose fields are needed and were not loaded. */
  readonly wanted: readonly string[]
  /** The field whose values are asked for and not known; of one with many those that hold what is `typed`. */
  readonly wantedValues: { readonly table: string; readonly field: string; readonly typed?: string } | null
}

/** More than these nobody looks through: what is meant comes by typing on. */
const MOST_ITEMS = 200

/** What can be written at a place of a text. Silent where nothing is to be named: in strings, numbers and comments, behind LIMIT. */
export function completionsAt(text: string, cursor: number, index: CatalogueIndex): Completions {
  const phrase = phraseAt(text, cursor)
  const wanted = new Set<string>()
  const { start, end } = phrase.pieces[phrase.at] ?? { start: cursor, end: cursor }
  const found = itemsAt(phrase, index, wanted)
  return {
    items: found.items.slice(0, MOST_ITEMS),
    more: found.items.length >= MOST_ITEMS,
    range: { start, end },
    wanted: [...wanted],
    wantedValues: found.wantedValues,
  }
}

interface Found {
  readonly items: readonly Completion[]
  readonly wantedValues: Completions['wantedValues']
}

const NONE: Found = { items: [], wantedValues: null }

function itemsAt(phrase: Phrase, index: CatalogueIndex, wanted: Set<string>): Found {
  const { inside } = phrase
  if (inside === 'comment' || inside === 'number' || inside === 'touching') return NONE
  if (inside === 'parameter') return { ...NONE, items: parameterItems(phrase) }
  const known = knownOf(index, wanted)
  const scope = scopeAt(phrase, known)
  const place = placeOf(phrase, scope, index)
  const typed = typedAt(phrase)
  // A join compares columns: values only where a quote was opened.
  const isForValue = place.path.length === 0 && (scope.clause === 'from' ? inside === 'string' : inside !== 'name')
  const values = isForValue ? valuePlaceOf(phrase, scope, place.before) : null
  const literals = values === null ? unitItems(phrase, scope) : valueItems(values, index)
  const offered = offeredValues(isForValue ? literals : [], typed, inside === 'string')
  const isWanted = values !== null && hasValues(values.column) && valuesOf(values.column, index) === null
  const wantedValues = isWanted ? values.column.origin : null
  if (inside === 'string')
    return { items: offered, wantedValues: wantedValues ?? furtherValues(phrase, values, offered, index) }
  const write = writerOf(inside === 'name')
  const groups = namesAt(phrase, scope, place, index, write, known)
  const names = [...offered, ...matching(groups, typed)]
  const isPath = inside === 'name' || place.path.length > 0 || phrase.pieces[phrase.at + 1]?.word === '.'
  const { refusedWords } = index.catalogue
  const taken = place.words.filter((word) => !word.split(' ').some((each) => refusedWords.has(each)))
  const words = isPath ? [] : matching([wordItems(phrase, taken)], typed)
  const isAlone = phrase.pieces.length === 1 && !isPath
  const snippets = isAlone ? matching([snippetItems(index, wanted)], typed) : []
  return { items: [...names.slice(0, MOST_ITEMS - words.length), ...words, ...snippets], wantedValues }
}

/** The field whose values are known in part, if few of those are what is typed. */
function furtherValues(
  { text, pieces, at, cursor }: Phrase,
  values: ValuePlace | null,
  offered: readonly Completion[],
  { catalogue }: CatalogueIndex,
): Found['wantedValues'] {
  const origin = values?.column.origin ?? null
  const typed = stringTyped(text.slice(pieces[at]?.start ?? cursor, cursor))
  if (origin === null || typed.length < 2 || offered.length >= FEW_VALUES) return null
  return catalogue.cutValues?.has(columnKey(origin.table, origin.field)) ? { ...origin, typed } : null
}

/** As many as are seen in the list without scrolling. */
const FEW_VALUES = 10

function stringTyped(written: string): string {
  return written.replace(/^(?:[A-Z]|U&)?'/i, '').replaceAll("''", "'")
}

/** What is typed at the cursor, as names are compared with it. */
function typedAt({ text, pieces, at, cursor, inside }: Phrase): string {
  const written = text.slice(pieces[at]?.start ?? cursor, cursor)
  if (inside === 'name') return foldText(written.replace(/^(?:U&)?"/i, '').replaceAll('""', '"'))
  return foldText(inside === 'string' ? stringTyped(written) : written)
}

/** Groups of names, the likeliest group first. */
function namesAt(
  phrase: Phrase,
  scope: Scope,
  place: Place,
  index: CatalogueIndex,
  write: Writer,
  known: ReturnType<typeof knownOf>,
): readonly (readonly Completion[])[] {
  const { path, expected } = place
  const isQuoted = phrase.inside === 'name'
  if (expected === 'source') {
    const tables = sourceTables(phrase, path, index, isQuoted, new Set(scope.ctes.map(({ name }) => name)))
    if (path.length > 0) return [tables]
    return [cteItems(scope, write), tables, isQuoted ? [] : functionItems(phrase, scope, index)]
  }
  if (path.length > 0) {
    if (expected !== 'operand' && expected !== 'after') return []
    const relation = relationNamed(scope.levels, path.at(-1) ?? '')
    const isBare =
      relation === null &&
      scope.levels.every(({ relations }) => relations.length === 0) &&
      scope.arm.sources.length === 0
    const own = isBare ? known.table(path)?.columns : null
    const list = relation?.columns().list ?? own ?? columnsBeforeFrom(scope, index, known)
    return [columnsOfRelation({ list, complete: true }, index, write)]
  }
  if (expected === 'using' && scope.source?.kind === 'using') {
    return [usingItems(scope.source.left, scope.source.right, index, write)]
  }
  if (expected === 'type') return [isQuoted ? [] : wordItems(phrase, TYPES)]
  if (expected !== 'operand') return []
  // Before a dot a column would be taken for a table.
  const isQualifier =
    phrase.pieces[phrase.at + 1]?.word === '.' && phrase.pieces[phrase.at + 1]?.start === phrase.pieces[phrase.at]?.end
  if (isQualifier) return [aliasItems(scope, write).map((item) => ({ ...item, insert: write(item.label) }))]
  const outputs = outputItems(phrase, scope, place, index, write)
  if (scope.outputs?.only || (outputs.length > 0 && isSortedByOutputs(phrase, scope))) return [outputs]
  const joins = isQuoted ? [] : joinPairs(phrase, scope, place)
  const own = new Set(outputs.map(({ insert }) => insert))
  const grouped = groupedColumns(phrase, scope, index)
  const fitting = columnItems(scope, index, write, grouped)
  const isMeant = grouped === null || outputs.length > 0 || matching([fitting], typedAt(phrase)).length > 0
  const expectedSoon = columnsBeforeFrom(scope, index, known)
  const columns =
    expectedSoon.length > 0
      ? expectedSoon.map((each) => columnItem(each, index, write(each.name)))
      : isMeant
        ? fitting
        : columnItems(scope, index, write, null)
  const functions = isQuoted ? [] : functionItems(phrase, scope, index)
  return [joins, outputs, columns.filter(({ insert }) => !own.has(insert)), aliasItems(scope, write), functions]
}

/**
 * While no FROM is written yet, the columns of what it may name: of the queries of WITH first, then of the open table, as
 * most statements are about it, then of the others whose fields were needed before.
 */
function columnsBeforeFrom(
  { clause, arm, levels, ctes }: Scope,
  { catalogue }: CatalogueIndex,
  known: ReturnType<typeof knownOf>,
): readonly Column[] {
  const hasSource = levels.some(({ relations }) => relations.length > 0) || arm.sources.length > 0
  if (clause !== 'select' || hasSource || !catalogue.open) return []
  const byName = new Map<string, Column>()
  for (const cte of ctes) for (const column of cte.columns().list) byName.set(column.name, column)
  for (const table of new Set([catalogue.open, ...[...catalogue.fields.keys()].slice(-MOST_TABLES)]))
    for (const column of known.table([table])?.columns ?? [])
      if (!byName.has(column.name)) byName.set(column.name, column)
  return [...byName.values()]
}

/** Of more tables nobody thinks at once. */
const MOST_TABLES = 20

/** Those that fit what is typed: what begins so first, each time by group. */
function matching(groups: readonly (readonly Completion[])[], typed: string): readonly Completion[] {
  if (typed === '') return groups.flat()
  const graded = groups.flatMap((items) =>
    items
      .flatMap((item) => {
        const grade = gradeOf(item, typed)
        return grade === null ? [] : [{ item, grade }]
      })
      .toSorted((one, other) => one.grade - other.grade),
  )
  return graded.toSorted((one, other) => placeAmongAll(one) - placeAmongAll(other)).map(({ item }) => item)
}

/** A function stands behind names of the data with a word that begins so. */
function placeAmongAll({ item, grade }: { readonly item: Completion; readonly grade: number }): number {
  return Math.max(1, grade) + (item.kind === 'function' ? 1.5 : 0)
}

function gradeOf({ kind, label, title }: Completion, typed: string): number | null {
  const grade = fit(typed, label.slice(label.lastIndexOf('.') + 1)) ?? fit(typed, label)
  if (kind === 'keyword') return grade !== null && grade <= 1 ? grade : null
  if (kind === 'function') return grade !== null && grade <= 2 ? grade : null
  // Tables were found by further names.
  return grade ?? (kind === 'table' ? 4 : kind === 'column' && title !== null ? fit(typed, title) : null)
}

function parameterItems({ text, pieces, at }: Phrase): readonly Completion[] {
  const own = pieces[at]
  const typed = own ? foldText(parameterName(text, { ...own, kind: 'parameter', unfinished: false })) : ''
  const names = tokensOf(text).flatMap((token) =>
    token.kind === 'parameter' && !token.unfinished && token.start !== own?.start ? [parameterName(text, token)] : [],
  )
  const items = [...new Set(names)].map((name) => {
    return { kind: 'parameter', label: name, insert: `{{${name}}}`, detail: null, title: null } as const
  })
  return matching([items], typed)
}

/** Outside a string a word may as well begin the name of a column. */
function offeredValues(items: readonly Completion[], typed: string, isString: boolean): readonly Completion[] {
  return matching([items], typed).slice(0, isString || typed !== '' ? MOST_ITEMS : 20)
}

function sourceTables(
  { text, pieces, at, cursor }: Phrase,
  path: readonly string[],
  index: CatalogueIndex,
  isQuoted: boolean,
  hidden: ReadonlySet<string>,
): readonly Completion[] {
  if (path.length > 1 || (path.length === 1 && path[0] !== 'public')) return []
  const typed = text.slice(pieces[at]?.start ?? cursor, cursor)
  const found = index.findTables(typed, MOST_ITEMS)
  // Before anything is typed the open table is the likeliest.
  const open = /^"?$/.test(typed) ? index.tableNamed(index.catalogue.open ?? '') : null
  const tables = open ? [open, ...found.filter((table) => table !== open)] : found
  return tables.map((table) => tableItem(table, writerOf(isQuoted), hidden))
}

/** By its id where a query of WITH has its name. */
function tableItem(table: CatalogueTable, write: Writer, hidden: ReadonlySet<string>): Completion {
  const name = hidden.has(tableName(table)) ? table.id : tableName(table)
  return { kind: 'table', label: table.title, insert: write(name), detail: name, title: table.dataset }
}

function cteItems({ ctes }: Scope, write: Writer): readonly Completion[] {
  return ctes.map(({ name }) => ({ kind: 'cte', label: name, insert: write(name), detail: null, title: null }) as const)
}

/** Names of the SELECT list: ORDER BY and GROUP BY take one only as a whole item. */
function outputItems(
  phrase: Phrase,
  { outputs, bracket, clause }: Scope,
  { before }: Place,
  index: CatalogueIndex,
  write: Writer,
): readonly Completion[] {
  const isItem = /^(?:by|,)$/.test(phrase.pieces[before]?.word ?? '') && bracket === null
  const next = phrase.pieces[phrase.at + 1]
  const isWhole =
    next === undefined || /^(?:,|\)|asc|desc|nulls|having|order|limit|offset|union|window)$/.test(next.word)
  if (outputs === null || !isItem || !isWhole) return []
  const { list } = outputs.columns()
  const named = list.filter(
    ({ name, aggregated }) => name !== '?column?' && !(clause === 'group by' && aggregated === true),
  )
  const once = named.filter(({ name }) => list.filter((other) => other.name === name).length === 1)
  return once.map((column) => columnItem(column, index, write(column.name)))
}

function joinPairs(phrase: Phrase, { source }: Scope, { before }: Place): readonly Completion[] {
  if (source?.kind !== 'expression' || source.sides === null) return []
  const isStart = /^(?:on|and)$/.test(phrase.pieces[before]?.word ?? '')
  return isStart ? joinItems(source.sides.left, source.sides.right) : []
}

const TYPES: readonly string[] = [
  ...'text integer numeric date timestamp boolean bigint interval time json jsonb timestamptz uuid real'.split(' '),
  'double precision',
]

/** Keywords behind which something always comes, and never a bracket or a comma. */
const BEFORE_BLANK: ReadonlySet<string> = new Set(
  'SELECT,WITH,FROM,WHERE,AND,OR,ON,AS,JOIN,LEFT JOIN,RIGHT JOIN,FULL JOIN,INNER JOIN,CROSS JOIN,GROUP BY,ORDER BY,PARTITION BY,HAVING,LIMIT,OFFSET,UNION,UNION ALL,INTERSECT,EXCEPT,CASE,WHEN,THEN,ELSE,LIKE,ILIKE,BETWEEN,DISTINCT,DISTINCT FROM'.split(
    ',',
  ),
)

/** Keywords in capitals, unless the statement is written without. */
function wordItems({ text, pieces, at }: Phrase, words: readonly string[]): readonly Completion[] {
  const first =
    pieces.find(({ kind, word }) => kind === 'word' && keywordKind(word) === 'reserved') ??
    pieces.find(({ start, end }) => end > start)
  const isSmall = /^[^A-Za-z]*[a-z]/.test(text.slice(first?.start ?? 0, first?.end ?? 1000))
  return [...new Set(words)].map((word) => {
    const written = isSmall ? word.toLowerCase() : word
    const insert = written.endsWith('(') && pieces[at + 1]?.word === '(' ? written.slice(0, -1).trimEnd() : written
    const blank = BEFORE_BLANK.has(word) ? ({ blank: true } as const) : {}
    return { kind: 'keyword', label: written.replace(/ \($/, ''), insert, detail: null, title: null, ...blank } as const
  })
}

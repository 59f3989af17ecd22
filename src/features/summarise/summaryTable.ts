import type { Row } from '../../protocol/answers.ts'
import { fieldKind, type Field } from '../../protocol/field.ts'
import type { JsonText } from '../../protocol/jsonText.ts'
import type { Figure, Group, Grouping, Summary, SummaryAnswer } from '../../summary/summary.ts'
import { valueOrder } from '../../summary/valueOrder.ts'
import { summariseWords } from '../../words/en/summarise.ts'
import { shownFigure } from './figureText.ts'
import { keyWords } from './groupKeys.ts'
import { figureWords, groupingWords } from './summaryText.ts'

/** What a column of the table of a summary is. */
export type SummaryColumn =
  /** The groups of the summary's grouping at that place. */
  | { readonly kind: 'group'; readonly at: number }
  /** A figure for one of the groups across. */
  | { readonly kind: 'across'; readonly key: JsonText; readonly at: number }
  /** A figure over all groups across, or the figure if there are none. */
  | { readonly kind: 'figure'; readonly at: number }

/** What a row is: a group by its keys, the groups that were left out, or all records. */
export type SummaryLine =
  | { readonly kind: 'group'; readonly keys: readonly JsonText[] }
  | { readonly kind: 'rest' | 'total' }

/** An answer as a table: groups in rows, those across in columns, then totals; the rest and the total as last rows. */
export interface SummaryTable {
  readonly fields: readonly Field[]
  /** All digits. */
  readonly rows: readonly Row[]
  /** The same as they are read: with separators, shares as percentages. */
  readonly shown: readonly Row[]
  readonly columns: readonly SummaryColumn[]
  readonly lines: readonly SummaryLine[]
  /** How many groups are rows, and columns if there are any across. */
  readonly size: { readonly rows: number; readonly columns: number | null }
}

/** The table of an answer. */
export function summaryTable(
  asked: Pick<Summary, 'by' | 'across' | 'figures'>,
  answer: SummaryAnswer,
  fields: readonly Field[],
): SummaryTable {
  const { by, across, figures } = asked
  const typeOf = (id: string) => fields.find((field) => field.id === id)?.type ?? 'text'
  const acrossKeys = across === null ? [] : keysAcross(answer, by.length)
  const columns: readonly SummaryColumn[] = [
    ...by.map((_, at) => ({ kind: 'group', at }) as const),
    ...acrossKeys.flatMap((key) => inCells(figures).map((at) => ({ kind: 'across', key, at }) as const)),
    ...figures.map((_, at) => ({ kind: 'figure', at }) as const),
  ]
  const cells = cellsOf(answer, by.length)
  const groups = across === null ? answer.groups : answer.totalsOfRows
  const ofRow = (line: SummaryLine, whole: Group | undefined, cell: (key: JsonText) => Group | undefined) => ({
    line,
    row: columns.map((column): JsonText => {
      if (column.kind === 'group') return groupCell(line, by, column.at)
      const group = column.kind === 'across' ? cell(column.key) : whole
      return group?.figures[column.at] ?? emptyOf(figures[column.at], answer)
    }),
  })
  const rest = answer.rest ?? []
  const lines = [
    ...(by.length === 0
      ? [ofRow({ kind: 'group', keys: [] }, answer.total, acrossOf(answer.totalsOfColumns))]
      : groups.map((group) =>
          ofRow({ kind: 'group', keys: group.keys }, group, (key) => cells.get(nameOf([...group.keys, key]))),
        )),
    ...(rest.length === 0 ? [] : [ofRow({ kind: 'rest' }, wholeRest(rest, across), acrossOf(rest))]),
    ...(by.length === 0 ? [] : [ofRow({ kind: 'total' }, answer.total, acrossOf(answer.totalsOfColumns))]),
  ]
  const named = columns.map((column) => fieldOf(column, asked, typeOf))
  return {
    fields: named,
    rows: lines.map(({ row }) => row),
    shown: lines.map(({ row, line }) => row.map((value, at) => shownCell(value, columns[at], line, asked, typeOf))),
    columns,
    lines: lines.map(({ line }) => line),
    size: { rows: by.length === 0 ? 1 : groups.length, columns: across === null ? null : acrossKeys.length },
  }
}

/** The figures, by their places, that the cells of a cross table show. The share says more of whole rows, at their end. */
function inCells(figures: readonly Figure[]): readonly number[] {
  const places = figures.flatMap(({ kind }, at) => (kind === 'share' ? [] : [at]))
  return places.length === 0 ? [0] : places
}

function acrossOf(list: readonly Group[]): (key: JsonText) => Group | undefined {
  return (key) => list.find(({ keys }) => keys.at(-1) === key)
}

/** Without groups across, the rest is one; with some, the one over all of them has no key. */
function wholeRest(rest: readonly Group[], across: Grouping | null): Group | undefined {
  return across === null ? rest[0] : rest.find(({ keys }) => keys.length === 0)
}

function keysAcross(answer: SummaryAnswer, rows: number): readonly JsonText[] {
  const listed = answer.totalsOfColumns.length > 0 ? answer.totalsOfColumns : answer.groups
  const keys = new Set(listed.map(({ keys: all }) => all[listed === answer.groups ? rows : 0] ?? 'null'))
  return [...keys].toSorted(valueOrder([...keys]))
}

function cellsOf({ groups }: SummaryAnswer, rows: number): ReadonlyMap<string, Group> {
  return new Map(groups.map((group) => [nameOf(group.keys.slice(0, rows + 1)), group]))
}

function nameOf(keys: readonly JsonText[]): string {
  return keys.join('\n')
}

/** Where no record is: nothing was counted, and nothing is known of values. Of a list that was cut, neither is known. */
function emptyOf(figure: Figure | undefined, { coverage }: SummaryAnswer): JsonText {
  const isCounted = figure?.kind === 'count' || figure?.kind === 'share' || figure?.kind === 'distinct'
  return isCounted && coverage.kind !== 'cut' ? '0' : 'null'
}

function groupCell(line: SummaryLine, by: readonly Grouping[], at: number): JsonText {
  if (line.kind !== 'group') {
    if (at > 0) return '""'
    return JSON.stringify(line.kind === 'rest' ? summariseWords.rest : summariseWords.total)
  }
  const key = line.keys[at] ?? 'null'
  const how = by[at]?.by ?? 'value'
  return key === 'null' || how === 'value' || how === 'element' ? key : JSON.stringify(keyWords(how, key))
}

function shownCell(
  value: JsonText,
  column: SummaryColumn | undefined,
  line: SummaryLine,
  { figures }: Pick<Summary, 'figures'>,
  typeOf: (id: string) => string,
): JsonText | undefined {
  if (column === undefined) return value
  // A member that is not there is drawn as nothing: the rest and the total have one name.
  if (column.kind === 'group') return line.kind !== 'group' && value === '""' ? undefined : value
  const figure = figures[column.at]
  return figure === undefined
    ? value
    : shownFigure(figure, value, fieldKind(typeOf('field' in figure ? figure.field : '')))
}

function fieldOf(
  column: SummaryColumn,
  { by, across, figures }: Pick<Summary, 'by' | 'across' | 'figures'>,
  typeOf: (id: string) => string,
): Field {
  if (column.kind === 'group') {
    const grouping = by[column.at]
    if (grouping === undefined) return { id: '', type: 'text' }
    return { id: groupingWords(grouping), type: typeOfGroups(grouping, typeOf(grouping.field)) }
  }
  const figure = figures[column.at]
  const type = figure === undefined ? 'text' : typeOfFigure(figure, typeOf)
  if (figure === undefined) return { id: '', type }
  if (column.kind === 'across') {
    const group = across === null ? '' : keyWords(across.by, column.key)
    return { id: inCells(figures).length > 1 ? summariseWords.inCell(group, figureWords(figure)) : group, type }
  }
  return { id: across !== null && figure.kind === 'count' ? summariseWords.total : figureWords(figure), type }
}

function typeOfGroups({ by }: Grouping, type: string): string {
  if (by === 'value') return type
  if (by === 'element') return type.replace(/^_|\[\]$/g, '')
  return typeof by === 'string' && DATES.has(by) ? 'date' : 'text'
}

/** Units whose groups read as the beginning of a date. */
const DATES: ReadonlySet<string> = new Set(['year', 'month', 'week', 'day', 'hour'])

function typeOfFigure(figure: Figure, typeOf: (id: string) => string): string {
  switch (figure.kind) {
    case 'count':
    case 'distinct':
      return 'int8'
    case 'share':
    case 'sum':
    case 'mean':
    case 'median':
      return 'numeric'
    case 'min':
    case 'max':
      return typeOf(figure.field)
  }
}

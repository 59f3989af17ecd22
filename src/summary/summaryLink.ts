import type { DateUnit, Figure, GroupBy, GroupFilter, Grouping, GroupSort, Summary } from './summary.ts'

/**
 * A summary as the text that stands in links: `by:stage,across:started_on:year,count,share,sort:-1,keep:1:gte:10,top:5`.
 * Sort and keep name a figure by its place, counted from 1. In names `,`, `:` and `\` stand after a `\`.
 */
export function writeSummary({ by, across, figures, sort, keep, most }: Summary): string {
  return [
    ...by.map((grouping) => ['by', ...partsOfGrouping(grouping)]),
    ...(across === null ? [] : [['across', ...partsOfGrouping(across)]]),
    ...figures.map((figure) => ('field' in figure ? [figure.kind, figure.field] : [figure.kind])),
    ...(sort === null ? [] : [['sort', `${sort.descending ? '-' : ''}${sort.by === 'group' ? 'group' : sort.by + 1}`]]),
    ...keep.map(({ figure, sign, value }) => ['keep', String(figure + 1), SIGNS[sign], value]),
    ...(most === null ? [] : [['top', String(most)]]),
  ]
    .map((parts) => parts.map((part) => part.replaceAll(/[\\,:]/g, String.raw`\$&`)).join(':'))
    .join(',')
}

/** The summary in such a text; null if it says none. Never throws: what is unknown or damaged is left out. */
export function readSummary(text: string): Summary | null {
  const items = itemsOf(text)
  const found = items.map((parts) => read(parts))
  const by = found.flatMap((item) => (item?.kind === 'by' ? [item.grouping] : []))
  const across = found.flatMap((item) => (item?.kind === 'across' ? [item.grouping] : []))[0] ?? null
  const shown = found.flatMap((item) => (item?.kind === 'figure' ? [item.figure] : []))
  if (by.length === 0 && across === null && shown.every((figure) => figure === null)) return null
  const figures = shown.filter((figure) => figure !== null)
  // Places count figures that can't be read, too, or they would be those of others.
  const placeOf = (at: number) => {
    const figure = shown[at - 1]
    return figure === undefined || figure === null ? -1 : figures.indexOf(figure)
  }
  const sorts = found.find((item) => item?.kind === 'sort')
  const sortedBy = sorts === undefined || sorts.by === 'group' ? sorts?.by : placeOf(sorts.by)
  const sort: GroupSort | null =
    sorts === undefined || sortedBy === undefined || sortedBy === -1
      ? null
      : { by: sortedBy, descending: sorts.descending }
  return {
    by: by.slice(0, across === null ? MOST_GROUPINGS : MOST_GROUPINGS - 1),
    across,
    figures: figures.length === 0 ? [{ kind: 'count' }] : figures,
    sort,
    keep: found.flatMap((item) => {
      const figure = item?.kind === 'keep' ? placeOf(item.at) : -1
      return item?.kind === 'keep' && figure >= 0 ? [{ figure, sign: item.sign, value: item.value }] : []
    }),
    most: found.find((item) => item?.kind === 'top')?.most ?? null,
  }
}

/** The parts of such a text that say nothing to this page, as they stand in it. */
export function unreadInSummary(text: string): readonly string[] {
  if (text === '') return []
  return itemsOf(text).flatMap((parts) => {
    const item = read(parts)
    return item === null || (item.kind === 'figure' && item.figure === null) ? [parts.join(':')] : []
  })
}

const MOST_GROUPINGS = 3

const SIGNS = { '>': 'gt', '>=': 'gte', '<': 'lt', '<=': 'lte', '=': 'eq' } as const satisfies Record<
  GroupFilter['sign'],
  string
>

const UNITS: readonly DateUnit[] = [
  'year',
  'quarter',
  'month',
  'week',
  'day',
  'hour',
  'monthOfYear',
  'weekday',
  'hourOfDay',
]
const OF_FIELD = ['distinct', 'sum', 'mean', 'median', 'min', 'max'] as const
const OF_RECORDS = ['count', 'share'] as const

function partsOfGrouping({ field, by }: Grouping): readonly string[] {
  if (by === 'value') return [field]
  return typeof by === 'object' ? [field, 'step', by.step] : [field, by]
}

/** The parts of each item, without what stands around `,` and `:` that belong to a name. */
function itemsOf(text: string): readonly (readonly string[])[] {
  const items: string[][] = [['']]
  for (let at = 0; at < text.length; at += 1) {
    const sign = text.charAt(at)
    const item = items[items.length - 1] ?? []
    if (sign === ',') items.push([''])
    else if (sign === ':') item.push('')
    else {
      if (sign === '\\') at += 1
      item[item.length - 1] += text.charAt(at)
    }
  }
  return items
}

type Item =
  | { readonly kind: 'by' | 'across'; readonly grouping: Grouping }
  | { readonly kind: 'figure'; readonly figure: Figure | null }
  | { readonly kind: 'sort'; readonly by: number | 'group'; readonly descending: boolean }
  | { readonly kind: 'keep'; readonly at: number; readonly sign: GroupFilter['sign']; readonly value: string }
  | { readonly kind: 'top'; readonly most: number }

function read([name = '', ...rest]: readonly string[]): Item | null {
  const [first, second, third] = rest
  if (name === 'by' || name === 'across') {
    const grouping = groupingOf(rest)
    return grouping === null ? null : { kind: name, grouping }
  }
  if (name === 'sort') return first === undefined || rest.length !== 1 ? null : sortOf(first)
  if (name === 'top') {
    const most = wholeNumber(first)
    return most === null || rest.length !== 1 ? null : { kind: 'top', most }
  }
  if (name === 'keep') {
    const sign = SIGN_NAMES.find((each) => SIGNS[each] === second)
    const at = wholeNumber(first)
    if (rest.length !== 3 || at === null || sign === undefined || third === undefined || !NUMBER.test(third))
      return null
    return { kind: 'keep', at, sign, value: third }
  }
  return figureOf(name, rest)
}

const SIGN_NAMES: readonly GroupFilter['sign'][] = ['>', '>=', '<', '<=', '=']
const NUMBER = /^-?\d+(?:\.\d+)?$/

function wholeNumber(text: string | undefined): number | null {
  return text !== undefined && /^[1-9]\d{0,8}$/.test(text) ? Number(text) : null
}

function groupingOf([field, how, step, ...more]: readonly string[]): Grouping | null {
  if (field === undefined || more.length > 0) return null
  const by = how === undefined ? 'value' : byOf(how, step)
  return by === null ? null : { field, by }
}

function byOf(how: string, step: string | undefined): GroupBy | null {
  if (how === 'step') return step !== undefined && isStep(step) ? { step } : null
  if (step !== undefined) return null
  return how === 'element' ? how : (UNITS.find((unit) => unit === how) ?? null)
}

/** Whether records can be put into groups of that step: a number above 0. */
export function isStep(text: string): boolean {
  return /^\d{1,30}(?:\.\d{1,30})?$/.test(text) && /[1-9]/.test(text)
}

function sortOf(text: string): Item | null {
  const descending = text.startsWith('-')
  const by = descending ? text.slice(1) : text
  const place = by === 'group' ? by : wholeNumber(by)
  return place === null ? null : { kind: 'sort', by: place, descending }
}

/** An unknown figure keeps its place, by which others are named. */
function figureOf(name: string, rest: readonly string[]): Item | null {
  const [field] = rest
  const plain = OF_RECORDS.find((kind) => kind === name)
  if (plain !== undefined) return { kind: 'figure', figure: rest.length === 0 ? { kind: plain } : null }
  const kind = OF_FIELD.find((each) => each === name)
  if (kind === undefined) return name === '' ? null : { kind: 'figure', figure: null }
  return { kind: 'figure', figure: field === undefined || rest.length !== 1 ? null : { kind, field } }
}

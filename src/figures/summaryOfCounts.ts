import type { JsonText } from '../protocol/jsonText.ts'
import { shareOf, type Group, type GroupFilter, type Summary, type SummaryAnswer } from '../summary/summary.ts'
import { valueOrder } from '../summary/valueOrder.ts'
import type { AllCounted } from './countedValues.ts'

/** Whether a summary asks for nothing but how many records have each value of one field. */
export function isCounting({ by, across, figures }: Summary): boolean {
  const isCount = figures.every(({ kind }) => kind === 'count' || kind === 'share')
  return by.length === 1 && by[0]?.by === 'value' && across === null && isCount
}

/** The answer to such a summary, from the counts of all values. */
export function summaryOfCounts(
  { figures, sort, keep, most }: Summary,
  { values, nulls, records }: AllCounted,
): SummaryAnswer {
  const start = performance.now()
  const figuresOf = (count: number) =>
    figures.map(({ kind }) => (kind === 'share' ? shareOf(count, records) : String(count)))
  const all = nulls === 0 ? values : [...values, { value: 'null', count: nulls }]
  const isKept = (count: number) =>
    keep.every((filter) => holds(figures[filter.figure]?.kind === 'share' ? count / records : count, filter))
  const byCount = sort !== null && sort.by !== 'group'
  const turn = sort?.descending === true ? -1 : 1
  const order = valueOrder(all.map(({ value }) => value))
  // Null comes last, whichever way.
  const ordered = (a: JsonText, b: JsonText) => order(a, b) * (byCount || a === 'null' || b === 'null' ? 1 : turn)
  const groups = all
    .filter(({ count }) => isKept(count))
    .toSorted((a, b) => (byCount ? turn * (a.count - b.count) : 0) || ordered(a.value, b.value))
  const shown = groups.slice(0, most ?? groups.length)
  const left = groups.slice(shown.length).reduce((sum, { count }) => sum + count, 0)
  const rest: readonly Group[] | null = left === 0 ? null : [{ keys: [], figures: figuresOf(left) }]
  return {
    groups: shown.map(({ value, count }) => ({ keys: [value], figures: figuresOf(count) })),
    totalsOfRows: [],
    totalsOfColumns: [],
    total: { keys: [], figures: figuresOf(records) },
    rest,
    records,
    coverage: { kind: 'all' },
    milliseconds: performance.now() - start,
  }
}

function holds(figure: number, { sign, value }: GroupFilter): boolean {
  const bound = Number(value)
  switch (sign) {
    case '>':
      return figure > bound
    case '>=':
      return figure >= bound
    case '<':
      return figure < bound
    case '<=':
      return figure <= bound
    case '=':
      return figure === bound
  }
}

import { jsonKind, jsonToPlain, type JsonText } from '../protocol/jsonText.ts'
import { valueOrder } from '../summary/valueOrder.ts'
import { chartWords } from '../words/en/chart.ts'
import { REST, type ChartField } from './chartData.ts'
import { drawable, exactWords, sumOf } from './exact.ts'
import { comesAgain, cycleLabel, cycleOf, isBeyondTime, labelOf, nextPeriod, periodOf } from './periods.ts'

/** A place along an axis, or a series. */
export interface Place {
  readonly label: string
  /** In full, where the label is short. */
  readonly name: string
  readonly kind: 'value' | 'null' | 'rest'
  /** The values that lie here. */
  readonly keys: readonly JsonText[]
  /** On the line of time (ms), or the beginning of a step; null where places have no distances. */
  readonly at: number | null
}

export interface Axis {
  readonly field: ChartField
  readonly kind: 'time' | 'cycle' | 'steps' | 'groups'
  /** Time: whether the places follow each other without gaps, so that each is as wide as the next. */
  readonly isEven: boolean
  readonly places: readonly Place[]
}

/** The places of a field's values along an axis: periods and steps in their order with those that are missing between them. */
export function axisOf(field: ChartField, values: readonly JsonText[]): Axis {
  const all = [...new Set(values)]
  const known = all.filter((value) => value !== REST && jsonKind(value) !== 'null')
  if (field.unit !== null && comesAgain(known, field.unit)) return cycleAxis(field, known)
  if (field.kind === 'time' || field.unit !== null) {
    const axis = timeAxis(field, known)
    if (axis !== null) return axis
  }
  if (field.edges !== undefined) return edgeAxis(field, field.edges)
  if (field.step !== null) return stepAxis(field, known, field.step)
  return {
    field,
    kind: 'groups',
    isEven: true,
    places: [
      ...(field.kind === 'text' ? known : known.toSorted(valueOrder(known))).map((value) => groupPlace(value)),
      ...(all.some((value) => value !== REST && jsonKind(value) === 'null') ? [nullPlace()] : []),
      ...(all.includes(REST) ? [restPlace([REST])] : []),
    ],
  }
}

/** Whether an axis has a place for what has no value. */
export function takesNull({ kind }: Axis): boolean {
  return kind === 'groups'
}

/** The place of the groups that are not told apart. */
export function restPlace(keys: readonly JsonText[]): Place {
  return { label: chartWords.rest, name: chartWords.rest, kind: 'rest', keys, at: null }
}

function nullPlace(): Place {
  return { label: '∅', name: chartWords.null, kind: 'null', keys: ['null'], at: null }
}

function groupPlace(value: JsonText): Place {
  const text = jsonToPlain(value)
  const label = text === '' ? '""' : text
  return { label, name: label, kind: 'value', keys: [value], at: null }
}

function cycleAxis(field: ChartField, known: readonly JsonText[]): Axis {
  const places = cycleOf(known, field.unit).map((part): Place => {
    const label = cycleLabel(part, field.unit)
    const keys = known.filter((value) => Number(jsonToPlain(value)) === Number(part))
    return { label, name: label, kind: 'value', keys, at: null }
  })
  return { field, kind: 'cycle', isEven: true, places }
}

function timeAxis(field: ChartField, known: readonly JsonText[]): Axis | null {
  const starts = new Map<number, { label: string; keys: JsonText[] }>()
  for (const value of known) {
    const period = periodOf(value, field.unit)
    if (period === null && isBeyondTime(value)) continue
    if (period === null) return null
    const there = starts.get(period.start)
    if (there === undefined) starts.set(period.start, { label: period.label, keys: [value] })
    else there.keys.push(value)
  }
  if (starts.size === 0) return null
  const sorted = [...starts.keys()].toSorted((a, b) => a - b)
  const filled = withMissing(sorted, (start) => nextPeriod(start, field.unit))
  const places = filled.map((start): Place => {
    const there = starts.get(start)
    const label = there?.label ?? labelOf(start, field.unit)
    return { label, name: label, kind: 'value', keys: there?.keys ?? [], at: start }
  })
  return { field, kind: 'time', isEven: field.unit !== null && filled !== sorted, places }
}

function stepAxis(field: ChartField, known: readonly JsonText[], step: string): Axis {
  const width = Number(step)
  const keys = new Map(known.flatMap((value) => [[drawable(value), value] as const]))
  const starts = [...keys.keys()].filter((start) => start !== null).toSorted((a, b) => a - b)
  // By whole steps, as adding up fractions would miss the next beginning.
  const places = withMissing(
    starts.map((start) => Math.round(start / width)),
    (place) => place + 1,
  ).map((place): Place => {
    const key = [...keys].find(([start]) => start !== null && Math.round(start / width) === place)?.[1]
    const from = key ?? String(Number((place * width).toPrecision(12)))
    const to = sumOf([jsonToPlain(from), step])
    return {
      label: exactWords(from),
      name: chartWords.step(exactWords(from), exactWords(to)),
      kind: 'value',
      keys: key === undefined ? [] : [key],
      at: place * width,
    }
  })
  return { field, kind: 'steps', isEven: true, places }
}

function edgeAxis(field: ChartField, edges: readonly string[]): Axis {
  const places = edges.slice(0, -1).map((from, at): Place => {
    const label = exactWords(from)
    const name = from === '0' ? label : chartWords.step(label, exactWords(edges[at + 1] ?? from))
    return { label, name, kind: 'value', keys: [from], at }
  })
  return { field, kind: 'steps', isEven: true, places }
}

/** The list with what is missing between its members; the list itself if that would be too much. */
function withMissing(sorted: readonly number[], next: (from: number) => number | null): readonly number[] {
  const [first] = sorted
  const last = sorted.at(-1)
  if (first === undefined || last === undefined) return sorted
  const filled: number[] = []
  const missed = new Set(sorted)
  for (let at: number | null = first; at !== null && at <= last; at = next(at)) {
    if (filled.length === MOST_PLACES) return sorted
    filled.push(at)
    missed.delete(at)
  }
  return missed.size === 0 ? filled : sorted
}

const MOST_PLACES = 600

import type { JsonText } from '../protocol/jsonText.ts'
import { logScale, showsLittle } from '../summary/barScale.ts'
import { chartWords } from '../words/en/chart.ts'
import { fieldOf, type ChartData, type ChartField, type ChartSpec } from './chartData.ts'
import { drawable } from './exact.ts'

/** The rows of a histogram: how many of the rows lie in each step of the field along it. The data itself if it has steps. */
export function binned(data: ChartData, spec: ChartSpec): { readonly data: ChartData; readonly rowsOf: RowsOf } {
  const along = fieldOf(data, spec.x)
  if (along === null || along.field.step !== null || data.isGrouped) return { data, rowsOf: (rows) => rows }
  const by = fieldOf(data, spec.series)
  const numbers = data.rows.map((row) => drawable(row[along.at] ?? 'null'))
  const known = numbers.filter((number) => number !== null)
  const step = stepFor(known)
  const edges = logEdgesOf(known)
  const bins = new Map<string, { row: JsonText[]; rows: number[] }>()
  numbers.forEach((number, at) => {
    const series = by === null ? null : (data.rows[at]?.[by.at] ?? 'null')
    // NaN and infinity stay what they are, and have no place.
    const from = number === null ? (data.rows[at]?.[along.at] ?? 'null') : beginOf(number, step, edges)
    const key = JSON.stringify([from, series])
    const there = bins.get(key)
    if (there === undefined) bins.set(key, { row: series === null ? [from] : [from, series], rows: [at] })
    else there.rows.push(at)
  })
  const gathered = [...bins.values()]
  return {
    data: {
      ...data,
      isGrouped: true,
      fields: [
        edges === null
          ? { ...along.field, step: String(step), isMeasure: false }
          : { ...along.field, edges, isMeasure: false },
        ...(by === null ? [] : [by.field]),
        { ...COUNT, name: chartWords.records },
      ],
      rows: gathered.map(({ row, rows }) => [...row, String(rows.length)]),
    },
    rowsOf: (rows) => rows.flatMap((row) => gathered[row]?.rows ?? []),
  }
}

/** Where the step begins in which a number lies. */
function beginOf(number: number, step: number, edges: readonly string[] | null): JsonText {
  if (edges !== null) return edges.findLast((edge) => Number(edge) <= number) ?? 'null'
  return String(Number((Math.floor(number / step) * step).toPrecision(12)))
}

/** The edges of a logarithmic scale, where equal steps show little of the numbers; else null. 0 is an edge if it is one of them. */
export function logEdgesOf(numbers: readonly number[]): readonly string[] | null {
  const step = stepFor(numbers)
  const [min, max] = [
    numbers.reduce((a, b) => Math.min(a, b), Infinity),
    numbers.reduce((a, b) => Math.max(a, b), -Infinity),
  ]
  const first = Math.floor(min / step) * step
  const inFirst = numbers.filter((number) => number < first + step).length
  if (!showsLittle({ min: String(min) }, [inFirst, numbers.length - inFirst])) return null
  const positive = numbers.reduce((least, number) => (number > 0 ? Math.min(least, number) : least), Infinity)
  const isWhole = numbers.every((number) => Number.isInteger(number))
  const even = { isLog: false, edges: [String(first), String(first + step)] }
  return logScale({ min: String(min), max: String(max), isWhole }, String(positive), even)?.edges ?? null
}

/** The rows of the data behind rows that were put together. */
export type RowsOf = (rows: readonly number[]) => readonly number[]

/** What the counts of a histogram are called in its spec. */
export const BIN_COUNT = ' count'

const COUNT: Omit<ChartField, 'name'> = {
  id: BIN_COUNT,
  source: BIN_COUNT,
  kind: 'number',
  unit: null,
  step: null,
  isMeasure: true,
  isCount: true,
  isAdditive: true,
  measuredIn: null,
}

/** A step of 1, 2 or 5 with zeros that makes some ten to forty bars; whole numbers get whole steps. */
function stepFor(numbers: readonly number[]): number {
  let least = Infinity
  let most = -Infinity
  let isWhole = true
  for (const number of numbers) {
    if (number < least) least = number
    if (number > most) most = number
    isWhole &&= Number.isInteger(number)
  }
  const range = most - least
  if (!(range > 0)) return 1
  const wanted = range / Math.min(40, Math.max(10, Math.ceil(2 * Math.cbrt(numbers.length))))
  const power = 10 ** Math.floor(Math.log10(wanted))
  const step = [1, 2, 5, 10].map((times) => times * power).find((nice) => nice >= wanted) ?? 10 * power
  return isWhole ? Math.max(1, step) : Number(step.toPrecision(6))
}

import type { Brush } from '../summary/figures.ts'
import { columnOf, sizeOf, type Column, type Columns, type Mask } from './columns.ts'
import { shapeOf, type Shape } from './distribution.ts'
import { recordsIn, tallyOf } from './tally.ts'

/** What a brush needs of the columns, made once: so that a move reads a few numbers, and can do so in another thread. */
export interface BrushTables {
  /** How many bars the brushed field has. */
  readonly steps: number
  /** How many records lie before each edge of its bars. */
  readonly before: Float64Array
  /** For each other field and each of its bars or values the same, one after the other. */
  readonly of: readonly { readonly field: string; readonly bins: number; readonly before: Float64Array }[]
}

/** Counts how the other fields are spread in each bar of the brushed one. Null if that one is not drawn as bars. */
export function brushTables(
  columns: Columns,
  mask: Mask | null,
  field: string,
  others: readonly string[],
): BrushTables | null {
  const records = recordsIn(mask, columns.records)
  const brushed = columnOf(columns, field)
  const shape = shapeOf(brushed, tallyOf(brushed, mask), records)
  if (shape.kind !== 'bars') return null
  const steps = Math.max(1, shape.starts.length - 1)
  // Beside the bars lies what is in none of them: it is never brushed.
  const stepOfCode = binsOfCodes(brushed, shape)
  const stepOf = new Uint8Array(columns.records)
  for (let record = 0; record < stepOf.length; record += 1) {
    stepOf[record] = mask !== null && mask.flags[record] === 0 ? steps : stepOfCode[brushed.codes[record]!]!
  }
  const counted = new Uint32Array(steps + 1)
  for (const step of stepOf) counted[step]! += 1
  const of = others.map((other) => {
    const column = columnOf(columns, other)
    const otherShape = shapeOf(column, tallyOf(column, mask), records)
    const bins = binsIn(otherShape)
    return { field: other, bins, before: bins === 0 ? new Float64Array(0) : tableOf(column, otherShape, stepOf, steps) }
  })
  return { steps, before: summed(counted, steps), of }
}

function binsIn(shape: Shape): number {
  if (shape.kind === 'bars') return Math.max(1, shape.starts.length - 1)
  return shape.kind === 'values' ? shape.places.length : 0
}

/** For each code its bar or value; those of none have the number of all. */
function binsOfCodes({ values }: Column, shape: Shape): Uint8Array {
  const bins = binsIn(shape)
  const of = new Uint8Array(sizeOf(values) + 1).fill(bins)
  if (shape.kind === 'values') for (const [bin, place] of shape.places.entries()) of[place + 1] = bin
  if (shape.kind !== 'bars') return of
  const { starts, scale } = shape
  const isOne = scale.edges[0] === scale.edges.at(-1)
  for (let bin = 0; bin < bins; bin += 1) {
    const from = starts[bin] ?? 0
    of.fill(bin, from + 1, (isOne ? from + 1 : (starts[bin + 1] ?? from)) + 1)
  }
  return of
}

function tableOf(column: Column, shape: Shape, stepOf: Uint8Array, steps: number): Float64Array {
  const bins = binsIn(shape)
  const binOf = binsOfCodes(column, shape)
  const { codes } = column
  const width = steps + 1
  const counted = new Uint32Array((bins + 1) * width)
  for (let record = 0; record < codes.length; record += 1)
    counted[binOf[codes[record]!]! * width + stepOf[record]!]! += 1
  const table = new Float64Array(bins * width)
  for (let bin = 0; bin < bins; bin += 1)
    table.set(summed(counted.subarray(bin * width, (bin + 1) * width), steps), bin * width)
  return table
}

function summed(counts: Uint32Array, steps: number): Float64Array {
  const before = new Float64Array(steps + 1)
  for (let step = 0; step < steps; step += 1) before[step + 1] = before[step]! + counts[step]!
  return before
}

/** Reads the tables: places are taken at the nearest edge of a bar. */
export function brushOf({ steps, before, of }: BrushTables): Brush {
  const edge = (place: number) => Math.min(steps, Math.max(0, Math.round(place * steps)))
  return {
    records: (from, to) => (before[edge(to)] ?? 0) - (before[edge(from)] ?? 0),
    counts: (from, to) => {
      const [low, high] = [edge(from), edge(to)]
      return new Map(
        of.map(({ field, bins, before: table }) => [
          field,
          Array.from({ length: bins }, (_, bin) => table[bin * (steps + 1) + high]! - table[bin * (steps + 1) + low]!),
        ]),
      )
    },
  }
}

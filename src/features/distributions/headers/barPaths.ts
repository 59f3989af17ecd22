/** Where bars stand in a drawing, px. */
export interface BarBox {
  readonly width: number
  readonly height: number
  /** The first bar holds 0 alone, and stands apart from the logarithmic scale after it. */
  readonly isZeroApart?: boolean | undefined
}

/** The outline of bars side by side, as a path of SVG: the highest of `scale` fills the box, and none that counts vanishes. */
export function barPath(
  counts: readonly number[],
  scale: number,
  box: BarBox,
  only?: (place: number) => boolean,
): string {
  let path = ''
  counts.forEach((count, place) => {
    if (count <= 0 || (only !== undefined && !only(place))) return
    const { left, right, tall } = barAt(counts, place, scale, box)
    path += `M${left} ${box.height}V${box.height - tall}H${right}V${box.height}Z`
  })
  return path
}

/** A part of a bar: the values of it from one share of them to another, in their order. */
export interface BarPart {
  readonly bar: number
  readonly from: number
  readonly to: number
}

/** The outline of parts of bars: each as much of its bar's width as of its values, and none so narrow that it isn't seen. */
export function partPath(counts: readonly number[], parts: readonly BarPart[], box: BarBox): string {
  const scale = highest(counts)
  return parts
    .map(({ bar, from, to }) => {
      const { left, right, tall } = barAt(counts, bar, scale, box)
      const width = right - left
      const wide = Math.min(width, Math.max(LEAST_WIDTH, (to - from) * width))
      // What ends with its bar stays at that side of it.
      const start = to === 1 ? right - wide : Math.min(left + from * width, right - wide)
      return `M${rounded(start)} ${box.height}V${box.height - tall}H${rounded(start + wide)}V${box.height}Z`
    })
    .join('')
}

const LEAST_WIDTH = 1.5

function rounded(place: number): number {
  return Math.round(place * 10) / 10
}

function barAt(
  counts: readonly number[],
  place: number,
  scale: number,
  { width, height, isZeroApart = false }: BarBox,
): { readonly left: number; readonly right: number; readonly tall: number } {
  const step = width / counts.length
  const gap = step >= 3 ? 1 : 0
  const left = Math.round(place * step)
  const apart = isZeroApart && place === 0 ? Math.round(step / 3) : 0
  const right = Math.max(left + 1, Math.round((place + 1) * step) - gap - apart)
  const share = Math.min(counts[place] ?? 0, scale) / scale
  return { left, right, tall: Math.max(LEAST_HEIGHT, Math.round(share * height * 2) / 2) }
}

/** px: what is there is seen, and is more than the line at the foot. */
const LEAST_HEIGHT = 2

/** The highest of these, at least 1. */
export function highest(counts: readonly number[]): number {
  return counts.reduce((most, count) => Math.max(most, count), 1)
}

/** Whether all bars are equally high but for one record, as those of numbers that count the records are: then they show nothing. */
export function isFlat(counts: readonly number[]): boolean {
  const least = Math.min(...counts)
  return counts.length > 2 && least > 0 && Math.max(...counts) - least <= 1
}

/** A part of a stacked bar. */
export interface Segment {
  /** The place of its value; null for all others together. */
  readonly place: number | null
  /** Its share of the whole, from 0 to 1. */
  readonly share: number
}

/** Stacked values: those that are wide enough to be seen, and the others as one. */
export function segmentsOf(counts: readonly number[], others: number): readonly Segment[] {
  const all = counts.reduce((sum, count) => sum + count, others)
  if (all === 0) return []
  const shown = counts.flatMap((count, place): Segment[] =>
    place < MOST_SEGMENTS && count / all >= LEAST_SEGMENT ? [{ place, share: count / all }] : [],
  )
  const left = 1 - shown.reduce((sum, { share }) => sum + share, 0)
  return left > 0.005 ? [...shown, { place: null, share: left }] : shown
}

const MOST_SEGMENTS = 8
const LEAST_SEGMENT = 0.02

/**
 * Counts of one drawing in the steps of another, if they have not the same: each step's is spread evenly over what it
 * covers. Places are shares of the whole, from 0 to 1.
 */
export function inSteps(counts: readonly number[], begin: number, end: number, steps: number): readonly number[] {
  const into: number[] = Array.from({ length: steps }, () => 0)
  const width = (end - begin) / Math.max(1, counts.length)
  counts.forEach((count, place) => {
    const from = (begin + place * width) * steps
    const to = (begin + (place + 1) * width) * steps
    for (
      let at = Math.max(0, Math.floor(from));
      at < Math.min(steps, Math.max(Math.ceil(to), Math.floor(from) + 1));
      at += 1
    ) {
      const covered = to > from ? Math.max(0, Math.min(to, at + 1) - Math.max(from, at)) / (to - from) : 1
      into[at] = (into[at] ?? 0) + count * covered
    }
  })
  return into
}

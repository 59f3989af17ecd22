import { sizeOf, type Column, type ListValues, type Mask } from './columns.ts'

/** How often each value of a column occurs among some records: null first, then the values in their order. */
export type Tally = Uint32Array

export function tallyOf(column: Column, mask: Mask | null): Tally {
  if (mask === null) return wholeTally(column)
  const { codes, values } = column
  if (mask.left !== null) {
    const tally = wholeTally(column).slice()
    for (const record of mask.left) tally[codes[record]!]! -= 1
    return tally
  }
  const tally = new Uint32Array(sizeOf(values) + 1)
  const { flags, chosen } = mask
  if (chosen !== null) for (const record of chosen) tally[codes[record]!]! += 1
  else for (let record = 0; record < codes.length; record += 1) tally[codes[record]!]! += flags[record]!
  return tally
}

/** Counted once: it is asked for with every filter that is taken off, and never changes. */
function wholeTally(column: Column): Tally {
  const before = whole.get(column)
  if (before !== undefined) return before
  const { codes, values } = column
  const tally = new Uint32Array(sizeOf(values) + 1)
  for (let record = 0; record < codes.length; record += 1) tally[codes[record]!]! += 1
  whole.set(column, tally)
  return tally
}

const whole = new WeakMap<Column, Tally>()

/** In how many lists each element occurs, in the order of the elements; null among them first. */
export function tallyOfElements({ starts, elements }: ListValues, size: number, tally: Tally): Tally {
  const of = new Uint32Array(size + 1)
  for (let list = 0; list < starts.length - 1; list += 1) {
    const count = tally[list + 1] ?? 0
    if (count === 0) continue
    const [from, to] = [starts[list] ?? 0, starts[list + 1] ?? 0]
    for (let at = from; at < to; at += 1) {
      const code = elements[at] ?? 0
      // A record counts once, however often its list has the element.
      if (elements.indexOf(code, from) === at) of[code] = (of[code] ?? 0) + count
    }
  }
  return of
}

/** How many records a mask has. */
export function recordsIn(mask: Mask | null, records: number): number {
  return mask === null ? records : mask.count
}

/** How many different values occur. */
export function distinctIn(tally: Tally): number {
  let distinct = 0
  for (let code = 1; code < tally.length; code += 1) if (tally[code] !== 0) distinct += 1
  return distinct
}

/** The place of the value of which `fraction` of the records have that or a smaller one (`percentile_disc`); -1 if there is none. */
export function percentile(tally: Tally, fraction: number): number {
  let records = 0
  for (let code = 1; code < tally.length; code += 1) records += tally[code] ?? 0
  return placeOfRank(tally, Math.max(1, Math.ceil(fraction * records)))
}

/** The place of the n-th value in order, from 1; -1 if there are not so many. */
export function placeOfRank(tally: Tally, rank: number): number {
  let seen = 0
  for (let code = 1; code < tally.length; code += 1) {
    seen += tally[code] ?? 0
    if (seen >= rank) return code - 1
  }
  return -1
}

/** The places of the most frequent values: by how often they occur, then in their order. */
export function mostFrequent(
  tally: Tally,
  most: number,
  fits: (place: number) => boolean = () => true,
): readonly number[] {
  const found: number[] = []
  let least = 0
  for (let code = 1; code < tally.length; code += 1) {
    const count = tally[code] ?? 0
    if (count === 0 || (found.length === most && count <= least) || !fits(code - 1)) continue
    let at = found.length
    while (at > 0 && (tally[(found[at - 1] ?? 0) + 1] ?? 0) < count) at -= 1
    found.splice(at, 0, code - 1)
    if (found.length > most) found.pop()
    least = tally[(found.at(-1) ?? 0) + 1] ?? 0
  }
  return found
}

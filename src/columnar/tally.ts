import { isFiniteAt, sizeOf, type Column, type ListValues, type Mask, type Values } from './columns.ts'

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

/** What numbers and days are among the values: those to work with, and how many records have others. */
export interface NumbersIn {
  /** Without NaN and infinity. */
  readonly finite: Tally
  /** Without NaN. */
  readonly ordered: Tally
  readonly nan: number
  readonly infinite: number
  /** How many of the infinite ones are below all others. */
  readonly infiniteBelow: number
}

/** The values of a column that occur so often, without those that are no numbers or days to work with. */
export function numbersIn({ values }: Pick<Column, 'values'>, tally: Tally): NumbersIn {
  const [first, last] = finiteCodes(values)
  const end = orderedEnd(values)
  if (first === 1 && last === sizeOf(values))
    return { finite: tally, ordered: tally, nan: 0, infinite: 0, infiniteBelow: 0 }
  const ordered = tally.slice()
  ordered.fill(0, end + 1)
  const finite = ordered.slice()
  finite.fill(0, 1, first)
  finite.fill(0, last + 1)
  const infinite = recordsBetween(tally, 1, first) + recordsBetween(tally, last + 1, end + 1)
  const hasLeast = values.kind === 'numbers' && values.at[0] === -Infinity && !isFiniteAt(values, 0)
  const infiniteBelow = hasLeast ? (tally[1] ?? 0) : 0
  return { finite, ordered, nan: recordsBetween(tally, end + 1, tally.length), infinite, infiniteBelow }
}

/** How many records have one of the codes from one to another. */
function recordsBetween(tally: Tally, from: number, to: number): number {
  let records = 0
  for (let code = from; code < to; code += 1) records += tally[code] ?? 0
  return records
}

/** The code of the last value that has its place among the others: NaN, which has none, stands after them. */
export function orderedEnd(values: Values): number {
  const size = sizeOf(values)
  return values.kind === 'numbers' && Number.isNaN(values.at[size - 1]) ? size - 1 : size
}

/** The codes of the first and the last value that is neither infinite nor NaN: those stand before and after them. */
export function finiteCodes(values: Values): readonly [first: number, last: number] {
  let [first, last] = [1, sizeOf(values)]
  if (values.kind !== 'numbers') return [first, last]
  while (last > 0 && !isFiniteAt(values, last - 1)) last -= 1
  while (first < last && !isFiniteAt(values, first - 1)) first += 1
  return [first, last]
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

import type { JsonText } from '../protocol/jsonText.ts'
import type {
  Aside,
  Coverage,
  Figure,
  Group,
  Grouping,
  GroupFilter,
  Summary,
  SummaryAnswer,
} from '../summary/summary.ts'
import { fieldsLeavingOut } from '../summary/summarySource.ts'
import { columnOf, sizeOf, type Column, type Columns, type Mask } from './columns.ts'
import { compareFigures } from './exactNumbers.ts'
import { figuresOfGroups, type Assigned } from './groupFigures.ts'
import { groupsOf, type ValueGroups } from './groups.ts'
import { numbersIn, recordsIn, tallyOf } from './tally.ts'
import { jsonAt } from './values.ts'

/** A summary of the records of the mask; null is all records. */
export function summaryOf(columns: Columns, mask: Mask | null, summary: Summary, coverage: Coverage): SummaryAnswer {
  const start = performance.now()
  const { by, across, figures, most } = summary
  const records = recordsIn(mask, columns.records)
  const chosen = chosenRecords(columns, mask)
  const dimensions = [...by, ...(across === null ? [] : [across])].map((grouping) => dimensionOf(columns, grouping))
  const answer = (assigned: Assigned) => figuresOfGroups(columns, assigned, figures, records)
  const total: Group = { keys: [], figures: answer(allAsOne(chosen))[0] ?? [] }

  const rowDimensions = dimensions.slice(0, by.length)
  const rows = by.length === 0 ? allAsOne(chosen) : assigned(chosen, rowDimensions)
  const found = groupsIn(rows, rowDimensions, answer)
  const kept =
    by.length === 0
      ? found
      : inOrder(
          columns,
          found.filter((group) => passes(group, summary.keep)),
          summary,
        )
  const shown = kept.slice(0, most ?? undefined)
  const left = kept.slice(shown.length)
  const rest = left.length === 0 || by.length === 0 ? null : new Set(left.map(({ number }) => number))
  const restRecords = rest === null ? null : recordsOf(rows, rest)
  const restTotal =
    restRecords === null ? [] : answer(allAsOne(restRecords)).map((values) => ({ keys: [], figures: values }))
  const done = (groups: readonly Group[], more: Partial<SummaryAnswer>): SummaryAnswer => ({
    groups,
    totalsOfRows: [],
    totalsOfColumns: [],
    total,
    rest: restRecords === null ? null : restTotal,
    records,
    aside: asideIn(columns, mask, figures),
    coverage,
    ...more,
    milliseconds: performance.now() - start,
  })
  const crossDimension = dimensions[by.length]
  if (across === null || crossDimension === undefined) return done(shown.map(plain), {})

  const crossed = assigned(chosen, dimensions)
  const places = new Map(shown.map(({ number }, place) => [number, place]))
  const cells = groupsIn(crossed, dimensions, answer).flatMap((cell) => {
    const place = places.get(by.length === 0 ? 0 : Math.floor(cell.number / crossDimension.groups.keys.length))
    return place === undefined ? [] : [{ cell, place }]
  })
  const byAcross = (some: Uint32Array) =>
    groupsIn(assigned(some, [crossDimension]), [crossDimension], answer).map(plain)
  return done(
    cells.toSorted((a, b) => a.place - b.place || a.cell.number - b.cell.number).map(({ cell }) => plain(cell)),
    {
      totalsOfRows: shown.map(plain),
      totalsOfColumns: byAcross(chosen),
      rest: restRecords === null ? null : [...restTotal, ...byAcross(restRecords)],
    },
  )
}

function asideIn(columns: Columns, mask: Mask | null, figures: readonly Figure[]): readonly Aside[] {
  const fields = [...columns.of.values()].map(({ field }) => field)
  return fieldsLeavingOut(figures, fields).flatMap(({ field: { id }, infinite: leavesInfinite }) => {
    const column = columnOf(columns, id)
    const found = numbersIn(column, tallyOf(column, mask))
    const [nan, infinite] = [found.nan, leavesInfinite ? found.infinite : 0]
    return nan + infinite === 0 ? [] : [{ field: id, nan, infinite }]
  })
}

interface Dimension {
  readonly column: Column
  readonly groups: ValueGroups
}

function dimensionOf(columns: Columns, { field, by }: Grouping): Dimension {
  const column = columnOf(columns, field)
  return { column, groups: groupsOf(column, by) }
}

function chosenRecords(columns: Columns, mask: Mask | null): Uint32Array {
  if (mask === null) return Uint32Array.from({ length: columns.records }, (_, record) => record)
  if (mask.chosen !== null) return mask.chosen
  const chosen = new Uint32Array(mask.count)
  let at = 0
  for (let record = 0; record < mask.flags.length; record += 1) {
    if (mask.flags[record] === 1) {
      chosen[at] = record
      at += 1
    }
  }
  return chosen
}

/** Groups are numbered by what they have in each dimension; here the numbers that occur stand in their order. */
interface Numbered extends Assigned {
  readonly numbers: Float64Array
}

function allAsOne(records: Uint32Array): Numbered {
  return { records, groups: new Uint32Array(records.length), count: 1, numbers: new Float64Array(1) }
}

function assigned(chosen: Uint32Array, dimensions: readonly Dimension[]): Numbered {
  let records = chosen
  let numbers = new Float64Array(chosen.length)
  for (const { column, groups } of dimensions) {
    const { codes } = column
    const { keys, of } = groups
    if (of instanceof Uint32Array) {
      for (let at = 0; at < records.length; at += 1)
        numbers[at] = numbers[at]! * keys.length + of[codes[records[at]!]!]!
      continue
    }
    const moreRecords: number[] = []
    const moreNumbers: number[] = []
    for (let at = 0; at < records.length; at += 1) {
      for (const group of of[codes[records[at]!]!] ?? []) {
        moreRecords.push(records[at]!)
        moreNumbers.push(numbers[at]! * keys.length + group)
      }
    }
    records = Uint32Array.from(moreRecords)
    numbers = Float64Array.from(moreNumbers)
  }
  const possible = dimensions.reduce((product, { groups }) => product * groups.keys.length, 1)
  return { records, ...numbered(numbers, possible) }
}

/** As many possible groups are counted in an array of their own; of more only those that occur are. */
const MOST_DENSE = 4_194_304

function numbered(given: Float64Array, possible: number): Omit<Numbered, 'records'> {
  const groups = new Uint32Array(given.length)
  if (possible > MOST_DENSE) {
    const sorted = given.toSorted()
    const numbers = sorted.filter((number, at) => at === 0 || number !== sorted[at - 1])
    const places = new Map(Array.from(numbers, (number, place) => [number, place]))
    for (let at = 0; at < given.length; at += 1) groups[at] = places.get(given[at]!) ?? 0
    return { groups, count: numbers.length, numbers }
  }
  const places = new Uint32Array(possible)
  for (const number of given) places[number] = 1
  let count = 0
  for (let number = 0; number < possible; number += 1) {
    if (places[number] === 0) continue
    places[number] = count
    count += 1
  }
  const numbers = new Float64Array(count)
  for (let at = 0; at < given.length; at += 1) {
    const place = places[given[at]!]!
    groups[at] = place
    numbers[place] = given[at]!
  }
  return { groups, count, numbers }
}

interface Found extends Group {
  readonly number: number
  /** Its place among the groups of each dimension. */
  readonly places: readonly number[]
}

function plain({ keys, figures }: Found): Group {
  return { keys, figures }
}

function groupsIn(
  groups: Numbered,
  dimensions: readonly Dimension[],
  answer: (groups: Assigned) => readonly (readonly JsonText[])[],
): readonly Found[] {
  return answer(groups).map((figures, group) => {
    const number = groups.numbers[group] ?? 0
    const places = placesOf(number, dimensions)
    const keys = places.map((place, at) => dimensions[at]?.groups.keys[place] ?? 'null')
    return { number, places, keys, figures }
  })
}

function placesOf(number: number, dimensions: readonly Dimension[]): readonly number[] {
  const places: number[] = []
  let rest = number
  for (const { groups } of dimensions.toReversed()) {
    places.unshift(rest % groups.keys.length)
    rest = Math.floor(rest / groups.keys.length)
  }
  return places
}

/** The records of these groups, each once. */
function recordsOf({ records, groups, numbers }: Numbered, wanted: ReadonlySet<number>): Uint32Array {
  const isWanted = Array.from(numbers, (number) => wanted.has(number))
  const of = records.filter((_, at) => isWanted[groups[at]!])
  // In their order, so that one that is in several groups stands beside itself.
  return of.filter((record, at) => at === 0 || record !== of[at - 1])
}

function passes({ figures }: Group, keep: readonly GroupFilter[]): boolean {
  return keep.every(({ figure, sign, value }) => {
    const given = figures[figure]
    if (given === undefined) return true
    if (given === 'null') return false
    const order = compareFigures(given, given.startsWith('"') ? JSON.stringify(value) : value)
    if (sign === '=') return order === 0
    if (order === 0) return sign === '>=' || sign === '<='
    return sign.startsWith('>') ? order > 0 : order < 0
  })
}

/** As `sort` has it; null last, and what is alike by the groups' own values. */
function inOrder(
  columns: Columns,
  groups: readonly Found[],
  { sort, figures }: Pick<Summary, 'sort' | 'figures'>,
): readonly Found[] {
  if (sort === null) return groups
  const direction = sort.descending ? -1 : 1
  const { by } = sort
  if (by === 'group') return sort.descending ? byKeysDescending(groups) : groups
  const placeOf = valueOrder(columns, figures[by])
  return groups.toSorted((a, b) => {
    const [left = 'null', right = 'null'] = [a.figures[by], b.figures[by]]
    if (left === 'null' || right === 'null') return Number(left === 'null') - Number(right === 'null')
    return (placeOf === null ? compareFigures(left, right) : placeOf(left) - placeOf(right)) * direction
  })
}

/** Where a figure stands among the values of its field, if it is one of them and no number: their order is the field's. */
function valueOrder(columns: Columns, figure: Figure | undefined): ((value: JsonText) => number) | null {
  if (figure === undefined || !('field' in figure)) return null
  if (figure.kind !== 'min' && figure.kind !== 'max' && figure.kind !== 'median') return null
  const { kind, values } = columnOf(columns, figure.field)
  if (kind === 'integer' || kind === 'numeric') return null
  const places = new Map(Array.from({ length: sizeOf(values) }, (_, place) => [jsonAt(values, place), place]))
  return (value) => places.get(value) ?? -1
}

/** Groups stand in the order of their values; backwards, but those with null stay last. */
function byKeysDescending(groups: readonly Found[]): readonly Found[] {
  return groups.toSorted((a, b) => {
    for (const [place, key] of a.keys.entries()) {
      const other = b.keys[place]
      if (key === other) continue
      if (key === 'null' || other === 'null') return key === 'null' ? 1 : -1
      return (b.places[place] ?? 0) - (a.places[place] ?? 0)
    }
    return 0
  })
}

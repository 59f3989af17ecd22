import { codesFor, type Codes } from './columns.ts'

/** Different values in ascending order, and for each record its place among them. */
export interface EncodedNumbers {
  readonly at: Float64Array
  readonly codes: Codes
}

/** Whether a record has null. */
export type IsNull = (record: number) => boolean

const bits = new Float64Array(1)
const words = new Uint32Array(bits.buffer)

/** Encodes numbers; -0 is 0, and NaN is greater than all others, as in PostgreSQL. */
export function encodeNumbers(numbers: Float64Array, isNull: Uint8Array): EncodedNumbers {
  const table = numberTable(numbers, isNull)
  const at = table.found.subarray(0, table.count).toSorted()
  const codes = codesFor(at.length, numbers.length)
  const place = new Uint32Array(at.length)
  // A typed array sorts NaN last.
  for (const [rank, value] of at.entries()) place[table.find(value)] = rank + 1
  for (let record = 0; record < numbers.length; record += 1) {
    const first = table.places[record] ?? 0
    if (first > 0) codes[record] = place[first - 1] ?? 0
  }
  return { at, codes }
}

/** A table of numbers in the order in which they were first seen. */
function numberTable(numbers: Float64Array, isNull: Uint8Array) {
  let size = 1024
  let slots = new Uint32Array(size)
  let found = new Float64Array(size / 2)
  let count = 0
  const places = new Uint32Array(numbers.length)
  const slotOf = (value: number): number => {
    bits[0] = value
    let hash = Math.imul((words[0] ?? 0) ^ Math.imul(words[1] ?? 0, 0x9e3779b1), 0x85ebca6b)
    hash ^= hash >>> 15
    let slot = hash & (size - 1)
    for (;;) {
      const place = slots[slot] ?? 0
      if (place === 0) return slot
      const there = found[place - 1] ?? 0
      if (there === value || (there !== there && value !== value)) return slot
      slot = (slot + 1) & (size - 1)
    }
  }
  const grow = (): void => {
    size *= 2
    slots = new Uint32Array(size)
    const more = new Float64Array(size / 2)
    more.set(found)
    found = more
    for (let place = 0; place < count; place += 1) slots[slotOf(found[place] ?? 0)] = place + 1
  }
  for (let record = 0; record < numbers.length; record += 1) {
    if (isNull[record] === 1) continue
    // Adding zero makes 0 of -0.
    const value = (numbers[record] ?? 0) + 0
    let slot = slotOf(value)
    if (slots[slot] === 0) {
      if (count === found.length) {
        grow()
        slot = slotOf(value)
      }
      found[count] = value
      count += 1
      slots[slot] = count
    }
    places[record] = slots[slot] ?? 0
  }
  return { places, found, count, find: (value: number) => (slots[slotOf(value)] ?? 1) - 1 }
}

/** Stretches of bytes, one for each record, of which -1 stands for null. */
export interface Stretches {
  readonly bytes: Uint8Array
  readonly starts: Int32Array
  readonly ends: Int32Array
}

export interface EncodedTexts {
  readonly bytes: Uint8Array
  readonly ends: Uint32Array
  readonly codes: Codes
}

/** Encodes texts in UTF-8, in the order of their bytes, which is that of their code points. */
export function encodeTexts({ bytes, starts, ends }: Stretches): EncodedTexts {
  const places = new Uint32Array(starts.length)
  let size = 1024
  let slots = new Uint32Array(size)
  let firsts: number[] = []
  let hashes: number[] = []
  const same = (a: number, b: number): boolean => {
    const [fromA, fromB] = [starts[a] ?? 0, starts[b] ?? 0]
    const length = (ends[a] ?? 0) - fromA
    if ((ends[b] ?? 0) - fromB !== length) return false
    for (let at = 0; at < length; at += 1) if (bytes[fromA + at] !== bytes[fromB + at]) return false
    return true
  }
  const grow = (): void => {
    size *= 2
    slots = new Uint32Array(size)
    for (let place = 0; place < firsts.length; place += 1) {
      let slot = (hashes[place] ?? 0) & (size - 1)
      while (slots[slot] !== 0) slot = (slot + 1) & (size - 1)
      slots[slot] = place + 1
    }
  }
  for (let record = 0; record < starts.length; record += 1) {
    const from = starts[record] ?? -1
    if (from < 0) continue
    let hash = 0x811c9dc5
    for (let at = from, end = ends[record] ?? 0; at < end; at += 1)
      hash = Math.imul(hash ^ (bytes[at] ?? 0), 0x01000193)
    hash = (hash ^ (hash >>> 15)) >>> 0
    let slot = hash & (size - 1)
    for (;;) {
      const place = slots[slot] ?? 0
      if (place === 0) {
        firsts.push(record)
        hashes.push(hash)
        slots[slot] = firsts.length
        places[record] = firsts.length
        if (firsts.length * 2 > size) grow()
        break
      }
      if (hashes[place - 1] === hash && same(firsts[place - 1] ?? 0, record)) {
        places[record] = place
        break
      }
      slot = (slot + 1) & (size - 1)
    }
  }
  hashes = []
  const order = orderOfBytes({ bytes, starts, ends }, firsts)
  const ranks = new Uint32Array(order.length)
  let length = 0
  for (const first of firsts) length += (ends[first] ?? 0) - (starts[first] ?? 0)
  const sorted = { bytes: new Uint8Array(length), ends: new Uint32Array(order.length) }
  let to = 0
  for (let rank = 0; rank < order.length; rank += 1) {
    const place = order[rank] ?? 0
    const first = firsts[place] ?? 0
    ranks[place] = rank + 1
    sorted.bytes.set(bytes.subarray(starts[first], ends[first]), to)
    to += (ends[first] ?? 0) - (starts[first] ?? 0)
    sorted.ends[rank] = to
  }
  firsts = []
  const codes = codesFor(order.length, starts.length)
  for (let record = 0; record < places.length; record += 1) {
    const place = places[record] ?? 0
    if (place > 0) codes[record] = ranks[place - 1] ?? 0
  }
  return { ...sorted, codes }
}

/** The places of these records in the order of their bytes. */
function orderOfBytes(texts: Stretches, records: readonly number[]): Uint32Array {
  const { bytes, starts, ends } = texts
  const shared = sharedLength(texts, records)
  // Six bytes after what all of them begin with fit into a double exactly, so most comparisons need no more.
  const keys = new Float64Array(records.length)
  for (let place = 0; place < records.length; place += 1) {
    const record = records[place]!
    const from = starts[record]! + shared
    const length = ends[record]! - from
    let key = 0
    for (let at = 0; at < 6; at += 1) key = key * 257 + (at < length ? bytes[from + at]! + 1 : 0)
    keys[place] = key
  }
  return Uint32Array.from(records.keys()).toSorted((a, b) => {
    const difference = keys[a]! - keys[b]!
    if (difference !== 0) return difference
    const [recordA, recordB] = [records[a]!, records[b]!]
    const [fromA, fromB] = [starts[recordA]!, starts[recordB]!]
    const [lengthA, lengthB] = [ends[recordA]! - fromA, ends[recordB]! - fromB]
    for (let at = shared + 6; at < lengthA && at < lengthB; at += 1) {
      const byte = bytes[fromA + at]! - bytes[fromB + at]!
      if (byte !== 0) return byte
    }
    return lengthA - lengthB
  })
}

/** How many bytes all of them begin with. */
function sharedLength({ bytes, starts, ends }: Stretches, records: readonly number[]): number {
  const [first] = records
  if (first === undefined) return 0
  const from = starts[first]!
  let shared = ends[first]! - from
  for (const record of records) {
    const start = starts[record]!
    shared = Math.min(shared, ends[record]! - start)
    for (let at = 0; at < shared; at += 1) if (bytes[from + at] !== bytes[start + at]) shared = at
  }
  return shared
}

/** Encodes whole numbers that doubles can't hold, null for null; special values are handled by who calls. */
export function encodeBigs(given: readonly (bigint | null)[]): { at: bigint[]; codes: Codes } {
  const places = new Map<bigint, number>()
  for (const value of given) if (value !== null) places.set(value, 0)
  const at = [...places.keys()].toSorted((a, b) => (a < b ? -1 : a > b ? 1 : 0))
  for (const [rank, value] of at.entries()) places.set(value, rank + 1)
  const codes = codesFor(at.length, given.length)
  for (const [record, value] of given.entries()) if (value !== null) codes[record] = places.get(value) ?? 0
  return { at, codes }
}

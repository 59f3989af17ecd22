import type { TextValues } from './columns.ts'
import { letterForms } from '../query/letterForms.ts'
import { lowerCase } from './lowerCase.ts'
import { textAt } from './values.ts'

/** Where a text has to be found in a value. */
export type TextPlace = 'contains' | 'startsWith' | 'endsWith'

/** Marks the values that have a text in them, whatever its case and the form of its accents: by code, 1 for each that has. */
export function markText(values: TextValues, op: TextPlace, sought: string, marks: Uint8Array): void {
  for (const form of letterForms(sought)) markForm(values, op, form, marks)
}

function markForm(values: TextValues, op: TextPlace, sought: string, marks: Uint8Array): void {
  const lower = lowerCase(sought)
  if (/^[ -~]+$/.test(lower) && !hasLongLetters(values.bytes)) return markBytes(values, op, lower, marks)
  for (let place = 0; place < values.ends.length; place += 1) {
    const text = lowerCase(textAt(values, place))
    const holds =
      op === 'contains' ? text.includes(lower) : op === 'startsWith' ? text.startsWith(lower) : text.endsWith(lower)
    if (holds) marks[place + 1] = 1
  }
}

/** Whether there are letters of several bytes whose small form has one: `İ` and the sign for kelvin. */
function hasLongLetters(bytes: Uint8Array): boolean {
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at]!
    if (byte === 0xc4 && bytes[at + 1] === 0xb0) return true
    if (byte === 0xe2 && bytes[at + 1] === 0x84 && bytes[at + 2] === 0xaa) return true
  }
  return false
}

/** Compares bytes, as those of ASCII are no part of other letters; making a text of each value would take ten times as long. */
function markBytes({ bytes, ends }: TextValues, op: TextPlace, sought: string, marks: Uint8Array): void {
  const length = sought.length
  const small = new TextEncoder().encode(sought)
  const capital = new TextEncoder().encode(sought.toUpperCase())
  const [first, firstCapital] = [small[0]!, capital[0]!]
  const isAt = (at: number): boolean => {
    for (let place = 1; place < length; place += 1) {
      const byte = bytes[at + place]!
      if (byte !== small[place] && byte !== capital[place]) return false
    }
    return true
  }
  let from = 0
  for (let place = 0; place < ends.length; place += 1) {
    const end = ends[place]!
    const least = op === 'endsWith' ? Math.max(from, end - length) : from
    const most = op === 'startsWith' ? Math.min(from, end - length) : end - length
    for (let at = least; at <= most; at += 1) {
      const byte = bytes[at]!
      if ((byte === first || byte === firstCapital) && isAt(at)) {
        marks[place + 1] = 1
        break
      }
    }
    from = end
  }
}

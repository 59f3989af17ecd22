import '../operators/all.ts'
import type { FieldKind } from '../../protocol/field.ts'
import { boundsOf } from '../dates/period.ts'
import { DATED, ORDERED, type Comparison } from '../operator.ts'

/**
 * What typed text says beside a plain value: `>100`, `100..200`, `!100..200`, `!=x`, `null`, `~sed`, for a date also `2019` and
 * `2019-Q3`. Null if it is a plain value, which may look odd: a text may begin with any sign that means nothing for texts.
 */
export function readTyped(text: string, kind: FieldKind): Comparison | null {
  return readSigned(text, kind) ?? period(text.trim(), kind)
}

/** The same, but a period is a plain value, as beside an operator that was chosen. */
export function readSigned(text: string, kind: FieldKind): Comparison | null {
  const typed = text.trim()
  const folded = typed.toLowerCase()
  if (folded === 'null' || typed === '∅') return { op: 'isNull', values: [] }
  if (/^(?:!=?|<>|≠|is\s+not\s+|not\s+)\s*null$/.test(folded)) return { op: 'isNotNull', values: [] }
  if (kind === 'text' && typed === '""') return { op: 'isEmpty', values: [] }
  if (kind === 'text' && /^!=?""$/.test(typed)) return { op: 'isNotEmpty', values: [] }
  return (
    pattern(typed, kind) ??
    (kind === 'text' ? null : outside(typed, kind)) ??
    (ORDERED.includes(kind) ? range(typed, kind) : null) ??
    equality(typed)
  )
}

function pattern(typed: string, kind: FieldKind): Comparison | null {
  const [, sign, value] = /^(!~|~|\^)\s*(.+)$/s.exec(typed) ?? []
  if (kind !== 'text' || value === undefined) return null
  return { op: sign === '~' ? 'contains' : sign === '^' ? 'startsWith' : 'doesNotContain', values: [value] }
}

function equality(typed: string): Comparison | null {
  const [, sign, value] = /^(!=|<>|≠|=)\s*(.+)$/s.exec(typed) ?? []
  return value === undefined ? null : { op: sign === '=' ? 'is' : 'isNot', values: [value] }
}

function period(typed: string, kind: FieldKind): Comparison | null {
  return DATED.includes(kind) && boundsOf(typed) !== null ? { op: 'isIn', values: [typed] } : null
}

/** `!0.1..300` is what lies outside, `!2019` any other year. */
function outside(typed: string, kind: FieldKind): Comparison | null {
  const [, rest] = /^!(?!=)\s*(.+)$/s.exec(typed) ?? []
  if (rest === undefined) return null
  const inside = (ORDERED.includes(kind) ? range(rest, kind) : null) ?? period(rest, kind)
  if (inside?.op === 'between') return { op: 'outside', values: inside.values }
  return inside?.op === 'isIn' ? { op: 'isNotIn', values: inside.values } : null
}

function range(typed: string, kind: FieldKind): Comparison | null {
  const [, sign = '', value] = /^(>=|≥|<=|≤|>(?!=)|<(?![=>]))\s*(.+)$/s.exec(typed) ?? []
  if (value !== undefined) return { op: SIGNS[sign] ?? 'atLeast', values: [value] }
  const [, from, to] = /^(.*?)\s*(?:\.\.|…)\s*(.*)$/s.exec(typed) ?? []
  if (from === undefined || to === undefined) return null
  // `etc..` is a text.
  if (from === '' || to === '') {
    if (kind === 'text' || from === to) return null
    return from === '' ? { op: 'atMost', values: [to] } : { op: 'atLeast', values: [from] }
  }
  return { op: 'between', values: [from, to] }
}

const SIGNS: Readonly<Record<string, string>> = {
  '>': 'greaterThan',
  '>=': 'atLeast',
  '≥': 'atLeast',
  '<': 'lessThan',
  '<=': 'atMost',
  '≤': 'atMost',
}

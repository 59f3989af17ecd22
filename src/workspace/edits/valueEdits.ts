import type { FieldKind } from '../../protocol/field.ts'
import type { JsonText } from '../../protocol/jsonText.ts'
import type { Condition, OperatorId, Where } from '../../query/query.ts'
import { allParts, newConditionId } from '../../query/where.ts'
import type { View } from '../view.ts'

/** A value of a field, as a filter compares it; null is null. */
export interface FieldValue {
  readonly field: string
  readonly kind: FieldKind
  readonly text: string | null
}

/**
 * What can be asked of a value: only its records, its records as well, all but its records, and from it or up to it.
 */
export type ValueEdit = 'only' | 'include' | 'exclude' | 'atLeast' | 'atMost'

/** A value of a cell as a filter compares it: arrays as PostgreSQL writes them. Undefined if none can: JSON, and what is too long. */
export function comparedText(value: JsonText | null, kind: FieldKind): string | null | undefined {
  if (value === null || value === 'null') return null
  if (kind === 'json' || value.length > LONGEST) return undefined
  if (kind === 'array') return arrayText(value)
  // Numbers keep the digits that the server sent.
  return value.startsWith('"') ? String(JSON.parse(value)) : value
}

/** A link of 2,000 characters still fits into a message. */
const LONGEST = 1500

/** An array as PostgreSQL writes it, with the digits that the server sent. Undefined if it holds objects. */
export function arrayText(source: JsonText): string | undefined {
  const rest = source.replaceAll(ARRAY_TOKEN, '')
  if (rest.trim() !== '') return undefined
  return source.replaceAll(ARRAY_TOKEN, (token) => {
    if (token === '[') return '{'
    if (token === ']') return '}'
    if (token === 'null') return 'NULL'
    if (!token.startsWith('"')) return token.trim()
    return `"${String(JSON.parse(token)).replaceAll(/["\\]/g, String.raw`\$&`)}"`
  })
}

const ARRAY_TOKEN = /"(?:[^"\\]|\\.)*"|[[\],]|null|true|false|-?\d[\d.eE+-]*|\s+/g

/**
 * The view that asks for this of a value; null where it would change nothing, or makes no sense. Conditions on the field
 * that all records must meet are adapted; groups, other fields and what is off stay as they are, except that `include` takes
 * up a list that is off. `isExact` is false where the server may show times with fewer digits than it compares.
 */
export function withValueEdit(view: View, value: FieldValue, edit: ValueEdit, isExact: boolean): View | null {
  const parts = EDITS[edit](allParts(view.where), value, isExact)
  return parts === null ? null : { ...view, where: { all: parts } }
}

type Edit = (parts: readonly Where[], value: FieldValue, isExact: boolean) => readonly Where[] | null

const EDITS: Readonly<Record<ValueEdit, Edit>> = {
  only(parts, value, isExact) {
    const own = parts.filter((part) => isActiveOn(part, value.field))
    const [first] = own
    const only = equality(value, isExact, true)
    if (own.length === 1 && first !== undefined && isSame(first, only)) return null
    return replaced(parts, own, { ...only, id: first?.id ?? only.id })
  },

  include(parts, value, isExact) {
    const { field, text } = value
    const on = parts.filter((part) => 'field' in part && part.field === field)
    const [first] = on
    // Without any condition on the field it would be the same as `only`.
    if (text === null || first === undefined) return null
    const without = on.find((part) => isActiveOn(part, field) && listOf(part, NONE_OF)?.includes(text))
    if (without !== undefined)
      return withList(parts, without, NONE_OF, (values) => values.filter((each) => each !== text))
    const list = on.find((part) => listOf(part, ANY_OF) !== null)
    if (list === undefined) return [...parts, equality(value, isExact, true)]
    if (list.off !== true && listOf(list, ANY_OF)?.includes(text)) return null
    return withList(parts, list, ANY_OF, (values) => (values.includes(text) ? values : [...values, text]))
  },

  exclude(parts, value, isExact) {
    const { field, text } = value
    const own = parts.filter((part) => isActiveOn(part, field))
    const not = equality(value, isExact, false)
    const opposite = equality(value, isExact, true)
    const same = own.find((part) => isSame(part, opposite))
    if (same !== undefined) return replaced(parts, [same], { ...not, id: same.id })
    if (own.some((part) => isSame(part, not))) return null
    if (text === null) return [...parts, not]
    const list = own.find((part) => listOf(part, ANY_OF)?.includes(text))
    if (list !== undefined) return withList(parts, list, ANY_OF, (values) => values.filter((each) => each !== text))
    const without = own.find((part) => listOf(part, NONE_OF) !== null)
    if (without === undefined || !isOne(not)) return [...parts, not]
    const before = listOf(without, NONE_OF) ?? []
    return before.includes(text) ? null : withList(parts, without, NONE_OF, (values) => [...values, text])
  },

  atLeast: (parts, value) => bounded(parts, value, 'atLeast', ['atLeast', 'greaterThan']),
  atMost: (parts, value) => bounded(parts, value, 'atMost', ['atMost', 'lessThan']),
}

/** A bound takes the place of one on the same side. */
function bounded(
  parts: readonly Where[],
  { field, kind, text }: FieldValue,
  op: OperatorId,
  side: readonly OperatorId[],
): readonly Where[] | null {
  if (text === null || !MEASURED.has(kind)) return null
  const bound = { id: newConditionId(), field, op, values: [text] }
  const own = parts.find((part): part is Condition => isActiveOn(part, field) && side.includes(part.op))
  if (own !== undefined && isSame(own, bound)) return null
  return replaced(parts, own === undefined ? [] : [own], { ...bound, id: own?.id ?? bound.id })
}

/** The kinds that people compare by size. */
const MEASURED: ReadonlySet<FieldKind> = new Set<FieldKind>(['integer', 'numeric', 'date', 'timestamp', 'time'])

/** The condition for the records with this value, or for all others. */
function equality({ field, kind, text }: FieldValue, isExact: boolean, isSo: boolean): Condition {
  const condition = (op: OperatorId, values: readonly string[]) => ({ id: newConditionId(), field, op, values })
  if (text === null) return condition(isSo ? 'isNull' : 'isNotNull', [])
  if (text === '' && kind === 'text') return condition(isSo ? 'isEmpty' : 'isNotEmpty', [])
  const until = kind === 'timestamp' && !isExact ? lastShownAs(text) : text
  if (until !== text) return condition(isSo ? 'between' : 'outside', [text, until])
  return condition(isSo ? 'is' : 'isNot', [text])
}

/** The last time that is shown as this one by a server that leaves out digits of its seconds. */
function lastShownAs(time: string): string {
  const [, whole, digits = '', zone = ''] = /^(.*\d\d:\d\d:\d\d)(?:\.(\d{1,6}))?([^.\d].*)?$/.exec(time) ?? []
  return whole === undefined || digits.length === 6 ? time : `${whole}.${digits.padEnd(6, '9')}${zone}`
}

interface Lists {
  readonly one: OperatorId
  readonly many: OperatorId
  readonly empty: OperatorId
}

const ANY_OF: Lists = { one: 'is', many: 'isAnyOf', empty: 'isEmpty' }
const NONE_OF: Lists = { one: 'isNot', many: 'isNoneOf', empty: 'isNotEmpty' }

function isOne({ op }: Condition): boolean {
  return op === NONE_OF.one || op === NONE_OF.empty
}

/** The values of a condition that compares with a list; null for any other. */
function listOf(part: Where, { one, many, empty }: Lists): readonly string[] | null {
  if (!('field' in part)) return null
  if (part.op === empty) return ['']
  return part.op === one || part.op === many ? part.values : null
}

/** The parts with other values in that list, which is on; without any it is left out. */
function withList(
  parts: readonly Where[],
  part: Where,
  lists: Lists,
  change: (values: readonly string[]) => readonly string[],
): readonly Where[] {
  if (!('field' in part)) return parts
  const { off: _, ...on } = part
  const values = change(listOf(part, lists) ?? [])
  const [first] = values
  if (first === undefined) return parts.filter((each) => each !== part)
  const isOneEmpty = values.length === 1 && first === '' && part.op === lists.empty
  const changed: Condition = isOneEmpty ? on : { ...on, op: values.length === 1 ? lists.one : lists.many, values }
  return parts.map((each) => (each === part ? changed : each))
}

/** The parts with one in place of the first of these, and without the others; it comes last if there are none. */
function replaced(parts: readonly Where[], old: readonly Where[], by: Condition): readonly Where[] {
  const [first] = old
  if (first === undefined) return [...parts, by]
  return parts.flatMap((part) => (part === first ? [by] : old.includes(part) ? [] : [part]))
}

function isActiveOn(part: Where, field: string): part is Condition {
  return 'field' in part && part.field === field && part.off !== true
}

function isSame(part: Where, { field, op, values }: Condition): boolean {
  if (!('field' in part) || part.field !== field || part.values.join('\n') !== values.join('\n')) return false
  return part.op === op || (values.length === 1 && part.op === MANY[op])
}

/** A list of one, which a link reads as the operator for one. */
const MANY: Readonly<Record<OperatorId, OperatorId>> = { is: 'isAnyOf', isNot: 'isNoneOf' }

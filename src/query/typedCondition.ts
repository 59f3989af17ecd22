import { fieldKind, type Field, type FieldKind } from '../protocol/field.ts'
import { conditionWords } from '../words/en/filter/conditions.ts'
import { boundsOf } from './dates/period.ts'
import { LATELY_UNITS, NAMED_PERIODS } from './dates/relative.ts'
import { DATED, type Operator } from './operator.ts'
import { operatorsFor } from './operators/registry.ts'
import type { Condition } from './query.ts'
import { readTyped, type Comparison } from './typed.ts'

/** A condition that is in no query yet. */
export type TypedCondition = Pick<Condition, 'field' | 'op' | 'values'>

/**
 * What typed text says that begins with the name of a field: `stage = active`, `area_km2 > 100`, `subject in watershed, survey`,
 * `title does not contain plume` (in the words of the chips), `"Site name" is null`. Null if it is none.
 */
export function readTypedCondition(text: string, fields: readonly Field[]): TypedCondition | null {
  const typed = text.trim()
  // Of `area` and `area km2` the longer one is meant, if the text goes on as a condition after it.
  for (const { id, type } of fields.toSorted((a, b) => b.id.length - a.id.length)) {
    const rest = afterName(typed, id)
    const comparison = rest === null ? null : readComparison(rest, fieldKind(type))
    if (comparison !== null) return { field: id, ...comparison }
  }
  return null
}

function afterName(typed: string, name: string): string | null {
  const folded = typed.toLowerCase()
  const written = [`"${name}"`, name].find((each) => folded.startsWith(each.toLowerCase()))
  if (written === undefined) return null
  const rest = typed.slice(written.length)
  return /^[\p{L}\p{N}_]/u.test(rest) ? null : rest.trim()
}

function readComparison(rest: string, kind: FieldKind): Comparison | null {
  const suiting = operatorsFor(kind)
  const said = bySign(rest, kind) ?? byWords(rest, suiting) ?? bySqlWords(rest, kind)
  return said !== null && suiting.some(({ id }) => id === said.op) ? said : null
}

function bySign(rest: string, kind: FieldKind): Comparison | null {
  const [, from, to] = /^between\s+(.+)\s+and\s+(.+)$/is.exec(rest) ?? []
  if (from !== undefined && to !== undefined) return readTyped(`${plain(from)}..${plain(to)}`, kind)
  if (!/^[<>=!~^≠≤≥]|\.\.|…/.test(rest)) return null
  const said = readTyped(rest, kind)
  if (said === null) return null
  const [value, ...more] = said.values
  if (more.length === 0 && value?.toLowerCase() === 'null' && said.op === 'is') return { op: 'isNull', values: [] }
  return { op: said.op, values: said.values.map(plain) }
}

/** By the name of an operator, in the language of the page. */
function byWords(rest: string, suiting: readonly Operator[]): Comparison | null {
  const folded = rest.toLowerCase()
  const named = suiting
    .filter(({ words }) => `${folded} `.startsWith(`${words.name.toLowerCase()} `))
    // `is not null` before `is not`, and of two that are called `is` first the one that takes few values only.
    .toSorted(
      (a, b) => b.words.name.length - a.words.name.length || Number(a.takes === 'one') - Number(b.takes === 'one'),
    )
  for (const operator of named) {
    const values = valuesOf(operator, rest.slice(operator.words.name.length).trim())
    if (values !== null) return { op: operator.id, values }
  }
  return null
}

function valuesOf({ takes, members }: Operator, text: string): readonly string[] | null {
  if (takes === 'nothing') return text === '' ? [] : null
  if (text === '') return null
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone
  switch (takes) {
    case 'one':
      return [plain(text)]
    case 'many':
      return listOf(text)
    case 'periods':
      return listOf(text).every((value) => boundsOf(value) !== null) ? listOf(text) : null
    case 'members': {
      const known = [...(members?.() ?? [])]
      const found = listOf(text).map((each) =>
        known.find((names) => names.some((name) => name.toLowerCase() === each.toLowerCase())),
      )
      return found.includes(undefined) ? null : found.flatMap((names) => names?.[0] ?? [])
    }
    case 'named': {
      const name = NAMED_PERIODS.find((each) => each === text.toLowerCase())
      return name === undefined ? null : [name, zone]
    }
    case 'lately': {
      const [, count = '', word = ''] = /^(\d{1,4})\s+(.+)$/.exec(text) ?? []
      const unit = LATELY_UNITS.find((each) => conditionWords.units[each].toLowerCase() === word.toLowerCase())
      return unit === undefined ? null : [count, unit, zone]
    }
    case 'bounds':
    case 'path':
      return null
  }
}

/** `in (a, b)` and `not in (a, b)`, with or without brackets and quotes. */
function bySqlWords(rest: string, kind: FieldKind): Comparison | null {
  const [, not, list] = /^(not\s+)?in(?:\s+|(?=\())(.+)$/is.exec(rest) ?? []
  if (list === undefined) return null
  const values = listOf(list)
  const isPeriods = DATED.includes(kind) && values.every((value) => boundsOf(value) !== null)
  if (isPeriods) return { op: not === undefined ? 'isIn' : 'isNotIn', values }
  return { op: not === undefined ? 'isAnyOf' : 'isNoneOf', values }
}

/** The values between commas; one in quotes may hold some. */
function listOf(text: string): readonly string[] {
  const inside = /^\((.*)\)$/s.exec(text)?.[1] ?? text
  const parts = inside.match(/\s*(?:'(?:[^']|'')*'|"[^"]*")\s*(?=,|$)|[^,]+/g) ?? []
  return parts.map(plain).filter((value) => value !== '')
}

/** A value without the quotes around it. */
function plain(text: string): string {
  const value = text.trim()
  const [, single] = /^'((?:[^']|'')*)'$/s.exec(value) ?? []
  return single?.replaceAll("''", "'") ?? /^"([^"]*)"$/s.exec(value)?.[1] ?? value
}

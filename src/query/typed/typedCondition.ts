import { fieldKind, type Field, type FieldKind } from '../../protocol/field.ts'
import { conditionWords } from '../../words/en/filter/conditions.ts'
import { typedWords } from '../../words/en/filter/typed.ts'
import { boundsOf } from '../dates/period.ts'
import { LATELY_UNITS, NAMED_PERIODS } from '../dates/relative.ts'
import { DATED, type Comparison, type Operator } from '../operator.ts'
import { wordsFor } from '../operatorWords.ts'
import { operatorsFor } from '../operators/registry.ts'
import type { Condition } from '../query.ts'
import { settled, settledTyped } from '../settled.ts'
import { readTyped } from './typed.ts'
import { afterPhrase, readPhrase } from './typedPhrase.ts'
import { unknownBeforeSign, unknownColumn, type UnknownColumn } from '../unknownColumn.ts'

/** A condition that is in no query yet. */
export type TypedCondition = Pick<Condition, 'field' | 'op' | 'values'>

/** What a text says that was typed as a whole condition, or as several with `and` between them. */
export type TypedConditions =
  /** All of them must hold. */
  | { readonly says: 'conditions'; readonly conditions: readonly TypedCondition[] }
  /** One of its dates can be read in two ways, so which conditions are meant has to be asked. */
  | { readonly says: 'either'; readonly value: string; readonly choices: readonly (readonly TypedCondition[])[] }
  /** It begins as a condition on a field and goes on with what can't be read; null if a field is missing before it. */
  | { readonly says: 'unread'; readonly field: string | null; readonly rest: string }
  /** It compares with something that is no field. */
  | ({ readonly says: 'noColumn' } & UnknownColumn)

/**
 * What typed text says that begins with the name of a field: `stage = active`, `area_km2 > 100`, `subject in watershed, survey`,
 * `title does not contain plume` (in the words of the chips), `speed from 200 to 300`, `x >= 1 and y = Texas`. Null if it is
 * no condition, nor meant to be one. `kind` is that of the field whose value it may be instead, which is likely if it `isChosen`.
 */
export function readTypedCondition(
  text: string,
  fields: readonly Field[],
  kind: FieldKind = 'text',
  isChosen = true,
): TypedConditions | null {
  const typed = text.trim()
  const named = readAll(typed, fields)
  if (named !== null) return named
  // `is empty` is said of any kind of value.
  if (kind === 'text' && readPhrase(typed, 'text') === null && isCompared(typed))
    return { says: 'unread', field: null, rest: typed }
  return isChosen ? null : noColumn(unknownColumn(typed, fields))
}

/** One condition, or several; what stands after the last `and` that makes two conditions is read first. */
function readAll(typed: string, fields: readonly Field[]): TypedConditions | null {
  for (const at of placesOf(typed, typedWords.and)) {
    const after = at + typedWords.and.length + 2
    const rest = typed.slice(after).trim()
    const second = readAll(rest, fields) ?? noColumn(unknownBeforeSign(rest, fields))
    if (second === null || (second.says === 'unread' && second.field === null)) continue
    const first = readAll(typed.slice(0, at).trim(), fields)
    if (first !== null) return joined(first, withTextBefore(typed.slice(0, after), second))
  }
  // Neither is asked in place of the other.
  if (placesOf(typed, typedWords.or).some((at) => isCondition(typed.slice(at + typedWords.or.length + 2), fields))) {
    const name = fieldsNamed(typed, fields)[0]
    if (name !== undefined) return { says: 'unread', field: name.id, rest: name.rest }
  }
  return readOne(typed, fields)
}

function noColumn(unknown: UnknownColumn | null): TypedConditions | null {
  return unknown === null ? null : { says: 'noColumn', ...unknown }
}

/** With a fix for the whole text, of which only the end was read. */
function withTextBefore(before: string, read: TypedConditions): TypedConditions {
  if (read.says !== 'noColumn' || read.fix === null) return read
  return { ...read, fix: { ...read.fix, text: `${before}${read.fix.text}` } }
}

function isCondition(text: string, fields: readonly Field[]): boolean {
  return readOne(text.trim(), fields)?.says === 'conditions'
}

function joined(first: TypedConditions, second: TypedConditions): TypedConditions {
  if (first.says === 'unread' || first.says === 'noColumn') return first
  if (second.says === 'unread' || second.says === 'noColumn') return second
  if (first.says === 'conditions' && second.says === 'conditions')
    return { says: 'conditions', conditions: [...first.conditions, ...second.conditions] }
  const choicesOf = (each: typeof first) =>
    each.says === 'conditions' ? [each.conditions, each.conditions] : each.choices
  const [before, after] = [choicesOf(first), choicesOf(second)]
  const value = first.says === 'either' ? first.value : second.says === 'either' ? second.value : ''
  return { says: 'either', value, choices: before.map((choice, at) => [...choice, ...(after[at] ?? [])]) }
}

/** The places of a word that is outside quotes, from the last on. */
function placesOf(text: string, word: string): readonly number[] {
  const places: number[] = []
  const bare = text.replaceAll(/"[^"]*"|'(?:[^']|'')*'/g, (quoted) => '\0'.repeat(quoted.length)).toLowerCase()
  const sought = ` ${word} `
  for (let at = bare.lastIndexOf(sought); at > 0; at = bare.lastIndexOf(sought, at - 1)) places.push(at)
  return places
}

function readOne(typed: string, fields: readonly Field[]): TypedConditions | null {
  const named = fieldsNamed(typed, fields)
  let unread: TypedConditions | null = null
  for (const { id, kind, rest } of named) {
    const comparison = readComparison(rest, kind)
    const means = comparison === null ? null : settledTyped(comparison, kind)
    const on = (each: Comparison) => ({ field: id, ...each })
    if (means?.is === 'clear') return { says: 'conditions', conditions: [on(means.comparison)] }
    if (means?.is === 'unclear')
      return { says: 'either', value: means.value, choices: means.choices.map((choice) => [on(choice)]) }
    if (means !== null || looksCompared(rest, kind)) unread ??= { says: 'unread', field: id, rest }
  }
  return unread
}

interface Named {
  readonly id: string
  readonly kind: FieldKind
  readonly rest: string
}

/** The fields whose names the text begins with: of `area` and `area km2` the longer one first, of `Name` and `name` the one that is written so. */
function fieldsNamed(typed: string, fields: readonly Field[]): readonly Named[] {
  return fields
    .flatMap(({ id, type }) => {
      const after = afterName(typed, id)
      return after === null ? [] : [{ id, kind: fieldKind(type), ...after }]
    })
    .toSorted((a, b) => b.id.length - a.id.length || Number(b.isExact) - Number(a.isExact))
}

function afterName(typed: string, name: string): { readonly rest: string; readonly isExact: boolean } | null {
  const parts = name
    .trim()
    .split(/\s+/)
    .map((part) => part.replaceAll(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`))
  const written = new RegExp(`^(?:"\\s*${parts.join('\\s+')}\\s*"|${parts.join('\\s+')})`, 'iu').exec(typed)?.[0]
  if (name.trim() === '' || written === undefined) return null
  const rest = typed.slice(written.length)
  if (/^[\p{L}\p{N}_]/u.test(rest) || rest.trim() === '') return null
  return { rest: rest.trim(), isExact: written === name || written === `"${name}"` }
}

/** Whether the text compares with a number or a date: nothing that is a value of a text reads so. */
function isCompared(text: string): boolean {
  return readPhrase(text, 'date') !== null || readPhrase(text, 'numeric') !== null
}

/** Whether a text begins as a comparison does, whatever follows. */
function looksCompared(rest: string, kind: FieldKind): boolean {
  if (isCompared(rest)) return true
  if (/^(?:[<>=≠≤≥]|!=|!~)/.test(rest)) return true
  const words: readonly string[] = DATED.includes(kind)
    ? [...Object.values(typedWords.dates), typedWords.lately, typedWords.notLately]
    : kind === 'integer' || kind === 'numeric'
      ? Object.values(typedWords.numbers)
      : []
  const ranges = typedWords.ranges.split('|').flatMap((each) => each.split('…')[0]?.trim() || [])
  return [...words, ...(words.length === 0 ? [] : ranges)].some((each) => afterPhrase(rest, each) !== null)
}

function readComparison(rest: string, kind: FieldKind): Comparison | null {
  const suiting = operatorsFor(kind)
  const said =
    bySign(rest, kind) ??
    readPhrase(rest, kind) ??
    byWords(rest, suiting, kind) ??
    bySqlWords(rest, kind) ??
    byValue(rest, kind)
  return said !== null && suiting.some(({ id }) => id === said.op) ? said : null
}

/** `area 100`, `started_on 2019` */
function byValue(rest: string, kind: FieldKind): Comparison | null {
  if (kind !== 'integer' && kind !== 'numeric' && !DATED.includes(kind)) return null
  const comparison = { op: DATED.includes(kind) ? 'isIn' : 'is', values: [rest] }
  return settled(comparison, kind).is === 'unreadable' ? null : comparison
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
function byWords(rest: string, suiting: readonly Operator[], kind: FieldKind): Comparison | null {
  const folded = rest.toLowerCase()
  const named = suiting
    .flatMap((operator) =>
      [...new Set([operator.words.name, wordsFor(operator, kind).name])].map((name) => ({ operator, name })),
    )
    .filter(({ name }) => `${folded} `.startsWith(`${name.toLowerCase()} `))
    // `is not null` before `is not`, and of two that are called `is` first the one that takes few values only.
    .toSorted(
      (a, b) =>
        b.name.length - a.name.length || Number(a.operator.takes === 'one') - Number(b.operator.takes === 'one'),
    )
  for (const { operator, name } of named) {
    const values = valuesOf(operator, rest.slice(name.length).trim())
    if (values !== null) return several(operator.id, values, rest.slice(name.length), kind)
  }
  return null
}

/** `is not Texas, Florida` names two values; in quotes, or without a blank after the comma, it is one. */
function several(op: string, values: readonly string[], text: string, kind: FieldKind): Comparison {
  const list = LIST_OF[op]
  if (list === undefined || !SINGLE.includes(kind)) return { op, values }
  const bare = text.replaceAll(/"[^"]*"|'(?:[^']|'')*'/g, '')
  return /,\s/.test(bare) && listOf(text).length > 1 ? { op: list, values: listOf(text) } : { op, values }
}

const LIST_OF: Readonly<Record<string, string>> = { is: 'isAnyOf', isNot: 'isNoneOf' }

/** The kinds of field whose values are written without commas, most of the time. */
const SINGLE: readonly FieldKind[] = ['text', 'integer', 'numeric', 'boolean']

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

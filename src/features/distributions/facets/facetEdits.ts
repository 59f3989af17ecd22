import '../../../query/operators/all.ts'
import type { FieldKind } from '../../../protocol/field.ts'
import type { Condition, Where } from '../../../query/query.ts'
import { allParts, newConditionId } from '../../../query/where.ts'
import type { View } from '../../../workspace/view.ts'

/** A value as a condition has it; null is null. */
export type FacetText = string | null

/** Which values of a field are asked for, and which are left out, as far as a facet can say that. */
export interface FacetChoice {
  readonly included: readonly FacetText[]
  readonly excluded: readonly FacetText[]
}

/** What can be done with a value of a facet. */
export type FacetEdit = 'toggle' | 'only' | 'exclude'

/** What the conditions that all records must meet choose of a field's values; other conditions stay out of it. */
export function readFacet(where: Where, field: string, kind: FieldKind): FacetChoice {
  const included: FacetText[] = []
  const excluded: FacetText[] = []
  for (const part of allParts(where)) {
    const meant = meaningOf(part, field, kind)
    if (meant === null) continue
    included.push(...meant.included)
    excluded.push(...meant.excluded)
  }
  return { included: unique(included), excluded: unique(excluded) }
}

/** The choice after an edit of one value. */
export function editedChoice({ included, excluded }: FacetChoice, value: FacetText, edit: FacetEdit): FacetChoice {
  const others = (list: readonly FacetText[]) => list.filter((each) => each !== value)
  if (edit === 'only') return { included: [value], excluded: [] }
  if (edit === 'exclude') return { included: others(included), excluded: [...others(excluded), value] }
  if (excluded.includes(value)) return { included, excluded: others(excluded) }
  return included.includes(value)
    ? { included: others(included), excluded }
    : { included: [...included, value], excluded }
}

/** The view in which just these values of a field are chosen, at the place of what a facet chose before. */
export function withChoice(view: View, field: string, kind: FieldKind, choice: FacetChoice): View {
  const parts = allParts(view.where)
  const at = parts.findIndex((part) => meaningOf(part, field, kind) !== null)
  const others = parts.filter((part) => meaningOf(part, field, kind) === null)
  const before = at === -1 ? others.length : parts.slice(0, at).filter((part) => others.includes(part)).length
  return { ...view, where: { all: others.toSpliced(before, 0, ...partsOfChoice(field, kind, choice)) } }
}

function meaningOf(part: Where, field: string, kind: FieldKind): FacetChoice | null {
  if (part.off === true) return null
  if ('field' in part) return part.field === field ? meaningOfCondition(part, kind) : null
  if (!('any' in part) || part.not === true || part.any.length === 0) return null
  const meant = part.any.map((each) => meaningOf(each, field, kind))
  const included = meant.flatMap((each) => each?.included ?? [])
  return meant.every((each) => each !== null && each.excluded.length === 0) ? { included, excluded: [] } : null
}

function meaningOfCondition({ op, values, withoutNull }: Condition, kind: FieldKind): FacetChoice | null {
  const withoutNulls: readonly FacetText[] = withoutNull === true ? [null] : []
  const included = { included: values, excluded: [] }
  const excluded = { included: [], excluded: [...values, ...withoutNulls] }
  switch (op) {
    case 'isIn':
      return isDated(kind) ? included : null
    case 'isNotIn':
      return isDated(kind) ? excluded : null
    case 'is':
    case 'isAnyOf':
    case 'arrayContains':
      return isDated(kind) && !values.every(isEndless) ? null : included
    case 'isEmpty':
      return { included: [''], excluded: [] }
    case 'isNull':
      return { included: [null], excluded: [] }
    case 'isNot':
    case 'isNoneOf':
    case 'arrayDoesNotContain':
      return isDated(kind) && !values.every(isEndless) ? null : excluded
    case 'isNotEmpty':
      return { included: [], excluded: ['', ...withoutNulls] }
    case 'isNotNull':
      return { included: [], excluded: [null] }
    default:
      return null
  }
}

/** Of dates it is periods that are chosen, not single days or moments; infinity lies in none. */
function isDated(kind: FieldKind): boolean {
  return kind === 'date' || kind === 'timestamp'
}

function isEndless(value: string): boolean {
  return value === 'infinity' || value === '-infinity'
}

function partsOfChoice(field: string, kind: FieldKind, { included, excluded }: FacetChoice): readonly Where[] {
  const condition: MakeCondition = (op, values) => ({ id: newConditionId(), field, op, values })
  const asked = texts(included)
  const left = texts(excluded)
  const nullAsked = included.includes(null) ? [condition('isNull', [])] : []
  const isArray = kind === 'array'
  const any = isArray
    ? asked.map((value) => condition('arrayContains', [value]))
    : isDated(kind)
      ? datedParts(condition, asked, ['isIn', 'is', 'isAnyOf'])
      : asked.length === 0
        ? []
        : [equality(condition, asked, 'isEmpty', 'is', 'isAnyOf', kind)]
  const all = [...any, ...nullAsked]
  const withoutNull = excluded.includes(null) ? ({ withoutNull: true } as const) : {}
  const none = isArray
    ? left.map((value) => condition('arrayDoesNotContain', [value]))
    : isDated(kind)
      ? datedParts(condition, left, ['isNotIn', 'isNot', 'isNoneOf'])
      : left.length === 0
        ? []
        : [equality(condition, left, 'isNotEmpty', 'isNot', 'isNoneOf', kind)]
  const noNull = none.length === 0 && excluded.includes(null) ? [condition('isNotNull', [])] : []
  return [...(all.length > 1 ? [{ any: all }] : all), ...none.map((part) => ({ ...part, ...withoutNull })), ...noNull]
}

type MakeCondition = (op: string, values: readonly string[]) => Condition

/** Periods are in one condition, and infinity, which lies in none, in another. */
function datedParts(
  condition: MakeCondition,
  values: readonly string[],
  [inPeriods, one, many]: readonly [string, string, string],
): readonly Condition[] {
  const [endless, periods] = [values.filter(isEndless), values.filter((value) => !isEndless(value))]
  return [
    ...(periods.length === 0 ? [] : [condition(inPeriods, periods)]),
    ...(endless.length === 0 ? [] : [condition(endless.length === 1 ? one : many, endless)]),
  ]
}

function equality(
  condition: MakeCondition,
  values: readonly string[],
  empty: string,
  one: string,
  many: string,
  kind: FieldKind,
): Condition {
  const [first, ...rest] = values
  if (first === '' && rest.length === 0 && kind === 'text') return condition(empty, [])
  return condition(rest.length === 0 ? one : many, values)
}

function texts(values: readonly FacetText[]): readonly string[] {
  return values.filter((value) => value !== null)
}

function unique(values: readonly FacetText[]): readonly FacetText[] {
  return [...new Set(values)]
}

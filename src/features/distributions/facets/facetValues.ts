import type { FieldKind } from '../../../protocol/field.ts'
import type { JsonText } from '../../../protocol/jsonText.ts'
import type { Facet } from '../../../summary/figures.ts'
import { comparedText } from '../../../workspace/edits/valueEdits.ts'
import type { FacetChoice, FacetText } from './facetEdits.ts'

/** A line of a facet. */
export interface ListedValue {
  /** As a condition has it. */
  readonly text: FacetText
  /** As it is shown. */
  readonly value: JsonText
  /** How many records have it; null if that was not counted. */
  readonly count: number | null
  readonly state: 'included' | 'excluded' | 'free'
}

/**
 * The lines of a facet: the most frequent values as they come, null after them, then what is chosen and was not among
 * them. Values that no filter compares are left out.
 */
export function listedValues(
  facet: Facet,
  { included, excluded }: FacetChoice,
  kind: FieldKind,
  contains: string,
): readonly ListedValue[] {
  // The values of an array's facet are its elements, those of dates are years.
  const compared = (value: JsonText) =>
    kind === 'array'
      ? comparedText(value, value.startsWith('[') || value.startsWith('{') ? 'json' : 'text')
      : comparedText(value, kind === 'date' || kind === 'timestamp' ? 'text' : kind)
  // Periods have four digits, but nobody calls the year 79 so.
  const shown = (value: JsonText) => (kind === 'date' || kind === 'timestamp' ? value.replace(/^"0+/, '"') : value)
  const stateOf = (text: FacetText) =>
    included.includes(text) ? 'included' : excluded.includes(text) ? 'excluded' : 'free'
  const counted = facet.values.flatMap(({ value, count }): ListedValue[] => {
    const text = compared(value)
    return text === undefined || text === null ? [] : [{ text, value: shown(value), count, state: stateOf(text) }]
  })
  const hasNull = contains === '' && (facet.nulls > 0 || stateOf(null) !== 'free')
  const nulls: readonly ListedValue[] = hasNull
    ? [{ text: null, value: 'null', count: facet.nulls, state: stateOf(null) }]
    : []
  const there = new Set(counted.map(({ text }) => text))
  const missing = [...included, ...excluded].flatMap((text): ListedValue[] => {
    if (text === null || there.has(text) || !text.toLowerCase().includes(contains.toLowerCase())) return []
    return [{ text, value: shown(JSON.stringify(text)), count: null, state: stateOf(text) }]
  })
  return [...counted, ...nulls, ...missing]
}

import type { FieldKind } from '../protocol/field.ts'

/** What a filter's list of values shows. */
export interface ValueList {
  readonly listed: readonly string[]
  /** Typed text that can be added as it is, as no value of the list equals it; null where there is none. */
  readonly typed: string | null
  /** The value that Enter ticks; null where it does nothing. */
  readonly onEnter: string | null
}

/**
 * The values to list: the chosen ones first (in the order in which the list was opened, so that ticking moves nothing),
 * then those of the data, all that hold the typed text. Enter takes an equal value, else in text columns the first one
 * listed, else what was typed: in a number column `15` must not tick `150`.
 */
export function valueList(
  chosenFirst: readonly string[],
  offered: readonly string[],
  text: string,
  kind: FieldKind,
): ValueList {
  const sought = text.trim().toLowerCase()
  const all = [...new Set([...chosenFirst, ...offered])]
  const listed = sought === '' ? all : all.filter((value) => value.toLowerCase().includes(sought))
  const typed = text.trim()
  if (typed === '') return { listed, typed: null, onEnter: null }
  const equal = listed.find((value) => value === typed)
  if (equal !== undefined) return { listed, typed: null, onEnter: equal }
  const first = kind === 'text' || kind === 'boolean' ? listed[0] : undefined
  return { listed, typed, onEnter: first ?? typed }
}

/** The values that are known without asking; null where the data has to say. */
export function knownValues(kind: FieldKind): readonly string[] | null {
  if (kind === 'boolean') return ['true', 'false']
  // Their source text is not what PostgreSQL reads as a literal, so offering it would end in a refusal.
  return kind === 'array' || kind === 'json' ? [] : null
}

/** What somebody has to know who filters a column of that kind, or types that text; null where it is nothing special. */
export function valuesHint(kind: FieldKind, text: string, field: string): string | null {
  if (text.trim().toLowerCase() === 'null')
    return `Filters compare values, and null is none. In SQL: WHERE "${field}" IS NULL.`
  if (kind === 'array') return 'Type the whole list as PostgreSQL writes it: {first,second}.'
  if (kind === 'timestamp')
    return 'Times match to the microsecond, and servers may print them cut to milliseconds. SQL can compare ranges.'
  if (kind === 'json') return 'Most servers cannot filter JSON columns. SQL can.'
  return null
}

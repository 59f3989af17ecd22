import type { FieldKind } from '../../../protocol/field.ts'
import { popoverWords } from '../../../words/en/filter/popover.ts'

/** What a filter's list of values shows. */
export interface ValueList {
  readonly listed: readonly string[]
  /** Typed text that can be added as it is, because no value of the list equals it; null if there is none. */
  readonly typed: string | null
  /** The value that Enter ticks; null if it does nothing. */
  readonly onEnter: string | null
}

/**
 * The values that contain the typed text: chosen ones first (as they were when the list was opened, so that ticking moves
 * nothing), then those of the data. Enter takes an equal value, else in text columns the first one listed, else the typed
 * text: in a number column `15` must not tick `150`.
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

/** The members of an operator whose names contain the typed text; Enter takes the first of them. */
export function memberList(members: ReadonlyMap<string, string>, text: string): ValueList {
  const sought = text.trim().toLowerCase()
  const listed = [...members].flatMap(([value, name]) => (name.toLowerCase().includes(sought) ? [value] : []))
  return { listed, typed: null, onEnter: sought === '' ? null : (listed[0] ?? null) }
}

/** The values that are known without a request; null if the data has to say. */
export function knownValues(kind: FieldKind): readonly string[] | null {
  if (kind === 'boolean') return ['true', 'false']
  // PostgreSQL can't read their source text as a literal, so it would refuse an offered value.
  return kind === 'array' || kind === 'json' ? [] : null
}

/** What to know when values of a field of that kind are compared; null if nothing special. */
export function valuesHint(kind: FieldKind): string | null {
  return kind === 'array' || kind === 'timestamp' || kind === 'json' ? popoverWords.hints[kind] : null
}

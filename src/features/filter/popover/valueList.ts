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
 * text: in a number column `15` must not tick `150`. `typed` is the text as it is compared (`10000` for `10k`), null if it
 * can't be.
 */
export function valueList(
  chosenFirst: readonly string[],
  offered: readonly string[],
  text: string,
  kind: FieldKind,
  typed: string | null = text.trim(),
): ValueList {
  const sought = [text.trim(), typed ?? ''].filter((each) => each !== '').map((each) => folded(each))
  const all = [...new Set([...chosenFirst, ...offered])]
  const listed = sought.length === 0 ? all : all.filter((value) => sought.some((each) => folded(value).includes(each)))
  if (typed === null || typed === '') return { listed, typed: null, onEnter: null }
  const equal = listed.find((value) => value === typed)
  if (equal !== undefined) return { listed, typed: null, onEnter: equal }
  const first = kind === 'text' || kind === 'boolean' ? listed[0] : undefined
  return { listed, typed, onEnter: first ?? typed }
}

/** The periods on top, and below them the years of dates in which the typed text is found, the latest first. */
export function withYears(onTop: readonly string[], dates: readonly string[], text: string): readonly string[] {
  const years = new Set(dates.flatMap((date) => /^\d{4}(?=-)(?!.* BC$)/.exec(date) ?? []))
  const found = [...years].filter((year) => !onTop.includes(year) && year.includes(text.trim()))
  return [...onTop, ...found.toSorted().toReversed()]
}

/** For comparing without case, and whatever the form of accents. */
function folded(text: string): string {
  return text.normalize('NFC').toLowerCase()
}

/** The values that are written as null is asked for, the one that is written exactly so first. */
export function calledNull(values: readonly string[], text: string): readonly string[] {
  const typed = text.trim()
  const called = values.filter((value) => value.trim().toLowerCase() === typed.toLowerCase())
  return called.toSorted((a, b) => Number(b === typed) - Number(a === typed))
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

/** What to know when values of a field of that kind are compared, by a server that may know equality only; null if nothing special. */
export function valuesHint(kind: FieldKind, onlyEquals: boolean): string | null {
  if (kind === 'timestamp' && onlyEquals) return popoverWords.hints.timestampExact
  return kind === 'array' || kind === 'timestamp' || kind === 'json' ? popoverWords.hints[kind] : null
}

import * as v from 'valibot'

/**
 * How long a fact is remembered: `page`, until the page is left; `tab`, until the tab is closed; `day`, on this device,
 * for a day, if the probe asks for it; `noticed`, just as long, if only other answers show it.
 */
export type Lasts = 'page' | 'tab' | 'day' | 'noticed'

/** Which facts are stored together: on this device for a day, or for the tab. */
export function isShelvedIn(shelf: 'day' | 'tab', lasts: Lasts): boolean {
  return lasts === shelf || (shelf === 'day' && lasts === 'noticed')
}

/** One thing to know about a server: how it begins, how long it lasts, how it is read back and added to. */
export interface Fact<Value, Lasting extends Lasts = Lasts> {
  /** The value until something is learned: it lets every reader take the way that works everywhere. */
  readonly unknown: Value
  readonly lasts: Lasting
  /** What is so of the page's own PostgreSQL, which isn't asked; `unknown` if left out. */
  readonly inThisBrowser?: Value | undefined
  /** Checks a value that was stored. */
  readonly schema: v.GenericSchema<unknown, Value>
  /** What is known after this news; the news alone, unless the fact grows. */
  readonly add: (before: Value, news: Value) => Value
}

/** One of a few words; the first one stands for what is not known. */
export function word<const Words extends readonly [string, ...string[]], Lasting extends Lasts>(
  lasts: Lasting,
  words: Words,
  inThisBrowser?: Words[number],
): Fact<Words[number], Lasting> {
  return { unknown: words[0], lasts, inThisBrowser, schema: v.picklist(words), add: latest }
}

/** A text, null while it is not known. */
export function text<Lasting extends Lasts>(lasts: Lasting, inThisBrowser?: string): Fact<string | null, Lasting> {
  return { unknown: null, lasts, inThisBrowser, schema: v.nullable(v.string()), add: latest }
}

/** A whole number from `least` on, null while it is not known. */
export function count<Lasting extends Lasts>(
  lasts: Lasting,
  least = 0,
  inThisBrowser?: number,
): Fact<number | null, Lasting> {
  return { unknown: null, lasts, inThisBrowser, schema: v.nullable(v.pipe(v.number(), v.minValue(least))), add: latest }
}

/** Yes or no, null while it is not known. */
export function yesNo<Lasting extends Lasts>(lasts: Lasting, inThisBrowser?: boolean): Fact<boolean | null, Lasting> {
  return { unknown: null, lasts, inThisBrowser, schema: v.nullable(v.boolean()), add: latest }
}

/** Names that were met; the set only grows. It is stored as a list. */
export function names(): Fact<ReadonlySet<string>, 'noticed'> {
  return {
    unknown: new Set(),
    lasts: 'noticed',
    schema: v.pipe(
      v.array(v.string()),
      v.transform((list): ReadonlySet<string> => new Set(list)),
    ),
    add: (before, news) => ([...news].every((name) => before.has(name)) ? before : new Set([...before, ...news])),
  }
}

/** Names that the server gives all at once; null while it gives none. They are stored as a list. */
export function namesTold(): Fact<ReadonlySet<string> | null, 'noticed'> {
  return {
    unknown: null,
    lasts: 'noticed',
    schema: v.nullable(
      v.pipe(
        v.array(v.string()),
        v.transform((list): ReadonlySet<string> => new Set(list)),
      ),
    ),
    add: latest,
  }
}

function latest<Value>(_before: Value, news: Value): Value {
  return news
}

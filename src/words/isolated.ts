/**
 * A name or value as a sentence takes it: one that could turn the order of the words around it, as Hebrew or U+202E does,
 * stands between U+2068 and U+2069 (Unicode TR 9), and what it opens or closes itself ends with it. All other text is as it
 * was, so that what is copied or compared has no such marks.
 */
export function isolated(text: string): string {
  return TURNS.test(text) ? `${BEGIN}${balanced(text)}${END}` : text
}

/** The same for all texts in lists and plain objects. */
export function isolatedIn<T>(value: T): T
export function isolatedIn(value: unknown): unknown {
  if (typeof value === 'string') return isolated(value)
  if (Array.isArray(value)) return hasTurning(value) ? value.map((each: unknown) => isolatedIn(each)) : value
  if (!isPlain(value) || !hasTurning(Object.values(value))) return value
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, isolatedIn(each)]))
}

/** A sentence for where such marks would become part of data: the head of a file, a file's name. */
export function withoutIsolates(text: string): string {
  return text.replaceAll(/[\u2068\u2069]/g, '')
}

const BEGIN = '\u2068'
const END = '\u2069'

/** Letters that run from right to left, and characters that change the direction. */
const TURNS =
  /[\u0590-\u08ff\u200e\u200f\u202a-\u202e\u2066-\u2069\ufb1d-\ufdff\ufe70-\ufefc]|[\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u

/** Without an end of an isolate that began outside, and with the ends of those that began in it. */
function balanced(text: string): string {
  let open = 0
  const kept = text.replaceAll(/[\u2066-\u2069]/g, (mark) => {
    if (mark !== END) open += 1
    else if (open === 0) return ''
    else open -= 1
    return mark
  })
  return kept + END.repeat(open)
}

function hasTurning(values: readonly unknown[]): boolean {
  return values.some((value) =>
    typeof value === 'string'
      ? TURNS.test(value)
      : Array.isArray(value)
        ? hasTurning(value)
        : isPlain(value) && hasTurning(Object.values(value)),
  )
}

function isPlain(value: unknown): value is object {
  if (typeof value !== 'object' || value === null) return false
  const prototype: unknown = Object.getPrototypeOf(value)
  return prototype === Object.prototype || prototype === null
}

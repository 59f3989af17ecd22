/**
 * A condition as people write it: without the types that PostgreSQL adds to constants, and without brackets around the whole
 * and around what AND joins.
 */
export function shortExpression(expression: string): string {
  return unbracketed(expression.replaceAll(CONSTANT_TYPE, '$1'))
}

/** What rows are sorted or grouped by, without the table's alias, quotes and outer brackets. */
export function shortKeys(keys: readonly string[]): readonly string[] {
  const short = keys.map((key) => unquoted(unbracketed(key.replaceAll(CONSTANT_TYPE, '$1'))))
  // Two columns of one name are told apart by the alias.
  return short.map((key, place) => (short.indexOf(key) === short.lastIndexOf(key) ? key : (keys[place] ?? key)))
}

/** A constant in quotes and the type after it, of which some have several words. */
const CONSTANT_TYPE =
  /('(?:[^']|'')*')::(?:"[^"]+"|timestamp with(?:out)? time zone|time with(?:out)? time zone|character varying|double precision|[a-z_]\w*)(?:\(\d+(?:,\d+)?\))?(?:\[\])*/g

function unquoted(key: string): string {
  const [, column, order = ''] = COLUMN.exec(key) ?? []
  if (column === undefined) return key
  return (column.startsWith('"') ? column.slice(1, -1).replaceAll('""', '"') : column) + order
}

const NAME = String.raw`(?:[a-z_][\w$]*|"(?:[^"]|"")+")`

const COLUMN = new RegExp(String.raw`^(?:${NAME}\.)?(${NAME})( DESC| NULLS (?:FIRST|LAST)| DESC NULLS LAST)?$`)

function unbracketed(text: string): string {
  const inner = withoutOuter(text)
  for (const word of [' AND ', ' OR ']) {
    const parts = split(inner, word)
    if (parts.length > 1) return parts.map((part) => withoutOuterUnless(part, word)).join(word)
  }
  return inner
}

/** A part of AND keeps its brackets if it is made of OR; below OR the order is plain without any. */
function withoutOuterUnless(part: string, word: string): string {
  const inner = withoutOuter(part)
  if (word === ' AND ' && split(inner, ' OR ').length > 1) return `(${unbracketed(inner)})`
  return unbracketed(inner)
}

function withoutOuter(text: string): string {
  let held = text
  while (held.startsWith('(') && closing(held) === held.length - 1) held = held.slice(1, -1)
  return held
}

/** Where the bracket closes that the text begins with; -1 if nowhere. */
function closing(text: string): number {
  for (const { at, depth } of depths(text)) if (depth === 0) return at
  return -1
}

/** The parts of a text between words that stand outside brackets and quotes. */
function split(text: string, word: string): readonly string[] {
  const parts: string[] = []
  let from = 0
  for (const { at, depth } of depths(text)) {
    if (depth !== 0 || at < from || !text.startsWith(word, at)) continue
    // BETWEEN takes an AND of its own, but PostgreSQL writes it as two comparisons.
    parts.push(text.slice(from, at))
    from = at + word.length
  }
  return [...parts, text.slice(from)]
}

/** Each sign outside quotes, and how many brackets are open after it. */
function* depths(text: string): Generator<{ readonly at: number; readonly depth: number }> {
  let depth = 0
  let quote = ''
  for (let at = 0; at < text.length; at += 1) {
    const sign = text.charAt(at)
    if (quote !== '') {
      if (sign === quote) quote = ''
      continue
    }
    if (sign === "'" || sign === '"') quote = sign
    else if (sign === '(') depth += 1
    else if (sign === ')') depth -= 1
    yield { at, depth }
  }
}

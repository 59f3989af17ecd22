import type { FieldKind } from '../../protocol/field.ts'
import { conditionWords } from '../../words/en/filter/conditions.ts'
import { typedWords } from '../../words/en/filter/typed.ts'
import { readDate } from '../dates/readDate.ts'
import { LATELY_UNITS, NAMED_PERIODS } from '../dates/relative.ts'
import { DATED, type Comparison } from '../operator.ts'
import { readNumber } from '../readNumber.ts'

/** What words say that people type beside the names of the operators: `since 2019`, `from 200 to 300`, `in last 10 years`. */
export function readPhrase(text: string, kind: FieldKind): Comparison | null {
  const typed = text.trim()
  const empty = readEmpty(typed, kind)
  if (empty !== null) return empty
  if (DATED.includes(kind)) {
    const relative = readLately(typed) ?? readNamed(typed)
    if (relative !== null) return relative
  }
  if (!DATED.includes(kind) && kind !== 'integer' && kind !== 'numeric') return null
  const outside = readRange(typed, kind, typedWords.outside)
  if (outside !== null) return { op: 'outside', values: outside }
  const inside = readRange(typed, kind, typedWords.ranges)
  return inside === null ? readWords(typed, kind) : { op: 'between', values: inside }
}

/** Empty is what has no value; of texts that are not empty, both null and empty text are left out. */
function readEmpty(typed: string, kind: FieldKind): Comparison | null {
  if (afterPhrase(typed, typedWords.empty) === '') return { op: 'isNull', values: [] }
  if (afterPhrase(typed, typedWords.notEmpty) !== '') return null
  return { op: kind === 'text' ? 'isNotEmpty' : 'isNotNull', values: [] }
}

/** The words before a value that mean the same. */
function phrases(words: string): readonly string[] {
  return words.split('|').map((each) => each.trim())
}

/** What follows one of these words, and may be empty; null if the text begins with none of them. */
export function afterPhrase(text: string, words: string): string | null {
  const small = folded(text)
  const found = phrases(words)
    .filter((phrase) => `${small} `.startsWith(`${folded(phrase)} `))
    .toSorted((a, b) => b.length - a.length)[0]
  return found === undefined ? null : text.slice(found.length).trim()
}

/** In small letters, with the apostrophe of keyboards; as long as before. */
function folded(text: string): string {
  return text.toLowerCase().replaceAll("'", '’')
}

function isValue(text: string, kind: FieldKind): boolean {
  return DATED.includes(kind) ? readDate(text).length > 0 : readNumber(text) !== null
}

function readRange(typed: string, kind: FieldKind, words: string): readonly string[] | null {
  for (const phrase of phrases(words)) {
    const [before = '', between = ''] = phrase.split('…').map((word) => word.trim())
    const rest = before === '' ? typed : afterPhrase(typed, before)
    if (rest === null) continue
    // Any of them may be the one between the two values.
    for (const at of placesOf(rest, ` ${between} `)) {
      const values = [rest.slice(0, at).trim(), rest.slice(at + between.length + 2).trim()]
      if (values.every((value) => isValue(value, kind))) return values
    }
  }
  return null
}

function placesOf(text: string, word: string): readonly number[] {
  const places: number[] = []
  const small = text.toLowerCase()
  for (let at = small.indexOf(word.toLowerCase()); at !== -1; at = small.indexOf(word.toLowerCase(), at + 1))
    places.push(at)
  return places
}

function readWords(typed: string, kind: FieldKind): Comparison | null {
  const words: Readonly<Record<string, string>> = DATED.includes(kind) ? typedWords.dates : typedWords.numbers
  for (const [op, each] of byLength(words, typed)) {
    const value = afterPhrase(typed, each)
    if (value !== null && isValue(value, kind)) return { op, values: [value] }
  }
  return null
}

/** What leaves the least of the text comes first. */
function byLength(words: Readonly<Record<string, string>>, typed: string): readonly (readonly [string, string])[] {
  const left = (each: string) => afterPhrase(typed, each)?.length ?? Infinity
  return Object.entries(words).toSorted(([, a], [, b]) => left(a) - left(b))
}

function readLately(typed: string): Comparison | null {
  const negative = afterPhrase(typed, typedWords.notLately)
  const rest = negative ?? afterPhrase(typed, typedWords.lately)
  if (rest === null) return null
  const [, count = '1', word = ''] = /^(?:(\d{1,4})\s+)?(\S+)$/.exec(rest) ?? []
  const unit = LATELY_UNITS.find((each) =>
    [conditionWords.units[each], typedWords.oneUnit[each]].some((name) => name.toLowerCase() === word.toLowerCase()),
  )
  // `last year` is a year of the calendar, `in the last year` is not.
  if (unit === undefined || NAMED_PERIODS.some((name) => name === typed.toLowerCase())) return null
  return { op: negative === null ? 'inLast' : 'notInLast', values: [count, unit, zoneHere()] }
}

function readNamed(typed: string): Comparison | null {
  const name = NAMED_PERIODS.find((each) => each === typed.toLowerCase())
  return name === undefined ? null : { op: 'isDuring', values: [name, zoneHere()] }
}

function zoneHere(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone
}

import './operators/all.ts'
import { typedWords } from '../words/en/filter/typed.ts'
import type { Field } from '../protocol/field.ts'
import { columnWithItsWords, nearestColumn } from './nearestColumn.ts'
import { operatorsFor } from './operators/registry.ts'
import { afterPhrase, readPhrase } from './typed/typedPhrase.ts'

/** A name in a typed condition that no field has. */
export interface UnknownColumn {
  readonly name: string
  /** The field with the nearest name, and the text with that name in its place; null if none is near. */
  readonly fix: { readonly column: string; readonly text: string } | null
}

/** The name that a text compares as if it were a field: `cost_totl > 3`, `cost_totl over 3`. Null if it is no comparison, or that of a field. */
export function unknownColumn(text: string, fields: readonly Field[]): UnknownColumn | null {
  const typed = text.trim()
  return unknownBeforeSign(typed, fields) ?? unknownIn(typed, nameBeforeWords(typed), fields)
}

/** The same for signs only: a value may well hold words. */
export function unknownBeforeSign(typed: string, fields: readonly Field[]): UnknownColumn | null {
  const [, quoted, plain] = BEFORE_SIGN.exec(typed) ?? []
  return unknownIn(typed, quoted ?? plain ?? null, fields)
}

function unknownIn(typed: string, name: string | null, fields: readonly Field[]): UnknownColumn | null {
  if (name === null || fields.some(({ id }) => id.toLowerCase() === name.toLowerCase())) return null
  const names = fields.map(({ id }) => id)
  const column = nearestColumn(name, names) ?? columnWithItsWords(name, names)
  const rest = typed.slice(name.length + (typed.startsWith('"') ? 2 : 0))
  return { name, fix: column === null ? null : { column, text: `${column}${rest}` } }
}

/** An address with a question in it is no name. */
const BEFORE_SIGN = /^(?:"([^"]+)"|([\p{L}_][^<>=!~≠≤≥"':?]*?))\s*(?:!=|!~|<=|>=|<>|[<>=~≠≤≥])\s*[^\s<>=!~≠≤≥]/u

/** A single word, or several in quotes, before words that compare with something. */
function nameBeforeWords(typed: string): string | null {
  const [, quoted, plain, rest = ''] = /^(?:"([^"]+)"|([\p{L}_][\p{L}\p{N}_.]*))\s+(.+)$/su.exec(typed) ?? []
  const name = quoted ?? plain ?? null
  // `in last 10 years` compares the field that is chosen.
  return name !== null && !compares(typed) && (compares(rest) || isNamed(rest)) ? name : null
}

function compares(text: string): boolean {
  return readPhrase(text, 'date') !== null || readPhrase(text, 'numeric') !== null
}

function isNamed(rest: string): boolean {
  if ([typedWords.empty, typedWords.notEmpty].some((words) => afterPhrase(rest, words) === '')) return true
  return operatorsFor('text').some(({ takes, words }) => {
    const value = afterPhrase(rest, words.name)
    return value !== null && (value === '') === (takes === 'nothing')
  })
}

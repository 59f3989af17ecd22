import { jsonElements, jsonKind, jsonToPlain, parseJsonText, type JsonText } from '../../protocol/jsonText.ts'
import { invalid } from '../refusal.ts'

/** A request's parameters, each as JSON text. From a query string or a form, each is a string or a list of strings. */
export type Params = ReadonlyMap<string, JsonText>

/** A parameter's JSON text; null if it is absent or null. */
export function given(params: Params, name: string): JsonText | null {
  const value = params.get(name)
  return value === undefined || value === 'null' ? null : value
}

/** `id` or `resource_id`; `id` wins (protocol/README.md P8). */
export function resourceId(params: Params): string {
  const value = given(params, 'id') ?? given(params, 'resource_id')
  if (value === null || value === '""') throw invalid({ resource_id: ['Missing value'] })
  return jsonToPlain(value)
}

/** A boolean: true, yes, t, y and 1 in any case are true, everything else is false (protocol/README.md P7). */
export function flag(params: Params, name: string, otherwise: boolean): boolean {
  const value = given(params, name)
  return value === null ? otherwise : /^(true|yes|t|y|1)$/i.test(jsonToPlain(value))
}

/** The text of a string, or the digits of a number; null if absent. */
export function plainText(params: Params, name: string): string | null {
  const value = given(params, name)
  return value === null ? null : jsonToPlain(value)
}

/** An integer ≥ 0 as its digits; null if absent or empty. `10.0` and `"10"` count as integers. */
export function natural(params: Params, name: string, negative: (digits: string) => readonly string[]): string | null {
  const value = given(params, name)
  if (value === null || value === '""') return null
  const kind = jsonKind(value)
  const whole = /^\s*\+?(-?\d+)(\.0*)?\s*$/.exec(jsonToPlain(value))
  if ((kind !== 'number' && kind !== 'string') || !whole?.[1]) {
    throw invalid({ [name]: ['Invalid integer', ...(name === 'limit' ? ['Please enter an integer value'] : [])] })
  }
  const digits = whole[1].replace(/^(-?)0+(?=\d)/, '$1')
  if (digits.startsWith('-') && digits !== '-0') throw invalid({ [name]: negative(digits) })
  return digits.replace('-', '')
}

/**
 * A list of names: an array, or a string split at its commas, without surrounding blanks and double quotes (protocol/README.md P9); null if absent. A comma in double quotes doesn't split.
 */
export function names(params: Params, name: string): readonly string[] | null {
  const items = texts(params, name)
  return items && items.map((item) => item.replace(/^"(.*)"$/s, '$1')).filter((item) => item !== '')
}

/** Like `names`, but keeps the double quotes. */
export function texts(params: Params, name: string): readonly string[] | null {
  const value = given(params, name)
  if (value === null) return null
  const kind = jsonKind(value)
  if (kind === 'string') return splitAtCommas(jsonToPlain(value))
  const items = kind === 'array' ? jsonElements(value) : []
  if (kind !== 'array' || items.some((item) => jsonKind(item) !== 'string')) throw invalid({ [name]: ['Not a list'] })
  return items.map(jsonToPlain)
}

/** The parts between commas, trimmed. A comma in double quotes doesn't split. */
export function splitAtCommas(text: string): readonly string[] {
  return (text.match(/(?:"[^"]*"|[^,])+/g) ?? []).map((item) => item.trim()).filter((item) => item !== '')
}

/** An object or array, sent as such or as JSON text inside a string; null if absent or blank. CKAN refuses anything else. */
export function jsonOrText(params: Params, name: string): JsonText | null {
  const value = given(params, name)
  if (value === null) return null
  const kind = jsonKind(value)
  if (kind === 'object' || kind === 'array') return value
  const text = kind === 'string' ? jsonToPlain(value) : null
  if (text?.trim() === '') return null
  try {
    if (text !== null) return parseJsonText(text)
  } catch {
    // Refused below.
  }
  throw invalid({ [name]: ['Cannot parse JSON'] })
}

/** The parameters that an action doesn't know, as one JSON object; null if there are none. */
export function extras(params: Params, known: ReadonlySet<string>): JsonText | null {
  const unknown = [...params].filter(([name]) => !known.has(name))
  return unknown.length === 0 ? null : objectText(unknown)
}

/** A JSON object from members that are already JSON text. */
export function objectText(members: Iterable<readonly [name: string, value: JsonText]>): JsonText {
  return `{${membersText(members)}}`
}

/** The same without the brackets. */
export function membersText(members: Iterable<readonly [name: string, value: JsonText]>): string {
  // Added up, not joined: the text of many records is not copied then.
  let text = ''
  for (const [name, value] of members) text += `${text === '' ? '' : ', '}${JSON.stringify(name)}: ${value}`
  return text
}

import { jsonElements, jsonKind, jsonToPlain, parseJsonText, type JsonText } from '../protocol/jsonText.ts'
import { invalid } from './refusal.ts'

/** The parameters of a request as the JSON text of each; from a query string or a form each is a string or a list of strings. */
export type Params = ReadonlyMap<string, JsonText>

/** A parameter's JSON text, or null where it is absent or null. */
export function given(params: Params, name: string): JsonText | null {
  const value = params.get(name)
  return value === undefined || value === 'null' ? null : value
}

/** `resource_id`, or `id` in its place, which wins (CKAN behaviour). */
export function resourceId(params: Params): string {
  const value = given(params, 'id') ?? given(params, 'resource_id')
  if (value === null || value === '""') throw invalid({ resource_id: ['Missing value'] })
  return jsonToPlain(value)
}

/** A switch: true, yes, t, y and 1 in any case are true, everything else is false (CKAN behaviour). */
export function flag(params: Params, name: string, otherwise: boolean): boolean {
  const value = given(params, name)
  return value === null ? otherwise : /^(true|yes|t|y|1)$/i.test(jsonToPlain(value))
}

/** Plain text of a string, or of a number its digits; null where absent. */
export function plainText(params: Params, name: string): string | null {
  const value = given(params, name)
  return value === null ? null : jsonToPlain(value)
}

/** A whole number ≥ 0 as its digits; null where absent or empty. `10.0` and `"10"` are whole numbers. */
export function natural(params: Params, name: string, negative: (digits: string) => readonly string[]): string | null {
  const value = given(params, name)
  if (value === null || value === '""') return null
  const kind = jsonKind(value)
  const whole = /^\s*\+?(-?\d+)(\.0*)?\s*$/.exec(jsonToPlain(value))
  if ((kind !== 'number' && kind !== 'string') || !whole?.[1]) {
    throw invalid({ [name]: ['Invalid integer', 'Please enter an integer value'] })
  }
  const digits = whole[1].replace(/^(-?)0+(?=\d)/, '$1')
  if (digits.startsWith('-') && digits !== '-0') throw invalid({ [name]: negative(digits) })
  return digits.replace('-', '')
}

/**
 * A list of names: an array, or one string cut at its commas, with blanks around each and one pair of double quotes
 * taken off (CKAN behaviour); null where absent. A comma between double quotes does not cut.
 */
export function names(params: Params, name: string): readonly string[] | null {
  const items = texts(params, name)
  return items && items.map((item) => item.replace(/^"(.*)"$/s, '$1')).filter((item) => item !== '')
}

/** As `names`, with the double quotes still on. */
export function texts(params: Params, name: string): readonly string[] | null {
  const value = given(params, name)
  if (value === null) return null
  const kind = jsonKind(value)
  if (kind === 'string') return splitAtCommas(jsonToPlain(value))
  const items = kind === 'array' ? jsonElements(value) : []
  if (kind !== 'array' || items.some((item) => jsonKind(item) !== 'string')) throw invalid({ [name]: ['Not a list'] })
  return items.map(jsonToPlain)
}

/** The pieces between commas, without blanks around them; a comma in double quotes does not cut. */
export function splitAtCommas(text: string): readonly string[] {
  return (text.match(/(?:"[^"]*"|[^,])+/g) ?? []).map((item) => item.trim()).filter((item) => item !== '')
}

/** JSON text that came as such or inside a string; refused with CKAN's words where it is none. */
export function jsonOrText(params: Params, name: string): JsonText | null {
  const value = given(params, name)
  if (value === null || jsonKind(value) !== 'string') return value
  const text = jsonToPlain(value)
  if (text.trim() === '') return null
  try {
    return parseJsonText(text)
  } catch {
    throw invalid({ [name]: ['Cannot parse JSON'] })
  }
}

/** The parameters that an action does not know, as one JSON object; null where there is none. */
export function extras(params: Params, known: ReadonlySet<string>): JsonText | null {
  const unknown = [...params].filter(([name]) => !known.has(name))
  return unknown.length === 0 ? null : objectText(unknown)
}

/** A JSON object of members that are JSON text already. */
export function objectText(members: Iterable<readonly [name: string, value: JsonText]>): JsonText {
  return `{${[...members].map(([name, value]) => `${JSON.stringify(name)}: ${value}`).join(', ')}}`
}

import type { ActionClient } from '../../../instances/client/actionClient.ts'
import { fieldKind, type Field } from '../../../protocol/field.ts'
import { jsonKind, type JsonText } from '../../../protocol/jsonText.ts'
import { arrayText } from '../../../workspace/edits/valueEdits.ts'
import type { SentValues } from '../../write/readBack.ts'
import { isNamedCkan } from '../../../instances/profile/questions/service.ts'

/**
 * A value in the form that keeps every digit. CKAN makes floats of JSON's numbers, and hands a list to the database as one
 * of texts or floats: it is sent PostgreSQL's own text of numbers, lists and `jsonb`.
 */
export function sentValue({ profile }: Pick<ActionClient, 'profile'>, { type }: Field, value: JsonText): JsonText {
  const kind = fieldKind(type)
  const onCkan = isNamedCkan(profile.get().service)
  if (kind === 'array' && onCkan && value !== 'null') {
    const text = arrayText(value)
    return text === undefined ? value : JSON.stringify(text)
  }
  if (type === 'jsonb' && onCkan && value !== 'null') return JSON.stringify(value)
  return kind !== 'json' && jsonKind(value) === 'number' ? JSON.stringify(value) : value
}

/** The values of a record of these fields, each in that form. */
export function sentValues(
  client: Pick<ActionClient, 'profile'>,
  fields: readonly Field[],
  values: SentValues,
): SentValues {
  return values.map(([name, value]) => {
    const field = fields.find(({ id }) => id === name)
    return [name, field === undefined ? value : sentValue(client, field, value)]
  })
}

/** Whether the server stores other digits than these: CKAN has no form of `json` that keeps the digits of a fraction. */
export function losesDigits({ profile }: Pick<ActionClient, 'profile'>, { type }: Field, value: JsonText): boolean {
  return isNamedCkan(profile.get().service) && fieldKind(type) === 'json' && type !== 'jsonb' && hasRoundedNumber(value)
}

/** Whether the JSON has a fraction that loses digits as a float; CKAN keeps every digit of whole numbers. */
function hasRoundedNumber(json: JsonText): boolean {
  const numbers = json.match(/"(?:[^"\\]|\\.)*"|-?\d[\d.eE+-]*/g) ?? []
  return numbers.some((number) => {
    if (number.startsWith('"') || !/[.eE]/.test(number)) return false
    return String(Number(number)) !== number.replace(/\.0$/, '')
  })
}

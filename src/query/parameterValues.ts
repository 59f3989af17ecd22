/** What is put in for a `{{name}}` of a statement: a text as it was typed, null, or a list of texts. */
export type ParameterValue = string | null | readonly string[]

/** The values of a statement's parameters, by name. */
export type ParameterValues = Readonly<Record<string, ParameterValue>>

/** Of parameters that none has a value: the same object each time. */
export const NO_VALUES: ParameterValues = {}

/** The values as a link and what is kept hold them; empty for none. */
export function valuesText(values: ParameterValues): string {
  return Object.keys(values).length === 0 ? '' : JSON.stringify(values)
}

/** Reads them again. Never throws: what is damaged is left out. */
export function readValues(text: string): ParameterValues {
  if (text === '') return NO_VALUES
  let read: unknown = null
  try {
    read = JSON.parse(text)
  } catch {
    return NO_VALUES
  }
  if (typeof read !== 'object' || read === null || Array.isArray(read)) return NO_VALUES
  const values: [string, ParameterValue][] = []
  for (const [name, value] of Object.entries(read)) if (isValue(value)) values.push([name, value])
  // `fromEntries` makes a member of `__proto__`, too.
  return values.length === 0 ? NO_VALUES : Object.fromEntries(values)
}

function isValue(value: unknown): value is ParameterValue {
  if (value === null || typeof value === 'string') return true
  return Array.isArray(value) && value.every((each) => typeof each === 'string')
}

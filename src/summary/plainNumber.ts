import type { JsonText } from '../protocol/jsonText.ts'

/** A JSON number without zeros that say nothing: `8` for `8.00`. */
export function withoutEndingZeros(number: JsonText): JsonText {
  const [, digits = number, exponent = ''] = /^([^eE]*)(.*)$/.exec(number) ?? []
  return digits.includes('.') ? `${digits.replace(/\.?0+$/, '')}${exponent}` : number
}

import { plainText } from '../../protocol/json/jsonCharacters.ts'
import { fieldKind, type Field } from '../../protocol/field.ts'
import type { JsonText } from '../../protocol/jsonText.ts'

/** Whether both are the same value of the field, to the last digit, whatever each of two answers writes it like. */
export function holdsSame(a: JsonText, b: JsonText, { type }: Pick<Field, 'type'>): boolean {
  if (a === b) return true
  if (a === 'null' || b === 'null') return false
  const kind = fieldKind(type)
  const [left = '', right = ''] = [a, b].map((value) => {
    const text = plainText(value, kind)
    if (kind === 'numeric' || kind === 'integer') return numberText(text)
    if (kind === 'timestamp') return timeText(text)
    return kind === 'json' || kind === 'array' ? sourceText(text) : text
  })
  return left === right
}

/** The number's digits and where its point is, without zeros around them; anything else as it is. */
function numberText(text: string): string {
  const parts = /^([+-]?)(\d*)\.?(\d*)(?:[eE]([+-]?\d+))?$/.exec(text.trim())
  if (parts === null) return text
  const [, sign = '', whole = '', fraction = '', exponent = '0'] = parts
  const digits = `${whole}${fraction}`.replace(/^0+/, '')
  const short = digits.replace(/0+$/, '')
  if (short === '') return '0'
  const scale = Number(exponent) - fraction.length + digits.length - short.length
  return `${sign === '-' ? '-' : ''}${short}e${scale}`
}

function timeText(text: string): string {
  return text
    .replace(/^(\d+-\d\d-\d\d) /, '$1T')
    .replace(/(\.\d*?)0+(?!\d)/, '$1')
    .replace(/\.(?!\d)/, '')
    .replace(/(?:Z|\+00(?::?00)?)$/, '+00')
}

/** JSON without the space between its parts. */
function sourceText(text: string): string {
  return text.replaceAll(/("(?:[^"\\]|\\.)*")|\s+/g, '$1')
}
